/** The rules of a game, with their pictures and notes: on a page of their own, or over the table. */

import { get } from "../api.js";
import { button, el, fill } from "../element.js";
import { dialog, note } from "../frame.js";
import { familyOf, otherCredits, titleOf } from "../games.js";
import { language, t } from "../texts.js";

/** The rules as an article. The words come as markup from our own rule pages. */
export async function rulesArticle(game) {
  const page = await get(`/api/rules/${game}?lang=${language()}`);
  const words = el("article", { class: "rules" });
  words.innerHTML = page.html;
  for (const table of words.querySelectorAll("table")) makeReachable(table);
  for (const strong of words.querySelectorAll("strong"))
    if (/^R\d+$/.test(strong.textContent)) strong.parentElement.id ||= strong.textContent;
  const begin = words.querySelector(":scope > h2"); // before the rules themselves
  for (const thanks of otherCredits(game)) words.insertBefore(el("p", { class: "credit" }, thanks), begin);
  return words;
}

/** A table that is broader than a phone can be scrolled by keyboard, and heads no column with nothing. */
function makeReachable(table) {
  for (const head of table.querySelectorAll("th:empty")) head.replaceWith(el("td"));
  const frame = el("div", { class: "broad", tabindex: 0, role: "group", "aria-label": t("Table") });
  table.replaceWith(frame);
  frame.append(table);
}

/** Point out a part of them by its name: a rule, or the notes. */
export function pointOut(words, name) {
  const part = name ? words.querySelector(`[id="${CSS.escape(name)}"]`) : null;
  part?.classList.add("pointed-out");
  requestAnimationFrame(() => part?.scrollIntoView({ block: "center" }));
}

/** Show the rules over whatever is there; `goal` is all that is known of some games. */
export async function openRules(game, goal) {
  if (document.querySelector("dialog[open]")) return;
  const content = el("div", { class: "rules-box", tabindex: 0 }, el("p", {}, goal));
  const box = dialog(
    t("Rules of {game}", { game: titleOf(game) }),
    content,
    el(
      "div",
      { class: "row end" },
      button(t("Done"), () => box.close(), { kind: "main" }),
    ),
  );
  box.classList.add("wide");
  if (!familyOf(game)?.has_rules) return;
  try {
    const words = await rulesArticle(game);
    words.addEventListener("click", (event) => followInside(event, words));
    fill(content, words);
  } catch (error) {
    note(error.message);
  }
}

/** A link to another part of the rules stays inside the box. */
function followInside(event, words) {
  const name = event.target.closest?.("a")?.getAttribute("href");
  if (!name?.startsWith("#")) return;
  event.preventDefault();
  pointOut(words, name.slice(1));
}
