/** Where everything stands on the page of a game. */

import { keyboardHelp } from "../board/hand.js";
import { el, fill } from "../element.js";

/** Lay a game's page out: its parts are made, and filled, elsewhere. */
export function layOut(page) {
  const { main, guide, cards, prompt } = page;
  main.className = "game";
  fill(
    main,
    el("div", { class: "heading" }, page.heading, guide.heading),
    page.lost,
    el(
      "div",
      { class: "table" },
      cards[0].element,
      el("div", { class: "stage" }, page.stageBoard, prompt.element),
      cards[1].element,
      el(
        "div",
        { class: "panel card" },
        page.help.winBar.element,
        page.alone.element,
        page.moves.element,
        page.acts.element,
        page.typed,
        page.company.element,
        page.keeping.element,
      ),
    ),
    el("p", { class: "unseen", id: "keys" }, keyboardHelp()),
  );
}
