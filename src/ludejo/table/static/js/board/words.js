/** What is on a board in words, for those who hear the page. */

import { t } from "../texts.js";

/** The name of a piece or an animal. */
export function thingWord(thing) {
  const words = {
    red: t("red"),
    blue: t("blue"),
    black: t("black"),
    white: t("white"),
    king: t("King"),
    "animal A": t("armadillo"),
    "animal B": t("badger"),
    "animal C": t("cougar"),
    "animal D": t("deer"),
    "animal E": t("elephant"),
    "animal F": t("fox"),
    "animal G": t("giraffe"),
    "animal H": t("hippopotamus"),
  };
  return words[thing] ?? thing;
}

function markWord(kind) {
  return { "beyond reach": t("beyond the die's reach"), throne: t("throne"), "escape spot": t("escape spot") }[kind];
}

/** A cell with what stands on it, what it is, and what it is good for now. */
export function cellWords(cell, things, boardMarks, marks, last = []) {
  const parts = [cell];
  const kinds = boardMarks
    .filter((mark) => mark.cells.includes(cell))
    .map((mark) => markWord(mark.kind))
    .filter(Boolean);
  parts.push(...kinds);
  if (!things.length) parts.push(t("empty"));
  else if (things.length === 1) parts.push(thingWord(things[0]));
  else if (things.some((thing) => thing.startsWith("animal "))) parts.push(things.map(thingWord).join(", "));
  else parts.push(t("stack from the bottom: {things}", { things: things.map(thingWord).join(", ") }));
  if (last.includes(cell)) parts.push(t("last move"));
  if (marks.chosen?.includes(cell)) parts.push(t("chosen"));
  if (marks.targets?.includes(cell) || marks.far?.includes(cell)) parts.push(t("possible here"));
  if (marks.threats?.wins?.includes(cell)) parts.push(t("wins"));
  if (marks.threats?.dangers?.includes(cell)) parts.push(t("threatened"));
  return parts.join(", ");
}
