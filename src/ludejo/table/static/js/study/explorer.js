/** The opening explorer: what strong games, or one's own, did in the position that is looked at. */

import { get, post } from "../api.js";
import { button, el, fill } from "../element.js";
import { fetchGames } from "../gamelist.js";
import { identity } from "../people/identity.js";
import { count, percent, t } from "../texts.js";

const MOST_OWN = 40; // games of one's own that are read

/** Calls onchoose(text) when a move is chosen. It asks only while it is open. */
export class Explorer {
  constructor(onchoose) {
    this.onchoose = onchoose;
    this.isOwn = false;
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
    const { line } = this;
    try {
      const found = this.isOwn ? await ownOpenings(line.spec, this.moves) : await post("/api/study/explore", line);
      if (line === this.line) fill(this.table, this.#rows(found));
    } catch (error) {
      fill(this.table, el("p", { class: "soft" }, error.message));
    }
  }

  #rows({ games, moves }) {
    if (!moves.length) return el("p", { class: "soft" }, this.#nothing());
    const head = [t("Move"), t("Games"), t("Score"), t("95 %")].map((word) => el("th", { scope: "col" }, word));
    return el(
      "table",
      {},
      el("caption", { class: "soft" }, count("{n} game came here", "{n} games came here", games)),
      el("thead", {}, el("tr", {}, head)),
      el("tbody", {}, moves.map((move) => this.#row(move))),
    );
  }

  /** Where each game begins with an arrangement of its own, only one's own games can come here again. */
  #nothing() {
    if (!this.line.setup || this.isOwn) return t("No game that is known came here.");
    return t("Each game begins with another arrangement: strong games have no openings in common. What the engine thinks is told by a hint.");
  }

  #row({ text, games, score, low, high }) {
    const choose = button(text, () => this.onchoose(text), { kind: "plain small", "data-opening": text });
    const range = `${percent(low)} – ${percent(high)}`;
    return el("tr", {}, el("td", {}, choose), el("td", {}, String(games)), el("td", {}, percent(score)), el("td", {}, range));
  }
}

const records = new Map();

let listed = null; // this person's games, asked for once

/** The finished games of this browser's person on one board, read once. */
async function ownRecords(spec) {
  listed ??= identity() ? fetchGames().catch(() => null) : null;
  const { games } = (await listed) ?? { games: [] };
  const meant = games.filter((game) => game.how && game.spec === spec).slice(0, MOST_OWN);
  for (const { id } of meant)
    if (!records.has(id)) records.set(id, await get(`/api/play/${id}/record.json`).catch(() => null));
  return meant.map(({ id }) => records.get(id)).filter(Boolean);
}

async function ownOpenings(spec, moves) {
  const here = (await ownRecords(spec)).filter((record) => moves.every((text, k) => record.moves[k] === text));
  const tallies = new Map();
  for (const { moves: played, result } of here) {
    const next = played[moves.length]?.split(":")[0];
    if (!next || !result.how) continue;
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
