/** What do I do now? The goal in a line, what can be done this turn, and an answer to a click that means nothing. */

import { get } from "../api.js";
import { button, el, fill } from "../element.js";
import { onPreference, preference } from "../preferences.js";
import { announce } from "../frame.js";
import { language, t } from "../texts.js";
import { openKeyHelp } from "./keyhelp.js";
import { openRules } from "./rulesbox.js";

/** Belongs to the table of one game; the words come from the game's own folder. */
export class Guide {
  constructor() {
    this.words = null;
    this.goal = el("span", { class: "goal" });
    this.heading = el(
      "p",
      { class: "guide-line" },
      this.goal,
      " ",
      button(t("Rules"), () => this.rules(), { kind: "plain small", "data-rules": "", title: t("Rules: press R") }),
    );
    this.now = el("p", { class: "now soft" });
    this.unlisten = onPreference(() => this.#draw());
  }

  /** Fetch the words of a variant; onready() is called when they are there. */
  async fetch({ spec, game }, onready) {
    this.game = game;
    try {
      this.words = await get(`/api/guide?spec=${encodeURIComponent(spec)}&lang=${language()}`);
    } catch {
      return; // one can play without
    }
    this.#draw();
    onready();
  }

  #draw() {
    const isWished = preference("guide");
    fill(this.goal, isWished && this.words ? this.words.goal : "");
    this.now.hidden = !isWished && !this.answer;
  }

  /** Open the rules. */
  rules() {
    if (this.game) openRules(this.game, this.words?.goal ?? "");
  }

  /** Keys at a board that is tried on: the rules, help, the board turned round. */
  key(event, stage, ...missing) {
    const isTyped = event.target.closest("input, textarea, select, dialog[open]");
    if (isTyped || event.ctrlKey || event.metaKey || event.altKey) return;
    const wish = { r: () => this.rules(), f: () => stage.board?.flip(), "?": () => openKeyHelp(...missing) };
    wish[event.key.toLowerCase()]?.();
  }

  /** Say what can be done, by the kinds of the moves that are offered. An answer stands until something changes. */
  offer(gestures, standing) {
    if (this.answer && standing === this.standing) return;
    this.standing = standing;
    this.answer = "";
    const kinds = [...new Set(gestures.map(({ kind }) => kind))];
    const sentences = kinds.map((kind) => this.words?.turn[kind]).filter(Boolean);
    const [first = "", ...others] = sentences;
    const rest = others.map((other) => t("Or {other}", { other: other[0].toLowerCase() + other.slice(1) }));
    this.#say([first, ...rest].join(" "));
  }

  /** Answer a click that does nothing, or nothing to what is on `start`: `why` where the turn itself is the reason. */
  explain(cell, start, chooser, why) {
    this.answer = why || this.#reason(cell, start, chooser);
    this.#say(this.answer);
    if (this.answer) announce(this.answer);
  }

  #reason(cell, start, chooser) {
    const said = this.words?.nothing[meant(cell, start, chooser)] ?? "";
    return said.replaceAll("{cell}", cell).replaceAll("{start}", start);
  }

  #say(sentence) {
    fill(this.now, sentence);
    this.now.classList.toggle("answer-line", Boolean(this.answer));
    this.now.hidden = !sentence || (!preference("guide") && !this.answer);
  }
}

/** What somebody may have meant by a click that means nothing. */
function meant(cell, start, { gestures, isReleasing, board }) {
  if (isReleasing) return start ? "shape" : "release";
  if (start) return "target";
  const has = (kind) => gestures.some((gesture) => gesture.kind === kind);
  const isEmpty = board.things(cell).length === 0;
  const moves = has("step") || has("bounce");
  if (has("announce") && (isEmpty || !moves)) return "announce";
  if (moves && !isEmpty) return "step";
  return moves && !has("place") ? "empty" : "place";
}
