/** Which keys do what, and what else a hand can do at a table. */

import { button, el } from "../element.js";
import { dialog } from "../frame.js";
import { t } from "../texts.js";

/** Show it, without the keys that mean nothing where somebody is. */
export function openKeyHelp(...missing) {
  if (document.querySelector("dialog[open]")) return;
  const keys = [
    ["← →", t("one turn back or on; Home and End: the first and the latest")],
    ["F", t("turn the board round")],
    ["R", t("the rules")],
    ["Z", t("take back your last turn; again for the one before")],
    ["Esc", t("let go of what is being chosen, or of a move that is meant for later")],
    ["?", t("this help")],
    [t("Tab, arrows, Enter"), t("to the board, over its cells, choose")],
    [t("right button, long press"), t("draw an arrow or mark a cell; a left click clears them")],
  ];
  const box = dialog(
    t("Keys"),
    el(
      "dl",
      { class: "facts keys" },
      keys.filter(([key]) => !missing.includes(key)).map(([key, words]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, words)]),
    ),
    el(
      "div",
      { class: "row end" },
      button(t("Done"), () => box.close(), { kind: "main" }),
    ),
  );
}
