/** The full rules of a game. */

import { get } from "../api.js";
import { el, fill } from "../element.js";
import { nameThePage } from "../frame.js";
import { titleOf } from "../games.js";
import { language, t } from "../texts.js";

/** Show them. The words come as markup from our own rule pages. */
export async function show(main, game) {
  const page = await get(`/api/rules/${game}?lang=${language()}`);
  nameThePage(t("Rules of {game}", { game: titleOf(game) }));
  main.className = "reading";
  const words = el("article", { class: "rules card" });
  words.innerHTML = page.html;
  for (const strong of words.querySelectorAll("strong")) if (/^R\d+$/.test(strong.textContent)) strong.parentElement.id ||= strong.textContent;
  fill(main, words, el("nav", { class: "row onward", "aria-label": t("Next") },
    el("a", { class: "button main", href: `/learn/${game}` }, t("Learn by playing")), el("a", { class: "button", href: `/puzzles/${game}` }, t("Puzzles")),
    el("a", { class: "button", href: "/" }, t("Play"))));
  const rule = location.hash && words.querySelector(`[id="${CSS.escape(location.hash.slice(1))}"]`);
  rule?.classList.add("pointed-out");
  if (rule) requestAnimationFrame(() => rule.scrollIntoView({ block: "center" }));
}
