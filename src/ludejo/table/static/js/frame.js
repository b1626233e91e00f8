/** The frame round every page: header, main part, footer, and notes that pass. */

import { symbolSheet } from "./board/drawn.js";
import { el, fill, button, svg } from "./element.js";
import { offlineLine } from "./people/offline.js";
import { gamesLinks, titled } from "./people/waiting.js";
import { preparingLine } from "./preparing.js";
import { t } from "./texts.js";

const NOTE_LASTS = 5000; // milliseconds

let main;
let live;
let toast;
let fading;

function star() {
  const picture = svg("svg", { viewBox: "0 0 64 64", "aria-hidden": "true" });
  picture.innerHTML =
    '<path d="M32 2 58 17v30L32 62 6 47V17Z" fill="var(--accent)"/>' +
    '<path d="m32 14 4.5 12.2 13 .5-10.2 8.1 3.5 12.5L32 40.1l-10.8 7.2 3.5-12.5-10.2-8.1 13-.5Z" fill="var(--card)"/>';
  return picture;
}

function links(path) {
  const pages = [
    ["/", t("Play")],
    ["/learn", t("Learn")],
    ["/puzzles", t("Puzzles")],
    ["/study", t("Study")],
  ];
  const isHere = (address) => (address === "/" ? path === "/" || path.startsWith("/g/") : path.startsWith(address));
  const [play, ...others] = pages.map(([address, word]) =>
    el("a", { href: address, "aria-current": isHere(address) ? "page" : null }, word),
  );
  return [play, ...gamesLinks(path), ...others];
}

/** How everything works, and what the lab has found. */
function moreLinks() {
  return [
    el("a", { href: "/docs/", target: "_self" }, t("Documentation")),
    el("a", { href: "/reports" }, t("Reports")),
  ];
}

/** Draw the frame; gives the part in which a page is shown. */
export function drawFrame() {
  main = el("main", { id: "main", tabindex: -1 });
  live = el("div", { class: "unseen", role: "status", "aria-live": "polite", "aria-atomic": "true" });
  toast = el("div", { class: "toast", role: "alert", hidden: true, popover: "manual" });
  const settings = button(t("Settings"), async () => (await import("./settings.js")).openSettings(), {
    kind: "plain",
    iconName: "sliders",
    bare: true,
  });
  fill(
    document.body,
    symbolSheet(),
    el(
      "a",
      {
        class: "skip",
        href: "#main",
        onclick: (event) => {
          event.preventDefault();
          main.focus();
        },
      },
      t("To the main part"),
    ),
    el(
      "header",
      { class: "top" },
      el(
        "div",
        { class: "top-inner" },
        el(
          "a",
          { class: "brand", href: "/", "aria-label": "Ludejo" },
          star(),
          el("span", { class: "brand-name" }, "Ludejo"),
        ),
        el("nav", { id: "links", "aria-label": t("Pages") }, links(location.pathname)),
        el("div", { class: "rest" }, el("nav", { class: "more-links", "aria-label": t("More pages") }, moreLinks()), settings),
      ),
    ),
    preparingLine(),
    offlineLine(),
    main,
    el(
      "footer",
      { class: "foot" },
      el("a", { href: "/about" }, t("About Ludejo and its games")),
      moreLinks().flatMap((link) => [" · ", link]),
    ),
    live,
    toast,
  );
  return main;
}

/** Mark the link of the page that is shown, and name the page. */
export function nameThePage(title) {
  drawLinks();
  document.title = titled(title ? `${title} · Ludejo` : "Ludejo");
}

function drawLinks() {
  fill(document.getElementById("links"), links(location.pathname));
}

document.addEventListener("offers", drawLinks); // what the table offers is known a moment later

/** Instead of a page: what is wrong, and the way to the start. */
export function sorry(place, sentence) {
  nameThePage(t("Sorry"));
  fill(
    place,
    el("h1", {}, t("Sorry")),
    el("p", { class: "wrong" }, sentence),
    el("p", {}, el("a", { href: "/" }, t("To the start"))),
  );
}

/** Say something to those who hear the page. */
export function announce(sentence) {
  if (!live) return;
  live.textContent = "";
  setTimeout(() => {
    live.textContent = sentence;
  }, 30);
}

/** Show a note that passes: after a while, or with the next thing that somebody does. It takes no clicks itself. */
export function note(sentence) {
  endNote();
  toast.textContent = sentence;
  toast.hidden = false;
  toast.showPopover?.(); // over dialogs, too
  fading = setTimeout(endNote, NOTE_LASTS);
  for (const act of ["pointerdown", "keydown"]) document.addEventListener(act, endNote, { capture: true, once: true });
}

/** Take the note away. */
export function endNote() {
  clearTimeout(fading);
  for (const act of ["pointerdown", "keydown"]) document.removeEventListener(act, endNote, { capture: true });
  if (!toast || toast.hidden) return;
  toast.hidePopover?.();
  toast.hidden = true;
}

/** A dialog with a title; opens at once and goes away when closed. */
export function dialog(title, ...content) {
  const name = `dialog-${Date.now()}`;
  const close = button(t("Close"), () => element.close(), { kind: "plain close", iconName: "close", bare: true });
  const element = el("dialog", { "aria-labelledby": name }, el("h2", { id: name }, title), content, close);
  element.addEventListener("close", () => element.remove());
  element.addEventListener("click", (event) => {
    if (event.target === element) element.close();
  });
  document.body.append(element);
  element.showModal();
  return element;
}

/** Ask before something is done: a dialog with a way back and one button that does it, called by `word`. */
export function askWhether(title, content, word, onsure, { back = t("Cancel"), ...traits } = {}) {
  const sure = () => {
    box.close();
    onsure();
  };
  const box = dialog(
    title,
    content,
    el(
      "div",
      { class: "row end" },
      button(back, () => box.close()),
      button(word, sure, { kind: "main", "data-sure": "", ...traits }),
    ),
  );
  return box;
}

/** Close what is open over a page that is left. */
export function closeDialogs() {
  for (const open of document.querySelectorAll("dialog[open]")) open.close();
}
