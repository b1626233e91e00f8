/** The dialog for preferences. */

import { el, button } from "./element.js";
import { dialog } from "./frame.js";
import { renameEverywhere } from "./game/keeping.js";
import { prefer, preference } from "./preferences.js";
import { LANGUAGES, language, t } from "./texts.js";

/** Where people say what they are called; it is kept on the event named. */
export function nameField(event) {
  const keep = ({ target }) => prefer({ name: target.value });
  const traits = { type: "text", maxlength: 40, value: preference("name"), autocomplete: "nickname", [event]: keep };
  return el("label", { class: "field" }, t("Your name, if you like"), el("input", traits));
}

/** A row of choices of which one holds. */
export function choice(legend, name, options, chosen, onchange, kind = "") {
  const inputs = options.map(([value, word]) =>
    el(
      "label",
      {},
      el("input", {
        type: "radio",
        name,
        value: String(value),
        checked: String(value) === String(chosen),
        onchange: () => onchange(value),
      }),
      el("span", {}, word),
    ),
  );
  return el("fieldset", {}, el("legend", {}, legend), el("div", { class: `choice ${kind}` }, inputs));
}

function tick(word, name) {
  return el(
    "label",
    { class: "tick" },
    el("input", {
      type: "checkbox",
      checked: preference(name),
      onchange: (event) => prefer({ [name]: event.target.checked }),
    }),
    word,
  );
}

/** Open it. */
export function openSettings() {
  const themes = [
    ["auto", t("As the system")],
    ["light", t("Light")],
    ["dark", t("Dark")],
    ["contrast", t("High contrast")],
  ];
  const confirms = [
    ["never", t("Never")],
    ["small", t("On a phone")],
    ["always", t("Always")],
  ];
  const box = dialog(
    t("Settings"),
    el(
      "div",
      { class: "stack" },
      choice(t("Colours"), "theme", themes, preference("theme"), (theme) => prefer({ theme })),
      choice(t("Language"), "language", Object.entries(LANGUAGES), language(), (code) => {
        box.close();
        prefer({ language: code });
      }),
      choice(t("Confirm moves"), "confirm", confirms, preference("confirm"), (confirm) =>
        prefer({ confirm }),
      ),
      nameField("onchange"),
      button(t("Use this name in all my games"), () => renameEverywhere(), {
        kind: "small",
        "data-rename": "",
      }),
      el(
        "div",
        {},
        tick(t("Sounds"), "sounds"),
        tick(t("Animation"), "animation"),
        tick(t("Show coordinates"), "labels"),
        tick(t("Say what can be done"), "guide"),
        tick(t("Show possible moves"), "targets"),
        tick(t("Choose the next move while the other side thinks"), "premove"),
        tick(t("Show threatened and winning cells"), "threats"),
      ),
    ),
    el(
      "div",
      { class: "row end" },
      button(t("Done"), () => box.close(), { kind: "main" }),
    ),
  );
}
