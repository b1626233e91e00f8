/** The first page: pick a game, an opponent and terms, and play. */

import { post } from "../api.js";
import { givenSetup } from "../arrangement.js";
import { cover } from "../board/drawn.js";
import { el, button, fill } from "../element.js";
import { nameThePage, note } from "../frame.js";
import { credit, isFamily, loadFamilies, tagline, titleOf } from "../games.js";
import { openGames } from "../gamelist.js";
import { go } from "../main.js";
import { identity, ownIdentity } from "../people/identity.js";
import { prefer, preference } from "../preferences.js";
import { remember } from "../seats.js";
import { Setup, boardOf } from "../setup.js";
import { t } from "../texts.js";

/** Show it. */
export async function show(main) {
  nameThePage("");
  main.className = "start";
  const panel = el("section", { class: "setup card", "aria-label": t("Your game") });
  const games = await loadFamilies();
  const cards = new Map(games.map((family) => [family.name, card(family, choose, playNow)]));
  const board = el("div", { class: "games" }, [...cards.values()]);
  let setup = null;

  /** What the panel shows, or would show of that game, with one click. */
  function playNow(name) {
    if (preference("game") !== name) choose(name);
    setup.start();
  }

  function choose(name, { scroll = false } = {}) {
    prefer({ game: name });
    for (const [other, element] of cards) element.setAttribute("aria-current", String(other === name));
    setup?.choose(name);
    if (scroll && matchMedia("(max-width: 900px)").matches)
      panel.scrollIntoView({ behavior: "smooth", block: "start" });
  }

  fill(
    main,
    el("h1", {}, t("What shall we play?")),
    openGames(),
    el("div", { class: "start-columns" }, el("div", {}, board), panel),
  );
  const given = givenSetup();
  if (given) history.replaceState(null, "", "/");
  const last = given?.game ?? (isFamily(preference("game")) ? preference("game") : games[0].name);
  const early = given ? null : { spec: last, seen: boardOf(last) };
  early?.seen.catch(() => {});
  setup = new Setup(panel, games, startGame, { early, given });
  choose(last);
}

function card({ name, has_lesson: hasLesson, has_rules: hasRules }, choose, play) {
  return el(
    "article",
    {
      class: "game-card card",
      "data-game": name,
      onclick: ({ target }) => target.closest("a, button") || choose(name, { scroll: true }),
    },
    el(
      "button",
      {
        type: "button",
        class: "picture",
        "aria-label": t("Choose {game}", { game: titleOf(name) }),
        onclick: () => choose(name, { scroll: true }),
      },
      cover(name),
    ),
    el(
      "div",
      { class: "game-card-words" },
      el("h2", {}, titleOf(name)),
      el("p", { class: "tagline" }, tagline(name)),
      el("p", { class: "credit" }, credit(name)),
      el(
        "div",
        { class: "row" },
        button(t("Play"), () => play(name), {
          kind: "main small",
          "data-play": name,
          "aria-label": t("Play {game} now", { game: titleOf(name) }),
        }),
        hasLesson &&
          el(
            "a",
            { class: "quiet", href: `/learn/${name}`, "aria-label": t("Learn {game}", { game: titleOf(name) }) },
            t("Learn"),
          ),
        hasRules &&
          el(
            "a",
            { class: "quiet", href: `/rules/${name}`, "aria-label": t("Rules of {game}", { game: titleOf(name) }) },
            t("Rules"),
          ),
      ),
    ),
  );
}

async function startGame(terms) {
  const body = { ...terms, name: preference("name") };
  try {
    const { id, secret, friend } = await post("/api/play", body, ownIdentity() || null);
    remember(id, {
      secret,
      keptBy: identity(),
      friend: friend?.link ?? null,
      spec: terms.spec,
      opponent: terms.opponent,
      title: titleOf(terms.spec.split(":")[0]),
      result: null,
    });
    await go(`/g/${id}`);
  } catch (error) {
    note(error.message);
  }
}
