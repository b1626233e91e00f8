/** Without the table: what was seen stays, and what needs the table is said. */

import { el } from "../element.js";
import { t } from "../texts.js";

/** Let a worker keep what is seen; where browsers allow it: on https, or on this machine. */
export function installWorker() {
  navigator.serviceWorker?.register("/worker.js").catch(() => {});
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
