/** Others at the table, in words: clocks, ratings, games that can be watched. */

import { el } from "../element.js";
import { gameName } from "../gamelist.js";
import { count, t } from "../texts.js";

/** A clock. */
export function clockWords(clock) {
  if (!clock) return t("No clock");
  if (clock.kind === "days") return count("{n} day a turn", "{n} days a turn", clock.days);
  const words = t("{minutes} min + {seconds} s", { minutes: clock.seconds / 60, seconds: clock.increment });
  return words.replaceAll(" ", "\u00a0"); // on a phone no unit stands alone in a line
}

/** A rating; one that says little yet has a question mark. */
export function ratingWords(rating) {
  return rating ? `${rating.value}${rating.is_provisional ? "?" : ""}` : null;
}

/** Who plays: with the way to their page where they have one. */
export function playerLink(name, player) {
  return player ? el("a", { href: `/player/${player.id}` }, name) : name;
}

/** A game between others. */
export function playedRow(game) {
  const [first, second] = game.names.map((name) => name || t("Guest"));
  const rated = game.public.map((player) => ratingWords(player?.rating));
  const facts = [
    rated.some(Boolean) ? rated.map((rating) => rating ?? "–").join(" : ") : null,
    clockWords(game.clock),
    count("{n} turn", "{n} turns", game.turns),
    game.watchers ? watchersWords(game.watchers) : null,
  ].filter(Boolean);
  const word = game.how ? t("Study") : t("Watch");
  const address = game.how ? `/study/${game.id}` : `/g/${game.id}`;
  return el(
    "li",
    { "data-played": game.id },
    el(
      "span",
      { class: "words" },
      gameName(game),
      " ",
      playerLink(first, game.public[0]),
      " – ",
      playerLink(second, game.public[1]),
      " ",
      el("span", { class: "soft" }, facts.join(" · ")),
    ),
    el("a", { class: "quiet", href: address, "data-watch": game.id, "aria-label": `${word}: ${first}, ${second}` }, word),
  );
}

/** How many watch. */
export function watchersWords(n) {
  return count("{n} watcher", "{n} watchers", n);
}
