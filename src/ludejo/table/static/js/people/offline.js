/** Without the table: what was seen stays, and what needs the table is said. */

import { lasting } from "../api.js";
import { el } from "../element.js";
import { families } from "../games.js";
import { language, t } from "../texts.js";

const TAUGHT = ["start", "learn", "puzzles", "rules"]; // pages that are of use without the table

/** Let a worker keep what is seen, and the introductions; where browsers allow it: on https, or on this machine. */
export async function installWorker() {
  try {
    await navigator.serviceWorker?.register("/worker.js");
    const { active } = (await navigator.serviceWorker?.ready) ?? {};
    if (document.readyState !== "complete") await new Promise((wake) => addEventListener("load", wake, { once: true }));
    if (!navigator.connection?.saveData) active?.postMessage({ keep: introductions() });
  } catch {
    /* then what is seen is seen with the table alone */
  }
}

/** What the pages that teach are made of: what this page has loaded, and their own scripts and words. */
function introductions() {
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const { version } = document.documentElement.dataset;
  const scripts = TAUGHT.map((page) => `/static/${version}/js/pages/${page}.js`);
  const games = families().filter((family) => family.has_lesson);
  const lessons = games.map(({ name }) => `/api/lessons/${name}?lang=${language()}`);
  const puzzles = families().filter((family) => family.has_puzzles).map(({ name }) => `/api/puzzles/${name}`);
  return [...loaded, lasting("/api/games"), ...scripts, ...lessons, ...puzzles];
}

/** A line that is there while the browser is offline. */
export function offlineLine() {
  const words = t(
    "You are offline: pages that you have seen are shown as they were. Playing, the engine and new puzzles need the table.",
  );
  const line = el("p", { class: "offline", role: "status", hidden: navigator.onLine }, words);
  window.addEventListener("online", () => (line.hidden = true));
  window.addEventListener("offline", () => (line.hidden = false));
  return line;
}

const KEY = "ludejo.seen";
const MOST = 12;

/** Keep how a game on one device stands, with its board, to be looked at without the table. */
export function keepView(view) {
  if (view.opponent !== "same-device") return;
  try {
    const known = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    const before = known.find((one) => one.id === view.id);
    const kept = { ...view, board: view.board ?? before?.board };
    localStorage.setItem(KEY, JSON.stringify([kept, ...known.filter((one) => one !== before)].slice(0, MOST)));
  } catch {
    localStorage.removeItem(KEY); // a full browser: what is on the table is not lost
  }
}

/** How a game on one device stood when it was last seen; nothing if it never was. */
export function seenView(id) {
  try {
    const view = JSON.parse(localStorage.getItem(KEY) ?? "[]").find((one) => one.id === id);
    return view?.board ? { ...view, acts: [], position: { ...view.position, moves: [] } } : null;
  } catch {
    return null;
  }
}
