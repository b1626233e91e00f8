/** Sharing a study: links to look and to join in, a frame and pictures for other pages. */

import { post } from "../api.js";
import { button, el, fill } from "../element.js";
import { note } from "../frame.js";
import { t } from "../texts.js";

const KEY = "ludejo.shared";

/** The secrets of shared studies that this browser may edit. */
export function secretOf(id) {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}")[id] ?? "";
  } catch {
    return "";
  }
}

/** Remember the secret of a shared study. */
export function keepSecret(id, secret) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...JSON.parse(localStorage.getItem(KEY) ?? "{}"), [id]: secret }));
  } catch {
    /* then the link has to be kept */
  }
}

/** A link in a field, to be copied. */
function link(word, text, kind) {
  const field = el("input", { readonly: true, value: text, "aria-label": word, [`data-${kind}`]: "" });
  field.addEventListener("focus", () => field.select());
  return el("label", { class: "share-link" }, el("span", {}, word), field);
}

/** Links to a shared study, one of its chapters being shown. */
export function sharedLinks(id, chapter, secret) {
  const base = `${location.origin}/shared/${id}/${chapter}`;
  const frame = `<iframe src="${location.origin}/embed/shared/${id}/${chapter}" width="420" height="520"></iframe>`;
  const shot = `${location.origin}/shots/shared/${id}/${chapter}`;
  return [
    link(t("Link to look"), base, "look-link"),
    secret ? link(t("Secret link to join in"), `${base}#${secret}`, "edit-link") : null,
    link(t("For another page"), frame, "frame"),
    el(
      "p",
      { class: "row" },
      ["svg", "png", "gif"].map((form) => el("a", { href: `${shot}.${form}`, target: "_blank" }, form.toUpperCase())),
    ),
  ];
}

/** What a study offers to be shared with. */
export function shareTools(board) {
  const place = el("div", { class: "share-links" });
  const share = async () => {
    try {
      const title = document.title.replace(/ · Ludejo$/, "").slice(0, 80) || "Ludejo";
      const asked = { study: title, title: t("Chapter {number}", { number: 1 }), record: await board.text() };
      const { id, secret } = await post("/api/studies", asked);
      keepSecret(id, secret);
      fill(
        place,
        sharedLinks(id, 1, secret),
        el("p", {}, el("a", { class: "button main", href: `/shared/${id}/1#${secret}`, "data-open": "" }, t("Open it"))),
      );
    } catch (error) {
      note(error.message);
    }
  };
  if (board.shared) fill(place, sharedLinks(board.shared.id, board.shared.chapter, board.shared.secret));
  return el(
    "details",
    { class: "sharing more" },
    el("summary", {}, t("Share")),
    board.shared ? null : button(t("Make a link"), share, { kind: "small", "data-share": "" }),
    place,
  );
}
