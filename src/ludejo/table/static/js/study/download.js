/** Files to take home: records, and pictures of positions. And records that are brought. */

import { button, el } from "../element.js";
import { note } from "../frame.js";
import { t } from "../texts.js";

const MOST_BYTES = 1_000_000;

/** A button for each form of file; `textOf(format)` asks for its text: "json", "sgf", "ap.json", or "svg" for pictures. */
export function fileButtons(name, textOf, kind = "") {
  const formats = [
    ["json", t("Record (JSON)")],
    ["sgf", "SGF"],
    ["ap.json", "Abstract Play"],
    ["svg", t("Picture (SVG)")],
    ["png", t("Picture (PNG)")],
  ];
  return formats.map(([format, word]) =>
    button(word, () => take(format, name, textOf), { kind, "data-format": format }),
  );
}

/** Where a record is brought, {text, file, drop}: a field to paste it into, a button that fills that from a file, and what
 * to do where one is dropped. `onfile()` is called when a file has filled it. */
export function recordField(onfile = () => {}) {
  const text = el("textarea", {
    "aria-label": t("A record as text"),
    placeholder: t("A record as text"),
    spellcheck: "false",
  });
  const fillIn = async (given) => {
    if (!given) return;
    if (given.size > MOST_BYTES) {
      note(t("That file is too large for a record."));
      return;
    }
    text.value = await given.text();
    await onfile();
  };
  const input = el("input", { type: "file", accept: ".json,.sgf,.txt", onchange: () => fillIn(input.files[0]) });
  const drop = (event) => {
    event.preventDefault();
    fillIn(event.dataTransfer.files[0]);
  };
  return { text, file: el("label", { class: "button file" }, input, t("A record from a file")), drop };
}

async function take(format, name, textOf) {
  const isPicture = format === "svg" || format === "png";
  try {
    const text = await textOf(isPicture ? "svg" : format);
    const type = isPicture ? "image/svg+xml" : "application/octet-stream";
    save(format === "png" ? await toPng(text) : new Blob([text], { type }), `${name}.${format}`);
  } catch (error) {
    note(error.message);
  }
}

/** Offer a blob as a file. */
function save(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** An SVG picture as PNG, so many pixels wide. */
async function toPng(svgText, width = 1200) {
  const address = URL.createObjectURL(new Blob([svgText], { type: "image/svg+xml" }));
  try {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = Math.round((width * picture.naturalHeight) / picture.naturalWidth);
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    return await new Promise((done) => {
      canvas.toBlob(done, "image/png");
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}
