/** Sitting down: a name is asked for once, and a seat has a link that its player can take elsewhere. */

import { button, el } from "../element.js";
import { dialog } from "../frame.js";
import { linkAndCode } from "../game/invite.js";
import { prefer, preference } from "../preferences.js";
import { t } from "../texts.js";
import { isIdentity } from "./identity.js";

/** How somebody who joins a game wants to be called; asked where this browser does not know it. Null: they do not join. */
export function askName() {
  if (preference("name")) return Promise.resolve(preference("name"));
  const field = el("input", { type: "text", maxlength: 40, autocomplete: "nickname", "data-my-name": "" });
  return new Promise((done) => {
    let isMeant = false;
    const sit = (event) => {
      event.preventDefault();
      isMeant = true;
      if (field.value.trim()) prefer({ name: field.value.trim() });
      box.close();
    };
    const box = dialog(
      t("What shall we call you?"),
      el(
        "form",
        { class: "stack", onsubmit: sit },
        el("label", { class: "field" }, t("Your name, if you like"), field),
        el("p", { class: "soft" }, t("The other player and whoever watches see it.")),
        el("div", { class: "row end" }, button(t("Sit down"), sit, { kind: "main", type: "submit", "data-sit": "" })),
      ),
    );
    box.addEventListener("close", () => done(isMeant ? preference("name") : null));
  });
}

/** The link of somebody's own seat, for their other devices; false where words hold it, and no link is known. */
export function showOwnLink(id, secret) {
  if (isIdentity(secret)) return false;
  const link = `${location.origin}/g/${id}#${secret}`;
  const box = dialog(
    t("Your link to this seat"),
    el(
      "div",
      { class: "stack" },
      el("p", { class: "soft" }, t("Whoever has this link plays in your place. Keep it for your own devices.")),
      ...linkAndCode(link, t("Link to your seat")),
    ),
    el("div", { class: "row end" }, button(t("Done"), () => box.close(), { kind: "main" })),
  );
  return true;
}
