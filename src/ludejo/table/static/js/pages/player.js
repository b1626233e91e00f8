/** The page of somebody who wants one: ratings and games of the lobby. */

import { get } from "../api.js";
import { el, fill } from "../element.js";
import { nameThePage } from "../frame.js";
import { loadFamilies, titleOf } from "../games.js";
import { playedRow, ratingWords } from "../people/company.js";
import { count, dayOf, t } from "../texts.js";

/** Show it. */
export async function show(main, id) {
  main.className = "player-page";
  await loadFamilies();
  const { name, since, ratings, games } = await get(`/api/people/${id}`);
  nameThePage(name || t("Guest"));
  fill(
    main,
    el("h1", {}, name || t("Guest")),
    el("p", { class: "soft" }, t("Here since {time}", { time: dayOf(since) })),
    el("h2", {}, t("Ratings")),
    ratings.length
      ? el("ul", { class: "plain-list ratings" }, ratings.map(ratingRow))
      : el("p", { class: "soft" }, t("No rated games yet.")),
    ratings.some((rating) => rating.is_provisional)
      ? el("p", { class: "soft" }, t("A question mark: from few games, it says little yet."))
      : null,
    el("h2", {}, t("Games")),
    games.length ? el("ul", { class: "game-rows" }, games.map(playedRow)) : el("p", { class: "soft" }, t("None yet.")),
  );
}

function ratingRow(rating) {
  const games = count("{n} game", "{n} games", rating.games);
  return el("li", {}, el("strong", {}, titleOf(rating.game)), ` ${ratingWords(rating)} `, el("span", { class: "soft" }, games));
}
