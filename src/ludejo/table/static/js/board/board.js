/** A board on the screen: draws what the server describes, tells which cell was chosen. It knows no rules. */

import { svg } from "../element.js";
import { isAnimated } from "../preferences.js";
import { t } from "../texts.js";
import { DISC, TOKEN, pile } from "./glyphs.js";
import { Hand } from "./hand.js";
import { hintMarks, overMarks, underMarks, winningMarks } from "./marks.js";
import { Sheet } from "./sheet.js";
import { cellWords } from "./words.js";

const HOP = 260; // milliseconds
const LARGE = 1700; // a board so broad needs larger letters to be read on a phone
const NOTHING = { piles: [], last: [], path: [], winning: [] };

/** Options: label, labels (false: no names at the edge), and for boards one plays on the hand's onchoose, ondrop … */
export class Board {
  constructor(drawing, options = {}) {
    this.options = options;
    this.sheet = new Sheet(drawing, { labels: options.labels ?? true });
    this.position = NOTHING;
    this.standing = new Map(); // cell: what stands there, from bottom to top
    this.marks = {};
    this.radius = this.sheet.isSquare ? TOKEN : DISC;
    this.layers = Object.fromEntries(
      ["ground", "under", "points", "piles", "over", "moving", "hits"].map((name) => [
        name,
        svg("g", { class: `layer-${name}` }),
      ]),
    );
    this.element = svg("svg", this.#attributes(), Object.values(this.layers));
    this.#drawGround();
    this.piles = new Map();
    if (options.onchoose) this.hand = new Hand(this);
  }

  #attributes() {
    const { sheet, options } = this;
    const kind = sheet.hasIslands ? "islands" : sheet.isPoints ? "points" : "squares";
    const role = options.onchoose ? { role: "application", "aria-roledescription": t("board") } : { role: "img" };
    return {
      viewBox: `0 0 ${sheet.across} ${sheet.down}`,
      class: `board ${kind}`,
      "aria-label": options.label ?? t("Board"),
      ...role,
    };
  }

  #drawGround() {
    const { sheet } = this;
    const cells = sheet.drawing.cells;
    const painted = (kind, mark) => {
      const some = mark ? sheet.marked(mark) : cells;
      return some.length ? svg("path", { class: kind, d: sheet.outlines(some) }) : null;
    };
    const islands = sheet
      .islands()
      .flatMap(({ colour, path, middle: [x, y] }, number) => [
        svg("path", { class: `island ${colour}`, d: path }),
        svg("text", { class: `island-number ${colour}`, x, y: y + 8, "aria-hidden": "true" }, String(number)),
      ]);
    this.labelLayer = svg(
      "g",
      { class: "labels", "aria-hidden": "true" },
      sheet.labels.map((label) => this.#label(label)),
    );
    this.layers.ground.append(
      ...[
        ...islands,
        svg("path", { class: "rim", d: sheet.rim() }),
        painted("ground"),
        painted("beyond", "beyond reach"),
        painted("throne", "throne"),
        painted("escape", "escape spot"),
        ...this.#inner(),
        this.labelLayer,
      ].filter(Boolean),
    );
    if (!sheet.isPoints) return;
    const dots = cells.map((cell) => `M${sheet.at(cell.centre).join(" ")}h0`).join("");
    this.layers.points.append(
      svg("path", { class: "lines", d: sheet.lines() }),
      svg("path", { class: "dots", d: dots }),
    );
  }

