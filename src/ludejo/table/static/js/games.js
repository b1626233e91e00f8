/** What the page says of each family of games. */

import { get } from "./api.js";
import { t } from "./texts.js";

export const NAMES = ["atmalof", "mammalath", "atoll", "almatafl"];
let families = null;

/** All families, asked for once. */
export async function loadFamilies() {
  families ??= get("/api/games").catch((error) => {
    families = null;
    throw error;
  });
  return (await families).games;
}

/** The name of a game, without asking. */
export function titleOf(name) {
  return { atmalof: "Atmalof", mammalath: "Mammalath", atoll: "Atoll", almatafl: "AlmaTafl" }[name] ?? name;
}

/** One line that says what happens in a game. */
export function tagline(name) {
  return {
    atmalof: t("Drop by die, move by wit: a line of five wins."),
    mammalath: t("Make a shape, but free the animals in it first."),
    atoll: t("Join islands that lie across the lagoon."),
    almatafl: t("The King bounces out of a besieged star."),
  }[name];
}

/** Who thought it up. */
export function designerOf(name) {
  return {
    atmalof: "Richard S. Forsyth",
    mammalath: "Grant Fikes",
    atoll: "Mark Steere",
    almatafl: "Paschalis Antoniou",
  }[name];
}

/** What a preset is called. */
export function presetWord(name) {
  const words = {
    classic: t("Classic"),
    junior: t("Junior"),
    kvinigu: "Kvinigu",
    atmalos: "Atmalos",
    base: t("Base game"),
    plus: "Plus",
    atoll: "Atoll 11",
    "atoll-15": "Atoll 15",
    "atoll-19": "Atoll 19",
    "hex-9": "Hex 9",
    "hex-11": "Hex 11",
    "hex-13": "Hex 13",
    "hexagon-12": t("Hexagon 12"),
    basic: t("Basic"),
    advanced: t("Advanced"),
  };
  return words[name] ?? name;
}

/** What a parameter means. */
export function parameterWord(name) {
  const words = {
    R: t("Rows the die reaches"),
    C: t("Columns the die reaches"),
    X: t("Rows beyond"),
    Y: t("Columns beyond"),
    P: t("Pieces a side"),
    N: t("Winning line"),
    tie: t("Tie-break when full"),
    shape: t("Shape"),
    size: t("Size"),
    islands: t("Islands"),
    pie: t("Second player may swap"),
    game: t("Game"),
  };
  return words[name] ?? name;
}

/** What a value of a parameter is called. */
export function valueWord(value) {
  const words = {
    either: t("either side"),
    both: t("both sides"),
    classic: t("classic"),
    rhombus: t("rhombus"),
    hexagon: t("hexagon"),
    yes: t("yes"),
    no: t("no"),
    base: t("base"),
    plus: "Plus",
    basic: t("basic"),
    advanced: t("advanced"),
  };
  return words[value] ?? String(value);
}

/** What a specification asks for beside the game's name, in words: "Hex 9", "rhombus, Size 5". Empty for the default. */
export function variantWords(spec) {
  const items = spec.includes(":") ? spec.split(":")[1].split(",") : [];
  const word = (item) => {
    const [key, value] = item.split("=");
    if (value === undefined) return presetWord(item) === item ? valueWord(item) : presetWord(item);
    return `${parameterWord(key)} ${valueWord(value)}`;
  };
  return items.map(word).join(", ");
}
