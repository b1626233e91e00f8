/** Arrows and rings that somebody draws on a board for themselves: by the right button, or by a long press. */

import { svg } from "../element.js";

const LONG_PRESS = 450; // milliseconds
const STILL = 8; // pixels that a finger may tremble
const HEAD = 26;

/** Belongs to a board. Tells onchange(shapes) of all shapes: [from, to], the same cell twice for a ring. */
export class Pencil {
  constructor(board, onchange = () => {}) {
    this.board = board;
    this.onchange = onchange;
    this.shapes = [];
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
  show(shapes) {
    this.shapes = shapes;
    this.layer.replaceChildren(...shapes.flatMap(([from, to]) => this.#drawn(from, to)));
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
    const others = this.shapes.filter((shape) => shape[0] !== from || shape[1] !== to);
    this.show(others.length < this.shapes.length ? others : [...others, [from, to]]);
    this.onchange(this.shapes);
  }

  #clear() {
    if (!this.shapes.length) return;
    this.show([]);
    this.onchange(this.shapes);
  }

  #drawn(from, to) {
    const [x, y] = this.board.cells.get(from).at;
    if (from === to) return [svg("circle", { class: "drawn-ring", "data-drawn": from, cx: x, cy: y, r: 44 })];
    const [endX, endY] = this.board.cells.get(to).at;
    const far = Math.hypot(endX - x, endY - y);
    const [dx, dy] = [(endX - x) / far, (endY - y) / far];
    const [neckX, neckY] = [endX - HEAD * dx, endY - HEAD * dy];
    const side = 0.7 * HEAD;
    const head = `M${endX} ${endY}L${neckX - side * dy} ${neckY + side * dx}L${neckX + side * dy} ${neckY - side * dx}Z`;
    return [
      svg("path", { class: "drawn-arrow", "data-drawn": `${from}-${to}`, d: `M${x} ${y}L${neckX} ${neckY}` }),
      svg("path", { class: "drawn-head", d: head }),
    ];
  }
}
