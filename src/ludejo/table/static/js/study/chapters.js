/** The chapters of a shared study: a new one; called otherwise, put into another order, taken out; or all of it deleted. */

import { button, el, fill } from "../element.js";
import { askWhether, dialog } from "../frame.js";
import { choice } from "../settings.js";
import { recordField } from "./download.js";
import { t } from "../texts.js";

/** Let somebody arrange them; `onsave` is given {study, chapters: [{id, title}]} as they shall be. */
export function arrangeChapters({ title, chapters, ids }, onsave, ondelete) {
  const study = el("input", { type: "text", maxlength: 80, value: title, "data-study-title": "" });
  const places = ids.map((id, k) => ({ id, field: chapterField(chapters[k], k + 1) }));
  const list = el("ol", { class: "arranged-chapters" });
  const draw = () => fill(list, places.map((place, k) => row(places, k, draw)));
  const save = () => {
    const kept = places.map(({ id, field }, k) => ({ id, title: field.value.trim() || t("Chapter {number}", { number: k + 1 }) }));
    box.close();
    onsave({ study: study.value.trim() || title, chapters: kept });
  };
  draw();
  const box = dialog(
    t("Chapters"),
    el("div", { class: "stack" }, el("label", { class: "field" }, t("What the study is called"), study), list),
    el(
      "div",
      { class: "row end" },
      button(t("Delete study"), () => askWhetherToDelete(box, ondelete), { kind: "plain", "data-delete-study": "" }),
      button(t("Cancel"), () => box.close()),
      button(t("Keep it so"), save, { kind: "main", "data-arrange": "" }),
    ),
  );
}

/** Ask what a new chapter shall be; `onmake` is given {title, from, text}, and what it refuses is said. */
export function newChapter(number, onmake) {
  let from = "position";
  const title = el("input", { type: "text", maxlength: 80, placeholder: t("Chapter {number}", { number }), "data-chapter-title": "" });
  const { text, file, drop } = recordField();
  const record = el("div", { class: "stack tight", hidden: true }, el("span", {}, file), text);
  const wrong = el("p", { class: "wrong", role: "alert", hidden: true });
  const froms = [
    ["position", t("This position")],
    ["all", t("A copy of this chapter")],
    ["empty", t("An empty board")],
    ["record", t("A record")],
  ];
  const choose = (chosen) => {
    from = chosen;
    record.hidden = chosen !== "record";
  };
  const make = async () => {
    doing.disabled = true;
    try {
      await onmake({ title: title.value.trim(), from, text: text.value });
      box.close();
    } catch (error) {
      wrong.textContent = error.message;
      wrong.hidden = false;
    }
    doing.disabled = false;
  };
  const doing = button(t("Make it"), make, { kind: "main", "data-make-chapter": "" });
  const box = dialog(
    t("New chapter"),
    el(
      "div",
      { class: "stack", ondrop: drop, ondragover: (event) => event.preventDefault() },
      el("label", { class: "field" }, t("Title"), title),
      choice(t("It begins with"), "chapter-from", froms, from, choose),
      record,
      wrong,
    ),
    el("div", { class: "row end" }, button(t("Cancel"), () => box.close()), doing),
  );
}

function askWhetherToDelete(before, ondelete) {
  before.close();
  const gone = el("p", {}, t("It is gone for everybody who has a link to it."));
  askWhether(t("Delete this study?"), gone, t("Delete study"), ondelete);
}

function chapterField(title, number) {
  return el("input", { type: "text", maxlength: 80, value: title, "aria-label": t("Title of chapter {number}", { number }) });
}

/** One chapter: its title, a step up, and a way out; the last one left stays. */
function row(places, k, redraw) {
  const { field } = places[k];
  const up = () => {
    places.splice(k - 1, 0, ...places.splice(k, 1));
    redraw();
    field.focus();
  };
  const out = () => {
    places.splice(k, 1);
    redraw();
    places[Math.min(k, places.length - 1)].field.focus();
  };
  const plain = { kind: "plain small", bare: true };
  return el(
    "li",
    { class: "row" },
    field,
    button(t("Up"), up, { ...plain, iconName: "up", disabled: k === 0, "data-up": "" }),
    button(t("Remove"), out, { ...plain, iconName: "close", disabled: places.length === 1, "data-remove": "" }),
  );
}
