/** On what terms a game is set up: against whom, how strong, which side, which clock. */

import { el, fill } from "./element.js";
import { preference } from "./preferences.js";
import { choice, nameField } from "./settings.js";
import { count, t } from "./texts.js";

const MINUTES = [3, 5, 10, 20, 40];
const SECONDS = [0, 3, 5, 10, 20];
const DAYS = [1, 2, 3, 7, 14];
const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8];

/** What a level is like, in a line; `known` is what the server says of all of them in the variant, once it has. */
export function levelLine(level, known = []) {
  const isTaught = (number) => Boolean(known[number - 1]?.network);
  return [
    t("Level 1: for a first game. It looks a little ahead and errs often."),
    t("Level 2: still easy. It knows the game a little and errs often."),
    t("Level 3: errs now and then."),
    t("Level 4: errs seldom."),
    t("Level 5: hardly errs by itself. Hard for most people."),
    isTaught(6) ? t("Level 6: plays with what it has learnt from many games.") : t("Level 6: errs less still, and looks further ahead."),
    !isTaught(7)
      ? t("Level 7: looks much further ahead.")
      : isTaught(6)
        ? t("Level 7: the same, and looks further ahead.")
        : t("Level 7: plays with what it has learnt from many games."),
    isTaught(8) && !isTaught(7)
      ? t("Level 8: plays with what it has learnt from many games, some seconds a move.")
      : t("Level 8: all the machine can do, some seconds a move."),
  ][level - 1];
}

/** The part of the panel for them. Calls onchange() after each change. */
export class Terms {
  constructor(kept, onchange) {
    this.onchange = onchange;
    this.chosen = {
      opponent: preference("opponent"),
      level: preference("level"),
      otherLevel: preference("level"),
      seat: "toss",
      clock: "none",
      minutes: 10,
      increment: 5,
      otherMinutes: 0,
      days: 3,
      ...kept,
    };
    this.element = el("div", { class: "stack" });
  }

  #change(changes) {
    Object.assign(this.chosen, changes);
    this.draw();
    this.onchange();
  }

  /** What the server says of the levels in the variant that is shown. */
  know(levels) {
    this.levels = levels;
    for (const line of this.element.querySelectorAll(".level-line")) line.textContent = levelLine(Number(line.dataset.level), levels);
  }

  #lineOf(level) {
    return el("p", { class: "soft level-line", "data-level": level }, levelLine(level, this.levels));
  }

  /** Draw them for a game with these sides. */
  draw(sides = this.sides) {
    this.sides = sides;
    const { chosen } = this;
    const isWatched = chosen.opponent === "engines"; // two engines have no clock and leave no seat
    const held = this.element.contains(document.activeElement) && document.activeElement.name;
    fill(
      this.element,
      this.#opponent(),
      isWatched ? this.#levels() : chosen.opponent === "engine" ? this.#level() : null,
      chosen.opponent === "same-device" || isWatched ? null : this.#seat(),
      isWatched ? null : this.#clock(),
      chosen.clock === "sudden" && !isWatched ? this.#minutes() : null,
      chosen.clock === "days" && !isWatched
        ? el(
            "div",
            { class: "row" },
            this.#select(t("Days for each turn"), "days", DAYS, (n) => count("{n} day", "{n} days", n)),
          )
        : null,
      chosen.opponent === "friend" ? nameField("oninput") : null,
    );
    if (held) this.element.querySelector(`[name="${held}"]:checked, select[name="${held}"]`)?.focus({ preventScroll: true });
  }

  #opponent() {
    const opponents = [
      ["engine", t("Engine")],
      ["same-device", t("Same device")],
      ["friend", t("Friend by link")],
      ["engines", t("Watch two engines")],
    ];
    return choice(t("Against"), "opponent", opponents, this.chosen.opponent, (opponent) => this.#change({ opponent }));
  }

  #level() {
    const levels = LEVELS.map((level) => [level, level]);
    return el(
      "div",
      { class: "stack tight" },
      choice(t("Level"), "level", levels, this.chosen.level, (level) => this.#change({ level }), "levels"),
      this.#lineOf(this.chosen.level),
    );
  }

  /** Of both engines, by the order in which they move. */
  #levels() {
    const level = (key, word) => this.#select(word, key, LEVELS, (n) => t("level {level}", { level: n }));
    return el(
      "div",
      { class: "stack tight" },
      el(
        "div",
        { class: "row" },
        level("level", t("{side}, first", { side: this.sides[0] })),
        level("otherLevel", t("{side}, second", { side: this.sides[1] })),
      ),
      [...new Set([this.chosen.level, this.chosen.otherLevel])].map((level) => this.#lineOf(level)),
      el("p", { class: "soft" }, t("They play while somebody watches.")),
    );
  }

  #seat() {
    const sides = [
      ["toss", t("Toss a coin")],
      [0, t("{side}, first", { side: this.sides[0] })],
      [1, t("{side}, second", { side: this.sides[1] })],
    ];
    return choice(t("Your side"), "seat", sides, this.chosen.seat, (seat) => this.#change({ seat }));
  }

  #clock() {
    const clocks = [
      ["none", t("No clock")],
      ["sudden", t("Minutes")],
      ["days", t("Days per move")],
    ];
    return choice(t("Clock"), "clock", clocks, this.chosen.clock, (clock) => this.#change({ clock }));
  }

  #minutes() {
    const isShared = this.chosen.opponent === "same-device";
    const other = isShared ? t("For the second player") : t("For the other player");
    return el(
      "div",
      { class: "row" },
      this.#select(isShared ? t("For the first player") : t("For you"), "minutes", MINUTES, (n) => count("{n} minute", "{n} minutes", n)),
      this.#select(other, "otherMinutes", [0, ...MINUTES], (n) =>
        n ? count("{n} minute", "{n} minutes", n) : t("the same"),
      ),
      this.#select(t("Increment per turn"), "increment", SECONDS, (n) => count("{n} second", "{n} seconds", n)),
    );
  }

  #select(word, key, options, say) {
    const onchange = (event) => {
      this.#change({ [key]: Number(event.target.value) });
    };
    return el(
      "label",
      { class: "field" },
      word,
      el(
        "select",
        { name: key, onchange },
        options.map((n) => el("option", { value: n, selected: n === this.chosen[key] }, say(n))),
      ),
    );
  }

  /** Against whom, in a few words. */
  get against() {
    const { opponent, level, otherLevel: other } = this.chosen;
    return {
      engine: t("engine, level {level}", { level }),
      engines: t("engines, levels {level} and {other}", { level, other }),
      friend: t("Friend by link"),
      "same-device": t("same device"),
    }[opponent];
  }

  /** What the table is asked for. */
  get asked() {
    const { opponent, level, otherLevel, seat, clock, minutes, otherMinutes, increment, days } = this.chosen;
    if (opponent === "engines") return { opponent, level, other_level: otherLevel };
    const handicap = otherMinutes ? { other_seconds: 60 * otherMinutes } : {};
    return {
      opponent,
      seat: opponent === "same-device" ? 0 : seat,
      ...(opponent === "engine" ? { level } : {}),
      ...(clock === "sudden" ? { clock: { kind: "sudden", seconds: 60 * minutes, increment, ...handicap } } : {}),
      ...(clock === "days" ? { clock: { kind: "days", days } } : {}),
    };
  }
}
