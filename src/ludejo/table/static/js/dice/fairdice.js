/** Whether dice were fair: every check of docs/fair-dice.md, made in the browser and not by the table. */

import { ownGames, recall } from "../seats.js";
import { said, t } from "../texts.js";

const HASH = /^[0-9a-f]{64}$/;
const NONCE = /^[\w-]{0,64}$/;

/** What a view says of its dice, as a proof: the rolls of the moves, and those that were taken back. */
export function proofOfView(dice) {
  const kept = new Set(dice.kept);
  const byNumber = new Map(dice.rolls.map((roll) => [roll.k, roll]));
  return {
    ...dice,
    thrown: dice.kept.map((k) => byNumber.get(k)).filter(Boolean),
    undone: dice.rolls.filter(({ k }) => !kept.has(k)),
  };
}

/** The same of a record; one of before lists no rolls that were taken back. */
export function proofOfRecord({ commitment, nonces, secret, rolls, thrown, taken_back: undone }) {
  return { commitment, nonces, secret, kept: rolls, thrown, undone: undone ?? null };
}

/** Whether this browser can check by itself: without https most have no cryptography. */
export function canCheck() {
  return Boolean(globalThis.crypto?.subtle);
}

/** What is wrong with a proof, in words; empty if nothing. `history` has a text for each turn. */
export async function problemOf(proof, history) {
  return formProblem(proof) || numberProblem(proof) || moveProblem(proof, history) || (await faceProblem(proof));
}

/** What keeps rolls that fit from being proven fair, in words; empty if nothing does. */
export function shortcomingOf({ nonces, kept, undone }) {
  const gaps = undone || !kept.length ? 0 : kept.at(-1) + 1 - kept.length;
  if (gaps) return t("{n} numbers are left out between the rolls, so they could be chosen", { n: gaps });
  if (kept.length && !nonces.some(Boolean))
    return t("neither player added a nonce, so the table alone fixed the rolls");
  return "";
}

function formProblem({ secret, commitment, nonces, kept, undone }) {
  const isNumber = (value, least = 0) => Number.isInteger(value) && value >= least && value < 1_000_000;
  if (!HASH.test(secret))
    return t("the secret is {secret}, expected 64 hexadecimal digits in small letters", { secret: String(secret) });
  if (!HASH.test(commitment))
    return t("the commitment is {commitment}, expected 64 hexadecimal digits in small letters", {
      commitment: String(commitment),
    });
  if (nonces?.length !== 2 || !nonces.every((nonce) => typeof nonce === "string" && NONCE.test(nonce)))
    return t("expected two nonces of at most 64 plain letters, digits, - and _");
  if (!Array.isArray(kept) || !kept.every((k) => isNumber(k))) return t("expected the rolls as whole numbers from 0 on");
  if (undone !== null && !Array.isArray(undone)) return t("expected a list of the rolls that were taken back");
  const isTold = ({ k, seat, faces, face, turn }) =>
    [k, seat].every((value) => isNumber(value)) && [faces, face, turn].every((value) => isNumber(value, 1));
  return (undone ?? []).every(isTold)
    ? ""
    : t("expected k, faces, face, turn, seat and drop of each roll that was taken back");
}

function numberProblem({ kept, thrown, undone }) {
  if (kept.length !== thrown.length)
    return t("there are {proof} rolls in the proof, but {moves} in the moves", {
      proof: kept.length,
      moves: thrown.length,
    });
  if (kept.some((k, place) => place > 0 && k <= kept[place - 1]))
    return t("expected the rolls as whole numbers that grow");
  if (!undone) return "";
  const numbers = [...kept, ...undone.map(({ k }) => k)].sort((one, other) => one - other);
  const wrong = numbers.findIndex((k, place) => k !== place);
  if (wrong < 0) return undoneProblem(kept, thrown, undone);
  return numbers[wrong] > wrong
    ? t("roll {k} is neither in the moves nor among those taken back", { k: wrong })
    : t("roll {k} is there twice", { k: numbers[wrong] });
}

