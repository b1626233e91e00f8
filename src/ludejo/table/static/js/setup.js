/** The panel in which a game is set up: variant with a live picture, opponent, side, clock. */

import { get } from "./api.js";
import { Board } from "./board/board.js";
import { el, button, fill } from "./element.js";
import { parameterWord, presetWord, valueWord } from "./games.js";
import { prefer, preference } from "./preferences.js";
import { choice, nameField } from "./settings.js";
import { count, t } from "./texts.js";

const PAUSE = 150; // milliseconds of quiet before a board is asked for
const MINUTES = [3, 5, 10, 20, 40];
const SECONDS = [0, 3, 5, 10, 20];
const DAYS = [1, 2, 3, 7, 14];

/** The board of a specification with its start. */
export function boardOf(spec, rest = "") {
  return get(`/api/board?spec=${encodeURIComponent(spec)}${rest}`);
}

/** Lives in an element; calls onstart(terms) when the game may begin. */
export class Setup {
  constructor(element, families, onstart, early = null) {
    this.early = early; // a board that is under way: {spec, seen}
    this.element = element;
    this.families = families;
    this.onstart = onstart;
    this.terms = {
      opponent: preference("opponent"),
      level: preference("level"),
      seat: "toss",
      clock: "none",
      minutes: 10,
      increment: 5,
      days: 3,
    };
    this.looks = 0;
    this.picture = el("div", { class: "setup-picture" });
    this.refusal = el("p", { class: "wrong", role: "alert", hidden: true });
    this.play = button(t("Play"), () => this.#start(), { kind: "main wide", "data-start": "" });
  }

  /** Set up a family's default. */
  choose(name) {
    this.family = this.families.find((family) => family.name === name);
    this.preset = this.family.presets[0].name;
    this.values = { ...this.family.presets[0].parameters };
    this.own = false;
    this.seed = null;
    this.setup = null; // an arrangement that was typed
    this.#draw();
    this.#look();
  }

  #draw() {
    const { family, terms } = this;
    const change = (changes) => {
      Object.assign(terms, changes);
      this.#drawTerms();
    };
    this.termsBox = el("div", { class: "stack" });
    this.variantBox = el("div", { class: "stack" });
    this.change = change;
    fill(
      this.element,
      this.picture,
      el(
        "div",
        { class: "setup-words stack" },
        el("h2", {}, t(family.title)),
        this.variantBox,
        this.termsBox,
        this.refusal,
        this.play,
      ),
    );
    this.#drawVariant();
    this.#drawTerms();
  }

