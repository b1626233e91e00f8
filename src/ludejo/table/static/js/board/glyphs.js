/** The pieces of all games as fragments of SVG, drawn round the origin; a hundred units from cell to cell. */

import { svg } from "../element.js";

export const DISC = 38;
export const TOKEN = 44;
const STACK_STEP = 18;

const HEADS = {
  A: [
    "M-39 13C-39-20-22-36 0-36S39-20 39 13C30 19 22 20 14 18C12 28 7 36 0 39C-7 36-12 28-14 18C-22 20-30 19-39 13Z",
    `<path d="M-17-32C-25-20-28-2-25 18M17-32C25-20 28-2 25 18M-14 18C-16 6-7 3 0 5C7 3 16 6 14 18" class="stroke"/>
     <circle cx="-5" cy="19" r="2.4"/><circle cx="5" cy="19" r="2.4"/>`,
    -13,
  ],
  B: [
    "M-30-20C-36-30-26-37-18-29C-7-35 7-35 18-29C26-37 36-30 30-20C38-2 28 16 13 31C6 38-6 38-13 31C-28 16-38-2-30-20Z",
    `<path d="M-19-28C-14-8-15 10-8 27C-22 16-27-4-27-21ZM19-28C14-8 15 10 8 27C22 16 27-4 27-21Z"/>
     <circle cx="-20" cy="-5" r="2.6" fill="#fff"/><circle cx="20" cy="-5" r="2.6" fill="#fff"/>
     <ellipse cx="0" cy="31" rx="5" ry="3.4"/>`,
    1,
  ],
  C: [
    "M-27-19C-37-26-32-40-19-36C-16-35-13-32-11-29C-4-31 4-31 11-29C13-32 16-35 19-36C32-40 37-26 27-19C38-2 32 30 0 34C-32 30-38-2-27-19Z",
    `<circle cx="-15" cy="-8" r="3"/><circle cx="15" cy="-8" r="3"/>
     <path d="M-16 15L-38 9M-16 20L-38 22M16 15L38 9M16 20L38 22" class="stroke"/>`,
    14,
  ],
  D: [
    "M-9-17C-18-15-34-23-37-13C-36-3-23-3-17-3C-17 12-10 24-9 32C-6 39 6 39 9 32C10 24 17 12 17-3C23-3 36-3 37-13C34-23 18-15 9-17Z",
    `<path d="M-7-17C-9-26-13-30-24-37M-13-28L-11-39M-19-33L-28-29M7-17C9-26 13-30 24-37M13-28L11-39M19-33L28-29" class="antlers"/>
     <circle cx="-11" cy="-8" r="2.6"/><circle cx="11" cy="-8" r="2.6"/><ellipse cx="0" cy="33" rx="5" ry="3"/>`,
    10,
  ],
  E: [
    "M-16-27C-30-38-42-26-40-6C-38 12-28 19-19 8C-14 14-10 15-9 20C-9 30-8 39 2 39C10 39 12 32 9 29C7 32 5 32 5 29C5 25 9 22 11 15C14 13 17 11 19 8C28 19 38 12 40-6C42-26 30-38 16-27C8-34-8-34-16-27Z",
    `<path d="M-16-27C-22-16-22-4-19 8M16-27C22-16 22-4 19 8" class="stroke"/>
     <circle cx="-12" cy="5" r="2.4"/><circle cx="12" cy="5" r="2.4"/>`,
    -9,
  ],
  F: [
    "M-35-38C-24-36-16-29-11-23C-4-26 4-26 11-23C16-29 24-36 35-38C37-22 36-10 33-2C28 10 12 22 5 34C3 38-3 38-5 34C-12 22-28 10-33-2C-36-10-37-22-35-38Z",
    `<path d="M-29-29L-27-13L-18-21ZM29-29L27-13L18-21Z"/><circle cx="-17" cy="-4" r="2.8"/><circle cx="17" cy="-4" r="2.8"/>
     <ellipse cx="0" cy="33" rx="4.6" ry="3.4"/>`,
    3,
  ],
  G: [
    "M-12-25L-14-33C-18-40-7-41-8-34L-6-26H6L8-34C7-41 18-40 14-33L12-25C18-24 33-31 36-22C32-13 22-12 16-13C15 0 12 8 13 14C20 24 14 38 0 38C-14 38-20 24-13 14C-12 8-15 0-16-13C-22-12-32-13-36-22C-33-31-18-24-12-25Z",
    `<path d="M-5-24L4-25L6-18L-2-15ZM-14-2L-9-4L-8 5L-12 6ZM14-2L9-4L8 5L12 6Z" opacity=".35"/>
     <circle cx="-11" cy="-13" r="2.4"/><circle cx="11" cy="-13" r="2.4"/><circle cx="-8" cy="24" r="1.8"/><circle cx="8" cy="24" r="1.8"/>`,
    5,
  ],
  H: [
    "M-21-23C-29-31-21-39-14-31C-6-34 6-34 14-31C21-39 29-31 21-23C23-16 23-10 24-5C42 1 41 34 0 35C-41 34-42 1-24-5C-23-10-23-16-21-23Z",
    `<circle cx="-11" cy="-18" r="3"/><circle cx="11" cy="-18" r="3"/><circle cx="-20" cy="5" r="2.4"/><circle cx="20" cy="5" r="2.4"/>`,
    14,
  ],
};
const COATS = {
  A: "#dd6054",
  B: "#ee9a45",
  C: "#f2d35a",
  D: "#79b56c",
  E: "#6a9fd4",
  F: "#a98bc6",
  G: "#fbf9f2",
  H: "#4b4e54",
};

