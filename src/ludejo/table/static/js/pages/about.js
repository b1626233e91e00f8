/** What Ludejo is, and whose games these are. */

import { el, fill } from "../element.js";
import { nameThePage } from "../frame.js";
import { credit, loadFamilies, otherCredits, tagline } from "../games.js";
import { t } from "../texts.js";

/** Show it. */
export async function show(main) {
  nameThePage(t("About"));
  main.className = "reading";
  const games = await loadFamilies();
  fill(
    main,
    el(
      "article",
      { class: "rules card" },
      el("h1", {}, t("About Ludejo")),
      el(
        "p",
        {},
        t(
          "Ludejo is Esperanto for a place to play. Here people play abstract games and their families, against each other or against the engine, and look at their games afterwards.",
        ),
      ),
      el(
        "p",
        {},
        t(
          "Nothing you do here leaves this table: no visits are counted, nothing comes from other sites, and your preferences stay in your browser.",
        ),
      ),
      el("h2", {}, t("The games and their designers")),
      el(
        "dl",
        { class: "credits" },
        games.flatMap((family) => [
          el("dt", {}, el("a", { href: `/rules/${family.name}` }, t(family.title))),
          el("dd", {}, [credit(family.name), ...otherCredits(family.name), tagline(family.name)].filter(Boolean).join(". "), " ", rights(family)),
        ]),
      ),
      el("p", {}, t("The wording of the rules here is our own.")),
      el("h2", {}, t("By keyboard")),
      el(
        "p",
        {},
        t(
          "Tab goes to the board; arrow keys move over its cells, Enter chooses, Escape cancels. Moves can also be typed. Outside the board, the left and right arrow keys step through the moves.",
        ),
      ),
    ),
  );
}

/** On what terms a game is here, with a link to where that is said. */
function rights({ rights: words, rights_link: link }) {
  if (!words) return "";
  return link ? el("a", { href: link, rel: "noreferrer" }, t(words)) : t(words);
}
