/** A board with its moves in the frame of another page, and a link to the table. */

import { get, post } from "./api.js";
import { symbolSheet } from "./board/drawn.js";
import { Stage } from "./board/stage.js";
import { el, fill } from "./element.js";
import { credited, loadFamilies, variantWords } from "./games.js";
import { applyTheme } from "./preferences.js";
import { drawMarks, penLayer } from "./study/pen.js";
import { namesAndScore } from "./study/players.js";
import { plant } from "./study/tree.js";
import { TreeView } from "./study/treeview.js";
import { loadTexts, t } from "./texts.js";

const [, , kind, id, chapter] = location.pathname.split("/");
const turn = new URLSearchParams(location.search).get("turn");

/** What is shown: a shared chapter, a record that is kept, or a game. */
async function seen() {
  if (kind === "shared") return get(`/api/studies/${id}/${chapter}?most=1`);
  try {
    if (kind === "study") return await get(`/api/study/${id}?most=1`);
  } catch (error) {
    if (error.status !== 404) throw error;
  }
  const record = await get(`/api/play/${id}/record.json`);
  return post("/api/study/look", { record: JSON.stringify(record), most: 1 });
}

class Frame {
  constructor(found) {
    this.found = found;
    this.root = plant(found);
    this.stage = new Stage(() => {});
    this.tree = new TreeView((node) => this.go(node));
    this.comment = el("p", { class: "soft" });
    this.layer = penLayer();
    document.addEventListener("keydown", (event) => this.tree.key(event));
  }

  /** Which game it is and whose, who played it, and how it ended. */
  get heading() {
    const { title, game, spec } = this.found;
    const name = [t(title), variantWords(spec)].filter(Boolean).join(" · ");
    return [
      el("h1", { class: "game-title" }, credited(name, game, spec)),
      el("p", { class: "framed" }, namesAndScore(this.found)),
    ];
  }

  /** What is shown at first: the turn that the address names, or the last one. */
  get first() {
    const { line } = this.root.end;
    return line[turn ?? line.length - 1] ?? this.root.end;
  }

  #line(node) {
    const { spec, setup, seed, start } = this.found;
    const given = { spec, moves: node.moves, whole: false };
    if (start) return { ...given, start };
    return setup ? { ...given, setup } : seed !== null && seed !== undefined ? { ...given, seed } : given;
  }

  async go(node) {
    node.position ??= (await post("/api/study/look", this.#line(node))).positions.at(-1);
    this.stage.show(this.found.board, t(this.found.title), node.position, { moves: [], animate: true });
    drawMarks(this.stage.board, this.layer, node.marks);
    this.tree.show(this.root, node);
    this.comment.textContent = node.comment;
  }
}

async function begin() {
  applyTheme();
  await Promise.all([loadTexts(), loadFamilies().catch(() => {})]); // a frame may do without names
  const address = kind === "g" ? `/g/${id}` : `/${kind}/${[id, chapter].filter(Boolean).join("/")}`;
  const home = el("a", { href: address, target: "_blank" }, t("Open at Ludejo"));
  try {
    const frame = new Frame(await seen());
    fill(
      document.body,
      symbolSheet(),
      el(
        "main",
        { class: "embedded" },
        frame.heading,
        frame.stage.element,
        frame.tree.element,
        frame.comment,
        el("p", {}, home),
      ),
    );
    await frame.go(frame.first);
  } catch (error) {
    fill(document.body, el("main", { class: "embedded" }, el("p", { class: "wrong" }, error.message), home));
  }
}

begin();
