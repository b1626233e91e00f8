/** What the server has drawn, put onto the page: boards, covers, and the sheet of symbols that they use. */

import { lasting } from "../api.js";
import { el, svg } from "../element.js";

/** Markup that the server made, as an element of this page. */
export function drawn(markup) {
  const { documentElement } = new DOMParser().parseFromString(markup, "image/svg+xml");
  return document.adoptNode(documentElement);
}

/** The same for what goes into a layer of a board. */
export function drawnParts(markup) {
  return [...drawn(`<svg xmlns="http://www.w3.org/2000/svg">${markup}</svg>`).childNodes];
}

async function fetched(address) {
  const answer = await fetch(lasting(address));
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return drawn(await answer.text());
}

/** The symbols of all games; what refers to them shows them as soon as they are there. */
export function symbolSheet() {
  const place = el("div", { class: "unseen", "aria-hidden": "true" });
  fetched("/symbols.svg").then(
    (sheet) => place.append(sheet),
    () => {}, // boards without pieces are better than no page
  );
  return place;
}

/** A small picture of a game. */
export function cover(name) {
  const frame = el("span", { class: "cover", "aria-hidden": "true" });
  fetched(`/covers/${encodeURIComponent(name)}.svg`).then(
    (picture) => frame.append(picture),
    () => {},
  );
  return frame;
}

/** Things of one cell by their symbols: [thing, how far down, how large], from bottom to top. */
export function uses(things, placed) {
  return placed
    .filter(([thing]) => things[thing])
    .map(([thing, y, scale]) =>
      svg("use", {
        href: `#${things[thing].symbol}`,
        class: things[thing].rides ? "rider" : null,
        y: y || null,
        transform: scale === 1 ? null : `scale(${scale})`,
      }),
    );
}

/** One thing in the middle of a cell. */
export function alone(thing) {
  return [thing, 0, 1];
}

/** A small picture of a thing, beside words. */
export function token({ things }, thing) {
  return svg(
    "svg",
    { viewBox: "-46 -46 92 92", class: "token", "aria-hidden": "true" },
    uses(things, [alone(thing)]),
  );
}
