/** A game under study: board, tree of turns, comments, the engine's judgement, files. */

import { post } from "../api.js";
import { exported, stream } from "./answers.js";
import { fileButtons } from "./download.js";
import { button, el, fill } from "../element.js";
import { announce, note } from "../frame.js";
import { familyOf } from "../games.js";
import { recordVerdict } from "../dice/fairdice.js";
import { endWords } from "../game/outcome.js";
import { Guide } from "../guide/guide.js";
import { Explorer } from "./explorer.js";
import { graph, hintWords, verdict } from "./graph.js";
import { said, t } from "../texts.js";
import { Stage } from "../board/stage.js";
import { keep, restore } from "./kept.js";
import { Pen } from "./pen.js";
import { namesAndScore, wasPlayed } from "./players.js";
import { pointPictures, shareTools } from "./sharing.js";
import { plant, reached, written } from "./tree.js";
import { TreeView } from "./treeview.js";
import { flipButton } from "../board/zoom.js";

/** Made from what the server has looked at. */
export class StudyBoard {
  constructor(seen, id, { onchange = null, shared = null } = {}) {
    this.seen = seen;
    this.id = id;
    this.shared = shared;
    this.onchange = onchange; // who is told of changes keeps them; else this browser does
    this.root = plant(seen);
    this.current = this.shown = this.root; // `shown` is the place that the board is at
    this.guide = new Guide();
    this.stage = new Stage((gesture) => this.#try(gesture), { guide: this.guide });
    this.pen = new Pen(this.stage, (marks) => this.#marked(marks));
    this.tree = new TreeView((node) => this.go(node), flipButton(() => this.stage.board?.flip()));
    this.graphBox = el("div");
    this.explorer = new Explorer((text) => this.#goOn(this.current, text));
    this.judged = el("p", { class: "judged", role: "status" });
    this.comment = el("textarea", {
      "aria-label": t("Comment on this position"),
      placeholder: t("Comment on this position"),
      oninput: () => this.#comment(),
    });
    this.unkept = el(
      "p",
      { class: "wrong unkept", role: "alert", hidden: true },
      t("This browser has no room left: what you change here is not kept. Download it, or remove other studies."),
    );
    this.address = location.pathname + location.search;
    this.keys = (event) => this.tree.key(event) || this.guide.key(event, this.stage, "Z");
    this.element = el(
      "div",
      { class: "table study-table" },
      this.stage.element,
      el(
        "div",
        { class: "panel card" },
        this.#players(),
        this.tree.element,
        this.judged,
        this.graphBox,
        this.#folds(),
        this.comment,
        this.unkept,
        this.#tools(),
      ),
    );
  }

  begin() {
    if (!this.onchange) restore(this.root, this.seen.history.length, this.id);
    this.written = this.#text();
    this.guide.fetch(this.seen, () => {});
    document.addEventListener("keydown", this.keys);
    this.go(this.root);
  }

  /** Show again what others may have changed; `seen` is what is kept of it now. */
  refresh(seen) {
    this.seen = seen;
    this.written = this.#text();
    this.go(reached(this.root, this.current.moves), { animate: false });
  }

  /** Begin anew with what others have made of it, at the same place where that is still there. */
  replant(seen) {
    const { moves, position } = this.current;
    this.root = plant(seen);
    const there = moves.reduce((node, text) => node?.children.find((child) => child.text === text), this.root);
    this.current = there ?? this.root;
    if (there) there.position ??= position;
  }

  leave() {
    this.stopped = true;
    this.guide.unlisten();
    document.removeEventListener("keydown", this.keys);
  }

  #players() {
    const { game, isGame } = this.seen;
    return el(
      "p",
      { class: "study-players" },
      el("span", {}, namesAndScore(this.seen), this.#dice()),
      el(
        "span",
        {},
        familyOf(game)?.has_rules ? el("a", { class: "quiet", href: `/rules/${game}` }, t("Rules")) : null,
        isGame ? [" · ", el("a", { class: "quiet", href: `/g/${this.id}`, "data-to-game": "" }, t("To the game"))] : null,
      ),
    );
  }

  /** What the dice of a record prove, checked here where the browser can. */
  #dice() {
    const { dice } = this.seen;
    if (dice?.kind !== "hmac-sha256" || !dice.secret) return null;
    const place = el("span", { class: "soft dice-verdict", role: "status" });
    recordVerdict(this.seen, this.id).then(({ proven, words }) => {
      place.textContent = ` · ${words}`;
      place.dataset.verified = String(proven);
    });
    return place;
  }

  /** What is unfolded when it is wanted, in a row: all of it is in sight on a laptop. */
  #folds() {
    const textOf = (format) =>
      exported(format === "svg" ? { ...this.#line(), format } : { ...this.record(), format });
    const files = el(
      "details",
      { class: "files more" },
      el("summary", {}, t("Download")),
      el("div", { class: "row" }, fileButtons(`${this.seen.game}-${this.id}`, textOf, "small")),
    );
    return el("div", { class: "study-folds" }, this.explorer.element, files, shareTools(this));
  }

  #tools() {
    this.evaluateButton = button(t("Evaluate the game"), () => this.#evaluate(), {
      kind: "small",
      iconName: "scale",
      "data-evaluate": "",
    });
    this.cutButton = button(t("Cut this variation"), () => this.go(this.current.cut()), {
      kind: "plain small",
      hidden: true,
    });
    return el(
      "div",
      { class: "study-tools" },
      el(
        "div",
        { class: "row" },
        this.evaluateButton,
        button(t("Hint"), () => this.#hint(), { kind: "small", iconName: "bulb", "data-act": "hint" }),
        this.pen.element,
        this.cutButton,
      ),
    );
  }

  /** What the server needs to know of the line to a place. */
  #line(node = this.current) {
    const { spec, setup, seed, start } = this.seen;
    const given = { spec, moves: node.moves };
    if (start) given.start = start;
    else if (setup) given.setup = setup;
    else if (seed !== null && seed !== undefined) given.seed = seed;
    return given;
  }

  /** Look at a place in the tree: where the table tells nothing of it, one stays. A place that was just made goes away
   * then, and what it stands `instead` of stays; whatever was in the tree before is nobody's to cut. */
  async go(node, { animate = true, isNew = false, instead = null } = {}) {
    const isStep = node.parent === this.current;
    this.current = node;
    this.#showComment(); // at once: what is typed while the board is on the way belongs to this place
    if (!node.position || (!node.position.moves.length && !node.position.outcome)) {
      try {
        const seen = await post("/api/study/look", { ...this.#line(node), whole: false });
        node.position = seen.positions.at(-1);
      } catch (error) {
        note(error.message);
        if (!node.position) return this.#stay(node, isNew);
      }
    }
    if (this.current !== node) return undefined;
    instead?.cut();
    return this.#show(animate && isStep);
  }

  /** By a turn that was tried before or never. */
  #goOn(from, text, instead = null) {
    const isNew = !from.children.some((child) => child.text === text);
    return this.go(from.child(text), { isNew, instead });
  }

  /** Where the board is, or as near to it as the tree still goes. */
  #stay(node, isNew) {
    if (isNew && node.isBare) node.cut();
    if (this.current !== node) return undefined; // somebody is elsewhere already
    let there = reached(this.root, this.shown.moves);
    while (!there.position) there = there.parent;
    return this.go(there, { animate: false });
  }

  #show(animate) {
    const { current, seen } = this;
    const { position } = current;
    this.shown = current;
    this.stage.show(seen.board, t(seen.title), position, {
      animate,
      moves: position.moves.filter(({ kind }) => kind !== "roll"),
      hint: hinted(current),
    });
    this.stage.say(this.#status(position));
    this.stage.offerToo(() => this.#faces(position));
    this.tree.show(this.root, current);
    this.pen.show(current.marks);
    pointPictures(this.element, current);
    this.#keep();
    this.cutButton.hidden = current.isMain && this.#length > 0;
    if (!current.parent) this.cutButton.hidden = true;
    this.#showJudgement();
    this.explorer.show(this.#line(), current.moves);
    if (current.text) announce(t("After {move}", { move: current.text }));
  }

  #showComment() {
    const { comment } = this.current;
    if (this.comment.value !== comment) this.comment.value = comment; // or the caret would leap to its end
  }

  #status(position) {
    const { outcome } = position;
    const { current, seen } = this;
    if (!outcome && seen.result && current.isMain && current.turn === seen.history.length)
      return el("strong", {}, endWords(seen.result, seen.sides.map((side) => ({ side }))));
    if (!outcome)
      return el(
        "strong",
        {},
        position.is_chance
          ? t("{side} rolls: choose a face", { side: position.side_to_move })
          : t("{side} to move", { side: position.side_to_move }),
      );
    const headline =
      outcome.winner === null ? t("A draw") : t("{side} has won", { side: this.seen.sides[outcome.winner] });
    return el(
      "span",
      {},
      el("strong", {}, headline),
      el("span", { class: "soft" }, ` ${said(outcome.reason_words, outcome.reason)}`),
    );
  }

  /** In study one chooses what the die shows. */
  #faces(position) {
    if (!position.is_chance) return [];
    return position.moves.map((gesture) =>
      button(gesture.text, () => this.#rolled(gesture), {
        kind: "small",
        "data-face": gesture.text,
        "aria-label": t(gesture.label, gesture.values),
      }),
    );
  }

  #rolled(gesture) {
    const announced = this.current;
    this.#goOn(announced.parent, `${announced.text}:${gesture.text}`, announced);
  }

  #try(gesture) {
    this.#goOn(this.current, gesture.text);
  }

  #comment() {
    this.current.comment = this.comment.value;
    this.#keep();
  }

  #marked(marks) {
    this.current.marks = marks;
    this.#keep();
  }

  /** How many turns are the game, and stay. A line that some people try together is none: they may cut it. */
  get #length() {
    return this.onchange && !wasPlayed(this.seen) ? 0 : this.seen.history.length;
  }

  #text() {
    return JSON.stringify(written(this.root, this.#length));
  }

  #keep() {
    const { setup, seed, spec } = this.seen;
    if (this.onchange) {
      const text = this.#text();
      if (text !== this.written) this.onchange();
      this.written = text;
      return;
    }
    const names = wasPlayed(this.seen) ? namesAndScore(this.seen)[0].textContent : "";
    const facts = { address: this.address, spec, names, ...(setup ? { setup, seed } : {}) };
    this.unkept.hidden = keep(this.root, this.seen.history.length, this.id, facts);
  }

  async #hint() {
    const node = this.current;
    try {
      node.hint = await post("/api/study/hint", this.#line(node));
    } catch (error) {
      if (!this.stopped) note(error.message);
      return;
    }
    if (this.shown !== node) return; // one is elsewhere by now, and finds it on coming back
    this.stage.chooser.markToo({ hint: hinted(node) });
    this.#showJudgement();
  }

  // the engine's judgement of the whole line

  get #mainLine() {
    return this.current.end.line;
  }

  async #evaluate() {
    const line = this.#mainLine;
    this.evaluateButton.disabled = true;
    line.forEach((node) => {
      node.judgement = null;
    });
    try {
      await stream("/api/study/evaluate", { ...this.#line(line.at(-1)), simulations: 1500 }, (judgement) => {
        if (line[judgement.turn]) line[judgement.turn].judgement = judgement;
        this.#showJudgement();
        this.tree.show(this.root, this.current);
        return !this.stopped;
      });
    } catch (error) {
      note(error.message);
    }
    this.evaluateButton.disabled = false;
  }

  #showJudgement() {
    const line = this.#mainLine;
    const judgements = line.map(({ judgement }) => judgement).filter(Boolean);
    const goTo = (turn) => {
      if (line[turn]) this.go(line[turn], { animate: false });
    };
    fill(
      this.graphBox,
      judgements.length ? graph(judgements, this.seen.sides, this.current.turn, goTo, line.length - 1) : null,
    );
    const { judgement, hint } = this.shown;
    fill(this.judged, judgement ? [verdict(judgement), " "] : null, hint ? hintWords(hint) : null);
  }

  // files

  /** The whole study as a record in our own format. */
  text() {
    return exported({ ...this.record(), format: "json" });
  }

  /** A record for another study: "all" of this one, what begins at the "position" that is shown, or the "empty" board. */
  textFrom(what) {
    if (what === "all") return this.text();
    const { spec, setup } = this.seen;
    const start = what === "position" ? { start: this.shown.position.text } : setup ? { setup } : {};
    return exported({ spec, moves: [], ...start, format: "json" });
  }

  /** All that is known: the game as it was recorded, or the line on an empty board, with everything added to it. */
  record() {
    const { history, record } = this.seen;
    const length = this.#length;
    const game = length ? { record: JSON.stringify({ ...record, moves: history }) } : this.#line(this.root.end);
    const { comments, study } = written(this.root, length || this.root.end.turn);
    return { ...game, comments, study: study && JSON.stringify(study) };
  }
}

/** The cells that the engine's hint for a place points at. */
function hinted({ hint, position }) {
  return position?.moves.find(({ text }) => text === hint?.move)?.cells ?? [];
}
