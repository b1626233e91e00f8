/** The entry: preferences, words, frame, and the page that the address asks for. */

import { closeDialogs, drawFrame, endNote, nameThePage, sorry } from "./frame.js";
import { applyTheme, onPreference } from "./preferences.js";
import { loadTexts, t } from "./texts.js";
import { offline } from "./api.js";
import { el, fill } from "./element.js";
import { loadFamilies } from "./games.js";
import { tellName } from "./people/keepseat.js";
import { installWorker } from "./people/offline.js";
import { followWaiting } from "./people/waiting.js";
import { followPreparing } from "./preparing.js";

const PAGES = [
  [/^\/$/, () => import("./pages/start.js")],
  [/^\/g\/([\w-]+)$/, () => import("./pages/game.js")],
  [/^\/study(?:\/([\w-]+))?$/, () => import("./pages/study.js")],
  [/^\/shared\/(\w+)(?:\/(\d+))?$/, () => import("./pages/shared.js")],
  [/^\/learn(?:\/([\w-]+))?$/, () => import("./pages/learn.js")],
  [/^\/puzzles(?:\/([\w-]+))?(?:\/(\w+))?$/, () => import("./pages/puzzles.js")],
  [/^\/rules$/, () => import("./pages/learn.js")],
  [/^\/rules\/([\w-]+)$/, () => import("./pages/rules.js")],
  [/^\/games$/, () => import("./pages/mygames.js")],
  [/^\/lobby$/, () => import("./pages/lobby.js")],
  [/^\/player\/([\w-]+)$/, () => import("./pages/player.js")],
  [/^\/reports$/, () => import("./pages/reports.js")],
  [/^\/about$/, () => import("./pages/about.js")],
  [/^\/docs(?:\/.*)?$/, () => import("./pages/documentation.js")], // the table has answered that there is none
];

const ANEW = "ludejo.anew";

let main;
let leave = null;
let visit = 0;

/** Go to another page of the table without loading it anew. */
export function go(address) {
  history.replaceState({ y: scrollY }, ""); // where whoever comes back finds themselves again
  history.pushState(null, "", address);
  return showPage();
}

async function showPage({ focus = true, y = 0 } = {}) {
  visit += 1;
  const mine = visit;
  leave?.();
  leave = null;
  closeDialogs();
  endNote();
  const found = asked();
  main.replaceChildren();
  main.className = "";
  delete main.dataset.game;
  delete main.dataset.prompt;
  if (!found) return lost();
  try {
    const page = await found[1]().catch(beginAnew);
    if (mine !== visit) return undefined;
    const [, ...names] = found[0];
    const left = await page.show(main, ...names);
    if (mine !== visit) left?.();
    else leave = left ?? null;
  } catch (error) {
    if (mine === visit) failed(error);
  }
  if (focus) {
    window.scrollTo(0, y);
    main.focus({ preventScroll: true });
  }
  return undefined;
}

/** A table that has been renewed meanwhile has its pages under other names: then everything is loaded anew, once. */
async function beginAnew(error) {
  await fetch(location.href, { method: "HEAD" }).catch(() => {
    throw offline(); // a page never seen has no modules here
  });
  if (sessionStorage.getItem(ANEW) === location.href) throw error;
  sessionStorage.setItem(ANEW, location.href);
  location.reload();
  return new Promise(() => {});
}

function lost() {
  nameThePage(t("No such page"));
  fill(main, el("h1", {}, t("No such page")), el("p", {}, el("a", { href: "/" }, t("To the start"))));
}

function failed(error) {
  if (error.code !== "table/offline") console.error(error);
  sorry(main, error.message);
}

function followLink(event) {
  const link = event.target.closest?.("a[href]");
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const address = new URL(link.href);
  if (
    address.origin !== location.origin ||
    link.target ||
    link.hasAttribute("download") ||
    address.pathname.startsWith("/api/")
  )
    return;
  event.preventDefault();
  go(address.pathname + address.search + address.hash);
}

/** A notice was clicked. Nobody is taken away from a game: its header counts what waits elsewhere. */
function showWaiting(address) {
  if (address && !/^\/g(ames$|\/)/.test(location.pathname)) go(address);
}

/** The address's match and the page that belongs to it. */
function asked() {
  const path = location.pathname.replace(/(.)\/$/, "$1");
  return PAGES.map(([pattern, load]) => [path.match(pattern), load]).find(([match]) => match);
}

async function begin() {
  applyTheme();
  asked()?.[1]().catch(() => {}); // under way while words and games are fetched
  await Promise.all([loadTexts(), loadFamilies().catch(() => {})]); // who needs the games asks again, and is told
  main = drawFrame();
  followPreparing();
  followWaiting();
  installWorker();
  navigator.serviceWorker?.addEventListener("message", ({ data }) => showWaiting(data.show));
  document.addEventListener("click", followLink);
  window.addEventListener("popstate", ({ state }) => showPage({ y: state?.y ?? 0 }));
  onPreference((changes) => "name" in changes && tellName());
  onPreference(async (changes) => {
    if (!("language" in changes)) return;
    await loadTexts();
    main = drawFrame();
    showPage();
  });
  await showPage({ focus: false });
}

begin();
