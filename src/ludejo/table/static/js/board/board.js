/** A board on the screen: the server has drawn it, this adds what moves. It knows no rules and no pieces. */

import { svg } from "../element.js";
import { isAnimated } from "../preferences.js";
import { t } from "../texts.js";
import { alone, drawn, drawnParts, uses } from "./drawn.js";
import { Hand } from "./hand.js";
import { overMarks, underMarks } from "./marks.js";
import { cellWords } from "./words.js";

const HOP = 260; // milliseconds
const NOTHING = { piles: [], last: [], path: [], winning: [], under: "", over: "" };
const ARRIVING = [
  { transform: "scale(1.25)", opacity: 0 },
  { transform: "scale(1)", opacity: 1 },
];

const ARRIVES = { duration: 180, easing: "ease-out", composite: "add" }; // to how it is turned

/** Options: label, labels (false: no names at the edge), and for boards one plays on the hand's onchoose, ondrop … */
export class Board {
  constructor(view, options = {}) {
    this.view = view;
    this.options = options;
    this.position = NOTHING;
    this.cells = new Map(view.cells.map((cell) => [cell.name, cell]));
    this.standing = new Map(); // cell: its pile
    this.marks = {};
    this.element = drawn(view.svg);
    this.#furnish();
    this.layers = Object.fromEntries(
      ["under", "piles", "over"].map((name) => [name, this.element.querySelector(`.layer-${name}`)]),
    );
    for (const name of ["marks", "moving", "hits"]) {
      this.layers[name] = svg("g", { class: `layer-${name}` });
      this.element.append(this.layers[name]);
    }
    this.layers.reach = svg("g", { class: "layer-reach" });
    this.layers.under.after(this.layers.reach);
    this.labelLayer = this.element.querySelector(".labels");
    this.piles = new Map();
    if (options.onchoose) this.hand = new Hand(this);
  }

