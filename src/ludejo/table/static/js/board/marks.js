/** What is pointed out on a board, under and over the pieces: shapes as well as colours, so that neither is needed alone. */

import { svg } from "../element.js";

const BOW = 0.1; // how far a hop leaves the straight line, as a share of its length
const DISC = 38;

const at = (board, cell) => board.sheet.place.get(cell);

function painted(board, names, kind) {
  const wanted = new Set(names);
  const cells = board.sheet.drawing.cells.filter((cell) => wanted.has(cell.name));
  return cells.length ? [svg("path", { class: kind, d: board.sheet.outlines(cells) })] : [];
}

/** Cells in colours, below the pieces. */
export function underMarks(board, position, marks) {
  return [
    ...painted(board, position.last, board.announced ? "last announced" : "last"),
    ...painted(board, marks.reach ?? [], "reach"),
    ...painted(board, marks.freed ?? [], "freed"),
  ];
}

/** Rings and dots, over the pieces. */
export function overMarks(board, position, marks) {
  const { wins = [], dangers = [] } = marks.threats ?? {};
  const targets = new Set(marks.targets ?? []);
  return [
    ...way(position.path.length > 2 ? position.path.map((cell) => at(board, cell)) : []),
    ...way((marks.way ?? []).map((cell) => at(board, cell))),
    ...dangers.filter((cell) => !targets.has(cell)).map((cell) => ring(board, cell, "threat", 32)),
    ...wins.map((cell) => ring(board, cell, "threat own", 26)),
    ...(marks.targets ?? []).map((cell) => target(board, cell)),
    ...(marks.far ?? []).map((cell) => ring(board, cell, "target far", 8)),
    ...(marks.chosen ?? []).map((cell) => ring(board, cell, "chosen", 45)),
  ];
}

/** The cells that ended the game. */
export function winningMarks(board, position) {
  return position.winning.map((cell) => ring(board, cell, "winning", 44));
}

/** What the engine would do. */
export function hintMarks(board, marks) {
  const cells = marks.hint ?? [];
  return cells.map((cell) => ring(board, cell, "hint", 40));
}

function ring(board, cell, kind, r) {
  const [cx, cy] = at(board, cell);
  return svg("circle", { class: kind, "data-mark": cell, cx, cy, r });
}

function target(board, cell) {
  return board.things(cell).length ? ring(board, cell, "target on-piece", 43) : ring(board, cell, "target", 14);
}

/** A move from landing to landing as bowed lines with an arrow head, on a pale ground so that it shows on discs. */
function way(landings) {
  if (landings.length < 2) return [];
  const [tip, neck] = arrow(...landings.slice(-2));
  const stops = [...landings.slice(0, -1), neck];
  const hops = stops
    .slice(1)
    .map((end, k) => `Q${bow(stops[k], end)} ${end.join(" ")}`)
    .join("");
  const spots = stops
    .slice(0, -1)
    .map(([x, y]) => `M${x} ${y}h0`)
    .join("");
  const [sideX, sideY] = [(tip[1] - neck[1]) * 0.6, (neck[0] - tip[0]) * 0.6];
  const wings = `${neck[0] + sideX} ${neck[1] + sideY}L${neck[0] - sideX} ${neck[1] - sideY}`;
  return ["under", "over"].map((layer) =>
    svg(
      "g",
      { class: `way ${layer}` },
      svg("path", { class: "line", d: `M${stops[0].join(" ")}${hops}` }),
      svg("path", { class: "spots", d: spots }),
      svg("path", { class: "tip", d: `M${tip.join(" ")}L${wings}Z` }),
    ),
  );
}

/** The control point of a hop: beside its middle, so that a way back does not cover the way there. */
function bow([x0, y0], [x1, y1]) {
  return `${(x0 + x1) / 2 + 2 * BOW * (y1 - y0)} ${(y0 + y1) / 2 - 2 * BOW * (x1 - x0)}`;
}

/** Tip and neck of an arrow head that touches the disc at the end of a hop, in the direction of the bowed line. */
function arrow([x0, y0], [x1, y1]) {
  const [dx, dy] = [x1 - x0 - 4 * BOW * (y1 - y0), y1 - y0 + 4 * BOW * (x1 - x0)];
  const length = Math.hypot(dx, dy);
  return [DISC + 5, DISC + 29].map((far) => [
    Math.round(x1 - (far * dx) / length),
    Math.round(y1 - (far * dy) / length),
  ]);
}
