/** How many games wait for this browser's person: in the title of the tab, in the header, and told when it grows. */

import { get } from "../api.js";
import { el } from "../element.js";
import { preference } from "../preferences.js";
import { count, t } from "../texts.js";
import { identity } from "./identity.js";
import { askOffers, offered } from "./offers.js";

const EVERY = 60_000; // milliseconds
const SOON = 15_000; // between two looks, however often a page changes

let waiting = 0;
let name = "Ludejo";
let asked = 0;
let badge = null;

/** The title of the tab, with the number of games that wait before it. */
export function titled(words) {
  name = words;
  look();
  return waiting ? `(${waiting}) ${name}` : name;
}

/** The links to one's games, with their number, and to the lobby where there is one. */
export function gamesLinks(path) {
  badge = el("span", { class: "badge", hidden: !waiting }, String(waiting));
  const link = (address, ...words) =>
    el("a", { href: address, "aria-current": path.startsWith(address) ? "page" : null }, words);
  return [link("/games", t("My games"), badge), offered("lobby") ? link("/lobby", t("Lobby")) : null];
}

/** Look from time to time, for as long as the page is open. */
export function followWaiting() {
  setInterval(() => look(EVERY), EVERY);
  document.addEventListener("visibilitychange", () => document.hidden || look());
  askOffers().then(() => document.dispatchEvent(new Event("offers")));
}

async function look(pause = SOON) {
  if (!identity() || Date.now() - asked < pause - 1000) return;
  asked = Date.now();
  try {
    setWaiting((await get("/api/me/waiting", identity())).waiting);
  } catch {
    /* the number stays as it was until the next look */
  }
}

/** Take over a number that somebody else was told. */
export function setWaiting(number) {
  const grown = number > waiting;
  waiting = number;
  asked = Date.now();
  document.title = waiting ? `(${waiting}) ${name}` : name;
  if (badge) {
    badge.textContent = String(waiting);
    badge.hidden = !waiting;
  }
  if (grown && document.hidden) tell();
}

/** In how many games it is your turn, in words. */
export function waitingWords(number) {
  return count("It is your turn in {n} game", "It is your turn in {n} games", number);
}

function tell() {
  if (!preference("notify") || !("Notification" in window) || Notification.permission !== "granted") return;
  const shown = new Notification("Ludejo", { body: waitingWords(waiting), tag: "waiting", icon: "/static/icon.svg" });
  shown.addEventListener("click", () => window.focus());
}
