/** The engine's help in a game: a hint on request, and the chances after every turn while they are wished for. */

import { post } from "../api.js";
import { note } from "../frame.js";
import { t } from "../texts.js";
import { WinBar } from "./winbar.js";

/** `getView` gives the latest view; onhint() is called when there is a hint to be pointed out. */
export class EngineHelp {
  constructor(id, secret, getView, onhint) {
    Object.assign(this, { id, secret, getView, onhint });
    this.winBar = new WinBar();
    this.cells = null; // of the hint
    this.isEvaluating = false;
  }

  /** The board has changed. */
  forgetHint() {
    this.cells = null;
  }

  /** Ask what the engine would play. */
  async hint() {
    const asked = this.getView();
    try {
      const hint = await post(`/api/play/${this.id}/hint`, {}, this.secret);
      if (!isSamePosition(asked, this.getView())) return; // the game has gone on: it is of another one
      const gesture = this.getView().position.moves.find((one) => one.text === hint.move);
      this.cells = gesture?.cells ?? [];
      this.onhint();
      note(hintWords(hint, gesture ? t(gesture.label, gesture.values) : hint.move));
    } catch (error) {
      note(error.message);
    }
  }

  /** Show the chances from now on, or no longer. */
  toggleChances() {
    this.isEvaluating = !this.isEvaluating;
    if (this.isEvaluating) this.evaluate();
    else this.winBar.hide();
  }

  /** Show the chances of the position as it stands, if that is wished. */
  async evaluate() {
    if (!this.isEvaluating) return;
    const view = this.getView();
    const sides = view.seats.map((seat) => seat.side);
    if (view.result) {
      this.winBar.show(view.result.winner === null ? 0.5 : 1 - view.result.winner, sides);
      return;
    }
    if (!view.acts.includes("evaluate")) return;
    if (this.winBar.element.hidden) this.winBar.show(null, sides);
    try {
      const { value, solved } = await post(`/api/play/${this.id}/evaluate`, {}, this.secret);
      const now = this.getView();
      const isCurrent = this.isEvaluating && !now.result && isSamePosition(view, now);
      if (isCurrent) this.winBar.show(value, sides, solved);
    } catch (error) {
      note(error.message);
    }
  }
}

/** Whether two views show one position: somebody may have come, or have a name now, and nothing was played. */
function isSamePosition(one, other) {
  return one.history.join() === other.history.join();
}

/** A hint in words; what is proven is called so, and the line that wins is shown. */
function hintWords({ plies, solved, value, line }, move) {
  if (plies) return t("Hint: {move}. It is proven to win: {line}", { move, line: line.join(" ") });
  if (solved && value === 0) return t("Hint: {move}. Every move is proven to lose.", { move });
  return t("Hint: {move}", { move });
}
