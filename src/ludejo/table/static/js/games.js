/** What the page says of each game. All of it comes from the server: the page knows no game by name. */

import { get, lasting } from "./api.js";
import { el } from "./element.js";
import { t } from "./texts.js";

let asked = null;
let known = new Map();

/** All games, asked for once. */
export function loadFamilies() {
  asked ??= get(lasting("/api/games")).then(
    ({ games }) => {
      known = new Map(games.map((family) => [family.name, family]));
      return games;
    },
    (error) => {
      asked = null;
      throw error;
    },
  );
  return asked;
}

/** The games that are known by now, as the server lists them. */
export function families() {
  return [...known.values()];
}

/** One of them, or nothing. */
export function familyOf(name) {
  return known.get(name);
}

/** Whether a word is the name of a game. */
export function isFamily(name) {
  return known.has(name);
}

/** What a game is called. */
export function titleOf(name) {
  return t(known.get(name)?.title ?? name);
}

/** One line that says what happens in a game. */
export function tagline(name) {
  const words = known.get(name)?.tagline;
  return words ? t(words) : "";
}

/** Who thought a game up: "by Mark Steere", or nothing. Some presets of a family are games of somebody else. */
export function credit(name, spec = "") {
  const family = known.get(name);
  const items = spec.split(":")[1]?.split(",") ?? [];
  const preset = family?.presets.find((one) => one.designer && items.includes(one.name));
  const designer = preset?.designer ?? family?.designer;
  return designer ? t("by {designer}", { designer }) : "";
}

/** What a page that shows a game is headed by: its words, and who thought the game up. */
export function credited(words, name, spec = "") {
  const thanks = credit(name, spec);
  return thanks ? [`${words} `, el("span", { class: "credit" }, thanks)] : words;
}

/** Presets that are somebody else's game: "Hex 9, Hex 11 by Piet Hein"; of most families none. */
export function otherCredits(name) {
  const theirs = (known.get(name)?.presets ?? []).filter(({ designer }) => designer);
  const designers = [...new Set(theirs.map(({ designer }) => designer))];
  return designers.map((designer) => {
    const words = theirs.filter((one) => one.designer === designer).map((one) => presetWord(name, one.name));
    return `${words.join(", ")} ${t("by {designer}", { designer })}`;
  });
}

/** Mark an element as showing a game, so that styles can make room for what it needs. */
export function dress(element, name) {
  element.dataset.game = name;
  element.dataset.prompt = known.get(name)?.has_choices ? "tall" : "";
}

/** What a preset of a game is called. */
export function presetWord(game, name) {
  return t(known.get(game)?.presets.find((preset) => preset.name === name)?.word || name);
}

/** What is said of a preset, and whose game it is where it is somebody else's; or nothing. */
export function presetLine({ line, designer }) {
  if (!line) return "";
  if (!designer) return t(line);
  return [`${t(line)} `, el("span", { class: "credit" }, t("by {designer}", { designer }))];
}

/** What a parameter of a game is called. */
export function parameterWord(game, name) {
  return t(known.get(game)?.parameters.find((parameter) => parameter.name === name)?.word || name);
}

/** What a value of a game's parameters is called. */
export function valueWord(game, value) {
  return t(known.get(game)?.values[value] || String(value));
}

/** What a preset is played as: its rule that can be switched stands as players expect it, or as it is asked for. */
export function startSpec({ switch: option }, { spec, parameters, switched }, isSwitched = switched) {
  const wanted = isSwitched ? "yes" : "no";
  if (!option || parameters[option] === wanted) return spec;
  return `${spec}${spec.includes(":") ? "," : ":"}${option}=${wanted}`;
}

/** A specification as it is without the rule that can be switched: the board is the same. */
export function withoutSwitch(spec) {
  const [game, rest] = spec.split(":");
  const items = rest?.split(",").filter((item) => item.split("=")[0] !== known.get(game)?.switch) ?? [];
  return [game, ...(items.length ? [items.join(",")] : [])].join(":");
}

/** What a specification asks for beside the game's name, in words: "Hex 9", "rhombus, Size 5". Empty for the default. */
export function variantWords(spec) {
  const [game, rest] = spec.split(":");
  const word = (item) => {
    const [key, value] = item.split("=");
    if (value !== undefined && key === known.get(game)?.switch) return value === "yes" ? t("with swap") : t("without swap");
    if (value !== undefined) return `${parameterWord(game, key)} ${valueWord(game, value)}`;
    return known.get(game)?.presets.some(({ name }) => name === item) ? presetWord(game, item) : valueWord(game, item);
  };
  return rest ? rest.split(",").map(word).join(", ") : "";
}
