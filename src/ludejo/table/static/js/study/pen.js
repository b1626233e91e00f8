/** Marked cells and arrows on a board under study: drawn with the right mouse button, with a pen, or typed. */

import { drawnMark } from "../board/shapes.js";
import { button, el, svg } from "../element.js";
import { t } from "../texts.js";
import { MOST_MARKS } from "./tree.js";

/** Calls onchange(marks) when one is added or taken away. */
export class Pen {
  constructor(stage, onchange) {
    this.stage = stage;
    this.onchange = onchange;
    this.marks = [];
    this.layer = penLayer();
    this.isDown = false;
    this.toggle = button(t("Mark cells"), () => this.#take(!this.isDown), {
      kind: "small",
      "aria-pressed": "false",
      "data-pen": "",
      title: t("Mark cells and draw arrows; the right mouse button always does"),
    });
    this.typed = el("input", {
      class: "mark-text",
      "aria-label": t("A cell to mark, or two with a - between for an arrow"),
      placeholder: "c3  c3-d5",
      size: 7,
      onchange: () => this.#type(),
    });
    this.element = el("span", { class: "pen row" }, this.toggle, this.typed);
    const { frame } = stage;
    frame.addEventListener("pointerdown", (event) => this.#press(event), { capture: true });
    frame.addEventListener("pointerup", (event) => this.#lift(event), { capture: true });
    frame.addEventListener("click", (event) => this.isDown && event.stopPropagation(), { capture: true });
    frame.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  #take(isDown) {
    this.isDown = isDown;
    this.toggle.setAttribute("aria-pressed", String(isDown));
    this.stage.frame.classList.toggle("marking", isDown);
  }

  #type() {
    const mark = this.typed.value.trim().toLowerCase();
    if (this.#isMark(mark)) {
      this.#flip(mark);
      this.typed.value = "";
    }
  }

  #isMark(mark) {
    const { cells } = this.stage.board;
    const [tail, head, more] = mark.split("-");
    return cells.has(tail) && more === undefined && (head === undefined || (cells.has(head) && head !== tail));
  }

  #press(event) {
    if (event.button !== 2 && !this.isDown) return;
    event.stopPropagation();
    event.preventDefault();
    this.from = this.stage.board.hand.cellAt(event);
  }

  #lift(event) {
    if (!this.from) return;
    event.stopPropagation();
    event.preventDefault();
    const to = this.stage.board.hand.cellAt(event);
    if (to) this.#flip(to === this.from ? to : `${this.from}-${to}`);
    this.from = null;
  }

  #flip(mark) {
    const without = this.marks.filter((one) => one !== mark);
    this.show(without.length < this.marks.length ? without : [...this.marks, mark].slice(-MOST_MARKS));
    this.onchange(this.marks);
  }

  /** Draw marks over the position. */
  show(marks) {
    this.marks = marks;
    drawMarks(this.stage.board, this.layer, marks);
  }
}

/** Where marks are drawn. */
export function penLayer() {
  return svg("g", { class: "layer-pen", "aria-hidden": "true" });
}

/** Draw marks on a board. */
export function drawMarks(board, layer, marks) {
  const at = (cell) => board.cells.get(cell)?.at;
  const known = marks.filter((mark) => mark.split("-").every(at));
  layer.replaceChildren(...known.map((mark) => drawnMark(mark, at)));
  if (layer.parentNode === board.element) return;
  board.element.append(layer);
  board.flip(Boolean(board.isFlipped)); // turned as the board is
}
