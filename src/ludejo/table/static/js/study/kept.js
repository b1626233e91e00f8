/** Studies remembered in this browser: comments, variations and marks by the address of what is studied. */

import { graft, written } from "./tree.js";

const KEY = "ludejo.study.";

/** What is remembered of a study; null if nothing is. */
export function recalled(id) {
  try {
    return JSON.parse(localStorage.getItem(KEY + id) ?? "null");
  } catch {
    return null;
  }
}

/** Remember what a tree holds beside the game; `facts` are where it is found again, what it is of, and what the board
 * needs to be set up: {address, spec, names, setup, seed}. Tells whether there was room. */
export function keep(root, length, id, facts = {}) {
  const { comments, study } = written(root, length);
  const isEmpty = !study && !Object.keys(comments).length;
  const fresh = { ...facts, comments, study };
  try {
    if (isEmpty) localStorage.removeItem(KEY + id);
    else if (JSON.stringify({ ...recalled(id), at: 0 }) !== JSON.stringify({ ...fresh, at: 0 }))
      localStorage.setItem(KEY + id, JSON.stringify({ ...fresh, at: Date.now() }));
    return true;
  } catch {
    return isEmpty;
  }
}

/** All studies that are remembered, the latest first: {id, address, spec, names, at}, of older ones the id alone. */
export function allKept() {
  const names = (() => {
    try {
      return Object.keys(localStorage);
    } catch {
      return [];
    }
  })();
  const ids = names.filter((name) => name.startsWith(KEY)).map((name) => name.slice(KEY.length));
  return ids.map((id) => ({ ...recalled(id), id })).sort((one, other) => (other.at ?? 0) - (one.at ?? 0));
}

/** Forget a study. */
export function forget(id) {
  localStorage.removeItem(KEY + id);
}

/** Put what is remembered back into a tree. Older pages remembered a list of lines. */
export function restore(root, length, id) {
  const kept = recalled(id);
  if (Array.isArray(kept)) {
    for (const { moves, comment } of kept) {
      const node = moves.reduce((here, text) => here.child(text), root);
      node.comment ||= comment;
    }
  } else if (kept) {
    graft(root, length, { ...kept.study, comments: kept.comments });
  }
}
