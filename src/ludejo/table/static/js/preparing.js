/** A line under the header while engines are made ready for this machine: for which game, and how far it is. */

import { get } from "./api.js";
import { el, fill } from "./element.js";
import { titleOf } from "./games.js";
import { t } from "./texts.js";

const EVERY_MS = 1000;

/** The line's place, empty at first. */
export function preparingLine() {
  return el("div", { id: "preparing", class: "preparing", hidden: true });
}

/** Show how far it is, again and again until it is done. */
export async function followPreparing() {
  const { done, of, game } = await get("/api/preparing").catch(() => ({ game: null }));
  const line = document.getElementById("preparing");
  line.hidden = game === null;
  if (game === null) return;
  const words = t("Preparing the engine for this machine, the first time only: {game}", { game: titleOf(game) });
  fill(line, el("span", {}, words), el("progress", { max: of, value: done, "aria-label": words }));
  setTimeout(followPreparing, EVERY_MS);
}