  #drawVariant() {
    const presets = this.family.presets.map((preset) => [preset.name, presetWord(this.family.name, preset.name)]);
    fill(
      this.variantBox,
      choice(
        t("Board and rules"),
        "preset",
        this.#isOpen() ? [...presets, ["own", t("Your own")]] : presets,
        this.own ? "own" : this.preset,
        (name) => this.#choosePreset(name),
      ),
      this.own ? this.#parameters() : this.#line(),
      this.family.is_arranged ? this.#arrangement() : null,
    );
  }

  /** What is said of the preset. */
  #line() {
    const { line } = this.family.presets.find(({ name }) => name === this.preset);
    return line ? el("p", { class: "soft" }, t(line)) : null;
  }

  /** Whether there is more to choose than the presets. */
  #isOpen() {
    const { parameters } = this.family;
    return parameters.length > 1 || parameters.some(({ choices }) => !choices);
  }

  /** What stands where at the start: drawn, or typed row by row. The one in the picture is the one that is played. */
  #arrangement() {
    const shuffle = () => {
      this.seed = null;
      this.setup = null;
      this.#look();
    };
    const type = ({ target }) => {
      const rows = target.value.replaceAll("/", " ").split(/\s+/).filter(Boolean);
      this.setup = rows.length ? rows.join("/") : null;
      clearTimeout(this.asking);
      this.asking = setTimeout(() => this.#look(), PAUSE);
    };
    this.typed = el("textarea", { class: "arrangement", rows: 8, spellcheck: "false", oninput: type, "data-setup": "" });
    const own = el(
      "label",
      { class: "field" },
      t("One letter per cell, one row per line, top row first"),
      this.typed,
    );
    return el(
      "div",
      { class: "stack tight" },
      el("div", {}, button(t("Shuffle the board"), shuffle, { kind: "small", iconName: "again" })),
      el("details", { class: "more" }, el("summary", {}, t("Type an arrangement")), own),
    );
  }

  #choosePreset(name) {
    this.own = name === "own";
    if (!this.own) {
      this.preset = name;
      this.values = { ...this.family.presets.find((preset) => preset.name === name).parameters };
      this.setup = null;
      this.#look();
    }
    this.#drawVariant();
    this.element.querySelector('input[name="preset"]:checked')?.focus({ preventScroll: true });
  }

  #parameters() {
    const fields = this.family.parameters.map((parameter) => {
      const value = this.values[parameter.name];
      const onchange = (event) => {
        const given = event.target.value;
        this.values[parameter.name] = parameter.choices ? given : Number(given);
        clearTimeout(this.asking);
        this.asking = setTimeout(() => this.#look(), PAUSE);
      };
      const control = parameter.choices
        ? el(
            "select",
            { onchange, "data-parameter": parameter.name },
            parameter.choices.map((word) =>
              el("option", { value: word, selected: word === value }, valueWord(this.family.name, word)),
            ),
          )
        : el("input", {
            type: "number",
            value,
            oninput: onchange,
            inputmode: "numeric",
            "data-parameter": parameter.name,
          });
      const told = [parameter.line, parameter.choices ? "" : parameter.bounds].filter(Boolean);
      const bounds = told.length ? el("span", { class: "bounds" }, told.map((words) => t(words)).join(" ")) : null;
      return el("label", { class: "field" }, parameterWord(this.family.name, parameter.name), control, bounds);
    });
    return el("div", { class: "parameters" }, fields);
  }

  #drawTerms() {
    const { terms, family, change } = this;
    const held = document.activeElement?.name && { name: document.activeElement.name };
    const opponents = [
      ["engine", t("Engine")],
      ["same-device", t("Same device")],
      ["friend", t("Friend by link")],
    ];
    const levels = [1, 2, 3, 4, 5, 6, 7, 8].map((level) => [level, level]);
    const sides = [
      ["toss", t("Toss a coin")],
      [0, t("{side}, first", { side: family.sides[0] })],
      [1, t("{side}, second", { side: family.sides[1] })],
    ];
    const clocks = [
      ["none", t("No clock")],
      ["sudden", t("Minutes")],
      ["days", t("Days per move")],
    ];
    fill(
      this.termsBox,
      choice(t("Against"), "opponent", opponents, terms.opponent, (opponent) => change({ opponent })),
      terms.opponent === "engine"
        ? choice(
            t("Level: 1 for a first game, 8 for all the machine can do"),
            "level",
            levels,
            terms.level,
            (level) => change({ level }),
            "levels",
          )
        : null,
      terms.opponent === "same-device"
        ? null
        : choice(t("Your side"), "seat", sides, terms.seat, (seat) => change({ seat })),
      choice(t("Clock"), "clock", clocks, terms.clock, (clock) => change({ clock })),
      terms.clock === "sudden" ? this.#minutes() : null,
      terms.clock === "days"
        ? el(
            "div",
            { class: "row" },
            this.#select(t("Days for each turn"), "days", DAYS, (n) => count("{n} day", "{n} days", n)),
          )
        : null,
      terms.opponent === "friend" ? nameField("oninput") : null,
    );
    if (held) this.termsBox.querySelector(`[name="${held.name}"]:checked`)?.focus({ preventScroll: true });
  }

  #minutes() {
    return el(
      "div",
      { class: "row" },
      this.#select(t("For each player"), "minutes", MINUTES, (n) => count("{n} minute", "{n} minutes", n)),
      this.#select(t("Increment per turn"), "increment", SECONDS, (n) => count("{n} second", "{n} seconds", n)),
    );
  }

  #select(word, key, options, say) {
    const onchange = (event) => {
      this.terms[key] = Number(event.target.value);
    };
    return el(
      "label",
      { class: "field" },
      word,
      el(
        "select",
        { name: key, onchange },
        options.map((n) => el("option", { value: n, selected: n === this.terms[key] }, say(n))),
      ),
    );
  }

  #spec() {
    const preset = this.family.presets.find((one) => one.name === this.preset);
    if (!this.own) return preset.spec;
    return `${this.family.name}:${Object.entries(this.values)
      .map(([key, value]) => `${key}=${value}`)
      .join(",")}`;
  }

  /** Ask for the board as it would be, and draw it or tell what is wrong. */
  async #look() {
    this.looks += 1;
    const mine = this.looks;
    try {
      const { early } = this;
      this.early = null;
      const isEarly = early?.spec === this.#spec() && this.seed === null && this.setup === null;
      const seen = await (isEarly ? early.seen : boardOf(this.#spec(), this.#arrangementPart()));
      if (mine !== this.looks) return;
      this.seed = seen.seed;
      if (this.typed && this.setup === null) this.typed.value = seen.setup?.replaceAll("/", "\n") ?? "";
      const board = new Board(seen.board, { label: t("The board of {game}", { game: t(seen.title) }), labels: false });
      board.show(seen.position.drawing);
      fill(this.picture, board.element);
      this.#refuse("");
    } catch (error) {
      if (mine === this.looks) this.#refuse(error.message);
    }
  }

  #arrangementPart() {
    if (!this.family.is_arranged) return "";
    if (this.setup !== null) return `&setup=${encodeURIComponent(this.setup)}`;
    return `&seed=${this.seed ?? crypto.getRandomValues(new Uint32Array(1))[0]}`;
  }

  #refuse(sentence) {
    this.refusal.textContent = sentence;
    this.refusal.hidden = !sentence;
    this.play.disabled = Boolean(sentence);
    this.picture.classList.toggle("faded", Boolean(sentence));
  }

  #start() {
    const { opponent, level, seat, clock, minutes, increment, days } = this.terms;
    prefer({ opponent, level });
    const terms = { spec: this.#spec(), opponent, seat: opponent === "same-device" ? 0 : seat };
    if (opponent === "engine") terms.level = level;
    if (this.family.is_arranged && this.setup !== null) terms.setup = this.setup;
    else if (this.family.is_arranged && this.seed !== null) terms.seed = this.seed;
    if (clock === "sudden") terms.clock = { kind: "sudden", seconds: 60 * minutes, increment };
    if (clock === "days") terms.clock = { kind: "days", days };
    this.onstart(terms);
  }
}
