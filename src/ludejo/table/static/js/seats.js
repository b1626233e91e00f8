/** The seats this browser holds, kept here and in the fragments of links, never in an address the server sees. */

import { identity, isIdentity } from "./people/identity.js";

const KEY = "ludejo.games";
const MOST = 200;

function load() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

function save(games) {
  try {
    localStorage.setItem(KEY, JSON.stringify(games.slice(0, MOST)));
  } catch {
    /* then the link alone keeps the seat */
  }
}

/** Games this browser has a seat in, the latest first: {id, secret, spec, title, opponent, friend, result, at}. */
export function ownGames() {
  return load();
}

/** Remember something about a game. */
export function remember(id, facts) {
  const games = load();
  const known = games.find((game) => game.id === id) ?? {};
  const fresh = { ...known, ...facts, id, at: Date.now() };
  if (isIdentity(fresh.secret)) delete fresh.secret; // it is kept elsewhere, once
  save([fresh, ...games.filter((game) => game.id !== id)]);
}

/** What to remember of a result: how the game ended, and for whom. */
export function resultFacts(result, you) {
  if (!result) return { result: null, ending: null };
  if (result.how === "aborted") return { result: result.how, ending: "aborted" };
  const ending = result.winner === null ? "draw" : result.winner === you ? "won" : "lost";
  return { result: result.how, ending: you === "both" && ending !== "draw" ? null : ending };
}

/** Another secret holds this browser's seat in a game and the others of its series; the one before is kept beside. */
export function replaceSecret(old, secret, id = null) {
  const isMeant = (game) => game.secret === old || (game.id === id && !game.secret);
  const secretOf = (one) => (isIdentity(one) ? undefined : one);
  const replaced = { secret: secretOf(secret), former: secretOf(old) };
  save(load().map((game) => (isMeant(game) ? { ...game, ...replaced } : game)));
}

/** Note that a person holds the seat too. */
export function noteKept(id, person) {
  save(load().map((game) => (game.id === id ? { ...game, keptBy: person } : game)));
}

/** Whether the person of this browser holds the seat too, as far as is known. */
export function isKept(id) {
  const kept = recall(id)?.keptBy;
  return Boolean(kept) && kept === identity();
}

/** Forget a game. */
export function forget(id) {
  save(load().filter((game) => game.id !== id));
}

/** What is known of one game. */
export function recall(id) {
  return load().find((game) => game.id === id) ?? null;
}

/** The secret of the seat in a game: from the address's fragment, which is then taken out of sight, or remembered, or of
 * the person who has it in their list; whoever has no seat there watches. */
export function seatOf(id) {
  const secret = location.hash.slice(1);
  if (/^[\w-]{16,64}$/.test(secret)) {
    remember(id, { secret });
    history.replaceState(null, "", location.pathname);
  }
  return recall(id)?.secret || identity();
}

/** A player's part of a game's dice: letters nobody else could know, drawn once and kept to compare in the end. */
export function nonceFor(id) {
  const known = recall(id)?.nonce;
  if (known) return known;
  const nonce = randomText();
  remember(id, { nonce });
  return nonce;
}

/** 128 random bits as text. */
export function randomText() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
