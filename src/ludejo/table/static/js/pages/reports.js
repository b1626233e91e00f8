/** The lab's reports that this table shows. */

import { get } from "../api.js";
import { el, fill } from "../element.js";
import { nameThePage } from "../frame.js";
import { t } from "../texts.js";

/** Show the list. */
export async function show(main) {
  const { reports } = await get("/api/reports");
  nameThePage(t("Reports of the lab"));
  fill(
    main,
    el("h1", {}, t("Reports of the lab")),
    el("p", { class: "soft" }, t("What was measured of games and their variants.")),
    reports.length
      ? el("ul", { class: "plain-list reports" }, reports.map(line))
      : el(
          "p",
          {},
          t("This table shows none. Whoever runs it can name a folder of them: {command}", { command: "" }),
          el("code", { class: "figures" }, "ludejo serve --reports FOLDER"),
        ),
    el(
      "p",
      {},
      el("a", { href: "/docs/evidence/README.html", target: "_self" }, t("What the lab has found")),
      " · ",
      el("a", { href: "/docs/lab.html", target: "_self" }, t("How the lab works")),
    ),
  );
}

function line({ name, title, changed }) {
  const day = new Date(changed * 1000).toISOString().slice(0, 10);
  return el("li", {}, el("a", { href: `/reports/${name}`, target: "_blank" }, title), " ", el("span", { class: "soft" }, day));
}
