/** The panel in which a game is set up: variant with a live picture, opponent, side, clock. */

import { get, lasting } from "./api.js";
import { shareArrangement } from "./arrangement.js";
import { Board } from "./board/board.js";
import { el, button, fill } from "./element.js";
import { note } from "./frame.js";
import { parameterWord, presetLine, presetWord, startSpec, valueWord } from "./games.js";
import { prefer } from "./preferences.js";
import { choice } from "./settings.js";
import { Terms } from "./terms.js";
import { t } from "./texts.js";

const PAUSE = 150; // milliseconds of quiet before a board is asked for
const KEY = "ludejo.setup";

/** The board of a specification with its start. */
export function boardOf(spec, rest = "") {
  return get(lasting(`/api/board?spec=${encodeURIComponent(spec)}${rest}`));
}

/** What the panel showed when it was last seen in this tab. */
function lastShown() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/** Lives in an element; calls onstart(terms), and waits for it, when the game may begin. */
export class Setup {
  constructor(element, families, onstart, { early = null, given = null } = {}) {
    this.early = early; // a board that is under way: {spec, seen}
    this.element = element;
    this.families = families;
    this.onstart = onstart;
    const last = lastShown();
    this.kept = given ?? last; // what a link asks for, or what was here
    this.terms = new Terms(last.terms, () => this.#keep());
    this.against = el("small");
    this.looks = 0;
    this.picture = el("div", { class: "setup-picture" });
    this.refusal = el("p", { class: "wrong", role: "alert", hidden: true });
    this.play = button(t("Play"), () => this.start(), { kind: "main wide", "data-start": "" });
    this.play.append(" ", this.against); // what is chosen of it may be out of sight
  }

  /** Set up a family: as it was last seen, or by its default. */
  choose(name) {
    this.family = this.families.find((family) => family.name === name);
    this.seed = null;
    const { kept } = this;
    this.kept = {};
    const known = kept.game === name && this.family.presets.some((preset) => preset.name === kept.preset);
    this.#takePreset(known ? kept.preset : this.family.presets[0].name);
    if (known) {
      const { own, values, setup, isSwitched } = kept;
      Object.assign(this, { own, values, setup, isSwitched });
    }
    this.terms.levels = []; // of another game
    this.#refuse(""); // what was wrong belonged to what was shown before
    this.#draw();
    this.#look();
  }

  #takePreset(name) {
    const preset = this.family.presets.find((one) => one.name === name);
    this.preset = name;
    this.values = { ...preset.parameters };
    this.isSwitched = preset.switched;
    this.own = false;
    this.setup = null; // an arrangement that was typed
  }

