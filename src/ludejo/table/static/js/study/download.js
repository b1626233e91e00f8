/** Files to take home: records, and pictures of positions. */

import { button } from "../element.js";
import { note } from "../frame.js";
import { t } from "../texts.js";

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
