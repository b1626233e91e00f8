/** Puzzles: one move is right, and it is proven; what follows is asked for as long as only one is. */

import { get, post } from "../api.js";
import { button, el, fill } from "../element.js";
import { announce, nameThePage, note } from "../frame.js";
import { credited, dress, loadFamilies, tagline, titleOf, variantWords } from "../games.js";
import { go } from "../main.js";
import { Guide } from "../guide/guide.js";
import { Stage } from "../board/stage.js";
import { count, said, t } from "../texts.js";
import { broken, keepSolved, solved, streak } from "../study/streak.js";
import { againButton, gameLinks } from "./learn.js";

const PAUSE = 650; // milliseconds between a move and its answer
/** Show all games, the puzzles of one, or one puzzle. */
export async function show(main, game, id) {
  if (!game) return showGames(main);
  const { puzzles, daily } = await get(`/api/puzzles/${game}`);
  const place = puzzles.findIndex((puzzle) => puzzle.id === id);
  if (place >= 0) {
    const page = new PuzzlePage(main, game, puzzles, place, daily);
    await page.arrive();
    return () => page.leave();
  }
  return showList(main, game, puzzles, daily, Boolean(id));
}

async function showGames(main) {
  const games = (await loadFamilies()).filter((family) => family.has_puzzles);
  nameThePage(t("Puzzles"));
  fill(
    main,
    el("h1", {}, t("Puzzles")),
    el("p", { class: "soft" }, t("Positions from strong games in which one move is right. All are proven.")),
    games.length ? await ofTheDay(games).catch(() => null) : null, // the others are there without it
    streakLine(),
    gameLinks(games, (name) => `/puzzles/${name}`, tagline),
  );
}

/** Each day another game's, and another one. */
async function ofTheDay(games) {
  const { name } = games[Math.floor(Date.now() / 86_400_000) % games.length];
  const { daily } = await get(`/api/puzzles/${name}`);
  return el("p", {}, dailyLink(name, daily, t("Puzzle of the day: {game}", { game: titleOf(name) })));
}

function dailyLink(game, daily, word = t("Puzzle of the day")) {
  return el("a", { class: "button", href: `/puzzles/${game}/${daily}`, "data-daily": "" }, word);
}

function streakLine() {
  const { run, best, days } = streak();
  if (!best) return null;
  const words = [count("{n} solved in a row", "{n} solved in a row", run), t("best: {best}", { best })];
  if (days > 1) words.push(count("{n} day in a row", "{n} days in a row", days));
  return el("p", { class: "soft streak" }, words.join(" · "));
}

function gradeWord(grade) {
  return [t("Easy"), t("Fairly easy"), t("Medium"), t("Hard"), t("Very hard")][grade - 1] ?? String(grade);
}

