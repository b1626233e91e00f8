/** Who played a game that is looked at, and how it ended. */

import { el } from "../element.js";
import { t } from "../texts.js";

/** The players' names, and the score of a game that is over. */
export function namesAndScore({ players, sides, result }) {
  const names = sides.map((side, k) => playerName(players?.[k]) || t(side));
  const score = result ? (result.winner === null ? "½ – ½" : result.winner === 0 ? "1 – 0" : "0 – 1") : "";
  return [el("strong", {}, names.join(" – ")), " ", score];
}

/** Our own engine is called as at the table; others as a record names them. */
function playerName(player) {
  if (player?.kind === "program" && player.name === `Ludejo level ${player.level}`)
    return t("Engine, level {level}", { level: player.level });
  return player?.name ? t(player.name) : "";
}

/** Whether a line is a game of somebody; what was tried on an empty board knows no players, and no end but by the rules. */
export function wasPlayed({ players, sides, result, record }) {
  const isNamed = players.some(({ name, kind }, k) => kind || name !== sides[k]);
  return isNamed || Boolean(record.started || record.event || record.dice || (result && result.how !== "rules"));
}
