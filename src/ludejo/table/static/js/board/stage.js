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
  constructor(onmove, { threats = false, guide = null } = {}) {
    this.onmove = onmove;
    this.threats = threats;
    this.guide = guide; // answers a click that means nothing
    this.shown = 0; // positions, one after the other
    this.frame = el("div", { class: "stage-board" });
    this.status = el("p", { class: "status" });
    this.choices = el("div", { class: "choices" });
    this.zoom = new Zoom(this.frame);
    this.prompt = el("div", { class: "prompt" }, this.status, this.zoom.button, this.choices, guide?.now);
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
      onnothing: (cell, start) => this.#chosenInVain(cell, start),
    });
    fill(this.frame, this.board.element);
    this.zoom.put(this.board);
  }

  /** Show a position on a board. Without moves it is only looked at. */
  show(drawing, title, position, { moves = position.moves, animate = false, hint = [] } = {}) {
    this.#put(drawing, title);
    this.position = position;
    this.shown += 1;
    const shown = this.board.show(position.drawing, { animate });
    this.zoom.follow();
    this.chooser.extra = { hint, ...(this.threats && preference("threats") ? { threats: position.threats } : {}) };
    this.chooser.offer(moves ?? [], position.hops, position.side_to_move);
    return shown;
  }

  /** Say something under the board. */
  say(...words) {
    fill(this.status, ...words);
  }

  #chosenInVain(cell, start) {
    const { outcome, is_chance: isChance } = this.position;
    const why = outcome ? t("The game is over.") : isChance ? t("The die is due first.") : "";
    if (why || this.chooser.gestures.length) this.guide?.explain(cell, start, this.chooser, why);
  }

  #drawChoices() {
    if (!this.chooser) return;
    const { walk, pending, first, isReleasing } = this.chooser;
    this.guide?.offer([], JSON.stringify([this.shown, walk, pending?.text, first, isReleasing]));
    refill(this.choices, () => this.board.hand.focus(), controls(this.chooser), this.extraControls?.() ?? []);
  }

  /** More buttons beside the usual ones. */
  offerToo(make) {
    this.extraControls = make;
    this.#drawChoices();
  }
}
