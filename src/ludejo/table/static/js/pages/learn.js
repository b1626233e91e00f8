/** Introductions: the rules as small boards on which the reader makes the move in question. */

import { get, post } from "../api.js";
import { cover } from "../board/drawn.js";
import { button, el, fill } from "../element.js";
import { announce, nameThePage, note } from "../frame.js";
import { credit, credited, dress, familyOf, loadFamilies, tagline, titleOf } from "../games.js";
import { Guide } from "../guide/guide.js";
import { Stage } from "../board/stage.js";
import { language, t } from "../texts.js";

const PAUSE = 650; // milliseconds between a move and its answer
const MARK = "†"; // of our own readings, as in the rules

/** Show the list of introductions, or one. */
export async function show(main, game) {
  if (!game) return showList(main);
  const lesson = await get(`/api/lessons/${game}?lang=${language()}`);
  const page = new LessonPage(main, game, lesson);
  page.arrive();
  return () => page.leave();
}

async function showList(main) {
  nameThePage(t("Learn"));
  const games = (await loadFamilies()).filter((family) => family.has_lesson || family.has_rules);
  fill(
    main,
    el("h1", {}, t("Learn a game")),
    gameLinks(games, (name) => `/${familyOf(name).has_lesson ? "learn" : "rules"}/${name}`, tagline),
  );
}

/** After a wrong move: clear what was said of it, and set the board up again. */
export function againButton(answer, reset) {
  const again = () => {
    fill(answer);
    reset();
  };
  return button(t("Try again"), again, { kind: "main", iconName: "again", "data-again": "" });
}

/** Games as links with pictures. */
export function gameLinks(games, address, words) {
  return el(
    "ul",
    { class: "game-links" },
    games.map(({ name }) =>
      el(
        "li",
        { class: "game-card card" },
        el(
          "a",
          { href: address(name), "data-game": name },
          el("span", { class: "picture" }, cover(name)),
          el(
            "span",
            { class: "game-card-words" },
            el("strong", { class: "name" }, titleOf(name)),
            el("span", {}, words(name)),
            el("span", { class: "credit" }, credit(name)),
          ),
        ),
      ),
    ),
  );
}

class LessonPage {
  constructor(main, game, lesson) {
    Object.assign(this, { main, game, lesson, at: 0, done: new Set() });
    this.guide = new Guide();
    this.stage = new Stage((gesture) => this.#try(gesture), { guide: this.guide });
    this.keys = (event) => this.guide.key(event, this.stage, "← →", "Z", t("right button, long press"));
    this.words = el("div", { class: "lesson-words card" });
    this.after = el("div", { class: "lesson-after card" }); // beside the board, or under it on a phone
    this.dots = el("ol", { class: "dots", "aria-label": t("Steps") });
    this.answer = el("div", { class: "answer", role: "status" });
  }

  arrive() {
    nameThePage(t("Learn {game}", { game: titleOf(this.game) }));
    this.main.className = "lesson";
    dress(this.main, this.game);
    fill(
      this.main,
      el("h1", { class: "game-title" }, credited(t("Learn {game}", { game: titleOf(this.game) }), this.game)),
      el("div", { class: "lesson-table" }, this.words, this.stage.element, this.after),
    );
    this.#show(0);
    this.guide.fetch({ spec: this.game, game: this.game }, () => {});
    document.addEventListener("keydown", this.keys);
  }

  leave() {
    document.removeEventListener("keydown", this.keys);
    this.guide.unlisten();
  }

  get step() {
    return this.lesson.steps[this.at];
  }

  #show(at) {
    this.at = at;
    const { step } = this;
    this.#reset();
    fill(this.answer);
    const last = at === this.lesson.steps.length - 1;
    fill(
      this.words,
      this.#drawDots(),
      el("h2", {}, step.title),
      paragraphs(step.text),
      step.rule
        ? el(
            "p",
            { class: "credit" },
            el("a", { href: `/rules/${this.game}#${step.rule}` }, t("Rule {rule}", { rule: step.rule })),
          )
        : null,
      step.text.includes(MARK) ? this.#drawNote() : null,
    );
    fill(
      this.after,
      this.answer,
      el(
        "div",
        { class: "row lesson-steps" },
        button(t("Back"), () => this.#show(at - 1), { disabled: at === 0, "data-step": "back" }),
        last
          ? el("a", { class: "button main", href: `/puzzles/${this.game}` }, t("On to the puzzles"))
          : button(step.asks ? t("Skip") : t("Next"), () => this.#show(at + 1), {
              kind: step.asks ? "" : "main",
              "data-step": "next",
            }),
        last ? el("a", { class: "button", href: "/" }, t("Play")) : null,
      ),
    );
  }

  #drawNote() {
    const words = `${MARK} ${t("Our own reading: see the notes")}`;
    return el("p", { class: "credit" }, el("a", { href: `/rules/${this.game}#notes`, "data-notes": "" }, words));
  }

  #drawDots() {
    return fill(
      this.dots,
      this.lesson.steps.map((step, k) =>
        el(
          "li",
          {},
          el("button", {
            type: "button",
            "aria-label": t("Step {number}: {title}", { number: k + 1, title: step.title }),
            "aria-current": k === this.at ? "step" : null,
            class: this.done.has(k) ? "done" : "",
            onclick: () => this.#show(k),
          }),
        ),
      ),
    );
  }

  #reset() {
    const { step } = this;
    this.stage.say(step.asks ? el("strong", { class: "mine" }, t("Your move")) : "");
    this.stage.show(step.board, titleOf(this.game), step.position, { moves: step.asks ? step.position.moves : [] });
  }

  async #try(gesture) {
    const { step, at } = this;
    let tried;
    try {
      tried = await post(`/api/lessons/${this.game}/${step.number}/try?lang=${language()}`, { move: gesture.text });
    } catch (error) {
      note(error.code === "table/offline" ? t("To try a move, the table is needed.") : error.message);
      if (this.at === at) this.#reset();
      return;
    }
    for (const [k, position] of tried.positions.entries()) {
      if (this.at !== at) return;
      if (k)
        await new Promise((wake) => {
          setTimeout(wake, PAUSE);
        });
      await this.stage.show(step.board, titleOf(this.game), position, { moves: [], animate: true });
    }
    if (this.at === at) this.#say(tried);
  }

  #say({ right, text }) {
    announce(text);
    fill(
      this.answer,
      el("p", { class: right ? "right" : "wrong" }, el("strong", {}, right ? t("Right.") : t("Not quite.")), " ", text),
    );
    this.after.scrollIntoView({ block: "nearest" }); // on a phone it stands under the board
    if (!right) {
      this.answer.append(againButton(this.answer, () => this.#reset()));
      return;
    }
    this.done.add(this.at);
    this.#drawDots();
    this.stage.say("");
    const next = this.after.querySelector('[data-step="next"]');
    if (next) {
      next.className = "main";
      fill(next, el("span", {}, t("Next")));
      next.focus({ preventScroll: true });
    }
  }
}

/** A text with empty lines between its paragraphs. */
export function paragraphs(text) {
  return text.split(/\n\s*\n/).map((part) => el("p", {}, part));
}
