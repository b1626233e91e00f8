/** How somebody wants to be told that it is their turn. */

import { el } from "../element.js";
import { note } from "../frame.js";
import { prefer, preference } from "../preferences.js";
import { t } from "../texts.js";

/** A card with the ways there are. */
export function telling() {
  return el("section", { class: "card telling" }, el("h2", {}, t("When it is my turn")), noticeTick());
}

/** Notices of the browser, while a page of the table is open somewhere. */
function noticeTick() {
  const field = el("input", {
    type: "checkbox",
    checked: preference("notify") && globalThis.Notification?.permission === "granted",
    disabled: !("Notification" in window),
    "data-notify": "",
    onchange: async ({ target }) => {
      const isAllowed = target.checked && (await Notification.requestPermission()) === "granted";
      if (target.checked && !isAllowed) note(t("The browser does not allow it: see its settings for this site."));
      target.checked = isAllowed;
      prefer({ notify: isAllowed });
    },
  });
  return el("label", { class: "tick" }, field, t("Show a notice of the browser, while a page of Ludejo is open"));
}
