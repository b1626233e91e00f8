/** A field for moves in their written form. */

import { button, el } from "../element.js";
import { t } from "../texts.js";

/** Calls onmove(text), which tells whether the move was made; then the field is empty again. */
export function typedMove(onmove) {
  const field = el("input", {
    type: "text",
    name: "typed",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    placeholder: t("Type a move"),
    "aria-label": t("Type a move"),
  });
  const send = async (event) => {
    event.preventDefault();
    if (field.value.trim() && (await onmove(field.value))) field.value = "";
  };
  return el(
    "form",
    { class: "typed", onsubmit: send },
    field,
    button(t("Play"), null, { type: "submit", kind: "small" }),
  );
}
