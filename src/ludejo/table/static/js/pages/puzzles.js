/** Puzzles: one move is right, and it is proven. */

import { get, post } from "../api.js";
import { button, el, fill } from "../element.js";
import { announce, nameThePage } from "../frame.js";
import { credited, dress, familyOf, loadFamilies, tagline, titleOf, variantWords } from "../games.js";
import { go } from "../main.js";
import { Stage } from "../board/stage.js";
import { count, said, t } from "../texts.js";
import { againButton, gameLinks } from "./learn.js";

const PAUSE = 650; // milliseconds between a move and its answer
const KEY = "ludejo.puzzles";

function solved(game) {
  try {
    return new Set(JSON.parse(localStorage.getItem(KEY) ?? "{}")[game] ?? []);
  } catch {
    return new Set();
  }
}

function keepSolved(game, number) {
  try {
    const all = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    all[game] = [...new Set([...(all[game] ?? []), number])];
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    /* then they can be solved again */
  }
}

/** Show all games, the puzzles of one, or one puzzle. */
export async function show(main, game, number) {
  if (!game) return showGames(main);
  const { puzzles } = await get(`/api/puzzles/${game}`);
  if (number) return new PuzzlePage(main, game, puzzles, Number(number)).arrive();
  return showList(main, game, puzzles);
}

async function showGames(main) {
  const games = (await loadFamilies()).filter((family) => family.has_puzzles);
  nameThePage(t("Puzzles"));
  fill(
    main,
    el("h1", {}, t("Puzzles")),
    el("p", { class: "soft" }, t("Positions from real games in which one move is better than all others.")),
    gameLinks(games, (name) => `/puzzles/${name}`, tagline),
  );
}

function gradeWord(grade) {
  return [t("Easy"), t("Fairly easy"), t("Medium"), t("Hard"), t("Very hard")][grade - 1] ?? String(grade);
}

function showList(main, game, puzzles) {
  nameThePage(t("Puzzles of {game}", { game: titleOf(game) }));
  main.className = "puzzle-list";
  const done = solved(game);
  const next = puzzles.find(({ number }) => !done.has(number)) ?? puzzles[0];
  const grades = [...new Set(puzzles.map(({ grade }) => grade))].sort();
  fill(
    main,
    el("h1", {}, credited(t("Puzzles of {game}", { game: titleOf(game) }), game)),
    puzzles.length
      ? el(
          "p",
          { class: "row" },
          el(
            "a",
            { class: "button main", href: `/puzzles/${game}/${next.number}`, "data-next": "" },
            done.size ? t("Go on") : t("Begin"),
          ),
          el("span", { class: "soft" }, t("{done} of {all} solved", { done: done.size, all: puzzles.length })),
        )
      : el("p", {}, t("There are none yet.")),
    grades.map((grade) =>
      el(
        "section",
        {},
        el("h2", {}, gradeWord(grade)),
        el(
          "ol",
          { class: "numbers" },
          puzzles
            .filter((puzzle) => puzzle.grade === grade)
            .map(({ number }) =>
              el(
                "li",
                {},
                el(
                  "a",
                  {
                    href: `/puzzles/${game}/${number}`,
                    class: done.has(number) ? "done" : "",
                    "aria-label": done.has(number)
                      ? t("Puzzle {number}, solved", { number })
                      : t("Puzzle {number}", { number }),
                  },
                  String(number),
                ),
              ),
            ),
        ),
      ),
    ),
  );
}

class PuzzlePage {
  constructor(main, game, puzzles, number) {
    Object.assign(this, { main, game, puzzles, number });
    this.stage = new Stage((gesture) => this.#try(gesture));
    this.answer = el("div", { class: "answer", role: "status" });
  }

  async arrive() {
    const puzzle = await get(`/api/puzzles/${this.game}/${this.number}`);
    this.puzzle = puzzle;
    const title = t("{game}, puzzle {number}", { game: titleOf(this.game), number: this.number });
    nameThePage(title);
    this.main.className = "lesson";
    dress(this.main, this.game);
    fill(
      this.main,
      el("h1", { class: "game-title" }, credited(title, this.game)),
      el(
        "div",
        { class: "lesson-table" },
        this.stage.element,
        el(
          "div",
          { class: "lesson-words card" },
          el(
            "p",
            { class: "credit" },
            [gradeWord(puzzle.grade), variantWords(puzzle.spec)].filter(Boolean).join(" · "),
          ),
          el("h2", {}, this.#task()),
          this.answer,
          el(
            "div",
            { class: "row lesson-steps" },
            this.#neighbour(-1, t("Back")),
            this.#neighbour(1, t("Next")),
            el("a", { class: "quiet", href: `/puzzles/${this.game}` }, t("All puzzles")),
          ),
        ),
      ),
    );
    this.#reset();
  }

  #task() {
    const { side, plies } = this.puzzle;
    if (familyOf(this.game)?.has_dice && !plies) return t("{side} to move. What is best?", { side });
    const turns = plies ? Math.ceil(plies / 2) : 0;
    return turns
      ? count("{side} to move and win at once", "{side} to move and win in {n} turns", turns, { side })
      : t("{side} to move and win", { side });
  }

  #neighbour(step, word) {
    const k = this.puzzles.findIndex(({ number }) => number === this.number) + step;
    const there = this.puzzles[k];
    return there
      ? el(
          "a",
          { class: "button", href: `/puzzles/${this.game}/${there.number}`, "data-step": step > 0 ? "next" : "back" },
          word,
        )
      : null;
  }

  #reset() {
    const { puzzle } = this;
    this.stage.say(el("strong", { class: "mine" }, t("Your move, {side}", { side: puzzle.side })));
    this.stage.show(puzzle.board, titleOf(this.game), puzzle.position);
  }

  async #try(gesture) {
    let tried;
    try {
      tried = await post(`/api/puzzles/${this.game}/${this.number}/try`, { move: gesture.text });
    } catch (error) {
      tried = { right: false, text: error.message, positions: [], moves: [] };
    }
    for (const [k, position] of tried.positions.entries()) {
      if (!this.stage.element.isConnected) return;
      if (k)
        await new Promise((wake) => {
          setTimeout(wake, PAUSE);
        });
      await this.stage.show(this.puzzle.board, titleOf(this.game), position, { moves: [], animate: true });
    }
    this.#say(tried);
  }

  #say({ right, text, text_words: words, moves }) {
    const sentence = said(words, text ?? "");
    const headline = right ? t("Right!") : t("Not this one.");
    announce(`${headline} ${sentence}`);
    this.stage.say(moves.length > 1 ? el("span", { class: "soft" }, moves.join("  ")) : "");
    fill(this.answer, el("p", { class: right ? "right" : "wrong" }, el("strong", {}, headline), " ", sentence));
    if (!right) {
      this.answer.append(againButton(this.answer, () => this.#reset()));
      return;
    }
    keepSolved(this.game, this.number);
    const done = solved(this.game);
    const next = this.puzzles.find(({ number }) => number > this.number && !done.has(number));
    if (next)
      this.answer.append(
        button(t("Next puzzle"), () => go(`/puzzles/${this.game}/${next.number}`), { kind: "main", "data-next": "" }),
      );
    this.answer.querySelector("button")?.focus({ preventScroll: true });
  }
}
