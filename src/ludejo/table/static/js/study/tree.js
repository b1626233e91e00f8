/** A game as a tree: the line that was played, and variations tried afterwards, with comments and marks. */

export const MOST_MARKS = 40; // at a place, as records have them

/** A place in the tree: the turn that led there, and what is known of the position. */
export class Node {
  constructor(parent, text, position = null) {
    Object.assign(this, { parent, text, position, children: [], comment: "", marks: [], judgement: null, hint: null });
    this.turn = parent ? parent.turn + 1 : 0;
  }

  /** The turns from the start to here. */
  get moves() {
    return this.line.slice(1).map(({ text }) => text);
  }

  /** Whether it is on the line that was played. */
  get isMain() {
    return this.line.every((node) => !node.parent || node.parent.children[0] === node);
  }

  /** The end of the line that goes through here. */
  get end() {
    let node = this;
    while (node.children.length) [node] = node.children;
    return node;
  }

  /** The child that a turn leads to, made if there is none. */
  child(text) {
    const known = this.children.find((node) => node.text === text);
    if (known) return known;
    const made = new Node(this, text);
    this.children.push(made);
    return made;
  }

  /** All places from the start to here. */
  get line() {
    const line = [];
    for (let node = this; node; node = node.parent) line.push(node);
    return line.reverse();
  }

  /** Whether nothing hangs on it. */
  get isBare() {
    return !this.children.length && !this.comment && !this.marks.length;
  }

  /** Cut this variation off; gives the place before it. */
  cut() {
    this.parent.children = this.parent.children.filter((node) => node !== this);
    return this.parent;
  }
}

/** The tree of what the server has looked at: positions[0] is the start; later ones may come when they are shown. */
export function plant({ positions, history, comments = {}, study = null }) {
  const root = new Node(null, null, positions[0]);
  root.comment = comments[0] ?? "";
  let node = root;
  history.forEach((text, k) => {
    node = node.child(text);
    node.position = positions[k + 1];
    node.comment = comments[k + 1] ?? "";
  });
  graft(root, history.length, study);
  return root;
}

/** Put variations and marks into a tree, as records write them down; `length` turns of it are the game. */
export function graft(root, length, study) {
  const game = root.end.line.slice(0, length + 1);
  const known = [game];
  tell(game, study ?? {});
  for (const { from, moves, ...told } of study?.lines ?? []) {
    const way = known[from[0]].slice(0, from[1] + 1);
    for (const text of moves) way.push(way.at(-1).child(text));
    tell(way, told);
    known.push(way);
  }
}

function tell(way, { comments = {}, marks = {} }) {
  for (const [turn, comment] of Object.entries(comments)) if (way[turn]) way[turn].comment ||= comment;
  for (const [turn, some] of Object.entries(marks)) if (way[turn]) way[turn].marks = some;
}

/** A tree as it stands now, to be compared with later. */
export function snapshot({ text, comment, marks, children }) {
  return { text, comment, marks: [...marks], children: children.map(snapshot) };
}

/** Take into a tree what others have made of it since both stood as `before`: what one side has changed is changed, and
 * where both have, nothing is lost. `theirs` and `before` are snapshots. */
export function merge(mine, theirs, before = null) {
  mine.comment = mergedComment(mine.comment, theirs.comment, before?.comment ?? "");
  mine.marks = mergedMarks(mine.marks, theirs.marks, before?.marks ?? []);
  const at = (node, text) => node?.children.find((child) => child.text === text);
  for (const own of [...mine.children]) {
    const was = at(before, own.text);
    if (was && !at(theirs, own.text) && isSame(snapshot(own), was)) own.cut(); // they have, and nothing new hangs on it
  }
  for (const child of theirs.children) {
    const was = at(before, child.text);
    const isCut = was && !at(mine, child.text); // by me: it comes back, whole, where something new hangs on it
    if (!isCut) merge(mine.child(child.text), child, was);
    else if (!isSame(child, was)) merge(mine.child(child.text), child);
  }
}

function isSame(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

function mergedComment(mine, theirs, before) {
  if (mine === before) return theirs;
  if (theirs === before || mine.includes(theirs)) return mine;
  return theirs.includes(mine) ? theirs : `${mine}\n${theirs}`;
}

/** All that anybody has drawn, without what somebody has taken away. */
function mergedMarks(mine, theirs, before) {
  const isKept = (mark) => !before.includes(mark) || (mine.includes(mark) && theirs.includes(mark));
  return [...new Set([...theirs, ...mine])].filter(isKept).slice(-MOST_MARKS);
}

/** The place that turns lead to, or as near to it as the tree goes. */
export function reached(root, moves) {
  let node = root;
  for (const text of moves) {
    const next = node.children.find((child) => child.text === text);
    if (!next) break;
    node = next;
  }
  return node;
}

/** What is in a tree beside the game, which has so many turns: the study of a record, or null, and its comments. */
export function written(root, length) {
  const game = root.end.line.slice(0, length + 1);
  const waiting = forks(game, 0, game.at(-1));
  const lines = [];
  for (const { line, turn, first } of waiting) {
    const way = first.end.line.slice(turn + 1);
    lines.push({ from: [line, turn], moves: way.map(({ text }) => text), ...told(way) });
    waiting.push(...forks(way, lines.length, null));
  }
  const { comments = {}, marks = {} } = told(game);
  const study = { version: 1, ...(Object.keys(marks).length ? { marks } : {}), ...(lines.length ? { lines } : {}) };
  return { comments, study: Object.keys(study).length > 1 ? study : null };
}

/** Where variations leave a line: all but the first way to go on, and after the last turn of a game that too. */
function forks(way, line, last) {
  return way.flatMap((node) =>
    node.children.slice(node === last ? 0 : 1).map((first) => ({ line, turn: node.turn, first })),
  );
}

function told(way) {
  const entries = (key, has) => Object.fromEntries(way.filter(has).map((node) => [node.turn, node[key]]));
  const comments = entries("comment", ({ comment }) => comment.trim());
  const marks = entries("marks", ({ marks: some }) => some.length);
  return {
    ...(Object.keys(comments).length ? { comments } : {}),
    ...(Object.keys(marks).length ? { marks } : {}),
  };
}
