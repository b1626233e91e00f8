/** The line under the board: whose turn, how it ended, what can be chosen, what can be done. */

import { controls } from "../board/prompt.js";
import { button, el, fill, refill } from "../element.js";
import { t } from "../texts.js";
import { deadlineWord, ending, turnWord } from "./outcome.js";

/** `past` is what is looked at, `acts` has the buttons of the table, `guide` the words for a turn; `ondrop` lets go of what was chosen out of turn. */
export class TablePrompt {
  constructor(id, { past, acts, guide, zoom }, ondrop) {
    Object.assign(this, { id, past, acts, guide, ondrop });
    this.status = el("p", { class: "status" });
    this.deadline = el("span", { class: "soft deadline" });
    this.choices = el("div", { class: "choices" });
    this.element = el("div", { class: "prompt" }, this.status, zoom.button, this.choices, guide.now);
  }

  /** Say one thing, for a moment. */
  say(sentence) {
    fill(this.status, sentence);
  }

  /** Draw it for a view; `chooser` offers the moves on the board. */
  show(view, chooser, premove) {
    const toBoard = () => chooser?.board.hand.focus();
    this.element.classList.toggle("over", Boolean(view.result));
    const isBusy = chooser?.isReleasing || chooser?.pending; // then the controls say what is next
    this.guide.offer(isBusy ? [] : (chooser?.gestures ?? []), this.#standing(view, chooser, premove));
    if (view.result || this.past.isShown) return this.#showPast(view, toBoard);
    fill(this.status, el("strong", { class: chooser?.gestures.length ? "mine" : "" }, turnWord(view)), " ", this.deadline);
    this.tick(view);
    return refill(this.choices, toBoard, this.acts.roll(view), this.acts.offers(view), this.#later(premove), controls(chooser));
  }

  /** The time that is left for a first move goes by. */
  tick(view) {
    const words = view ? deadlineWord(view) : "";
    if (this.deadline.textContent !== words) this.deadline.textContent = words;
  }

  /** What was chosen out of turn, and a way to let go of it. */
  #later(premove) {
    if (!premove?.cells.length) return null;
    return el(
      "span",
      { class: "together", "data-premove": "" },
      t("For your turn: {move}", { move: premove.cells.join("–") }),
      button(t("Cancel"), () => this.ondrop(), { kind: "plain small", iconName: "close", bare: true }),
    );
  }

  /** What somebody sees and is about to do, as a text to compare. */
  #standing({ history, offers, result }, { walk, pending, first, isReleasing } = {}, premove = null) {
    const hand = [walk, pending?.text, first, isReleasing, premove?.cells];
    return JSON.stringify([history.length, offers.length, result?.how, this.past.at, hand]);
  }

  /** The end, an earlier turn, or both. */
  #showPast(view, toBoard) {
    const { past, acts } = this;
    fill(this.status, view.result ? ended(view) : this.#whichTurn());
    refill(
      this.choices,
      toBoard,
      past.isShown ? [view.result ? this.#whichTurn() : null, this.#toLatest(view)] : null,
      view.result ? acts.afterwards(view, this.id) : null,
    );
  }

  #whichTurn() {
    return el("span", { class: "which-turn" }, t("After turn {turn}", { turn: this.past.at }));
  }

  #toLatest({ history }) {
    const latest = () => this.past.step(history.length);
    return button(t("To the latest"), latest, { kind: "small", "data-latest": "" });
  }

  /** Why nothing can be done on the board at all; empty if something can. */
  whyNot(view, chooser) {
    if (this.past.isShown) return t("This is an earlier turn. Go to the latest one to play.");
    if (view.result) return t("The game is over.");
    if (view.you === "watcher" || view.opponent === "engines") return t("You are watching: the players move.");
    if (view.position.is_chance) return t("The die is due first.");
    return chooser.gestures.length ? "" : t("It is not your turn yet.");
  }
}

function ended(view) {
  const { headline, reason } = ending(view.result, view.seats, view.you);
  return [el("strong", {}, headline), reason ? el("span", { class: "soft" }, ` ${reason}`) : null];
}
