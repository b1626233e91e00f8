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

/** Remember what a tree holds beside the game; `start` is what the board needs to be set up again. */
export function keep(root, length, id, start = {}) {
  const { comments, study } = written(root, length);
  try {
    if (study || Object.keys(comments).length)
      localStorage.setItem(KEY + id, JSON.stringify({ ...start, comments, study }));
    else localStorage.removeItem(KEY + id);
  } catch {
    /* then a file keeps them */
  }
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
