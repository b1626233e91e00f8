/** From chosen cells to moves. The server says which gestures there are; this finds the one that a hand is making. */

import { preference } from "../preferences.js";
import { t } from "../texts.js";

const SMALL_CELL = 31; // pixels; a finger covers more than that

/**
 * What a person can do now on a board. Tells onmove(gesture) when a move is made, onchange() when the prompt changes,
 * onnothing(cell, start) when a cell was chosen that means nothing now, or nothing to what was chosen on `start` before.
 */
export class Chooser {
  constructor(board, { onmove, onchange, onnothing }) {
    this.board = board;
    this.onmove = onmove;
    this.onchange = onchange;
    this.onnothing = onnothing;
    this.extra = {}; // marks that come from elsewhere: threats, hint
    this.offer([], {});
  }

  /** Options for a board that this chooser serves. */
  static hand(get) {
    return {
      onchoose: (cell, how) => get()?.choose(cell, how),
      ondrop: (from, to) => get()?.drop(from, to),
      onlift: (cell) => get()?.lift(cell),
      canLift: (cell) => get()?.canStart(cell) ?? false,
      isLive: (cell) => get()?.isLive(cell) ?? false,
      online: (text) => get()?.announce(text),
      onpoint: (name) => get()?.point(name),
      onescape: () => get()?.clear(),
    };
  }

  /** New gestures: forget what was being chosen. */
  offer(gestures, hops, side = null) {
    this.gestures = gestures;
    this.hops = hops ?? {};
    this.side = side;
    this.places = new Map();
    this.steps = new Map();
    for (const gesture of gestures) {
      if (gesture.kind === "place") this.places.set(gesture.cells[0], gesture);
      else if (gesture.kind === "step" || gesture.kind === "bounce") this.#addStep(gesture);
    }
    this.lines = gestures.filter(({ kind }) => kind === "announce");
    this.releases = gestures.filter(({ kind }) => kind === "release");
    this.buttons = gestures.filter(({ kind }) => kind === "swap" || kind === "pass");
    this.isReleasing = false;
    this.#reset();
    const { element, hand } = this.board;
    element.classList.toggle("turns", gestures.length > 0);
    element.classList.toggle("drags", this.steps.size > 0);
    hand.offerLines(
      this.lines.map(({ text, cells, label, values }) => ({
        text,
        cells,
        label: t(label, values),
        name: text.slice(1),
      })),
    );
    this.#changed();
  }