/** Definitions shared by all boards on a page; put in once. */
export function definitions() {
  const sheet = svg("svg", { width: 0, height: 0, class: "unseen", "aria-hidden": "true", focusable: "false" });
  sheet.innerHTML = `<defs>
    <pattern id="hatching" width="14" height="14" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <path d="M0 0V14" class="hatch" stroke-width="7"/></pattern>
    ${shading("black", "--black-light", "--black-stone")}${shading("white", "--white-stone", "--white-shade")}
    ${shading("red", "--red-light", "--red")}${shading("blue", "--blue-light", "--blue")}
    ${Object.keys(HEADS).map(head).join("")}</defs>`;
  return sheet;
}

function shading(name) {
  return `<radialGradient id="shade-${name}" cx=".36" cy=".3" r=".85">
    <stop offset="0" class="${name}-light"/><stop offset=".75" class="${name}-full"/></radialGradient>`;
}

function head(letter) {
  const [outline, features, letterAt] = HEADS[letter];
  const ink = letter === "H" ? "pale" : "dark";
  return `<g id="animal-${letter}" class="animal-${ink}"><path d="${outline}" fill="${COATS[letter]}" stroke-width="3"
    stroke-linejoin="round"/><g class="features">${features}</g>
    <text y="${letterAt + 9}" font-size="26" font-weight="bold" text-anchor="middle">${letter}</text></g>`;
}

const isAnimal = (thing) => thing.startsWith("animal ");

/** What stands on one cell, from bottom to top. A token lies under its animal, so that both are seen. */
export function pile(things, radius = DISC) {
  const pieces = things.filter((thing) => !isAnimal(thing));
  const lowest = Math.trunc((STACK_STEP * (pieces.length - 1)) / 2);
  const stack = pieces.map(
    (piece, level) => `<g transform="translate(0 ${lowest - STACK_STEP * level})">${disc(piece, radius)}</g>`,
  );
  const heads = things.filter(isAnimal).map((thing) => animal(thing.slice(7), pieces.at(-1)));
  return stack.join("") + heads.join("");
}

function animal(letter, ground) {
  const scale = ground ? ' transform="scale(.8)"' : "";
  return `<use href="#animal-${letter}" class="animal on-${ground ?? "ground"}"${scale}/>`;
}

function disc(piece, radius) {
  const shadow = `<circle r="${radius}" cy="3.5" cx="1" class="drop-shadow"/>`;
  switch (piece) {
    case "black":
    case "white":
      return `${shadow}<circle r="${radius}" class="disc ${piece}"/>`;
    case "red":
      return `${shadow}<circle r="${DISC}" class="disc red"/><circle r="21" class="ring"/>`;
    case "blue":
      return `<rect x="-31" y="-28.5" width="64" height="64" rx="13" class="drop-shadow"/>
        <rect x="-32" y="-32" width="64" height="64" rx="13" class="disc blue"/><path d="M-16-16L16 16M16-16L-16 16" class="ring"/>`;
    case "king":
      return `${shadow}<circle r="${DISC}" class="disc red"/><path d="M-22 15L-26-13L-12-1L0-21L12-1L26-13L22 15Z" class="crown"/>`;
    default:
      return "";
  }
}

/** A small picture of one side's piece, beside a player's name. */
export function token(colour) {
  const picture = svg("svg", { viewBox: "-46 -46 92 92", class: "token", "aria-hidden": "true" });
  picture.innerHTML = pile([colour.toLowerCase()]);
  return picture;
}
