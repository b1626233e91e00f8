/** How many games wait for this browser's person: in the title of the tab, in the header, and told when it grows. */

import { get } from "../api.js";
import { el } from "../element.js";
import { preference } from "../preferences.js";
import { count, t } from "../texts.js";
import { identity, noteKnown } from "./identity.js";
import { askOffers, offered } from "./offers.js";

const EVERY = 60_000; // milliseconds
const SOON = 15_000; // between two looks, however often a page changes

let others = 0; // that wait beside the game on this page
let isHere = false; // whether the game on this page waits
let game = null; // its id, once that is known
let name = "Ludejo";
let asked = 0;
let badge = null;
const listeners = new Set();

const waiting = () => others + Number(isHere);

/** The title of the tab, with the number of games that wait before it. */
export function titled(words) {
  name = words;
  look();
  return waiting() ? `(${waiting()}) ${name}` : name;
}

/** The links to one's games, with their number, and to the lobby where there is one. */
export function gamesLinks(path) {
  badge = el("span", { class: "badge", hidden: !waiting() }, String(waiting()));
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

/** Be told when another number waits, or nobody is asked about any more; gives back a way to stop listening. */
export function onWaiting(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function look(pause = SOON) {
  const secret = identity();
  if (!secret || Date.now() - asked < pause - 1000) return;
  asked = Date.now();
  const without = game; // whether that one waits is known here first
  try {
    const { waiting: number, is_known: isKnown } = await get(`/api/me/waiting${without ? `?but=${without}` : ""}`, secret);
    noteKnown(secret, isKnown);
    if (without && without !== game) return;
    const all = number + Number(Boolean(without) && isHere);
    const isNews = all !== waiting() || !identity();
    setWaiting(all);
    if (isNews) listeners.forEach((listener) => listener());
  } catch {
    /* the number stays as it was until the next look */
  }
}

/** Take over a number that somebody else was told. */
export function setWaiting(number) {
  const grown = number > waiting();
  others = Math.max(0, number - Number(isHere));
  asked = Date.now();
  draw();
  if (grown) tell();
}

/** The game on this page waits for this person, or does so no longer: that is known before the table is asked. */
export function setHere(id, isWaiting) {
  const wasHere = isHere;
  isHere = isWaiting && Boolean(identity());
  if (isHere && !game) others = Math.max(0, others - 1); // it was among those that were counted
  const isNews = game && isHere && !wasHere;
  const isFirst = !game;
  game = id;
  if (isFirst && others && !isHere) look(0); // what waited here may do so no more, now that it is seen
  draw();
  if (isNews) tell();
}

/** The page of that game is left. */
export function leaveHere() {
  others = waiting();
  isHere = false;
  game = null;
}

function draw() {
  document.title = waiting() ? `(${waiting()}) ${name}` : name;
  if (!badge) return;
  badge.textContent = String(waiting());
  badge.hidden = !waiting();
}

/** How many games wait, in words. */
export function waitingWords(number) {
  return count("{n} game waits for you", "{n} games wait for you", number);
}

/** Show a notice of the browser, where somebody wants that and does not look at the page. */
export function tell(body = waitingWords(waiting())) {
  if (!document.hidden) return;
  if (!preference("notify") || globalThis.Notification?.permission !== "granted") return;
  const told = { body, tag: "waiting", icon: "/static/icon-192.png" };
  showNotice(told).catch(() => {}); // a browser that shows none after all: the number stands in the title
}

/** By the worker where there is one: Chrome for Android lets no page show a notice itself. */
async function showNotice(told) {
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) return worker.showNotification("Ludejo", told);
  const shown = new Notification("Ludejo", told);
  return shown.addEventListener("click", () => window.focus());
}
