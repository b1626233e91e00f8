/** Mouse, finger and keyboard on a board: which cell, which announced line, and what was dragged where. */

import { svg } from "../element.js";
import { t } from "../texts.js";

const DRAG_STARTS = 6; // pixels
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Belongs to a board. Options of the board: onchoose(cell, event), ondrop(from, to), canLift(cell), onpoint(cell). */
export class Hand {
  constructor(board) {
    this.board = board;
    this.spots = new Map(); // name: {element, place}; cells, and the buttons of lines that can be announced
    this.current = null;
    this.drag = null;
    this.#drawHits();
    const { element } = board;
    element.addEventListener("pointerdown", (event) => this.#down(event));
    element.addEventListener("pointermove", (event) => this.#move(event));
    element.addEventListener("pointerup", (event) => this.#up(event));
    element.addEventListener("pointercancel", () => this.letGo());
    element.addEventListener("pointerleave", () => board.options.onpoint?.(null));
    element.addEventListener("keydown", (event) => this.#key(event));
    element.addEventListener("focusin", (event) => this.#focused(event));
  }

  #drawHits() {
    const { cells, layers } = this.board;
    for (const { name, at, outline } of cells.values()) {
      const hit = svg("path", { class: "hit", d: outline, role: "button", tabindex: -1, "data-cell": name });
      layers.hits.append(hit);
      this.spots.set(name, { element: hit, place: at });
    }
  }

  /** Put words and cursors right after a change. */
  refresh() {
    const { board } = this;
    const live = board.options.isLive;
    for (const [name, { element, line }] of this.spots) {
      if (line) continue;
      element.setAttribute("aria-label", board.words(name));
      element.classList.toggle("live", Boolean(live?.(name)));
    }
    if (!this.spots.has(this.current)) this.#makeCurrent(this.spots.keys().next().value);
  }

  /** Buttons at the edge for lines that can be announced: [{text, cells, label}]. */
  offerLines(lines) {
    const held = document.activeElement?.dataset?.line ?? null;
    if (held) this.leftLine = held;
    for (const [name, { element, line }] of [...this.spots]) {
      if (!line) continue;
      element.remove();
      this.spots.delete(name);
    }
    this.board.labelLayer.setAttribute("visibility", lines.length ? "hidden" : "visible");
    for (const offer of lines) this.#offerLine(offer);
    if (!this.spots.has(this.current)) this.#makeCurrent(this.spots.keys().next().value);
    this.#focusAgain();
  }

  /** Buttons come and go with the turn; whoever was on one is there again when it comes back. */
  #focusAgain() {
    if (!this.leftLine || document.activeElement !== document.body || !this.spots.has(this.leftLine)) return;
    this.#makeCurrent(this.leftLine, true);
    this.leftLine = null;
  }

  /** Put the focus where it was on the board. */
  focus() {
    this.spots.get(this.current)?.element.focus();
  }

  #offerLine({ text, cells, label, name }) {
    const { layers, options } = this.board;
    const [x, y] = this.#beside(cells);
    const element = svg(
      "g",
      {
        class: "line-button",
        role: "button",
        tabindex: -1,
        "data-line": text,
        "aria-label": label,
        transform: `translate(${x} ${y})`,
      },
      svg("rect", { x: -27, y: -27, width: 54, height: 54, rx: 12 }),
      svg("text", { y: 12 }, name),
    );
    element.addEventListener("click", () => options.online?.(text));
    layers.hits.append(element);
    this.spots.set(text, { element, place: [x, y], line: true });
  }

  /** The place of the label that belongs to a row or column of cells. */
  #beside(cells) {
    const { board } = this;
    const places = cells.map((cell) => board.cells.get(cell).at);
    const isRow = places.every(([, y]) => y === places[0][1]);
    const axis = isRow ? 1 : 0;
    const labels = board.view.labels.map((label) => label.at);
    const near = labels.filter((at) => Math.abs(at[axis] - places[0][axis]) < 5);
    const outside = near.find((at) =>
      isRow ? at[0] < Math.min(...places.map(([x]) => x)) : at[1] > Math.max(...places.map(([, y]) => y)),
    );
    return outside ?? places[0];
  }

  #cellOf(event) {
    return event.target.closest?.("[data-cell]")?.dataset.cell ?? null;
  }

