/** A move chosen while the other side thinks: played when its turn comes, if it is legal then. */

import { preference } from "../preferences.js";

/** Remembers cells; `board` tells what stands where. */
export class Premove {
  constructor(board) {
    this.board = board;
    this.cells = [];
    this.kinds = []; // of the moves in this game; none while they are unknown
    this.isTold = false;
  }

  /** The kinds of moves that a game has, where its guide says them. */
  tell(kinds = []) {
    this.isTold = kinds.length > 0;
    if (this.isTold) this.kinds = kinds;
  }

  /** Else what is offered in one's own turn tells how moves are made in this game. */
  learn(gestures) {
    if (!this.isTold) this.kinds = [...new Set([...this.kinds, ...gestures.map(({ kind }) => kind)])];
  }

  #has(...kinds) {
    return !this.kinds.length || kinds.some((kind) => this.kinds.includes(kind));
  }

  /** A cell was chosen out of turn; tells whether that is meant for later. `foe` is the other side. */
  choose(cell, foe) {
    if (!preference("premove")) return false;
    const before = this.cells;
    if (before.includes(cell)) this.cells = [];
    else if (before.length === 1 && this.#sets(before[0], foe)) this.cells = [before[0], cell];
    else this.cells = this.#has("place") || this.#sets(cell, foe) ? [cell] : [];
    return this.cells.length + before.length > 0;
  }

  /** Whether a move of somebody's may set out from a cell. */
  #sets(cell, foe) {
    const top = this.board.things(cell).at(-1);
    return this.#has("step", "bounce") && Boolean(top) && top !== this.board.view.pieces[foe];
  }

  /** Whether it is a whole move, not only where one sets out. */
  get isWhole() {
    return this.cells.length > 1 || (this.cells.length === 1 && this.#has("place"));
  }

  /** Forget it. */
  clear() {
    this.cells = [];
  }

  /** The gesture that was meant, once, if it is among those that are legal now. */
  take(gestures) {
    const [first, last] = [this.cells[0], this.cells.at(-1)];
    this.clear();
    if (!first) return null;
    return (
      gestures.find(({ kind, cells }) => kind === "place" && first === last && cells[0] === first) ??
      gestures.find(
        ({ kind, cells }) => (kind === "step" || kind === "bounce") && cells[0] === first && cells.at(-1) === last,
      ) ??
      null
    );
  }
}
