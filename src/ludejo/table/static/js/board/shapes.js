/** Marks that people draw on a board: "c3" is a ring round a cell, "c3-d5" an arrow. */

import { svg } from "../element.js";

const HEAD = 26; // how long the head of an arrow is; cells are 100 apart

/** A mark as a shape; `at` gives the middle of a cell. */
export function drawnMark(mark, at) {
  return mark.includes("-") ? arrow(mark, at) : ring(mark, at);
}

function ring(mark, at) {
  const [cx, cy] = at(mark);
  return svg("circle", { class: "pen-ring", "data-pen-mark": mark, cx, cy, r: 44 });
}

function arrow(mark, at) {
  const [[ax, ay], [bx, by]] = mark.split("-").map(at);
  const angle = Math.atan2(by - ay, bx - ax);
  const point = (length, turned) =>
    `${(bx - length * Math.cos(angle + turned)).toFixed(1)} ${(by - length * Math.sin(angle + turned)).toFixed(1)}`;
  const d = `M${ax} ${ay}L${bx} ${by}M${point(HEAD, 0.5)}L${bx} ${by}L${point(HEAD, -0.5)}`;
  return svg("path", { class: "pen-arrow", "data-pen-mark": mark, d });
}