  #spotOf(event) {
    const spot = event.target.closest?.("[data-cell], [data-line]");
    return spot?.dataset.cell ?? spot?.dataset.line ?? null;
  }

  /** The cell nearest to where a pointer is, if it is near enough. */
  #cellNear(event) {
    const [x, y] = this.#point(event);
    let best = null;
    let nearest = 60;
    for (const [name, { place, line }] of this.spots) {
      const far = Math.hypot(place[0] - x, place[1] - y);
      if (!line && far < nearest) [best, nearest] = [name, far];
    }
    return best;
  }

  #point(event) {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(
      this.board.element.getScreenCTM().inverse(),
    );
    return this.board.onBoard([x, y]);
  }

  /** The cell under a pointer, or the nearest if it is near enough. */
  cellAt(event) {
    return document.elementFromPoint(event.clientX, event.clientY)?.closest?.("[data-cell]")?.dataset.cell ?? this.#cellNear(event);
  }

  #down(event) {
    const cell = this.#cellOf(event);
    if (!cell || event.button > 0) return;
    this.drag = { cell, x: event.clientX, y: event.clientY, ghost: null, id: event.pointerId };
  }

  #move(event) {
    const { drag, board } = this;
    if (!drag) {
      if (event.pointerType === "mouse") board.options.onpoint?.(this.#spotOf(event));
      return;
    }
    if (!drag.ghost) {
      const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y);
      if (far < DRAG_STARTS || !board.options.canLift?.(drag.cell)) return;
      this.#lift(event);
    }
    const [x, y] = this.#point(event);
    drag.ghost.setAttribute("transform", `translate(${x} ${y})`);
  }

  #lift(event) {
    const { board, drag } = this;
    board.element.setPointerCapture(event.pointerId);
    board.options.onlift?.(drag.cell);
    drag.ghost = board.ghost(board.things(drag.cell).slice(-1), this.#point(event));
    board.layers.hits.append(drag.ghost);
  }

  #up(event) {
    const { drag, board } = this;
    if (!drag) return;
    const wasDragged = drag.ghost !== null;
    this.letGo();
    if (wasDragged) {
      const end = this.#cellNear(event);
      board.options.ondrop?.(drag.cell, end === drag.cell ? null : end);
      return;
    }
    const cell = this.#cellOf(event) ?? this.#cellNear(event);
    if (cell !== drag.cell) return;
    this.#makeCurrent(cell);
    board.options.onchoose(cell, { isTouch: event.pointerType === "touch" });
  }

  /** Let go of what is being dragged or pressed. */
  letGo() {
    this.drag?.ghost?.remove();
    this.drag = null;
  }

  #key(event) {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      const spot = this.spots.get(this.current);
      if (spot?.line) this.board.options.online?.(this.current);
      else if (spot) this.board.options.onchoose(this.current, { isTouch: false });
      return;
    }
    if (event.key === "Escape") this.board.options.onescape?.();
    const arrow = ARROWS[event.key];
    if (!arrow || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const next = this.#neighbour(this.board.towards(arrow));
    if (next) this.#makeCurrent(next, true);
  }

  /** The spot nearest in a direction. On staggered rows the way up and down keeps to the column it began in. */
  #neighbour([dx, dy]) {
    const [x0, y0] = this.spots.get(this.current).place;
    if (this.course?.at !== this.current || this.course.isUpright !== (dx === 0))
      this.course = { isUpright: dx === 0, keep: dx === 0 ? x0 : y0 };
    const { keep } = this.course;
    let best = null;
    let nearest = Infinity;
    for (const [
      name,
      {
        place: [x, y],
      },
    ] of this.spots) {
      const along = (x - x0) * dx + (y - y0) * dy;
      const aside = Math.abs((x - x0) * dy) + Math.abs((y - y0) * dx);
      const far = along + 1.2 * aside + 0.2 * Math.abs((dx === 0 ? x : y) - keep);
      if (along > 20 && aside <= along * 1.8 && far < nearest) [best, nearest] = [name, far];
    }
    this.course.at = best ?? this.current;
    return best;
  }

  #focused(event) {
    const spot = event.target.closest("[data-cell], [data-line]");
    if (!spot) return;
    this.#makeCurrent(spot.dataset.cell ?? spot.dataset.line);
    this.board.options.onpoint?.(this.current);
  }

  #makeCurrent(name, focus = false) {
    this.spots.get(this.current)?.element.setAttribute("tabindex", -1);
    this.current = name;
    const spot = this.spots.get(name);
    spot?.element.setAttribute("tabindex", 0);
    if (focus) spot?.element.focus();
  }
}

/** The hint for those who play by keyboard. */
export function keyboardHelp() {
  return t("Arrow keys move over the board, Enter chooses, Escape cancels.");
}
