/** The list of turns, and stepping through it. */

import { el, fill, button } from "../element.js";
import { t } from "../texts.js";

/** Calls onstep(turn) with the number of turns after which the position is wanted; `others` are buttons beside the steps. */
export class MoveList {
  constructor(onstep, ...others) {
    this.onstep = onstep;
    this.turns = [];
    this.at = 0;
    this.list = el("ol", { class: "moves", tabindex: 0, "aria-label": t("Moves") });
    const step = (word, iconName, to) => button(word, () => this.#go(to()), { kind: "plain", iconName, bare: true });
    this.buttons = [
      step(t("To the start"), "first", () => 0),
      step(t("One turn back"), "back", () => this.at - 1),
      step(t("One turn on"), "next", () => this.at + 1),
      step(t("To the latest"), "last", () => this.turns.length),
    ];
    this.element = el(
      "section",
      { class: "move-list", "aria-label": t("Moves") },
      this.list,
      el("div", { class: "steps" }, this.buttons, others),
    );
  }

  #go(to) {
    const turn = Math.min(Math.max(to, 0), this.turns.length);
    if (turn === this.at) return;
    this.at = turn; // at once: the next step may come before this one is seen
    this.onstep(turn);
  }

  /** Step by arrow keys, when nothing else wants them; tells whether it did. */
  key(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
    if (
      step === undefined ||
      event.altKey ||
      event.ctrlKey ||
      event.metaKey ||
      event.target.closest("input, textarea, select, dialog[open], .board, [role=slider]")
    )
      return false;
    event.preventDefault();
    this.#go(this.at + step);
    return true;
  }

  /** Show turns, with marks and words beside them where there are any. */
  show(turns, at, { marks = {} } = {}) {
    this.turns = turns;
    this.at = at;
    const rows = [];
    for (let k = 0; k < turns.length; k += 2) {
      rows.push(
        el(
          "li",
          {},
          el("span", { class: "move-number" }, `${k / 2 + 1}.`),
          this.#turn(k, marks),
          k + 1 < turns.length ? this.#turn(k + 1, marks) : null,
        ),
      );
    }
    fill(this.list, rows.length ? rows : el("li", { class: "soft none" }, t("No moves yet")));
    this.buttons.forEach((step, k) => {
      step.disabled = k < 2 ? at === 0 : at === turns.length;
    });
    const current = this.list.querySelector('[aria-current="true"]');
    if (current) this.list.scrollTop = Math.max(0, current.offsetTop - this.list.clientHeight / 2);
    if (current) this.list.scrollLeft = Math.max(0, current.offsetLeft - this.list.clientWidth / 2);
  }

  #turn(k, marks) {
    const mark = marks[k + 1] ?? "";
    return el(
      "button",
      {
        type: "button",
        class: `turn ${mark ? "marked" : ""}`,
        "data-turn": k + 1,
        "aria-current": String(this.at === k + 1),
        onclick: () => this.#go(k + 1),
      },
      this.turns[k],
      mark ? el("b", { class: `mark m${mark.length}${mark === "?!" ? "i" : ""}` }, mark) : null,
    );
  }
}
