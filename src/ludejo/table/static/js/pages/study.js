/** Looking at games: step through, try variations, ask the engine, comment, download, upload. */

import { get, post } from "../api.js";
import { button, el, fill } from "../element.js";
import { nameThePage, note } from "../frame.js";
import { NAMES, titleOf, variantWords } from "../games.js";
import { go } from "../main.js";
import { ownGames, recall } from "../seats.js";
import { StudyBoard } from "../studyboard.js";
import { t } from "../texts.js";

/** Show the list of what can be looked at, a kept record, or a game. */
export async function show(main, id) {
  if (!id) return showShelf(main);
  const seen = await open(id);
  const title = [seen.title, variantWords(seen.spec)].filter(Boolean).join(" · ");
  nameThePage(t("Study of {game}", { game: title }));
  main.className = "study-game";
  const board = new StudyBoard(seen, id);
  fill(main, el("h1", { class: "game-title" }, t("Study of {game}", { game: title })), board.element);
  board.begin();
  return () => board.leave();
}

async function open(id) {
  if (NAMES.includes(id)) return post("/api/study/look", { spec: id, moves: [] });
  const ways = [() => get(`/api/study/${id}`), () => openGame(id)];
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
  return post("/api/study/look", { record: JSON.stringify(record) });
}

function showShelf(main) {
  nameThePage(t("Study"));
  main.className = "shelf";
  const games = ownGames()
    .filter((game) => game.result)
    .slice(0, 12);
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
        games.length
          ? el(
              "ul",
              { class: "plain-list" },
              games.map((game) =>
                el(
                  "li",
                  {},
                  el("a", { href: `/study/${game.id}` }, game.title),
                  " ",
                  el(
                    "span",
                    { class: "soft" },
                    new Intl.DateTimeFormat(document.documentElement.lang, {
                      dateStyle: "medium",
                      timeStyle: "short",
                    }).format(game.at),
                  ),
                ),
              ),
            )
          : el("p", { class: "soft" }, t("None yet in this browser.")),
      ),
      el(
        "section",
        { class: "card" },
        el("h2", {}, t("An empty board")),
        el(
          "ul",
          { class: "plain-list" },
          NAMES.map((name) => el("li", {}, el("a", { href: `/study/${name}` }, titleOf(name)))),
        ),
      ),
      upload(),
    ),
  );
}

function upload() {
  const text = el("textarea", {
    "aria-label": t("A record as text"),
    placeholder: t("A record as text"),
    spellcheck: "false",
  });
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
  const file = el("input", {
    type: "file",
    accept: ".json,.sgf,.txt",
    "aria-label": t("A record from a file"),
    onchange: async () => {
      if (!file.files[0]) return;
      if (file.files[0].size > 1_000_000) {
        note(t("That file is too large for a record."));
        return;
      }
      text.value = await file.files[0].text();
      await look();
    },
  });
  return el(
    "section",
    { class: "card" },
    el("h2", {}, t("A record of your own")),
    el("p", { class: "soft" }, t("JSON of Ludejo, SGF or Abstract Play.")),
    file,
    text,
    refusal,
    el("p", { class: "row" }, button(t("Look at it"), look, { kind: "main", "data-look": "" })),
  );
}
