/** Where the documentation is not built: how to get it, and what there is to read meanwhile. */

import { el, fill } from "../element.js";
import { nameThePage } from "../frame.js";
import { loadFamilies, titleOf } from "../games.js";
import { t } from "../texts.js";

/** Show it. */
export async function show(main) {
  const games = (await loadFamilies()).filter((family) => family.has_rules);
  nameThePage(t("Documentation"));
  main.className = "reading";
  fill(
    main,
    el("h1", {}, t("Documentation")),
    el("p", {}, t("The documentation is not built here: `make docs` in a checkout of Ludejo builds it.")),
    games.length ? el("h2", {}, t("Rules")) : null,
    el("ul", { class: "plain-list" }, games.map(({ name }) => el("li", {}, el("a", { href: `/rules/${name}` }, titleOf(name))))),
  );
}
