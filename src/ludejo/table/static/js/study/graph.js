/** What the engine thinks: of a turn and of a place in words, and a graph of the winning probability, with mistakes marked. */

import { el, svg } from "../element.js";
import { percent, t } from "../texts.js";

const [ACROSS, DOWN] = [320, 90];

/** Draw the chances of seat 0 after each turn: [{turn, chance, mark}]. Calls ongo(turn). */
export function graph(judgements, sides, current, ongo, length) {
  const x = (turn) => (length ? (turn / length) * ACROSS : 0);
  const y = (chance) => DOWN * (1 - chance);
  const first = judgements[0]
    ? [[0, y(judgements[0].seat === 0 ? judgements[0].before : 1 - judgements[0].before)]]
    : [];
  const points = [...first, ...judgements.map(({ turn, chance }) => [x(turn), y(chance)])];
  const line = points.map(([px, py], k) => `${k ? "L" : "M"}${px.toFixed(1)} ${py.toFixed(1)}`).join("");
  const area = points.length ? `${line}L${points.at(-1)[0].toFixed(1)} ${DOWN}L0 ${DOWN}Z` : "";
  const picture = svg(
    "svg",
    {
      viewBox: `-6 -8 ${ACROSS + 12} ${DOWN + 16}`,
      class: "graph",
      role: "img",
      "aria-label": words(judgements, sides),
    },
    svg("rect", { x: 0, y: 0, width: ACROSS, height: DOWN, class: "graph-ground" }),
    svg("path", { d: area, class: "graph-area" }),
    svg("path", { d: `M0 ${DOWN / 2}H${ACROSS}`, class: "graph-half" }),
    svg("path", { d: line, class: "graph-line" }),
    svg("path", { d: `M${x(current)} 0V${DOWN}`, class: "graph-here" }),
    judgements
      .filter(({ mark }) => mark)
      .map(({ turn, chance, mark }) =>
        svg("circle", {
          cx: x(turn),
          cy: y(chance),
          r: 4,
          class: `graph-mark m${mark.length}${mark === "?!" ? "i" : ""}`,
        }),
      ),
  );
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    ongo(Math.round(Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1) * length));
  });
  return el(
    "figure",
    { class: "graph-box" },
    el("span", { class: "graph-side" }, t(sides[0])),
    picture,
    el("span", { class: "graph-side" }, t(sides[1])),
  );
}

function words(judgements, sides) {
  const last = judgements.at(-1);
  const mistakes = judgements
    .filter(({ mark }) => mark)
    .map(({ turn, text, mark }) => `${turn}. ${text} ${mark}`)
    .join("; ");
  if (!last) return t("Winning probability");
  return t("Winning probability of {side} after each turn, now {share}. Mistakes: {mistakes}", {
    side: sides[0],
    share: percent(last.chance),
    mistakes: mistakes || t("none"),
  });
}

/** Its hint, in words. */
export function hintWords({ move, value, line }) {
  return t("The engine would play {move} ({share}): {line}", { move, share: percent(value), line: line.join(" ") });
}

/** Its judgement of a turn, in words. */
export function verdict({ mark, text, best, value, before, luck, certain }) {
  const words = [t("Chance of the player after {move}: {share}.", { move: text, share: percent(value) })];
  if (mark) words.push(t("{best} was better ({share}).", { best, share: percent(before) }));
  if (certain) words.push(t("That is proven."));
  if (luck && Math.abs(luck) > 0.02) {
    const share = `${luck > 0 ? "+" : "−"}${percent(Math.abs(luck))}`;
    words.push(t("The roll changed that by {share}.", { share }));
  }
  return [mark ? el("b", { class: "mark" }, `${mark} `) : null, words.join(" ")];
}
