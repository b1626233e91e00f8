/** The studies that this browser remembers, as a list: to go on with, or to remove. */

import { button, el, fill } from "../element.js";
import { askWhether } from "../frame.js";
import { gameName } from "../gamelist.js";
import { agoOf, t } from "../texts.js";
import { allKept, forget } from "./kept.js";

/** A card with them, hidden where there are none. */
export function ownStudies() {
  const card = el("section", { class: "card", "data-own-studies": "" });
  draw(card);
  return card;
}

function draw(card) {
  const studies = allKept();
  const remove = (id) => {
    forget(id);
    draw(card);
  };
  card.hidden = !studies.length;
  fill(
    card,
    el("h2", {}, t("Your studies in this browser")),
    el(
      "ul",
      { class: "plain-list" },
      studies.map((study) => row(study, () => ask(() => remove(study.id)))),
    ),
  );
}

function row({ id, address, spec, names, at }, onremove) {
  const facts = [names, at ? agoOf(at) : null].filter(Boolean).join(" · ");
  return el(
    "li",
    { class: "shelved", "data-kept": id },
    el(
      "span",
      {},
      el("a", { href: address ?? `/study/${id}` }, spec ? gameName({ spec }) : id),
      " ",
      el("span", { class: "soft" }, facts),
    ),
    button(t("Remove"), onremove, { kind: "plain small", iconName: "close", bare: true, "data-forget": "" }),
  );
}

function ask(onsure) {
  askWhether(
    t("Remove this study?"),
    el("p", {}, t("What you have added to it is nowhere else: comments, variations and marks.")),
    t("Remove"),
    onsure,
    { kind: "danger" },
  );
}
