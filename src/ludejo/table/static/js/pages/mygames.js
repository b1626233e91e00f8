/** All games of this browser's person, and how to be the same person elsewhere. */

import { remove as takeAway } from "../api.js";
import { button, el, fill } from "../element.js";
import { nameThePage, note } from "../frame.js";
import { against, endingOf, endingWord, fetchGames, gameName } from "../gamelist.js";
import { loadFamilies, titleOf } from "../games.js";
import { devices, takeOver } from "../people/devices.js";
import { identity } from "../people/identity.js";
import { lobbyCard } from "../people/lobbycard.js";
import { keepEarlierSeats } from "../people/keepseat.js";
import { telling } from "../people/telling.js";
import { waitingWords } from "../people/waiting.js";
import { t, timeOf } from "../texts.js";

const PAGE = 100;
const MOST = 1000; // that are searched through

/** Show them. */
export async function show(main) {
  nameThePage(t("My games"));
  main.className = "my-games";
  await loadFamilies();
  await takeOver();
  const page = new MyGames(main);
  await page.begin();
}

class MyGames {
  constructor(main) {
    this.games = [];
    this.count = 0;
    this.filter = { game: "", opponent: "", words: "" };
    this.lists = el("div", { class: "stack" });
    this.more = button(t("Show more"), () => this.#fetch(1), { "data-more": "", hidden: true });
    this.filters = el("div", { class: "row filters" });
    fill(main, el("h1", {}, t("My games")), this.filters, this.lists, this.more, lobbyCard(), telling(), devices(() => this.begin()));
  }

  /** From the beginning: also after this browser has become somebody else. */
  async begin() {
    this.games = [];
    this.waiting = 0;
    await keepEarlierSeats();
    await this.#fetch(1);
    this.#drawFilters();
  }

  /** So many pages more, as long as there are any. */
  async #fetch(pages) {
    while (identity() && pages > 0 && this.games.length < MOST) {
      const { games, count, waiting } = await fetchGames(this.games.length, PAGE);
      this.games.push(...games);
      Object.assign(this, { count, waiting });
      pages -= 1;
      if (!games.length || this.games.length >= count) break;
    }
    this.#draw();
  }

  #drawFilters() {
    const names = [...new Set(this.games.map((game) => game.spec.split(":")[0]))];
    const opponents = [
      ["", t("All opponents")],
      ["friend", t("People")],
      ["engine", t("Engine")],
      ["same-device", t("Same device")],
      ["engines", t("Two engines")],
    ];
    const select = (word, key, options) =>
      el(
        "label",
        { class: "field" },
        word,
        el(
          "select",
          { "data-filter": key, onchange: ({ target }) => this.#choose({ [key]: target.value }) },
          options.map(([value, say]) => el("option", { value }, say)),
        ),
      );
    const typed = ({ target }) => this.#choose({ words: target.value.toLowerCase() });
    fill(
      this.filters,
      select(t("Game"), "game", [["", t("All games")], ...names.map((name) => [name, titleOf(name)])]),
      select(t("Against"), "opponent", opponents),
      el("label", { class: "field" }, t("Search"), el("input", { type: "search", oninput: typed, "data-filter": "words" })),
    );
    this.filters.hidden = this.count < 2;
  }

  async #choose(changes) {
    Object.assign(this.filter, changes);
    this.#draw();
    if (this.games.length < Math.min(this.count, MOST)) await this.#fetch(MOST / PAGE); // what is sought may be further on
  }

  #isWanted(game) {
    const { game: name, opponent, words } = this.filter;
    if (name && game.spec.split(":")[0] !== name) return false;
    if (opponent && game.opponent !== opponent) return false;
    return `${gameName(game).textContent} ${against(game)}`.toLowerCase().includes(words);
  }

  #draw() {
    const wanted = this.games.filter((game) => this.#isWanted(game));
    const parts = [
      [this.waiting ? waitingWords(this.waiting) : t("Your turn"), wanted.filter((game) => game.is_waiting)],
      [t("Running"), wanted.filter((game) => !game.is_waiting && !game.how)],
      [t("Finished"), wanted.filter((game) => game.how)],
    ];
    const shown = parts.filter(([, games]) => games.length);
    const none = this.count ? t("None of your games fits.") : t("You have no games here yet.");
    fill(
      this.lists,
      shown.length
        ? shown.map(([word, games]) =>
            el("section", {}, el("h2", {}, word), el("ul", { class: "game-rows" }, games.map((game) => this.#row(game)))),
          )
        : el("p", { class: "soft" }, none, " ", el("a", { href: "/" }, t("What shall we play?"))),
    );
    this.more.hidden = this.games.length >= Math.min(this.count, MOST);
  }

  #row(game) {
    const due = game.due && !game.how && game.clock?.kind === "days" ? t("until {time}", { time: timeOf(game.due) }) : null;
    const facts = [against(game), due ?? timeOf(game.latest)].filter(Boolean).join(" · ");
    return el(
      "li",
      { "data-id": game.id },
      el(
        "a",
        { href: `/g/${game.id}` },
        gameName(game),
        " ",
        el("span", { class: "soft" }, facts),
        " ",
        endingWord(endingOf(game)),
      ),
      game.how ? el("a", { class: "quiet", href: `/study/${game.id}` }, t("Study")) : null,
      button(t("Remove"), () => this.#remove(game), { kind: "plain small", iconName: "close", bare: true, "data-remove": game.id }),
    );
  }

  async #remove(game) {
    try {
      await takeAway(`/api/me/games/${game.id}`, identity());
      this.games = this.games.filter((one) => one !== game);
      this.count -= 1;
      if (game.is_waiting) this.waiting -= 1;
      this.#draw();
      note(t("Removed from this list. The link of your seat still works."));
    } catch (error) {
      note(error.message);
    }
  }
}