  /** Lines that tell thrones from escape spots without colour. */
  #inner() {
    const { sheet } = this;
    const line = (kind, mark) => svg("path", { class: `inner ${kind}`, d: sheet.inlines(sheet.marked(mark)) });
    return [line("of-throne", "throne"), line("of-escape", "escape spot")];
  }

  #label({ text, at }) {
    const [x, y] = this.sheet.at(at);
    const size = this.sheet.across > LARGE ? 46 : 34;
    return svg("text", { class: "label", "font-size": size, x, y: y + 0.36 * size }, text);
  }

  /** How many pixels there are from one cell to the next. */
  get cellPixels() {
    return 100 * (this.element.getScreenCTM()?.a ?? 1);
  }

  /** Show a position; what has changed since the last one moves there. */
  show(position, { animate = false, announced = false } = {}) {
    const before = this.standing;
    this.position = position;
    this.announced = announced;
    this.layers.piles.replaceChildren();
    this.layers.moving.replaceChildren();
    this.standing = new Map(position.piles.map((here) => [here.cell, here.things]));
    this.piles.clear();
    for (const here of position.piles) this.#drawPile(here.cell, here.things);
    this.redraw();
    this.hand?.refresh();
    return animate && isAnimated() ? this.#moveThere(before) : Promise.resolve();
  }

  #drawPile(cell, things) {
    const [x, y] = this.sheet.place.get(cell);
    const inner = svg("g");
    inner.innerHTML = pile(things, this.radius);
    const outer = svg("g", { class: "pile", transform: `translate(${x} ${y})`, "data-cell": cell }, inner);
    this.layers.piles.append(outer);
    this.piles.set(cell, outer);
    return inner;
  }

  /** Point things out: targets, chosen, threats, hint, freed, reach, ghost, lifted, way. */
  mark(marks) {
    this.marks = marks;
    this.redraw();
    this.hand?.refresh();
  }

  /** Draw the marks again. */
  redraw() {
    const { position, marks } = this;
    this.layers.under.replaceChildren(...underMarks(this, position, marks));
    this.layers.over.replaceChildren(
      ...overMarks(this, position, marks),
      ...winningMarks(this, position),
      ...hintMarks(this, marks),
    );
    const freed = new Set(marks.freed ?? []);
    for (const [cell, group] of this.piles) {
      group.classList.toggle("released", freed.has(cell));
      group.classList.toggle("lifted", marks.lifted === cell);
    }
    if (marks.ghost) this.layers.over.append(this.#ghost(marks.ghost));
  }

  #ghost({ cell, things }) {
    const [x, y] = this.sheet.place.get(cell);
    const group = svg("g", { class: "pile ghost", transform: `translate(${x} ${y})` });
    group.innerHTML = pile(things, this.radius);
    return group;
  }

  /** What stands on a cell. */
  things(cell) {
    return this.standing.get(cell) ?? [];
  }

  /** What a cell is and holds, in words. */
  words(cell) {
    return cellWords(cell, this.things(cell), this.sheet.drawing.marks, this.marks, this.position.last);
  }

  async #moveThere(before) {
    const now = this.standing;
    const way = this.#wayMoved(before, now);
    const changed = [...now]
      .filter(([cell, things]) => (before.get(cell) ?? []).join() !== things.join())
      .map(([cell]) => cell);
    if (way) return this.#walk(way, now.get(way.at(-1)));
    if (changed.length > 0 && changed.length <= 2) {
      for (const cell of changed) if (now.get(cell).length > (before.get(cell) ?? []).length) this.#appear(cell);
    }
    this.#fadeAnimals(before, now);
    return undefined;
  }

  #wayMoved(before, now) {
    const way = this.position.path.length > 1 ? this.position.path : this.position.last;
    if (way.length < 2 || !now.has(way.at(-1))) return null;
    const [start, end] = [way[0], way.at(-1)];
    const left = (before.get(start)?.length ?? 0) - (now.get(start)?.length ?? 0);
    const came = now.get(end).length - (before.get(end)?.length ?? 0);
    return left === 1 && came === 1 ? way : null;
  }

  async #walk(way, things) {
    const end = way.at(-1);
    const shown = this.piles.get(end).firstChild;
    shown.innerHTML = pile(things.slice(0, -1), this.radius);
    const places = way.map((cell) => this.sheet.place.get(cell));
    const walker = svg("g", { class: "pile" });
    walker.innerHTML = pile(things.slice(-1), this.radius);
    this.layers.moving.append(walker);
    const frames = places.map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)`, easing: "ease-in-out" }));
    await walker.animate(frames, { duration: HOP * (way.length - 1), fill: "both" }).finished.catch(() => {});
    walker.remove();
    if (shown.isConnected) shown.innerHTML = pile(things, this.radius);
  }

  #appear(cell) {
    const frames = [
      { transform: "scale(1.25)", opacity: 0 },
      { transform: "scale(1)", opacity: 1 },
    ];
    this.piles.get(cell).firstChild.animate(frames, { duration: 180, easing: "ease-out" });
  }

  #fadeAnimals(before, now) {
    for (const [cell, things] of before) {
      const animals = things.filter((thing) => thing.startsWith("animal ") && !now.get(cell)?.includes(thing));
      if (!animals.length) continue;
      const ghost = this.#ghost({ cell, things: animals });
      this.layers.moving.append(ghost);
      ghost.animate([{ opacity: 0.9 }, { opacity: 0 }], { duration: 600 }).finished.then(
        () => ghost.remove(),
        () => ghost.remove(),
      );
    }
  }
}
