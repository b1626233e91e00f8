/** Lists of somebody's games: those that wait for them, those that go on, those that are over. */

import { get } from "./api.js";
import { el, refill } from "./element.js";
import { offerWords } from "./game/outcome.js";
import { titleOf, variantWords } from "./games.js";
import { identity, noteKnown } from "./people/identity.js";
import { keepEarlierSeats } from "./people/keepseat.js";
import { onWaiting, setWaiting, waitingWords } from "./people/waiting.js";
import { ownGames } from "./seats.js";
import { agoOf, t, timeOf } from "./texts.js";

const MOST_OPEN = 4; // on the first page
const MOST_OVER = 12;

/** A page of this person's games, as the table lists them. */
export async function fetchGames(first = 0, most = 100) {
  const secret = identity();
  const page = await get(`/api/me/games?first=${first}&most=${most}`, secret);
  noteKnown(secret, page.is_known);
  setWaiting(page.waiting);
  return page;
}

/** On the first page: what waits, and what goes on. It comes when it is there; null for whoever has never played. */
export function openGames() {
  if (!identity() && !ownGames().length) return null;
  const section = el("section", { class: "continued", "aria-label": t("Your games in progress") });
  const show = () => showOpen(section).catch(() => {}); // the page says elsewhere that the table cannot be reached
  const unlisten = onWaiting(() => (section.isConnected ? show() : unlisten()));
  show();
  return section;
}

const shown = new WeakMap(); // what each section shows

async function showOpen(section) {
  await keepEarlierSeats();
  if (!identity()) return;
  const page = await fetchGames(0, MOST_OPEN);
  const { games, count, waiting } = page;
  if (!count || shown.get(section) === JSON.stringify(page)) return; // nothing is taken from under a hand
  shown.set(section, JSON.stringify(page));
  const open = games.filter((game) => !game.how || game.is_waiting);
  const going = open.length ? t("Your games in progress") : null;
  const head = waiting ? el("strong", { class: "turn-word" }, waitingWords(waiting)) : going;
  refill(
    section,
    () => {},
    el("p", { class: "continued-head" }, head, " ", el("a", { href: "/games" }, t("All my games"))),
    open.length ? el("ul", {}, open.map(openGame)) : null,
  );
}

function openGame(game) {
  const turn = game.is_your_turn ? el("span", { class: "turn-word" }, t("Your turn")) : null;
  const news = [turn, offeredWord(game), endingWord(endingOf(game))].filter(Boolean).flatMap((word) => [" ", word]);
  return el("li", {}, el("a", { href: `/g/${game.id}` }, gameName(game), " ", el("span", { class: "soft" }, against(game)), news));
}

/** Which game and variant. */
export function gameName({ spec }) {
  const variant = variantWords(spec);
  const title = titleOf(spec.split(":")[0]);
  return el("strong", {}, variant ? `${title} · ${variant}` : title);
}

/** Against whom. */
export function against({ opponent, level, other_level: other, names, joined, you }) {
  if (opponent === "engines") return t("engines, levels {level} and {other}", { level, other });
  if (opponent === "engine") return level ? t("engine, level {level}", { level }) : t("engine");
  if (opponent === "same-device") return t("same device");
  if (!joined[1 - you]) return t("a friend, not here yet");
  return names[1 - you] || t("Guest");
}

/** What the other player has offered, if anything. */
export function offeredWord(game) {
  return game.offered ? el("span", { class: "turn-word" }, offerWords(game.offered, game.names[1 - game.you] || t("Guest"))) : null;
}

/** How a game ended for the one who looks: "won", "lost", "draw", "aborted", or nothing to say. */
export function endingOf({ how, winner, you }) {
  if (!how) return null;
  if (how === "aborted") return "aborted";
  if (winner === null) return "draw";
  return you === "both" ? null : winner === you ? "won" : "lost";
}

/** An ending as a word. */
export function endingWord(ending) {
  const words = { won: t("won"), lost: t("lost"), draw: t("draw"), aborted: t("aborted") };
  return words[ending] ? el("span", { class: `ending ${ending}` }, words[ending]) : null;
}

/** The latest games of this person that are over, of those that fit; the table lists them after all that go on. */
export async function latestOver(most, fits = () => true) {
  const found = [];
  let seen = 0;
  for (;;) {
    const { games, count } = await fetchGames(seen);
    found.push(...games.filter((game) => game.how && fits(game)));
    seen += games.length;
    if (found.length >= most || !games.length || seen >= count) return found.slice(0, most);
  }
}

/** Games of this browser's person that are over, the latest of them; null where there are none. */
export async function finishedGames() {
  await keepEarlierSeats();
  const over = identity() ? await latestOver(MOST_OVER) : [];
  return over.length ? el("ul", { class: "plain-list" }, over.map(finishedGame)) : null;
}

function finishedGame(game) {
  const facts = el("span", { class: "soft", title: timeOf(game.latest) }, `${against(game)} · ${agoOf(game.latest)}`);
  return el("li", {}, el("a", { href: `/study/${game.id}` }, gameName(game)), " ", endingWord(endingOf(game)), " ", facts);
}
