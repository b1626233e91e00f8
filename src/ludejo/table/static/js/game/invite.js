/** The link and QR code that bring a friend to the other seat. */

import { button, el } from "../element.js";
import { dialog, note } from "../frame.js";
import { t } from "../texts.js";

/** Show somebody the new link of their own seat. */
export function seatLink(link) {
  dialog(t("Your new link"), el("div", { class: "stack" }, linkRow(link, t("Link to your seat"))));
}

/** A link to be copied. */
export function linkRow(link, word) {
  const address = new URL(link, location.origin).href;
  const field = el("input", {
    type: "text",
    readonly: true,
    value: address,
    "aria-label": word,
    onfocus: (event) => event.target.select(),
  });
  return el(
    "div",
    { class: "copy" },
    field,
    button(t("Copy"), () => copy(field), { iconName: "copy" }),
  );
}

/** A panel with the link; the QR code comes when it is there. */
export function invitation(link) {
  const address = new URL(link, location.origin).href;
  const picture = el("div", { class: "qr-box" });
  drawQr(address, picture);
  return el(
    "section",
    { class: "invite card", "aria-label": t("Invite your friend") },
    el("h2", {}, t("Invite your friend")),
    el("p", { class: "soft" }, t("Whoever opens this link takes the other seat. The game waits.")),
    linkRow(link, t("Link for your friend")),
    picture,
  );
}

async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    note(t("Copied"));
  } catch {
    field.select();
  }
}

/** Draw the QR code of a link. */
export async function drawQr(text, picture) {
  try {
    const answer = await fetch("/api/qr", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ text }),
    });
    if (!answer.ok) return;
    picture.innerHTML = await answer.text();
    picture.firstElementChild?.setAttribute("role", "img");
    picture.firstElementChild?.setAttribute("aria-label", t("QR code of the link"));
  } catch {
    /* the link alone will do */
  }
}