  #furnish() {
    const { element, options } = this;
    element.classList.add("board");
    element.setAttribute("aria-label", options.label ?? t("Board"));
    element.setAttribute("role", options.onchoose ? "application" : "img");
    if (options.onchoose) element.setAttribute("aria-roledescription", t("board"));
    if (options.labels === false) {
      element.classList.add("unlabelled");
      element.setAttribute("viewBox", this.view.inner.join(" "));
    }
    this.box = element.getAttribute("viewBox").split(/[ ,]+/).map(Number);
    const [left, top, breadth, height] = this.box;
    this.middle = [left + breadth / 2, top + height / 2];
    element.style.setProperty("--ratio", breadth / height);
  }

  /** Turn the board round, or back: what stands on it stays upright. */
  flip(isFlipped = !this.isFlipped) {
    this.isFlipped = isFlipped;
    this.#turn();
  }

  /** Lay a broad board on its side, so that it fills a tall screen; or set it upright again. */
  lie(isLying) {
    this.isLying = isLying;
    const [, , breadth, height] = this.box;
    const [x, y] = this.middle;
    const box = isLying ? [x - height / 2, y - breadth / 2, height, breadth] : this.box;
    this.element.setAttribute("viewBox", box.join(" "));
    this.element.style.setProperty("--ratio", box[2] / box[3]);
    this.#turn();
  }

  /** By how many quarters the board is turned, clockwise. */
  get quarters() {
    return ((this.isLying ? 3 : 0) + (this.isFlipped ? 2 : 0)) % 4;
  }

  #turn() {
    const { element, quarters, middle } = this;
    element.classList.toggle("flipped", quarters > 0);
    element.style.setProperty("--upright", `${-90 * quarters}deg`);
    for (const layer of element.children) {
      if (quarters) layer.setAttribute("transform", `rotate(${90 * quarters} ${middle.join(" ")})`);
      else layer.removeAttribute("transform");
    }
  }

  /** The direction on the board that is seen as this one. */
  towards([dx, dy]) {
    return [
      [dx, dy],
      [dy, -dx],
      [-dx, -dy],
      [-dy, dx],
    ][this.quarters];
  }

  /** The point of the board that is seen at a point of the picture. */
  onBoard([x, y]) {
    const [dx, dy] = this.towards([x - this.middle[0], y - this.middle[1]]);
    return [this.middle[0] + dx, this.middle[1] + dy];
  }

  /** How many pixels there are from one cell to the next. */
  get cellPixels() {
    return 100 * (this.element.getScreenCTM()?.a ?? 1);
  }

  /** Show a position; what has changed since the last one moves there. */
  show(position, { animate = false } = {}) {
    const before = this.standing;
    this.position = position;
    this.layers.under.replaceChildren(...drawnParts(position.under));
    this.layers.over.replaceChildren(...drawnParts(position.over));
    this.layers.piles.replaceChildren();
    this.layers.moving.replaceChildren();
    this.standing = new Map(position.piles.map((pile) => [pile.cell, pile]));
    this.piles.clear();
    for (const pile of position.piles) this.#drawPile(pile);
    this.redraw();
    this.hand?.refresh();
    return animate && isAnimated() ? this.#moveThere(before) : Promise.resolve();
  }

  #drawPile({ cell, things, placed }) {
    const [x, y] = this.cells.get(cell).at;
    const group = svg(
      "g",
      { class: "pile", "data-cell": cell, "data-things": things.join(", "), transform: `translate(${x} ${y})` },
      svg("g", {}, uses(this.view.things, placed ?? things.map(alone))),
    );
    this.layers.piles.append(group);
    this.piles.set(cell, group);
  }

  /** Point things out: targets, chosen, threats, hint, freed, reach, ghost, lifted, way. */
  mark(marks) {
    this.marks = marks;
    this.redraw();
    this.hand?.refresh();
  }

  /** Draw the marks again. */
  redraw() {
    const { marks } = this;
    this.layers.reach.replaceChildren(...underMarks(this, marks));
    this.layers.marks.replaceChildren(...overMarks(this, marks));
    const freed = new Set(marks.freed ?? []);
    for (const [cell, group] of this.piles) {
      group.classList.toggle("released", freed.has(cell));
      group.classList.toggle("lifted", marks.lifted === cell);
    }
    if (marks.ghost) this.layers.marks.append(this.ghost(marks.ghost.things, this.cells.get(marks.ghost.cell).at));
  }

  /** Things that are not really there. */
  ghost(things, [x, y]) {
    const shown = svg("g", {}, uses(this.view.things, things.map(alone)));
    return svg("g", { class: "pile ghost", transform: `translate(${x} ${y})` }, shown);
  }

  /** What stands on a cell. */
  things(cell) {
    return this.standing.get(cell)?.things ?? [];
  }

  /** What a cell is and holds, in words. */
  words(cell) {
    return cellWords(this.cells.get(cell), this.things(cell), this.view.things, this.marks, this.position.last);
  }

  async #moveThere(before) {
    const was = (cell) => before.get(cell)?.things ?? [];
    const way = this.#wayMoved(was);
    if (way) return this.#walk(way, before.get(way.at(-1)));
    const changed = [...this.standing.values()].filter(({ cell, things }) => was(cell).join() !== things.join());
    if (changed.length > 0 && changed.length <= 2) {
      for (const { cell, things } of changed)
        if (things.length > was(cell).length)
          this.piles.get(cell).firstChild.animate(ARRIVING, ARRIVES);
    }
    this.#fadeRiders(before);
    return undefined;
  }

  #wayMoved(was) {
    const way = this.position.path.length > 1 ? this.position.path : this.position.last;
    if (way.length < 2) return null;
    const [start, end] = [way[0], way.at(-1)];
    const left = was(start).length - this.things(start).length;
    const came = this.things(end).length - was(end).length;
    return left === 1 && came === 1 ? way : null;
  }

  /** The topmost piece goes its way onto what stood there before. */
  async #walk(way, below) {
    const end = way.at(-1);
    const { things } = this.view;
    const shown = this.piles.get(end).firstChild;
    const whole = [...shown.childNodes];
    shown.replaceChildren(...(below ? uses(things, below.placed ?? below.things.map(alone)) : []));
    const walker = svg("g", { class: "pile" }, svg("g", {}, uses(things, [alone(this.things(end).at(-1))])));
    this.layers.moving.append(walker);
    const frames = way
      .map((cell) => this.cells.get(cell).at)
      .map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)`, easing: "ease-in-out" }));
    await walker.animate(frames, { duration: HOP * (way.length - 1), fill: "both" }).finished.catch(() => {});
    walker.remove();
    if (shown.isConnected) shown.replaceChildren(...whole);
  }

  /** Riders that have left are seen to go. */
  #fadeRiders(before) {
    for (const { cell, things } of before.values()) {
      const gone = things.filter((thing) => this.view.things[thing]?.rides && !this.things(cell).includes(thing));
      if (!gone.length) continue;
      const ghost = this.ghost(gone, this.cells.get(cell).at);
      this.layers.moving.append(ghost);
      ghost.animate([{ opacity: 0.9 }, { opacity: 0 }], { duration: 600 }).finished.then(
        () => ghost.remove(),
        () => ghost.remove(),
      );
    }
  }
}
