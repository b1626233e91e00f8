/** The link and QR code that bring a friend to the other seat. */

import { button, el } from "../element.js";
import { dialog, note } from "../frame.js";
import { t } from "../texts.js";

/** Show somebody the new link of their own seat. */
export function seatLink(link) {
  dialog(t("Your new link"), el("div", { class: "stack" }, linkRow(link, t("Link to your seat")), reachLine(link)));
}

/** A link to be copied. */
export function linkRow(link, word) {
  return copyRow(new URL(link, location.origin).href, word);
}

/** Words to be copied, such as a link. */
export function copyRow(text, word) {
  const field = el("input", {
    type: "text",
    readonly: true,
    value: text,
    "aria-label": word,
    onfocus: (event) => event.target.select(),
  });
  return el("div", { class: "copy" }, field, copyButton(field));
}

/** A button that copies what a field holds; `word` tells of several which. */
export function copyButton(field, word = "") {
  const name = word ? { "aria-label": `${t("Copy")}: ${word}` } : {};
  return button(t("Copy"), () => copy(field), { iconName: "copy", ...name });
}

/** A row with a link, what is said of it, who can open it, and its QR code, which comes when it is there. */
export function linkAndCode(link, word, ...said) {
  const picture = el("div", { class: "qr-box" });
  drawQr(link, picture);
  return [linkRow(link, word), ...said, reachLine(link), picture];
}

/** Who can open a link, as a line below it. */
export function reachLine(link = location.origin) {
  return el("p", { class: "soft reach-line" }, whoCanOpen(new URL(link, location.origin).hostname));
}

/** A panel with the link. */
export function invitation(link) {
  const address = new URL(link, location.origin).href;
  const taken = el("p", { class: "soft seat-line" }, t("Whoever opens this link takes the other seat. The game waits."));
  return el(
    "section",
    { class: "invite card", "aria-label": t("Invite your friend") },
    el("h2", {}, t("Invite your friend")),
    linkAndCode(address, t("Link for your friend"), taken),
  );
}

/** Who can open a link, as far as its host's name tells. */
export function whoCanOpen(hostname) {
  if (/^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(hostname))
    return t("Only this computer can open it. The table started with make play HOST=lan can be reached by others.");
  if (/^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|\[f[cde]|[^.:]+$)|\.(local|lan|home\.arpa)$/.test(hostname))
    return t("Whoever is in the same network as the table can open it, a home's WLAN for instance.");
  return t("Whoever has it can open it, wherever they are.");
}

/** Browsers have a clipboard for pages that come by https; elsewhere what is selected can be copied, or not. */
async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    note(t("Copied"));
  } catch {
    field.focus();
    field.select();
    const isCopied = document.execCommand("copy");
    note(isCopied ? t("Copied") : t("This browser does not let the page copy. The link is selected: copy it by hand."));
  }
}

/** Draw the QR code of a link. */
async function drawQr(text, picture) {
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