  /** Keep what is shown for whoever comes back. */
  #keep() {
    this.against.textContent = this.terms.against;
    const { preset, own, values, setup, isSwitched } = this;
    const shown = { game: this.family.name, preset, own, values, setup, isSwitched, terms: this.terms.chosen };
    try {
      sessionStorage.setItem(KEY, JSON.stringify(shown));
    } catch {
      /* then the panel begins anew */
    }
  }

  #draw() {
    this.variantBox = el("div", { class: "stack" });
    fill(
      this.element,
      this.picture,
      el(
        "div",
        { class: "setup-words stack" },
        el("h2", {}, t(this.family.title)),
        this.variantBox,
        this.terms.element,
        this.refusal,
        this.play,
      ),
    );
    this.#drawVariant();
    this.terms.draw(this.family.sides);
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
      this.own ? this.#parameters() : [this.#line(), this.#switch()],
      this.family.is_arranged ? this.#arrangement() : null,
    );
  }

  /** What is said of the preset. */
  #line() {
    const words = presetLine(this.family.presets.find(({ name }) => name === this.preset));
    return words ? el("p", { class: "soft preset-line" }, words) : null;
  }

  /** A rule that can be switched on or off beside any preset. */
  #switch() {
    const { name, switch: option } = this.family;
    if (!option) return null;
    const { line } = this.family.parameters.find((parameter) => parameter.name === option);
    const onchange = ({ target }) => {
      this.isSwitched = target.checked;
      this.#look();
    };
    const box = el("input", { type: "checkbox", checked: this.isSwitched, onchange, "data-switch": option });
    const told = line ? el("span", { class: "soft bounds" }, ` ${t(line)}`) : null;
    return el("label", { class: "tick" }, box, el("span", {}, parameterWord(name, option), told));
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
      this.#lookSoon();
    };
    this.typed = el("textarea", { class: "arrangement", rows: 8, spellcheck: "false", oninput: type, "data-setup": "" });
    const own = el(
      "label",
      { class: "field" },
      t("One letter per cell, one row per line, top row first"),
      this.typed,
    );
    const shown = () => ({ spec: this.#spec(), setup: this.setup ?? this.shown });
    return el(
      "div",
      { class: "stack tight" },
      el(
        "div",
        { class: "row" },
        button(t("Shuffle the board"), shuffle, { kind: "small", iconName: "again" }),
        shareArrangement(shown),
      ),
      el("details", { class: "more" }, el("summary", {}, t("Type an arrangement")), own),
    );
  }

  #choosePreset(name) {
    this.own = name === "own";
    if (this.own) {
      if (this.family.switch) this.values[this.family.switch] = this.isSwitched ? "yes" : "no"; // as it stood beside
    } else {
      this.#takePreset(name);
      this.#look();
    }
    this.#drawVariant();
    this.#keep();
    this.element.querySelector('input[name="preset"]:checked')?.focus({ preventScroll: true });
  }

  #parameters() {
    return el(
      "div",
      { class: "parameters" },
      this.family.parameters.map((parameter) => this.#parameter(parameter)),
    );
  }

  #parameter({ name, choices, line, bounds }) {
    const value = this.values[name];
    const onchange = (event) => {
      this.values[name] = choices ? event.target.value : Number(event.target.value);
      this.#lookSoon();
    };
    const word = (one) => valueWord(this.family.name, one);
    const traits = { "data-parameter": name };
    const control = choices
      ? el(
          "select",
          { onchange, ...traits },
          choices.map((one) => el("option", { value: one, selected: one === value }, word(one))),
        )
      : el("input", { type: "number", value, oninput: onchange, inputmode: "numeric", ...traits });
    const told = [line, choices ? "" : bounds].filter(Boolean).map((words) => t(words));
    const help = told.length ? el("span", { class: "bounds" }, told.join(" ")) : null;
    return el("label", { class: "field" }, parameterWord(this.family.name, name), control, help);
  }

  #spec() {
    const preset = this.family.presets.find((one) => one.name === this.preset);
    const { name } = this.family;
    if (this.own)
      return `${name}:${Object.entries(this.values)
        .map(([key, value]) => `${key}=${value}`)
        .join(",")}`;
    return startSpec(this.family, preset, this.isSwitched);
  }

  #lookSoon() {
    clearTimeout(this.asking);
    this.asking = setTimeout(() => this.#look(), PAUSE);
  }

  /** Ask for the board as it would be, and draw it or tell what is wrong. */
  async #look() {
    this.#keep();
    this.looks += 1;
    const mine = this.looks;
    try {
      const { early } = this;
      this.early = null;
      const isEarly = early?.spec === this.#spec() && this.seed === null && this.setup === null;
      const seen = await (isEarly ? early.seen : boardOf(this.#spec(), this.#arrangementPart()));
      if (mine !== this.looks) return;
      this.seed = seen.seed;
      this.shown = seen.setup;
      const isFree = this.typed && (this.setup === null || !this.typed.value);
      if (isFree) this.typed.value = (this.setup ?? seen.setup)?.replaceAll("/", "\n") ?? "";
      const board = new Board(seen.board, { label: t("The board of {game}", { game: t(seen.title) }), labels: false });
      board.show(seen.position.drawing);
      fill(this.picture, board.element);
      this.terms.know(seen.levels);
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

  /** Begin what is shown: once, however often it is asked for. */
  async start() {
    if (!this.refusal.hidden) note(this.refusal.textContent);
    if (this.isStarting || !this.refusal.hidden) return;
    const { opponent, level } = this.terms.chosen;
    prefer({ opponent, level });
    const terms = { spec: this.#spec(), ...this.terms.asked };
    if (this.family.is_arranged && this.setup !== null) terms.setup = this.setup;
    else if (this.family.is_arranged && this.seed !== null) terms.seed = this.seed;
    this.isStarting = true;
    this.play.disabled = true;
    await this.onstart(terms);
    this.isStarting = false;
    this.play.disabled = false;
  }
}
