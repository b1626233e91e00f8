/** A move chosen while the other side thinks: played when its turn comes, if it is legal then. */

import { preference } from "../preferences.js";

/** Remembers cells; `board` tells what stands where. */
export class Premove {
  constructor(board) {
    this.board = board;
    this.cells = [];
    this.moves = null; // whether pieces move in this game; unknown before one's first turn
  }

  /** What is offered in one's own turn tells how moves are made in this game. */
  learn(gestures) {
    if (gestures.length) this.moves = gestures.some(({ kind }) => kind === "step" || kind === "bounce");
  }

  /** A cell was chosen out of turn; tells whether that is meant for later. */
  choose(cell) {
    if (!preference("premove")) return false;
    const isPiece = this.board.things(cell).length > 0;
    if (this.cells.includes(cell)) this.cells = [];
    else if (this.cells.length === 1 && this.#sets(this.cells[0])) this.cells = [this.cells[0], cell];
    else this.cells = this.moves === false || isPiece || this.moves === null ? [cell] : [];
    return true;
  }

  /** Whether a move may set out from a cell. */
  #sets(cell) {
    return this.moves !== false && this.board.things(cell).length > 0;
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
