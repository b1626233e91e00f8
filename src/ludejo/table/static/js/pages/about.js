/** What Ludejo is, and whose games these are. */

import { el, fill } from "../element.js";
import { nameThePage } from "../frame.js";
import { NAMES, designerOf, tagline, titleOf } from "../games.js";
import { t } from "../texts.js";

/** Show it. */
export function show(main) {
  nameThePage(t("About"));
  main.className = "reading";
  const rights = {
    atmalof: t("Its rule sheet is under CC BY-SA 3.0."),
    mammalath: "",
    atoll: t("Its author lets anyone program it if name and rules stay as they are and he is credited."),
    almatafl: "",
  };
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
          "Ludejo is Esperanto for a place to play. Here people play four abstract games and their families, against each other or against the engine, and look at their games afterwards.",
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
        NAMES.flatMap((name) => [
          el("dt", {}, el("a", { href: `/rules/${name}` }, titleOf(name))),
          el("dd", {}, t("by {designer}", { designer: designerOf(name) }), `. ${tagline(name)} ${rights[name]}`),
        ]),
      ),
      el("p", {}, t("The wording of the rules here is our own.")),
      el("h2", {}, t("By keyboard")),
      el(
        "p",
        {},
        t(
          "Tab goes to the board; arrow keys move over its cells, Enter chooses, Escape lets go. Moves can also be typed. Outside the board, the left and right arrow keys step through the moves.",
        ),
      ),
    ),
  );
}
