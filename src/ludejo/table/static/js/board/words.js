/** What is on a board in words, for those who hear the page. The server names things and cells. */

import { t } from "../texts.js";

/** A cell with what stands on it, what it is, and what it is good for now. */
export function cellWords({ name, word }, standing, things, marks, last = []) {
  const parts = [name];
  const called = (thing) => t(things[thing]?.word ?? thing);
  if (word) parts.push(t(word));
  if (!standing.length) parts.push(t("empty"));
  else if (standing.length === 1) parts.push(called(standing[0]));
  else if (standing.some((thing) => things[thing]?.rides)) parts.push(standing.map(called).join(", "));
  else parts.push(t("stack from the bottom: {things}", { things: standing.map(called).join(", ") }));
  if (last.includes(name)) parts.push(t("last move"));
  if (marks.chosen?.includes(name)) parts.push(t("chosen"));
  if (marks.targets?.includes(name) || marks.far?.includes(name)) parts.push(t("possible here"));
  if (marks.threats?.wins?.includes(name)) parts.push(t("wins"));
  if (marks.threats?.dangers?.includes(name)) parts.push(t("threatened"));
  return parts.join(", ");
}
