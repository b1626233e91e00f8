/** All games of this browser's person, and how to be the same person elsewhere. */

import { remove as takeAway } from "../api.js";
import { button, el, fill, refill } from "../element.js";
import { askWhether, nameThePage, note } from "../frame.js";
import { against, endingOf, endingWord, fetchGames, gameName, offeredWord } from "../gamelist.js";
import { families, loadFamilies, titleOf } from "../games.js";
import { devices, lostWords, takeOver } from "../people/devices.js";
import { identity } from "../people/identity.js";
import { lobbyCard } from "../people/lobbycard.js";
import { keepEarlierSeats } from "../people/keepseat.js";
import { telling } from "../people/telling.js";
import { onWaiting, waitingWords } from "../people/waiting.js";
import { agoOf, t, timeOf } from "../texts.js";

const PAGE = 100;
const MOST = 1000; // that are searched through

/** Show them; gives a way to leave the page. */
export async function show(main) {
  nameThePage(t("My games"));
  main.className = "my-games";
  await loadFamilies();
  await takeOver();
  const page = new MyGames(main);
  await page.begin();
  return onWaiting(() => page.refresh().catch((error) => note(error.message)));
}

class MyGames {
  constructor(main) {
    this.games = [];
    this.count = 0;
    this.looking = Promise.resolve(); // one look at the table after the other: each goes on from where the last one came
    this.lost = el("div");
    this.lists = el("div", { class: "stack" });
    this.more = button(t("Show more"), () => this.#fetchMore(1), { "data-more": "", hidden: true });
    this.beyond = el("p", { class: "soft" });
    this.filters = el("div", { class: "row filters" });
    this.cards = el("div");
    fill(main, el("h1", {}, t("My games")), this.lost, this.filters, this.lists, this.more, this.beyond, this.cards);
  }

  /** From the beginning: also after this browser has become somebody else. */
  async begin() {
    this.filter = { game: "", opponent: "", words: "" };
    this.games = [];
    this.found = null;
    await this.refresh();
    if (await keepEarlierSeats()) await this.refresh();
    this.#drawFilters();
    fill(this.cards, lobbyCard(), telling(), devices(() => this.begin()));
  }

  /** As the games stand now, as far as they are shown. */
  refresh() {
    return this.#look(() => {
      const pages = Math.max(1, Math.ceil(this.games.length / PAGE));
      Object.assign(this, { count: 0, waiting: 0 });
      return this.#fetch([], pages);
    });
  }

  #look(work) {
    const done = this.looking.then(work);
    this.looking = done.catch(() => {});
    return done;
  }

  async #fetchMore(pages) {
    try {
      await this.#look(() => this.games.length < this.count && this.#fetch(this.games, pages));
    } catch (error) {
      note(error.message);
    }
  }

  /** So many pages after some games, as long as there are any; none twice, should they change places meanwhile. */
  async #fetch(before, pages) {
    const games = new Map(before.map((game) => [game.id, game]));
    for (; identity() && pages > 0 && games.size < MOST; pages -= 1) {
      const { games: found, count, waiting } = await fetchGames(games.size, PAGE);
      for (const game of found) games.set(game.id, game);
      Object.assign(this, { count, waiting });
      if (!found.length || games.size >= count) break;
    }
    this.games = [...games.values()];
    const found = JSON.stringify([this.games, this.count, identity()]);
    if (found !== this.found) this.#draw(); // nothing is taken from under a hand
    this.found = found;
  }

  #drawFilters() {
    const isWhole = this.games.length >= this.count; // else games further on may be of any kind
    const names = isWhole ? [...new Set(this.games.map(nameOf))] : families().map(({ name }) => name);
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
  }

  async #choose(changes) {
    Object.assign(this.filter, changes);
    this.#draw();
    await this.#fetchMore(MOST / PAGE); // what is sought may be further on
  }

  #isWanted(game) {
    const { game: name, opponent, words } = this.filter;
    if (name && nameOf(game) !== name) return false;
    if (opponent && game.opponent !== opponent) return false;
    return `${gameName(game).textContent} ${against(game)}`.toLowerCase().includes(words);
  }

  #draw() {
    const wanted = this.games.filter((game) => this.#isWanted(game));
    const waiting = wanted.filter((game) => game.is_waiting);
    const isAll = Object.values(this.filter).every((asked) => !asked);
    const parts = [
      [waitingWords(isAll ? this.waiting : waiting.length), waiting],
      [t("Your turn against the engine"), wanted.filter((game) => game.is_your_turn && !game.is_waiting)],
      [t("Running"), wanted.filter((game) => !game.is_waiting && !game.is_your_turn && !game.how)],
      [t("Finished"), wanted.filter((game) => game.how && !game.is_waiting)],
    ];
    const shown = parts.filter(([, games]) => games.length);
    const none = this.count ? t("None of your games fits.") : t("You have no games here yet.");
    fill(this.lost, lostWords(() => this.begin()));
    refill(
      this.lists,
      () => {},
      shown.length
        ? shown.map(([word, games]) =>
            el("section", {}, el("h2", {}, word), el("ul", { class: "game-rows" }, games.map((game) => this.#row(game)))),
          )
        : el("p", { class: "soft" }, none, " ", el("a", { href: "/" }, t("What shall we play?"))),
    );
    this.filters.hidden = this.count < 2;
    this.more.hidden = this.games.length >= Math.min(this.count, MOST);
    const isCut = this.count > MOST && this.more.hidden;
    fill(this.beyond, isCut ? t("You have {count} games; those after the first {most} are not listed here.", { count: this.count, most: MOST }) : "");
  }

  #row(game) {
    const due = game.due && !game.how && game.clock?.kind === "days" ? t("until {time}", { time: timeOf(game.due) }) : null;
    const facts = [against(game), due ?? agoOf(game.latest)].filter(Boolean).join(" · ");
    return el(
      "li",
      { "data-id": game.id },
      el(
        "a",
        { href: `/g/${game.id}` },
        gameName(game),
        " ",
        el("span", { class: "soft", title: timeOf(game.latest) }, facts),
        " ",
        endingWord(endingOf(game)),
        " ",
        offeredWord(game),
      ),
      game.how && !game.is_waiting ? el("a", { class: "quiet", href: `/study/${game.id}` }, t("Study")) : null,
      button(t("Remove"), () => this.#takeAway(game), { kind: "plain small", iconName: "close", bare: true, "data-remove": game.id }),
    );
  }

  /** A game that goes on may be lost by a slip: where only one's words hold the seat, nothing else leads back. */
  #takeAway(game) {
    if (game.how) {
      this.#remove(game);
      return;
    }
    askWhether(
      t("Remove this game from your list?"),
      el("p", {}, t("The game goes on. Without the link of your seat you will not find it again.")),
      t("Remove"),
      () => this.#remove(game),
      { kind: "danger" },
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

const nameOf = (game) => game.spec.split(":")[0];
