/** A game as a tree: the line that was played, and variations tried afterwards. */

import { isFamily } from "../games.js";

/** A place in the tree: the turn that led there, and what is known of the position. */
export class Node {
  constructor(parent, text, position = null) {
    Object.assign(this, { parent, text, position, children: [], comment: "", judgement: null });
    this.turn = parent ? parent.turn + 1 : 0;
  }

  /** The turns from the start to here. */
  get moves() {
    return this.parent ? [...this.parent.moves, this.text] : [];
  }

  /** Whether it is on the line that was played. */
  get isMain() {
    return !this.parent || (this.parent.isMain && this.parent.children[0] === this);
  }

  /** The end of the line that goes through here. */
  get end() {
    return this.children.length ? this.children[0].end : this;
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
    return this.parent ? [...this.parent.line, this] : [this];
  }

  /** Cut this variation off; gives the place before it. */
  cut() {
    this.parent.children = this.parent.children.filter((node) => node !== this);
    return this.parent;
  }
}

/** The tree of what the server has looked at: positions[0] is the start; later ones may come when they are shown. */
export function plant({ positions, history, comments = {} }) {
  const root = new Node(null, null, positions[0]);
  root.comment = comments[0] ?? "";
  let node = root;
  history.forEach((text, k) => {
    node = node.child(text);
    node.position = positions[k + 1];
    node.comment = comments[k + 1] ?? "";
  });
  return root;
}

const KEY = "ludejo.study.";

function all(node) {
  return [node, ...node.children.flatMap(all)];
}

/** Remember comments and variations in this browser. Only what has an address of its own can be found again. */
export function keep(root, id) {
  const own = all(root).filter((node) => node.comment || (!node.isMain && !node.children.length));
  try {
    if (own.length && !isFamily(id))
      localStorage.setItem(KEY + id, JSON.stringify(own.map(({ moves, comment }) => ({ moves, comment }))));
    else localStorage.removeItem(KEY + id);
  } catch {
    /* then a file keeps them */
  }
}

/** Put what was remembered back into the tree. */
export function graft(root, id) {
  let kept = [];
  try {
    kept = JSON.parse(localStorage.getItem(KEY + id) ?? "[]");
  } catch {
    /* nothing to put back */
  }
  for (const { moves, comment } of kept) {
    const node = moves.reduce((here, text) => here.child(text), root);
    node.comment ||= comment;
  }
}