/** A later roll in the same turn or an earlier one would have undone a roll that was kept. */
function undoneProblem(kept, thrown, undone) {
  for (const { k, turn } of undone) {
    const before = kept.findLastIndex((number) => number < k);
    if (before >= 0 && thrown[before].turn >= turn)
      return t("roll {k}, in turn {turn}, would have undone roll {kept}, which is kept", {
        k,
        turn,
        kept: kept[before],
      });
  }
  return "";
}

/** Each roll against the move it served: R4:6 is a six for row 4. */
function moveProblem({ thrown }, history) {
  const served = history.flatMap((text, turn) => {
    const [, drop, face] = text.match(/^(.+):(\d+)$/) ?? [];
    return drop ? [{ turn: turn + 1, drop, face: Number(face) }] : [];
  });
  if (served.length !== thrown.length)
    return t("there are {proof} rolls in the proof, but {moves} in the moves", {
      proof: thrown.length,
      moves: served.length,
    });
  const wrong = served.find(
    ({ turn, drop, face }, place) =>
      thrown[place].turn !== turn || thrown[place].drop !== drop || thrown[place].face !== face,
  );
  return wrong ? t("turn {turn} shows another roll than the dice", { turn: wrong.turn }) : "";
}

async function faceProblem(proof) {
  const secret = Uint8Array.from(proof.secret.match(/../g), (pair) => parseInt(pair, 16));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", secret));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (hex !== proof.commitment) return t("the secret is not the one that the commitment was made to");
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  for (const [place, { turn, faces, face: shown }] of proof.thrown.entries()) {
    const k = proof.kept[place];
    const fair = await derive(proof, key, k, faces);
    if (fair !== shown)
      return t("turn {turn} rolled {shown}, but roll {k} of the fair dice is {fair}", { turn, shown, k, fair });
  }
  for (const { k, faces, face: shown } of proof.undone ?? []) {
    const fair = await derive(proof, key, k, faces);
    if (fair !== shown)
      return t("roll {k}, taken back, is {shown}, but that of the fair dice is {fair}", { k, shown, fair });
  }
  return "";
}

/** One roll as the secret and the nonces give it. */
async function derive({ commitment, nonces }, key, k, faces) {
  const limit = 2n ** 64n - (2n ** 64n % BigInt(faces));
  for (let attempt = 0; ; attempt += 1) {
    const message = [commitment, nonces[0], nonces[1], k, attempt].join("|");
    const digest = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(message));
    const number = new DataView(digest).getBigUint64(0);
    if (number < limit) return Number(number % BigInt(faces)) + 1;
  }
}

/** Whether the dice of a record are proven fair, and what there is to say of them. */
export async function recordVerdict(dice, history) {
  const proof = proofOfRecord(dice);
  const problem = canCheck()
    ? (await problemOf(proof, history)) || shortcomingOf(proof)
    : dice.verified
      ? ""
      : said(dice.words);
  if (problem) return { proven: false, words: t("Not proven fair: {problem}.", { problem }) };
  return { proven: true, words: t("every roll checked") };
}

// what this browser remembers

/** What to remember of a game's dice: what the table must not change any more. Nothing once it has. */
export function diceFacts(dice, id, you) {
  if (contradiction(dice, id, you)) return {};
  return { commitment: dice.commitment, rolls: rollText(dice) };
}

const rollText = ({ rolls }) => rolls.map(({ k, face }) => `${k}:${face} `).join("");

/** Whether the part that this browser added stands where it must. */
export function hasOwnPart(dice, id, you) {
  const { nonce } = recall(id) ?? {};
  return Boolean(nonce) && dice.nonces[you === 1 ? 1 : 0] === nonce;
}

/** What this browser remembers of a game's dice and the table now says otherwise, in words; empty if nothing. */
export function contradiction(dice, id, you) {
  const kept = recall(id) ?? {};
  if (kept.commitment && kept.commitment !== dice.commitment)
    return t("The fingerprint is not the one that was shown at the start!");
  if (kept.nonceTaken && !hasOwnPart(dice, id, you))
    return t("The part that this browser added is not among the dice, though the table took it!");
  if (!rollText(dice).startsWith(kept.rolls ?? "")) return t("These are other rolls than the table showed before!");
  if (ownGames().some((game) => game.id !== id && game.commitment === dice.commitment))
    return t("Another game of yours had the same fingerprint, so the secret was known!");
  return "";
}
