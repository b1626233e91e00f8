/** What is pointed out on a board beside the drawn position: shapes as well as colours, so that neither is needed alone. */

import { svg } from "../element.js";

const at = (board, cell) => board.cells.get(cell).at;

function painted(board, names, kind) {
  const line = names.map((name) => board.cells.get(name).outline).join("");
  return line ? [svg("path", { class: kind, d: line })] : [];
}

/** Cells in colours, below the pieces. */
export function underMarks(board, marks) {
  return [
    ...painted(board, marks.reach ?? [], "reach"),
    ...painted(board, marks.freed ?? [], "freed"),
    ...painted(board, marks.premove ?? [], "premove"),
  ];
}

/** Rings and dots, over the pieces. */
export function overMarks(board, marks) {
  const { wins = [], dangers = [] } = marks.threats ?? {};
  const targets = new Set(marks.targets ?? []);
  return [
    ...walked((marks.way ?? []).map((cell) => at(board, cell))),
    ...dangers.filter((cell) => !targets.has(cell)).map((cell) => ring(board, cell, "threat", 32)),
    ...wins.map((cell) => ring(board, cell, "threat own", 26)),
    ...(marks.targets ?? []).map((cell) => target(board, cell)),
    ...(marks.far ?? []).map((cell) => ring(board, cell, "target far", 8)),
    ...(marks.chosen ?? []).map((cell) => ring(board, cell, "chosen", 45)),
    ...(marks.hint ?? []).map((cell) => ring(board, cell, "hint", 40)),
  ];
}

function ring(board, cell, kind, r) {
  const [cx, cy] = at(board, cell);
  return svg("circle", { class: kind, "data-mark": cell, cx, cy, r });
}

function target(board, cell) {
  return board.things(cell).length ? ring(board, cell, "target on-piece", 43) : ring(board, cell, "target", 14);
}

/** The way of a piece that has not stopped yet. */
function walked(landings) {
  const line = landings.map(([x, y]) => `${x} ${y}`).join("L");
  return line ? [svg("path", { class: "walked", d: `M${line}` })] : [];
}
