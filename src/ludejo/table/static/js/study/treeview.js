/** A tree of turns on the screen: the line that was played in rows, variations below the turn they replace. */

import { button, el, fill } from "../element.js";
import { t } from "../texts.js";

/** Calls ongo(node) when a turn is chosen; other buttons stand beside those that step. */
export class TreeView {
  constructor(ongo, ...buttons) {
    this.ongo = ongo;
    this.list = el("div", { class: "tree", tabindex: 0, role: "group", "aria-label": t("Moves and variations") });
    const step = (word, iconName, to) =>
      button(word, () => this.#go(to(this.current)), { kind: "plain", iconName, bare: true });
    this.element = el(
      "section",
      { class: "move-list", "aria-label": t("Moves") },
      this.list,
      el(
        "div",
        { class: "steps" },
        step(t("To the start"), "first", (node) => node.line[0]),
        step(t("One turn back"), "back", (node) => node.parent),
        step(t("One turn on"), "next", (node) => node.children[0]),
        step(t("To the latest"), "last", (node) => node.end),
        buttons,
      ),
    );
  }

  /** The next step sets out from there, though its board may still be on the way. */
  #go(node) {
    if (!node || node === this.current) return;
    this.current = node;
    this.ongo(node);
  }

  /** Step by arrow keys, when nothing else wants them. */
  key(event) {
    if (
      event.altKey ||
      event.ctrlKey ||
      event.metaKey ||
      event.target.closest("input, textarea, select, dialog[open], .board")
    )
      return;
    const to = {
      ArrowLeft: (node) => node.parent,
      ArrowRight: (node) => node.children[0],
      Home: (node) => node.line[0],
      End: (node) => node.end,
    }[event.key];
    if (!to) return;
    event.preventDefault();
    this.#go(to(this.current));
  }

  /** Draw the tree with one place pointed out. */
  show(root, current) {
    this.current = current;
    fill(
      this.list,
      root.children.length
        ? this.#line(root.children[0], true)
        : el("p", { class: "soft none" }, t("Play moves on the board to try them.")),
    );
    const here = this.list.querySelector('[aria-current="true"]');
    if (here) this.list.scrollTop = Math.max(0, here.offsetTop - this.list.clientHeight / 2);
  }

  /** A line from a node on; what was tried instead of a turn stands in brackets after it. */
  #line(node, isFirst) {
    const parts = [];
    let here = node;
    let wantsNumber = isFirst;
    while (here) {
      parts.push(this.#turn(here, wantsNumber || here.turn % 2 === 1));
      const others = here.parent.children[0] === here ? here.parent.children.slice(1) : [];
      parts.push(...others.map((other) => el("div", { class: "variation" }, this.#line(other, true))));
      wantsNumber = others.length > 0;
      [here] = here.children;
    }
    return parts;
  }

  #turn(node, withNumber) {
    const number = `${Math.ceil(node.turn / 2)}${node.turn % 2 ? "." : "…"}`;
    const mark = node.judgement?.mark ?? "";
    return el(
      "span",
      { class: "tree-turn" },
      withNumber ? el("span", { class: "move-number" }, number) : null,
      el(
        "button",
        {
          type: "button",
          class: "turn",
          "data-turn": node.turn,
          "aria-current": String(node === this.current),
          onclick: () => this.#go(node),
        },
        node.text,
        mark ? el("b", { class: "mark" }, mark) : null,
        node.comment ? el("i", { class: "has-comment", title: t("Comment"), "aria-label": t("with a comment") }) : null,
      ),
    );
  }
}
