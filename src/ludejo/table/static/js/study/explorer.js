/** The opening explorer: what strong games, or one's own, did in the position that is looked at. */

import { get, post } from "../api.js";
import { button, el, fill } from "../element.js";
import { latestOver } from "../gamelist.js";
import { withoutSwitch } from "../games.js";
import { identity } from "../people/identity.js";
import { count, percent, t } from "../texts.js";

const MOST_OWN = 40; // games of one's own on a board that are read, the latest
const SWAP = "swap"; // the turn by which somebody takes the other's place

/** Calls onchoose(text) when a move is chosen. It asks only while it is open. */
export class Explorer {
  constructor(onchoose) {
    this.onchoose = onchoose;
    this.isOwn = false;
    this.listed = null; // this person's games, asked for once while the page is shown
    this.table = el("div", { class: "openings" });
    this.own = button(t("My games"), () => this.#turn(), { kind: "small", "aria-pressed": "false", "data-own": "" });
    this.element = el(
      "details",
      { class: "explorer more", ontoggle: () => this.#draw() },
      el("summary", {}, t("Openings")),
      this.own,
      this.table,
    );
  }

  #turn() {
    this.isOwn = !this.isOwn;
    this.own.setAttribute("aria-pressed", String(this.isOwn));
    this.#draw();
  }

  /** Another position is looked at. */
  show(line, moves) {
    this.line = line;
    this.moves = moves;
    this.#draw();
  }

  async #draw() {
    if (!this.element.open || !this.line) return;
    const { line, moves, isOwn } = this;
    try {
      const found = isOwn ? await this.#ownOpenings(line, moves) : await post("/api/study/explore", line);
      if (line === this.line && isOwn === this.isOwn) fill(this.table, this.#rows(found));
    } catch (error) {
      this.listed = null;
      fill(this.table, el("p", { class: "soft" }, error.message));
    }
  }

  #rows({ games, moves }) {
    if (!moves.length) return el("p", { class: "soft" }, this.#nothing());
    const head = [t("Move"), t("Games"), t("Score"), t("95 %")].map((word) => el("th", { scope: "col" }, word));
    return el(
      "table",
      {},
      el("caption", { class: "soft" }, this.#head(games)),
      el("thead", {}, el("tr", {}, head)),
      el("tbody", {}, moves.map((move) => this.#row(move))),
    );
  }

  async #ownOpenings(line, moves) {
    this.listed ??= identity() ? ownFinished(line.spec) : Promise.resolve([]);
    return openingsOf(await readRecords(await this.listed), line, moves);
  }

  /** A move may lead to where games have been, though none of them came this way. */
  #head(games) {
    return games ? count("{n} game came here", "{n} games came here", games) : t("Games came there by another order of moves");
  }

  /** Where each game begins with an arrangement of its own, only one's own games can come here again. */
  #nothing() {
    if (!this.line.setup || this.isOwn) return t("No game that is known came here.");
    return t("Each game begins with another arrangement: strong games have no openings in common. What the engine thinks is told by a hint.");
  }

  #row({ text, games, score, low, high }) {
    const choose = button(text, () => this.onchoose(text), { kind: "plain small", "data-opening": text });
    const range = `${Math.round(100 * low)}–${percent(high)}`;
    return el("tr", {}, el("td", {}, choose), el("td", {}, String(games)), el("td", {}, percent(score)), el("td", {}, range));
  }
}

/** This browser's person's latest finished games on a board, with and without the swap. */
function ownFinished(spec) {
  const board = withoutSwitch(spec);
  return latestOver(MOST_OWN, (game) => game.how !== "aborted" && withoutSwitch(game.spec) === board);
}

const records = new Map(); // of finished games: they stay as they are

async function readRecords(games) {
  for (const { id } of games)
    if (!records.has(id)) await get(`/api/play/${id}/record.json`).then((record) => records.set(id, record), () => {});
  return games.map(({ id }) => records.get(id)).filter(Boolean);
}

/** What was played after these moves, by games that began as this line did; none does from the middle, as puzzles do.
 * A game with a swap before them stands otherwise, unless the board here swaps, too. */
function openingsOf(played, { spec, setup, start }, moves) {
  const hasBegunSo = (record) => !start && (record.setup ?? "") === (setup ?? "");
  const hasCome = (record) =>
    hasBegunSo(record) &&
    moves.every((text, k) => record.moves[k] === text) &&
    (record.spec === spec || !moves.includes(SWAP));
  const here = played.filter(hasCome);
  const tallies = new Map();
  for (const { spec: other, moves: turns, result } of here) {
    const next = turns[moves.length]?.split(":")[0];
    if (!next || !result.how || (next === SWAP && other !== spec)) continue;
    const tally = tallies.get(next) ?? { games: 0, points: 0 };
    tally.games += 1;
    tally.points += result.winner === null ? 0.5 : Number(result.winner === moves.length % 2);
    tallies.set(next, tally);
  }
  const known = [...tallies].map(([text, { games, points }]) => ({ text, games, ...wilson(points / games, games) }));
  return { games: here.length, moves: known.sort((one, other) => other.games - one.games) };
}

/** Wilson's interval for a share, 95 %. */
function wilson(score, games) {
  const z = 1.96;
  const middle = (score + (z * z) / (2 * games)) / (1 + (z * z) / games);
  const half = (z / (1 + (z * z) / games)) * Math.sqrt((score * (1 - score)) / games + (z * z) / (4 * games * games));
  return { score, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}
