/** Whether dice were fair: every check of docs/fair-dice.md, made in the browser and not by the table. */

import { recall } from "../seats.js";
import { said, t } from "../texts.js";

const HASH = /^[0-9a-f]{64}$/;
const NONCE = /^[\w-]{0,64}$/;

/** What a view says of its dice, as a proof: the rolls of the moves, and those that were taken back. `faces` has the
 * number of faces for each announcement: told before the first roll, never with a roll. */
export function proofOfView({ dice, history, opponent, seats }, faces) {
  const kept = new Set(dice.kept);
  const byNumber = new Map(dice.rolls.map((roll) => [roll.k, roll]));
  const isOneAlone = opponent === "same-device"; // who adds a nonce for both
  return {
    ...dice,
    faces,
    served: servedBy(history),
    thrown: dice.kept.map((k) => byNumber.get(k)).filter(Boolean),
    undone: dice.rolls.filter(({ k }) => !kept.has(k)),
    adding: isOneAlone ? [0] : addingSeats(seats),
  };
}

/** The same of a record that was looked at; one of before lists no rolls that were taken back. */
function proofOfRecord({ dice, history, players, board }, faces) {
  const { commitment, nonces, secret, rolls, taken_back: undone } = dice;
  const served = servedBy(history);
  return {
    commitment,
    nonces,
    secret,
    faces: faces ?? board.faces,
    served,
    kept: rolls,
    thrown: served,
    undone: undone ?? null,
    adding: addingSeats(players),
  };
}

/** The rolls that the moves show: R4:6 is a six for row 4. */
function servedBy(history) {
  return history.flatMap((text, turn) => {
    const [, drop, face] = text.match(/^(.+):(\d+)$/) ?? [];
    return drop ? [{ turn: turn + 1, drop, face: Number(face) }] : [];
  });
}

/** Where players add their nonces: the seats of people; where two programs play, whoever watches adds to the first. */
function addingSeats(seats) {
  const people = [0, 1].filter((seat) => seats[seat].kind !== "program");
  return people.length ? people : [0];
}

/** Whether this browser can check by itself: without https most have no cryptography. */
export function canCheck() {
  return Boolean(globalThis.crypto?.subtle);
}

/** What is wrong with a proof, in words; empty if nothing. */
export async function problemOf(proof) {
  return formProblem(proof) || numberProblem(proof) || moveProblem(proof) || dieProblem(proof) || (await faceProblem(proof));
}

/** What keeps rolls that fit from being proven fair, in words; empty if nothing does. */
export function shortcomingOf({ nonces, kept, undone, adding }) {
  const gaps = undone || !kept.length ? 0 : kept.at(-1) + 1 - kept.length;
  if (gaps) return t("{n} numbers are left out between the rolls, so they could be chosen", { n: gaps });
  if (!kept.length) return "";
  if (!adding.some((seat) => nonces[seat])) return t("no player added a nonce, so the table alone fixed the rolls");
  return nonces.some((nonce, seat) => nonce && !adding.includes(seat))
    ? t("a nonce stands where no player adds one, so the table could choose the rolls by it")
    : "";
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

/** Each roll against the move it served. */
function moveProblem({ thrown, served }) {
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

/** The number of faces is that of the rules: by another one a roll could be made to show anything. */
function dieProblem({ faces, served, undone }) {
  const unknown = served.find(({ drop }) => !Number.isInteger(faces?.[drop]) || faces[drop] < 1);
  if (unknown) return t("nothing told before the first roll how many faces the die of {drop} has", unknown);
  const wrong = (undone ?? []).find((roll) => roll.faces !== faces?.[roll.drop]);
  if (!wrong) return "";
  return t("roll {k}, taken back, has {faces} faces for {drop}, and the rules say otherwise", wrong);
}

async function faceProblem(proof) {
  const secret = Uint8Array.from(proof.secret.match(/../g), (pair) => parseInt(pair, 16));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", secret));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (hex !== proof.commitment) return t("the secret is not the one that the commitment was made to");
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  for (const [place, { turn, drop, face: shown }] of proof.served.entries()) {
    const k = proof.kept[place];
    const fair = await derive(proof, key, k, proof.faces[drop]);
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

/** Whether the dice of a record that was looked at are proven fair, and what there is to say of them. */
export async function recordVerdict(seen, id) {
  const proof = proofOfRecord(seen, recall(id)?.faces);
  const { verified, words } = seen.dice;
  const problem = canCheck()
    ? (await problemOf(proof)) || shortcomingOf(proof)
    : verified
      ? ""
      : said(words);
  if (problem) return { proven: false, words: t("Not proven fair: {problem}.", { problem }) };
  return { proven: true, words: t("every roll checked") };
}
