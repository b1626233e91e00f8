/** What can be done beside the board's cells: stop a bounce, confirm, swap, choose what to release. */

import { token } from "./drawn.js";
import { isHerd } from "./chooser.js";
import { el, button } from "../element.js";
import { t } from "../texts.js";

/** The controls for what a chooser offers now. */
export function controls(chooser) {
  if (!chooser.gestures.length) return [];
  if (chooser.pending) return confirmation(chooser);
  if (chooser.walk.length > 1) return onTheWay(chooser);
  const swaps = chooser.buttons.map((gesture) =>
    button(t(gesture.label, gesture.values), () => chooser.play(gesture), { "data-move": gesture.text, kind: "main" }),
  );
  return [...swaps, ...(chooser.releases.length ? releases(chooser) : [])];
}

function confirmation(chooser) {
  const { pending } = chooser;
  const isRelease = pending.kind === "release";
  return [
    el("span", { class: "asked" }, t(pending.label, pending.values)),
    el(
      "span",
      { class: "together" },
      button(isRelease ? t("Release") : t("Play"), () => chooser.play(pending), {
        kind: "main",
        iconName: "check",
        "data-confirm": pending.text,
      }),
      button(t("Cancel"), () => chooser.clear(), { kind: "plain", iconName: "close", bare: true }),
    ),
  ];
}

function onTheWay(chooser) {
  const { stop } = chooser;
  return [
    stop
      ? button(t("Stop on {cell}", { cell: chooser.walk.at(-1) }), () => chooser.play(stop), {
          kind: "main",
          "data-stop": stop.text,
        })
      : null,
    el("span", { class: "soft" }, t("or bounce on")),
    button(t("Start over"), () => chooser.clear(), { kind: "plain", iconName: "undo", bare: true }),
  ];
}

function releases(chooser) {
  const mode = el(
    "div",
    { class: "modes", role: "group", "aria-label": t("What to do") },
    el(
      "button",
      {
        type: "button",
        class: "small",
        "aria-pressed": String(!chooser.isReleasing),
        onclick: () => chooser.releasing(false),
        "data-mode": "place",
      },
      t("Place"),
    ),
    el(
      "button",
      {
        type: "button",
        class: "small",
        "aria-pressed": String(chooser.isReleasing),
        onclick: () => chooser.releasing(true),
        "data-mode": "release",
      },
      t("Release"),
    ),
  );
  if (!chooser.isReleasing) return [mode];
  const herds = chooser.releases.filter(isHerd).map((gesture) => herd(gesture, chooser));
  const help = chooser.first
    ? t("Now the other end or the opposite corner of the shape, or the same animal again for all of its type.")
    : t("Choose a type here, or two ends or opposite corners of a shape on the board.");
  return [mode, el("div", { class: "herds" }, herds), el("span", { class: "soft help" }, help)];
}

function herd(gesture, chooser) {
  const { view } = chooser.board;
  const thing = chooser.board.things(gesture.cells[0]).find((one) => view.things[one].rides);
  const word = t(gesture.label, gesture.values);
  return el(
    "button",
    {
      type: "button",
      class: "small",
      "aria-label": word,
      title: word,
      onclick: () => chooser.propose(gesture),
      "data-release": gesture.text,
    },
    token(view, thing),
    el("span", { class: "figures" }, String(gesture.cells.length)),
  );
}
