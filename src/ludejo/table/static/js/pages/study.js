/** Looking at games: step through, try variations, ask the engine, comment, download, upload. */

import { get, post } from "../api.js";
import { button, el, fill } from "../element.js";
import { nameThePage, note } from "../frame.js";
import { finishedGames } from "../gamelist.js";
import { credited, isFamily, loadFamilies, presetWord, variantWords } from "../games.js";
import { go } from "../main.js";
import { shelved, unshelve } from "../people/shelf.js";
import { recall } from "../seats.js";
import { recordField } from "../study/download.js";
import { recalled } from "../study/kept.js";
import { ownStudies } from "../study/mine.js";
import { forgetSecret, secrets } from "../study/sharing.js";
import { StudyBoard } from "../study/studyboard.js";
import { agoOf, t } from "../texts.js";

/** Show the list of what can be looked at, a kept record, or a game. */
export async function show(main, id) {
  const asked = new URLSearchParams(location.search);
  const [spec, start] = [asked.get("spec"), asked.get("start")];
  if (!id && !spec) return showShelf(main);
  const seen = await (id ? open(id) : empty(spec, start));
  const title = [t(seen.title), variantWords(seen.spec)].filter(Boolean).join(" · ");
  nameThePage(t("Study of {game}", { game: title }));
  main.className = "study-game";
  const board = new StudyBoard(seen, id ?? slug(spec, start));
  const heading = credited(t("Study of {game}", { game: title }), seen.spec.split(":")[0], seen.spec);
  fill(main, el("h1", { class: "game-title" }, heading), board.element);
  board.begin();
  return () => board.leave();
}

/** A line with its first position; the others are asked for when they are shown. */
function look(line) {
  return post("/api/study/look", { ...line, most: 1 });
}

/** What a study of an empty board is remembered by. */
function slug(spec, start) {
  return [spec, start].filter(Boolean).join("-").replace(/[^\w.-]+/g, "-");
}

/** An empty board; where it is arranged, as it was when something was tried on it. */
function empty(spec, start = null) {
  const { setup } = recalled(slug(spec, start)) ?? {};
  return look({ spec, moves: [], ...(start ? { start } : setup ? { setup } : {}) });
}

async function open(id) {
  if (isFamily(id)) return empty(id);
  const ways = [() => get(`/api/study/${id}?most=1`), () => openGame(id)];
  if (recall(id)) ways.reverse();
  try {
    return await ways[0]();
  } catch (error) {
    if (error.status !== 404) throw error;
    return ways[1]();
  }
}

async function openGame(id) {
  const record = await get(`/api/play/${id}/record.json`);
  return { ...(await look({ record: JSON.stringify(record) })), isGame: true };
}

async function showShelf(main) {
  nameThePage(t("Study"));
  main.className = "shelf";
  const [games, finished, studies] = await Promise.all([
    loadFamilies(),
    finishedGames().catch(() => null),
    shelved(secrets()).catch(() => []),
  ]);
  const shared = el("section", { class: "card" });
  drawShared(shared, studies);
  fill(
    main,
    el("h1", {}, t("Study a game")),
    el(
      "div",
      { class: "shelf-columns" },
      el(
        "section",
        { class: "card" },
        el("h2", {}, t("Your finished games")),
        finished ?? el("p", { class: "soft" }, t("None yet.")),
      ),
      ownStudies(),
      shared,
      el(
        "section",
        { class: "card" },
        el("h2", {}, t("An empty board")),
        el("ul", { class: "plain-list boards" }, games.map(emptyBoards)),
      ),
      upload(),
    ),
  );
}

/** The shared studies that somebody may change. */
function drawShared(card, studies) {
  const take = async (id) => {
    try {
      drawShared(card, await unshelve(id));
      forgetSecret(id);
      note(t("Removed from this list. Its links still work."));
    } catch (error) {
      note(error.message);
    }
  };
  const row = ({ id, title, since }) =>
    el(
      "li",
      { class: "shelved", "data-shelved": id },
      el("span", {}, el("a", { href: `/shared/${id}` }, title), " ", el("span", { class: "soft" }, agoOf(since))),
      button(t("Remove"), () => take(id), { kind: "plain small", iconName: "close", bare: true, "data-unshelve": "" }),
    );
  card.hidden = !studies.length;
  fill(card, el("h2", {}, t("Your shared studies")), el("ul", { class: "plain-list" }, studies.map(row)));
}

function emptyBoards({ name: game, title, presets }) {
  const link = ({ name, spec }) => el("a", { href: `/study?spec=${encodeURIComponent(spec)}` }, presetWord(game, name));
  return el("li", {}, el("strong", {}, t(title)), el("span", { class: "row" }, presets.map(link)));
}

function upload() {
  const refusal = el("p", { class: "wrong", role: "alert", hidden: true });
  const look = async () => {
    try {
      const { id } = await post("/api/study", { record: text.value });
      await go(`/study/${id}`);
    } catch (error) {
      refusal.textContent = error.message;
      refusal.hidden = false;
    }
  };
  const { text, file, drop } = recordField(look);
  return el(
    "section",
    { class: "card", ondrop: drop, ondragover: (event) => event.preventDefault() },
    el("h2", {}, t("Open a record")),
    el("p", { class: "soft" }, t("JSON of Ludejo, SGF or Abstract Play.")),
    file,
    text,
    refusal,
    el("p", { class: "row" }, button(t("Open"), look, { kind: "main", "data-look": "" })),
  );
}
