/** Lists of the games that this browser has a seat in. */

import { get } from "./api.js";
import { el } from "./element.js";
import { variantWords } from "./games.js";
import { forget, ownGames, remember, resultFacts } from "./seats.js";
import { t, timeOf } from "./texts.js";

const MOST_OPEN = 6;
const MOST_OVER = 12;

/** Games that are not over, with a word where it is your turn; null where there are none. */
export function openGames() {
  const games = ownGames()
    .filter((game) => game.title && !game.result)
    .slice(0, MOST_OPEN);
  if (!games.length) return null;
  const list = el("ul", {}, games.map(openGame));
  return el("section", { class: "continued" }, el("h2", {}, t("Your games in progress")), list);
}

function openGame(game) {
  const turn = el("span", { class: "turn-word" });
  const item = el("li", {}, el("a", { href: `/g/${game.id}` }, nameOf(game), " ", facts(game), turn));
  if (game.opponent !== "same-device") askAbout(game, item, turn);
  return item;
}

/** Ask the table how a game stands; one that is over or gone leaves the list. */
async function askAbout(game, item, turn) {
  try {
    const { is_your_turn: isYours, result, you } = await get(`/api/play/${game.id}/brief`, game.secret);
    if (isYours) turn.textContent = t("Your turn");
    if (!result) return;
    remember(game.id, resultFacts(result, you));
    item.remove();
  } catch (error) {
    if (error.code !== "table/no-such-game") return;
    forget(game.id);
    item.remove();
  }
}

/** Games that are over; null where there are none. */
export function finishedGames() {
  const games = ownGames()
    .filter((game) => game.title && game.result)
    .slice(0, MOST_OVER);
  if (!games.length) return null;
  return el("ul", { class: "plain-list" }, games.map(finishedGame));
}

function finishedGame(game) {
  const words = { won: t("won"), lost: t("lost"), draw: t("draw"), aborted: t("aborted") };
  const ending = words[game.ending] ? el("span", { class: `ending ${game.ending}` }, words[game.ending]) : null;
  return el("li", {}, el("a", { href: `/study/${game.id}` }, nameOf(game)), " ", ending, " ", facts(game));
}

function nameOf({ title, spec }) {
  const variant = variantWords(spec ?? "");
  return el("strong", {}, variant ? `${t(title)} · ${variant}` : t(title));
}

function facts(game) {
  return el("span", { class: "soft" }, `${opponentWord(game)} · ${timeOf(game.at)}`);
}

function opponentWord({ opponent, level }) {
  if (opponent === "engine") return level ? t("engine, level {level}", { level }) : t("engine");
  return opponent === "friend" ? t("a friend") : t("same device");
}
