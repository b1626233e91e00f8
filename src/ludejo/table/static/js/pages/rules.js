/** The full rules of a game. */

import { el, fill } from "../element.js";
import { nameThePage } from "../frame.js";
import { familyOf, titleOf } from "../games.js";
import { pointOut, rulesArticle } from "../guide/rulesbox.js";
import { t } from "../texts.js";

/** Show them. */
export async function show(main, game) {
  const words = await rulesArticle(game);
  words.classList.add("card");
  nameThePage(t("Rules of {game}", { game: titleOf(game) }));
  main.className = "reading";
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
  pointOut(words, location.hash.slice(1));
}
