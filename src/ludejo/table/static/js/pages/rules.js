/** The full rules of a game. */

import { get } from "../api.js";
import { el, fill } from "../element.js";
import { nameThePage } from "../frame.js";
import { familyOf, titleOf } from "../games.js";
import { language, t } from "../texts.js";

/** Show them. The words come as markup from our own rule pages. */
export async function show(main, game) {
  const page = await get(`/api/rules/${game}?lang=${language()}`);
  nameThePage(t("Rules of {game}", { game: titleOf(game) }));
  main.className = "reading";
  const words = el("article", { class: "rules card" });
  words.innerHTML = page.html;
  for (const table of words.querySelectorAll("table")) makeReachable(table);
  for (const strong of words.querySelectorAll("strong"))
    if (/^R\d+$/.test(strong.textContent)) strong.parentElement.id ||= strong.textContent;
  fill(
    main,
    words,
    el(
      "nav",
      { class: "row onward", "aria-label": t("Next") },
      familyOf(game)?.has_lesson && el("a", { class: "button main", href: `/learn/${game}` }, t("Learn by playing")),
      familyOf(game)?.has_puzzles && el("a", { class: "button", href: `/puzzles/${game}` }, t("Puzzles")),
      el("a", { class: "button", href: "/" }, t("Play")),
    ),
  );
  pointOut(words);
}

/** A table that is broader than a phone can be scrolled by keyboard, and heads no column with nothing. */
function makeReachable(table) {
  for (const head of table.querySelectorAll("th:empty")) head.replaceWith(el("td"));
  const frame = el("div", { class: "broad", tabindex: 0, role: "group", "aria-label": t("Table") });
  table.replaceWith(frame);
  frame.append(table);
}

/** The rule that the address names. */
function pointOut(words) {
  if (!location.hash) return;
  const rule = words.querySelector(`[id="${CSS.escape(location.hash.slice(1))}"]`);
  rule?.classList.add("pointed-out");
  requestAnimationFrame(() => rule?.scrollIntoView({ block: "center" }));
}
