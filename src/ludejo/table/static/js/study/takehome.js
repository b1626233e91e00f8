/** A game as a file, and what another page can show of it: as it stands, or after the turn that is looked at. */

import { getText } from "../api.js";
import { button, el } from "../element.js";
import { dialog } from "../frame.js";
import { fileButtons } from "./download.js";
import { t } from "../texts.js";
import { copyRow, reachLine } from "../game/invite.js";

/** Offer a game's files; a picture is of one turn, or of the game as it stands where `turn` is null. */
export function offerFiles({ id, game }, secret, turn) {
  const textOf = (format) =>
    getText(`/api/play/${id}/record.${format}${format === "svg" ? afterTurn(turn) : ""}`, secret);
  showOver(t("Download"), el("div", { class: "row" }, fileButtons(`${game}-${id}`, textOf)));
}

/** Offer a frame and pictures of a game for other pages. */
export function offerForPages(id, turn) {
  const asked = afterTurn(turn);
  const frame = `<iframe src="${location.origin}/embed/g/${id}${asked}" width="420" height="520"></iframe>`;
  const forms = [
    ["svg", asked],
    ["png", asked],
    ["gif", ""], // shows all of it
  ];
  const shots = forms.map(([form, rest]) =>
    el("a", { href: `/shots/g/${id}.${form}${rest}`, target: "_blank", "data-shot": form }, form.toUpperCase()),
  );
  const words = turn === null ? t("The game as it stands whenever somebody looks.") : t("After turn {turn}", { turn });
  showOver(
    t("For another page"),
    el("div", { class: "stack" }, el("p", { class: "soft" }, words), copyRow(frame, t("For another page")), reachLine(), el("p", { class: "row" }, shots)),
  );
}

function afterTurn(turn) {
  return turn === null ? "" : `?turn=${turn}`;
}

function showOver(title, content) {
  const box = dialog(title, content, el("div", { class: "row end" }, button(t("Done"), () => box.close(), { kind: "main" })));
}
