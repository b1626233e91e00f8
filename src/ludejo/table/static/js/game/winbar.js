/** The winning probability as a bar. */

import { el, fill } from "../element.js";
import { percent, t } from "../texts.js";

/** Hidden until it has something to show. */
export class WinBar {
  constructor() {
    this.first = el("span", { class: "share" });
    this.words = el("span", { class: "win-words" });
    this.element = el(
      "div",
      { class: "win-bar", role: "img", hidden: true },
      el("div", { class: "win-track" }, this.first),
      this.words,
    );
  }

  /** Show seat 0's probability, and whether it is proven; null while it is being found. */
  show(value, sides, isProven = false) {
    this.element.hidden = false;
    const shares = value === null ? "" : `${t(sides[0])} ${percent(value)} · ${t(sides[1])} ${percent(1 - value)}`;
    const text = value === null ? t("thinking…") : isProven ? t("{shares} (proven)", { shares }) : shares;
    this.element.setAttribute("aria-label", t("Winning probability: {text}", { text }));
    fill(this.words, text);
    if (value === null) return;
    this.first.style.width = `${100 * value}%`;
    this.first.className = `share side-${sides[0].toLowerCase()}`;
    this.first.parentNode.className = `win-track side-${sides[1].toLowerCase()}`;
  }

  hide() {
    this.element.hidden = true;
  }
}