/** All puzzles of a game; whoever came by a link to one that is not there is told so. */
function showList(main, game, puzzles, daily, isLost) {
  nameThePage(t("Puzzles of {game}", { game: titleOf(game) }));
  main.className = "puzzle-list";
  const known = solved(game);
  const done = new Set(puzzles.map(({ id }) => id).filter((id) => known.has(id)));
  const next = puzzles.find(({ id }) => !done.has(id)) ?? puzzles[0];
  const grades = [...new Set(puzzles.map(({ grade }) => grade))].sort();
  fill(
    main,
    el("h1", {}, credited(t("Puzzles of {game}", { game: titleOf(game) }), game)),
    isLost ? el("p", { class: "wrong", role: "status" }, t("This link leads to a puzzle that is gone, or is an old one. Here are all.")) : null,
    puzzles.length
      ? el(
          "p",
          { class: "row" },
          el(
            "a",
            { class: "button main", href: `/puzzles/${game}/${next.id}`, "data-next": "" },
            done.size ? t("Go on") : t("Begin"),
          ),
          dailyLink(game, daily),
          el("span", { class: "soft" }, t("{done} of {all} solved", { done: done.size, all: puzzles.length })),
        )
      : el("p", {}, t("There are none yet.")),
    streakLine(),
    grades.map((grade) =>
      el(
        "section",
        {},
        el("h2", {}, gradeWord(grade)),
        el(
          "ol",
          { class: "numbers" },
          puzzles
            .map(({ id, grade: own }, k) => ({ id, own, number: k + 1 }))
            .filter(({ own }) => own === grade)
            .map(({ id, number }) =>
              el(
                "li",
                {},
                el(
                  "a",
                  {
                    href: `/puzzles/${game}/${id}`,
                    class: done.has(id) ? "done" : "",
                    "aria-label": done.has(id)
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

/** What is proven of the answer. */
function proofWord(proof) {
  return {
    only: t("One move wins, and no other does: that is proven."),
    soonest: t("One move wins soonest; others may win later. That is proven."),
    chance: t("One move has the best chance, as far as can be computed."),
  }[proof];
}

class PuzzlePage {
  constructor(main, game, puzzles, place, daily) {
    Object.assign(this, { main, game, puzzles, place, daily, before: [], isClean: true });
    this.id = puzzles[place].id;
    this.guide = new Guide();
    this.stage = new Stage((gesture) => this.#try(gesture), { guide: this.guide });
    this.keys = (event) => this.guide.key(event, this.stage, "← →", "Z", t("right button, long press"));
    this.answer = el("div", { class: "answer", role: "status" });
  }

  async arrive() {
    const puzzle = await get(`/api/puzzles/${this.game}/${this.id}`);
    this.puzzle = puzzle;
    const title = t("{game}, puzzle {number}", { game: titleOf(this.game), number: this.place + 1 });
    nameThePage(title);
    this.main.className = "lesson";
    dress(this.main, this.game);
    fill(
      this.main,
      el("h1", { class: "game-title" }, credited(title, this.game, puzzle.spec)),
      this.guide.heading,
      el(
        "div",
        { class: "lesson-table" },
        el(
          "div",
          { class: "lesson-words card" },
          el(
            "p",
            { class: "credit" },
            [gradeWord(puzzle.grade), variantWords(puzzle.spec), this.id === this.daily ? t("Puzzle of the day") : ""]
              .filter(Boolean)
              .join(" · "),
          ),
          el("h2", {}, this.#task()),
          el("p", { class: "soft", "data-proof": puzzle.proof }, proofWord(puzzle.proof)),
        ),
        this.stage.element,
        el(
          "div",
          { class: "lesson-after card" },
          this.answer,
          el(
            "div",
            { class: "row lesson-steps" },
            this.#neighbour(-1, t("Back")),
            this.#neighbour(1, t("Next")),
            el("a", { class: "quiet", href: `/puzzles/${this.game}` }, t("All puzzles")),
          ),
          el(
            "div",
            { class: "row" },
            button(t("Show the solution"), () => this.#giveUp(), { kind: "plain small", "data-solution": "" }),
            el("a", { class: "quiet", href: this.#study(), "data-into-study": "" }, t("Into study")),
          ),
        ),
      ),
    );
    this.#reset();
    this.guide.fetch({ spec: puzzle.spec, game: this.game }, () => {});
    document.addEventListener("keydown", this.keys);
  }

  leave() {
    this.guide.unlisten();
    document.removeEventListener("keydown", this.keys);
  }

  #task() {
    const { side, plies, chance } = this.puzzle;
    const turns = plies ? Math.ceil(plies / 2) : 0;
    if (chance && turns)
      return t("{side} to move: which move has the best chance to win within {turns} turns?", { side, turns });
    if (chance) return t("{side} to move. What is best?", { side });
    return turns
      ? count("{side} to move and win at once", "{side} to move and win in {n} turns", turns, { side })
      : t("{side} to move and win", { side });
  }

  #study() {
    const { spec, start } = this.puzzle;
    return `/study?spec=${encodeURIComponent(spec)}&start=${encodeURIComponent(start)}`;
  }

  #neighbour(step, word) {
    const there = this.puzzles[this.place + step];
    return there
      ? el(
          "a",
          { class: "button", href: `/puzzles/${this.game}/${there.id}`, "data-step": step > 0 ? "next" : "back" },
          word,
        )
      : null;
  }

  #reset() {
    const { puzzle } = this;
    this.stage.say(el("strong", { class: "mine" }, t("Your move, {side}", { side: puzzle.side })));
    this.#ask(puzzle.position);
  }

  /** Show the position whose move is asked for. */
  #ask(position) {
    this.asked = position;
    this.line = null; // nobody waits for the end of what is being shown
    return this.stage.show(this.puzzle.board, titleOf(this.game), position);
  }

  async #try(gesture) {
    let tried;
    try {
      tried = await post(`/api/puzzles/${this.game}/${this.id}/try`, { move: gesture.text, before: this.before });
    } catch (error) {
      note(error.message); // the move was not looked at: it was neither right nor wrong
      this.#ask(this.asked);
      return;
    }
    if (!tried.right || tried.done) {
      this.#say(tried); // at once: the line that proves it is seen meanwhile
      this.#play(tried.positions);
      return;
    }
    await this.#play(tried.positions, true);
    this.asked = tried.positions.at(-1);
    this.#say(tried);
  }

  /** Show positions one after the other; on the last one it may be the solver's turn again. */
  async #play(positions, goesOn = false) {
    this.line = positions;
    for (const [k, position] of positions.entries()) {
      if (k)
        await new Promise((wake) => {
          setTimeout(wake, PAUSE);
        });
      if (this.line !== positions || !this.stage.element.isConnected) return;
      const moves = goesOn && k === positions.length - 1 ? position.moves : [];
      await this.stage.show(this.puzzle.board, titleOf(this.game), position, { moves, animate: true });
    }
  }

  /** A wrong move, or a look at the solution: what counts once when it is solved counts against nobody afterwards. */
  #fail() {
    this.isClean = false;
    if (!solved(this.game).has(this.id)) broken();
  }

  async #giveUp() {
    let solution;
    try {
      solution = await get(`/api/puzzles/${this.game}/${this.id}/solution`);
    } catch (error) {
      note(error.message);
      return;
    }
    this.#fail();
    const { positions, moves, text, text_words: words } = solution;
    await this.#play(positions);
    this.stage.say(el("span", { class: "soft" }, moves.join("  ")));
    fill(this.answer, el("p", {}, said(words, text)));
    this.#again();
  }

  #again() {
    this.answer.append(
      againButton(this.answer, () => {
        this.before = [];
        this.#reset();
      }),
    );
  }

  #say({ right, late, done, text, text_words: words, moves }) {
    const sentence = said(words, text ?? "");
    const headline = right ? t("Right!") : late ? t("Wins too, but not the soonest.") : t("Not this one.");
    announce(`${headline} ${sentence}`);
    this.stage.say(moves.length > 1 ? el("span", { class: "soft" }, moves.join("  ")) : "");
    fill(this.answer, el("p", { class: right || late ? "right" : "wrong" }, el("strong", {}, headline), " ", sentence));
    this.answer.scrollIntoView({ block: "nearest" }); // on a phone it stands under the board
    if (!right) {
      if (!late) this.#fail();
      this.#again();
      return;
    }
    if (!done) {
      this.before.push(...moves);
      return;
    }
    keepSolved(this.game, this.id, this.isClean);
    const known = solved(this.game);
    const next = this.puzzles.find(({ id }, k) => k > this.place && !known.has(id));
    if (next)
      this.answer.append(
        button(t("Next puzzle"), () => go(`/puzzles/${this.game}/${next.id}`), { kind: "main", "data-next": "" }),
      );
    this.answer.append(streakLine() ?? "");
    this.answer.querySelector("button")?.focus({ preventScroll: true });
  }
}
