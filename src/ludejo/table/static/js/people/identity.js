/**
 * Who this browser is to the table: six words, drawn here, that stand for one person wherever they play.
 * The table keeps a hash of them and the games of whoever has them; on another device the same words are the same person.
 * A word is 16 random bits as consonants and vowels in turn (Wilkerson's proquints), so that it can be read out.
 */

const KEY = "ludejo.me";
const MET = "ludejo.met"; // the words that the table has known
const LOST = "ludejo.lost"; // that it knows them no more
const MARK = "me.";
const WORDS = 6;
const CONSONANTS = "bdfghjklmnprstvz";
const VOWELS = "aiou";
const SECRET = /^me\.[a-z]{5}(-[a-z]{5}){5,7}$/;

/** The secret of this browser's person; empty where there is none yet. */
export function identity() {
  try {
    const kept = localStorage.getItem(KEY) ?? "";
    return SECRET.test(kept) ? kept : "";
  } catch {
    return "";
  }
}

/** The same, drawn now if need be. A browser that keeps nothing is nobody. */
export function ownIdentity() {
  return identity() || adopt(newIdentity());
}

/** Be this person from now on. */
export function adopt(secret) {
  try {
    localStorage.setItem(KEY, secret);
  } catch {
    return "";
  }
  return identity();
}

/** What the table says of words: those that it knew, and knows no more, were replaced elsewhere, and are given up. They
 * must not come to stand for somebody new: whoever has found them would be that person, too. */
export function noteKnown(secret, isKnown) {
  if (!secret || secret !== identity()) return;
  try {
    if (isKnown) localStorage.setItem(MET, secret);
    else if (localStorage.getItem(MET) === secret) {
      localStorage.removeItem(KEY);
      localStorage.setItem(LOST, "yes");
    }
  } catch {
    /* a browser that keeps nothing has lost nothing */
  }
}

/** Whether this browser had words that were replaced elsewhere. */
export function hasLost() {
  try {
    return Boolean(localStorage.getItem(LOST));
  } catch {
    return false;
  }
}

/** It has others now, or does without. */
export function forgetLost() {
  localStorage.removeItem(LOST);
}

/** A secret for somebody new. */
export function newIdentity() {
  const numbers = crypto.getRandomValues(new Uint16Array(WORDS));
  return MARK + Array.from(numbers, word).join("-");
}

function word(number) {
  const letter = (letters, shift) => letters[(number >> shift) & (letters.length - 1)];
  return [
    letter(CONSONANTS, 12),
    letter(VOWELS, 10),
    letter(CONSONANTS, 6),
    letter(VOWELS, 4),
    letter(CONSONANTS, 0),
  ].join("");
}

/** Whether a secret stands for a person, and not for one seat. */
export function isIdentity(secret) {
  return Boolean(secret?.startsWith(MARK));
}

/** The words of a secret, to be read. */
export function wordsOf(secret) {
  return secret.slice(MARK.length).replaceAll("-", " ");
}

/** What somebody has typed or pasted as a secret, words or a link; nothing if it is none. */
export function readIdentity(text) {
  const words = text.trim().toLowerCase().replace(/^.*#/, "").replace(/^me\./, "").split(/[^a-z]+/).filter(Boolean);
  const secret = MARK + words.join("-");
  return SECRET.test(secret) ? secret : null;
}

/** The link that makes another device the same person; what is secret stands behind the #, where no server sees it. */
export function identityLink(secret) {
  return `${location.origin}/games#${secret}`;
}
