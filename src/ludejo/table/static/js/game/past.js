/** Looking at an earlier turn of a game: which one is looked at, and the positions so far, asked for once. */

import { post } from "../api.js";
import { note } from "../frame.js";

/** `getView` gives the latest view; onlook() is called when another turn is looked at. */
export class Past {
  constructor(getView, onlook) {
    Object.assign(this, { getView, onlook });
    this.forget();
  }

  /** The game has gone on: back to the latest turn. */
  forget() {
    this.at = null; // the turn that is looked at, if not the latest
    this.positions = null;
    this.asking = null;
  }

  /** Whether an earlier turn is looked at, and can be shown. */
  get isShown() {
    return this.at !== null && this.positions !== null;
  }

  /** The number of the turn that is looked at. */
  get turn() {
    return this.at ?? this.getView().history.length;
  }

  /** The position there. */
  get position() {
    return this.isShown ? this.positions[this.at] : this.getView().position;
  }

  /** Look at a turn. Steps made while the positions are on their way count: the last one is shown when they are there. */
  async step(turn) {
    this.at = turn === this.getView().history.length ? null : turn;
    if (this.at !== null && !this.positions && !(await this.#ask())) return;
    this.onlook();
  }

  /** Fetch the positions; tells whether this is the call that waited for them. */
  async #ask() {
    if (this.asking) return false;
    const asking = look(this.getView());
    this.asking = asking;
    const positions = await asking;
    if (this.asking !== asking) return false; // the game has gone on meanwhile
    this.asking = null;
    this.positions = positions;
    if (!positions) this.at = null;
    return true;
  }
}

/** All positions of a game, page after page; nothing where they cannot be had. */
async function look({ spec, history, setup }) {
  const line = { spec, moves: history, ...(setup ? { setup } : {}) };
  const positions = [];
  try {
    while (positions.length <= history.length) {
      const seen = await post("/api/study/look", { ...line, first: positions.length });
      if (!seen.positions.length) return null;
      positions.push(...seen.positions);
    }
    return positions;
  } catch (error) {
    note(error.message);
    return null;
  }
}
