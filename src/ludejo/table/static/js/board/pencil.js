/** Arrows and rings that somebody draws on a board for themselves: by the right button, or by a long press. */

import { svg } from "../element.js";
import { drawnMark } from "./shapes.js";

const LONG_PRESS = 450; // milliseconds
const STILL = 8; // pixels that a finger may tremble

/** Belongs to a board. */
export class Pencil {
  constructor(board) {
    this.board = board;
    this.marks = [];
    this.layer = svg("g", { class: "layer-drawn" });
    board.layers.marks.after(this.layer);
    const { element } = board;
    element.addEventListener("contextmenu", (event) => event.preventDefault());
    element.addEventListener("pointerdown", (event) => this.#down(event), { capture: true });
    element.addEventListener("pointermove", (event) => this.#move(event), { capture: true });
    element.addEventListener("pointerup", (event) => this.#up(event), { capture: true });
    element.addEventListener("pointercancel", () => this.#drop(), { capture: true });
    const hold = (event) => this.from && event.preventDefault(); // the page stays where it is while a finger draws
    element.addEventListener("touchmove", hold, { passive: false });
  }

  /** Show these and no others. */
  show(marks) {
    this.marks = marks;
    this.layer.replaceChildren(...marks.map((mark) => drawnMark(mark, (cell) => this.board.cells.get(cell).at)));
  }

  #down(event) {
    const from = this.board.hand.cellAt(event);
    if (event.button === 2 && from) this.from = from;
    else if (event.button === 0) {
      if (event.pointerType === "mouse") this.#clear();
      else if (from) this.#wait(event, from);
    }
  }

  /** A finger that rests draws; one that moves or leaves at once does something else. */
  #wait(event, from) {
    this.start = [event.clientX, event.clientY];
    this.waiting = setTimeout(() => {
      this.board.hand.letGo();
      this.from = from;
      this.board.element.classList.add("draws");
    }, LONG_PRESS);
  }

  #move(event) {
    if (this.from) event.stopImmediatePropagation();
    else if (this.waiting && Math.hypot(event.clientX - this.start[0], event.clientY - this.start[1]) > STILL) this.#drop();
  }

  #up(event) {
    const { from } = this;
    this.#drop();
    if (!from && event.pointerType !== "mouse") this.#clear(); // a finger that does not draw wipes
    if (!from) return;
    event.stopImmediatePropagation();
    const to = this.board.hand.cellAt(event);
    if (to) this.#toggle(from, to);
  }

  #drop() {
    clearTimeout(this.waiting);
    this.waiting = null;
    this.from = null;
    this.board.element.classList.remove("draws");
  }

  #toggle(from, to) {
    const mark = from === to ? from : `${from}-${to}`;
    const others = this.marks.filter((one) => one !== mark);
    this.show(others.length < this.marks.length ? others : [...others, mark]);
  }

  #clear() {
    if (this.marks.length) this.show([]);
  }
}