  #addStep(gesture) {
    const [start, end] = [gesture.cells[0], gesture.cells.at(-1)];
    if (!this.steps.has(start)) this.steps.set(start, new Map());
    this.steps.get(start).set(end, gesture);
  }

  #reset() {
    this.walk = [];
    this.pending = null;
    this.first = null;
    this.pointed = null;
  }

  /** Let go of whatever is being chosen. */
  clear() {
    this.#reset();
    this.#changed();
  }

  /** Whether anything can begin, go on or end at a cell. */
  isLive(cell) {
    if (this.isReleasing) return this.releases.some(({ cells }) => cells.includes(cell));
    return this.places.has(cell) || this.steps.has(cell) || (this.walk.length > 0 && this.#ends().has(cell));
  }

  /** Whether a piece on a cell can be picked up. */
  canStart(cell) {
    return !this.isReleasing && (this.steps.has(cell) || (this.walk.length > 1 && cell === this.walk.at(-1)));
  }

  /** A cell was clicked, touched or entered. */
  choose(cell, { isTouch = false } = {}) {
    if (!this.isLive(cell) && !this.walk.length && !this.pending && !this.first) {
      this.onnothing?.(cell);
      return;
    }
    if (this.isReleasing) this.#chooseRelease(cell);
    else if (this.walk.length) this.#walkTo(cell, isTouch);
    else if (this.places.has(cell)) this.#settle(this.places.get(cell), isTouch);
    else if (this.steps.has(cell)) this.#setOut(cell);
    else {
      this.clear();
      this.onnothing?.(cell);
    }
  }

  /** A piece was picked up by dragging. */
  lift(cell) {
    if (this.walk.at(-1) !== cell) this.#setOut(cell);
    this.lifted = cell;
    this.#changed();
  }

  /** A piece was dropped somewhere, or nowhere. */
  drop(from, to) {
    this.lifted = null;
    this.isDragged = true; // the piece is there already: no need to see it go
    if (to && this.walk.at(-1) === from) this.#walkTo(to, false);
    else this.#changed();
    this.isDragged = false;
  }

  #setOut(cell) {
    this.#reset();
    this.walk = [cell];
    this.#changed();
  }

  #ends() {
    return this.steps.get(this.walk[0]) ?? new Map();
  }

  /** Where the next landing can be: all ends of steps, or the next hops of a King on his way. */
  #landings() {
    return this.hops[this.walk.at(-1)] ?? (this.walk.length === 1 ? [...this.#ends().keys()] : []);
  }

  #walkTo(cell, isTouch) {
    const here = this.walk.at(-1);
    const stop = this.#ends().get(cell);
    if (this.pending && cell !== this.pending.cells.at(-1)) this.pending = null;
    if (cell === this.walk[0]) this.clear();
    else if (cell === here) {
      if (stop) this.#settle(stop, isTouch);
    } else if (this.#landings().includes(cell)) {
      if (this.#goesOn(cell)) this.#hop(cell);
      else if (stop) this.#settle(stop, isTouch);
    } else if (stop) this.#settle(stop, isTouch);
    else if (this.steps.has(cell) && this.walk.length === 1) this.#setOut(cell);
    else {
      this.clear();
      if (!this.steps.has(cell)) this.onnothing?.(cell, here); // another piece of one's own is no mistaken goal
    }
  }

  /** A King who lands there may go on. */
  #goesOn(cell) {
    return cell !== this.walk[0] && (this.hops[cell] ?? []).length > 0;
  }

  #hop(cell) {
    this.walk.push(cell);
    this.#changed();
  }

  /** The move that stopping here makes, while a King is on his way. */
  get stop() {
    return this.walk.length > 1 ? (this.#ends().get(this.walk.at(-1)) ?? null) : null;
  }

  /** Play a gesture, or ask first where that is wished. */
  #settle(gesture, isTouch) {
    const asks = preference("confirm");
    const isSmall = isTouch && this.board.cellPixels < SMALL_CELL;
    if (this.pending !== gesture && (asks === "always" || (asks === "small" && isSmall))) {
      this.pending = gesture;
      this.#changed();
    } else this.play(gesture);
  }

  /** Make a move. */
  play(gesture) {
    this.#reset();
    this.onmove(gesture, { isDragged: this.isDragged });
  }

  /** A row or column was announced. */
  announce(text) {
    const gesture = this.lines.find((line) => line.text === text);
    if (!gesture) return;
    this.pointed = null; // a finger does not point any more
    this.play(gesture);
  }

  /** The pointer is over a cell or a line's button. */
  point(name) {
    if (name === this.pointed) return;
    this.pointed = name;
    if (this.lines.length) this.#mark();
  }

  /** Begin or end choosing animals to release. */
  releasing(isReleasing) {
    this.#reset();
    this.isReleasing = isReleasing;
    this.#changed();
  }

  /** Ask about a release before it happens. */
  propose(gesture) {
    this.#reset();
    this.pending = gesture;
    this.#changed();
  }

  #chooseRelease(cell) {
    const { first } = this;
    const known = this.pending;
    this.pending = null;
    if (known?.cells.includes(cell) && first === null) return this.play(known);
    if (first === cell) {
      this.first = null;
      this.pending = this.releases.find((gesture) => isHerd(gesture) && gesture.cells.includes(cell)) ?? null;
    } else if (first && this.#shape(first, cell)) {
      this.pending = this.#shape(first, cell);
      this.first = null;
    } else return this.#beginRelease(cell);
    return this.#changed();
  }

  /** The first end of a shape; whoever meant the other end of one is told that there is none such. */
  #beginRelease(cell) {
    const before = this.first;
    this.first = this.isLive(cell) ? cell : null;
    this.#changed();
    if (!this.first) this.onnothing?.(cell);
    else if (before) this.onnothing?.(cell, before);
  }

  /** The release of a shape that two cells span. */
  #shape(one, other) {
    return this.releases.find((gesture) => !isHerd(gesture) && this.#spans(gesture.cells, one, other));
  }

  #spans(cells, one, other) {
    if (!cells.includes(one) || !cells.includes(other) || one === other) return false;
    const at = (cell) => this.board.cells.get(cell).at;
    const far = (a, b) => Math.hypot(at(a)[0] - at(b)[0], at(a)[1] - at(b)[1]);
    const longest = Math.max(...cells.flatMap((a) => cells.map((b) => far(a, b))));
    return far(one, other) > longest - 1;
  }

  #changed() {
    this.#mark();
    this.onchange?.();
  }

  /** Point out on the board what can be done. */
  #mark() {
    const show = preference("targets");
    const line = this.lines.find(({ text }) => text === this.pointed);
    const marks = { ...this.extra };
    if (this.walk.length) {
      marks.chosen = [this.walk.at(-1)];
      marks.targets = show ? this.#landings() : [];
      marks.far = show
        ? [...this.#ends().keys()].filter((cell) => !marks.targets.includes(cell) && !this.walk.includes(cell))
        : [];
      marks.lifted = this.lifted;
      if (this.walk.length > 1) this.#markWay(marks);
    }
    if (line) marks.reach = line.touches ?? [];
    if (this.isReleasing && this.first) {
      marks.chosen = [this.first];
      marks.targets = [...this.board.cells.keys()].filter((name) => this.#shape(this.first, name));
    }
    if (this.pending?.kind === "release") marks.freed = this.pending.cells;
    else if (this.pending) {
      marks.chosen = this.pending.cells.slice(-1);
      marks.ghost = this.ghost(this.pending);
    }
    this.board.mark(marks);
  }

  /** The King on his way: seen where he is now, not where he set out. */
  #markWay(marks) {
    const [home] = this.walk;
    marks.way = this.walk;
    marks.lifted ??= home;
    marks.ghost = { cell: this.walk.at(-1), things: this.board.things(home).slice(-1) };
  }

  /** The piece that a placement will put down. */
  ghost(gesture) {
    const piece = this.board.view.pieces[this.side];
    return gesture.kind === "place" && piece ? { cell: gesture.cells[0], things: [piece] } : null;
  }

  /** Marks that come from elsewhere. */
  markToo(extra) {
    this.extra = extra;
    this.#mark();
  }
}

/** Whether a release frees all animals of a type, wherever they stand. */
export function isHerd(gesture) {
  return !gesture.values?.cells;
}
