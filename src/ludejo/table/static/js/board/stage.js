/** A board to try moves on, with a line under it: for lessons, puzzles and study. */

import { Board } from "./board.js";
import { keyboardHelp } from "./hand.js";
import { Chooser } from "./chooser.js";
import { el, fill, refill } from "../element.js";
import { preference } from "../preferences.js";
import { controls } from "./prompt.js";
import { t } from "../texts.js";
import { Zoom } from "./zoom.js";

/** Calls onmove(gesture) when a move is made on it. */
export class Stage {
  constructor(onmove, { threats = false } = {}) {
    this.onmove = onmove;
    this.threats = threats;
    this.frame = el("div", { class: "stage-board" });
    this.status = el("p", { class: "status" });
    this.choices = el("div", { class: "choices" });
    this.zoom = new Zoom(this.frame);
    this.prompt = el("div", { class: "prompt" }, this.zoom.button, this.status, this.choices);
    this.element = el("div", { class: "stage" }, this.frame, this.prompt);
    this.drawing = null;
  }

  /** Put a board down; the same one stays if it is there already. */
  #put(drawing, title) {
    if (JSON.stringify(drawing) === this.drawing) return;
    this.drawing = JSON.stringify(drawing);
    this.board = new Board(drawing, {
      label: t("The board of {game}. {help}", { game: title, help: keyboardHelp() }),
      ...Chooser.hand(() => this.chooser),
    });
    this.chooser = new Chooser(this.board, {
      onmove: (gesture) => this.onmove(gesture),
      onchange: () => this.#drawChoices(),
    });
    fill(this.frame, this.board.element);
    this.zoom.put(this.board);
  }

  /** Show a position on a board. Without moves it is only looked at. */
  show(drawing, title, position, { moves = position.moves, animate = false, hint = [] } = {}) {
    this.#put(drawing, title);
    const shown = this.board.show(position.drawing, { animate });
    this.chooser.extra = { hint, ...(this.threats && preference("threats") ? { threats: position.threats } : {}) };
    this.chooser.offer(moves ?? [], position.hops, position.side_to_move);
    return shown;
  }

  /** Say something under the board. */
  say(...words) {
    fill(this.status, ...words);
  }

  #drawChoices() {
    if (!this.chooser) return;
    refill(this.choices, () => this.board.hand.focus(), controls(this.chooser), this.extraControls?.() ?? []);
  }

  /** More buttons beside the usual ones. */
  offerToo(make) {
    this.extraControls = make;
    this.#drawChoices();
  }
}
