/** What this browser remembers of a game's dice, and what the table can therefore not change any more. */

import { ownGames, recall } from "../seats.js";
import { t } from "../texts.js";

/**
 * What to remember of a view's dice. Nothing once the table has contradicted what is remembered. The numbers of faces
 * only before the first roll: afterwards the table could choose them.
 */
export function diceFacts(view, id, faces) {
  if (contradiction(view, id)) return {};
  const { dice, history } = view;
  const known = recall(id) ?? {};
  const undone = fallen(dice)
    .map(({ k }) => k)
    .filter((k) => isAgreed(known, k));
  const isPending = known.agreed?.turns === history.length && !known.agreed.rolls.some((k) => undone.includes(k));
  return {
    commitment: dice.commitment,
    rolls: rollText(dice),
    faces: known.faces ?? (dice.rolls.length ? undefined : faces),
    undone,
    agreed: isPending ? known.agreed : null,
  };
}

/**
 * What to remember when this browser takes a turn back, asks for that or agrees to it: which rolls may fall as the board
 * stands. That is the latest turn of whoever asks, and the other side's after it.
 */
export function agreement({ dice, history }) {
  const rolls = dice.rolls.filter(({ k, turn }) => dice.kept.includes(k) && turn > history.length - 2);
  return { agreed: { turns: history.length, rolls: rolls.map(({ k }) => k) } };
}

/** A roll that was taken back without this browser, in words; empty if there is none, or nothing was remembered. */
export function strangeTakeback({ dice }, id) {
  const known = recall(id) ?? {};
  const strange = known.faces && fallen(dice).find(({ k }) => !isAgreed(known, k));
  if (!strange) return "";
  return t(
    "roll {k}, {drop}:{face}, was taken back, but not in this browser; unless that was you elsewhere, the table has left it out",
    strange,
  );
}

/** Whether the part that this browser added stands where it must. */
export function hasOwnPart({ dice, you }, id) {
  const { nonce } = recall(id) ?? {};
  return Boolean(nonce) && dice.nonces[you === 1 ? 1 : 0] === nonce;
}

/** What this browser remembers of a game's dice and the table now says otherwise, in words; empty if nothing. */
export function contradiction(view, id) {
  const { dice } = view;
  const known = recall(id) ?? {};
  if (known.commitment && known.commitment !== dice.commitment)
    return t("The fingerprint is not the one that was shown at the start!");
  if (known.nonceTaken && !hasOwnPart(view, id))
    return t("The part that this browser added is not among the dice, though the table took it!");
  if (!rollText(dice).startsWith(known.rolls ?? "")) return t("These are other rolls than the table showed before!");
  if (ownGames().some((game) => game.id !== id && game.commitment === dice.commitment))
    return t("Another game of yours had the same fingerprint, so the secret was known!");
  return "";
}

const rollText = ({ rolls }) => rolls.map(({ k, face }) => `${k}:${face} `).join("");
const fallen = ({ rolls, kept }) => rolls.filter(({ k }) => !kept.includes(k));
const isAgreed = ({ undone, agreed }, k) => [...(undone ?? []), ...(agreed?.rolls ?? [])].includes(k);
