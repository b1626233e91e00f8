/** Sharing a study: links to look and to join in, a frame and pictures for other pages. */

import { post } from "../api.js";
import { button, el, fill } from "../element.js";
import { note } from "../frame.js";
import { copyButton, reachLine } from "../game/invite.js";
import { isIdentity } from "../people/identity.js";
import { shelve } from "../people/shelf.js";
import { t } from "../texts.js";

const KEY = "ludejo.shared";

/** The secrets of shared studies that this browser may edit. */
export function secrets() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/** The secret of one of them. */
export function secretOf(id) {
  return secrets()[id] ?? "";
}

/** Remember the secret of a shared study. */
export function keepSecret(id, secret) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...secrets(), [id]: secret }));
  } catch {
    /* then the link has to be kept */
  }
}

/** Forget it. */
export function forgetSecret(id) {
  const { [id]: gone, ...others } = secrets();
  if (gone) localStorage.setItem(KEY, JSON.stringify(others));
}

/** A link in a field, to be copied. */
function link(word, text, kind) {
  const field = el("input", { type: "text", readonly: true, value: text, "aria-label": word, [`data-${kind}`]: "" });
  field.addEventListener("focus", () => field.select());
  return el("div", { class: "share-link" }, el("label", {}, el("span", {}, word), field), copyButton(field, word));
}

/** A link to a picture; a GIF shows the whole line. */
function picture(shot, form) {
  const told = form === "gif" ? {} : { "data-picture": "" };
  return el("a", { href: `${shot}.${form}`, target: "_blank", ...told }, form.toUpperCase());
}

/** Have the links to pictures show a place in the tree; of variations there are none: then the end of the line. */
export function pointPictures(element, { isMain, turn }) {
  for (const link of element.querySelectorAll("[data-picture]")) {
    const address = new URL(link.href);
    address.search = isMain ? `?turn=${turn}` : "";
    link.href = address.href;
  }
}

/** Links to a shared study, one of its chapters being shown. */
export function sharedLinks(id, chapter, secret) {
  const base = `${location.origin}/shared/${id}/${chapter}`;
  const frame = `<iframe src="${location.origin}/embed/shared/${id}/${chapter}" width="420" height="520"></iframe>`;
  const shot = `${location.origin}/shots/shared/${id}/${chapter}`;
  return [
    link(t("Link to look"), base, "look-link"),
    secret && !isIdentity(secret) ? link(t("Secret link to join in"), `${base}#${secret}`, "edit-link") : null,
    link(t("For another page"), frame, "frame"),
    reachLine(),
    el(
      "p",
      { class: "row" },
      ["svg", "png", "gif"].map((form) => picture(shot, form)),
    ),
  ];
}

/** What a study offers to be shared with. */
export function shareTools(board) {
  const place = el("div", { class: "share-links" });
  const share = async () => {
    try {
      const title = document.title.replace(/^\(\d+\) | · Ludejo$/g, "").slice(0, 80) || "Ludejo";
      const asked = { study: title, title: t("Chapter {number}", { number: 1 }), record: await board.text() };
      const { id, secret } = await post("/api/studies", asked);
      keepSecret(id, secret);
      shelve(id, secret);
      make.remove(); // once: another press would share another study
      fill(
        place,
        sharedLinks(id, 1, secret),
        el("p", {}, el("a", { class: "button main", href: `/shared/${id}/1#${secret}`, "data-open": "" }, t("Open it"))),
      );
      pointPictures(place, board.current);
      place.lastElementChild.scrollIntoView({ block: "nearest" }); // it may stand below what is in sight
    } catch (error) {
      note(error.message);
    }
  };
  const make = button(t("Make a link"), share, { kind: "small", "data-share": "" });
  if (board.shared) fill(place, sharedLinks(board.shared.id, board.shared.chapter, board.shared.secret));
  return el(
    "details",
    { class: "sharing more" },
    el("summary", {}, t("Share")),
    board.shared ? null : make,
    place,
  );
}
