/** A game at the table. */

import { post } from "../api.js";
import { ActBar } from "../game/actbar.js";
import { Alone } from "../people/alone.js";
import { Board } from "../board/board.js";
import { keyboardHelp } from "../board/hand.js";
import { Chooser } from "../board/chooser.js";
import { Clocks } from "../game/clock.js";
import { DiceTray } from "../dice/dicetray.js";
import { agreement, contradiction, diceFacts, strangeTakeback } from "../dice/dicememory.js";
import { el, fill } from "../element.js";
import { EngineHelp } from "../game/enginehelp.js";
import { announce, nameThePage, note, sorry } from "../frame.js";
import { credited, dress, variantWords } from "../games.js";
import { Guide } from "../guide/guide.js";
import { Holding } from "../game/holding.js";
import { Keeping } from "../game/keeping.js";
import { layOut } from "../game/layout.js";
import { go } from "../main.js";
import { openKeyHelp } from "../guide/keyhelp.js";
import { MoveList } from "../game/movelist.js";
import { Past } from "../game/past.js";
import { Pencil } from "../board/pencil.js";
import { Premove } from "../board/premove.js";
import { PlayerCard } from "../game/playercard.js";
import { isAnimated, onPreference, preference } from "../preferences.js";
import { GameCompany } from "../people/gamecompany.js";
import { keepView, seenView } from "../people/offline.js";
import { showOwnLink } from "../people/seating.js";
import { forget, recall, remember } from "../seats.js";
import { TablePrompt } from "../game/tableprompt.js";
import { isUnmoved, tell } from "../game/telling.js";
import { t } from "../texts.js";
import { typedMove } from "../game/typedmove.js";
import { Zoom, flipButton } from "../board/zoom.js";

const AFTER_ROLL = 450; // milliseconds to see where the die has led

/** Show a game; gives a way to leave it. */
export function show(main, id) {
  const page = new GamePage(main, id);
  page.arrive();
  return () => page.leave();
}

class GamePage {
  constructor(main, id) {
    this.main = main;
    this.id = id;
    this.view = null;
    const handlers = {
      onview: (view) => this.#receive(view),
      onpresent: (present, watchers) => this.#present(present, watchers),
      onsaid: (seat, phrase) => this.company.hear(seat, phrase),
      onstate: (state, code) => this.#state(state, code),
    };
    this.holding = new Holding(id, handlers, (secret) => {
      this.help.secret = secret;
    });
    this.past = new Past(
      () => this.view,
      () => this.#look(),
    );
    this.queue = Promise.resolve();
    this.waiting = 0;
    this.clocks = new Clocks();
    this.stageBoard = el("div", { class: "stage-board" });
    this.zoom = new Zoom(this.stageBoard);
    this.moves = new MoveList((turn) => this.past.step(turn), flipButton(() => this.#flip()));
    this.help = new EngineHelp(
      id,
      this.holding.secret,
      () => this.view,
      () => this.chooser.markToo(this.#extraMarks(this.view.position)),
    );
    this.title = "";
    this.alone = new Alone(id, () => this.holding.secret);
    this.company = new GameCompany(id, {
      say: (phrase) => this.holding.live.say(phrase),
      onwaiting: (challenge, onagain) => this.alone.waitInLobby(challenge, onagain),
      onplayers: () => this.#showCards(),
    });
    this.guide = new Guide();
    this.acts = new ActBar((name) => this.#act(name), this.help);
    this.prompt = new TablePrompt(id, this, () => this.#forgetPremove());
    this.clocks.ontick = () => this.view && !this.view.result && this.prompt.tick(this.view);
    this.keeping = new Keeping(this.holding, this.past, {
      onlink: () => showOwnLink(this.id, this.holding.secret),
      onrenew: () => this.holding.renew(),
      onname: (name) => this.#ask(() => post(`/api/play/${this.id}/name`, { name }, this.holding.secret)),
      ondelete: () => this.#act("delete"),
    });
    this.keys = (event) => this.moves.key(event) || this.#key(event);
  }

  arrive() {
    this.#drawFrame();
    this.holding.connect();
    document.addEventListener("keydown", this.keys);
    this.unlisten = onPreference(() => this.#showPosition());
  }

  leave() {
    this.holding.leave();
    this.clocks.stop();
    this.company.leave();
    this.unlisten?.();
    this.guide.unlisten();
    document.removeEventListener("keydown", this.keys);
  }

  #drawFrame() {
    this.heading = el("h1", { class: "game-title" });
    this.lost = el("p", { class: "connection-lost", role: "status", hidden: true }, t("Connection lost. Trying again…"));
    this.cards = [new PlayerCard("above", null), new PlayerCard("below", null)];
    this.typed = typedMove((text) => this.#move(text));
    layOut(this);
  }

  // what the server says

  #receive(view) {
    this.waiting += 1;
    this.queue = this.queue
      .then(() => this.#take(view))
      .catch((error) => console.error(error))
      .finally(() => {
        this.waiting -= 1;
      });
  }

  async #take(view) {
    const before = this.view;
    if (before && view.number < before.number) return;
    if (!before) this.#begin(view);
    this.view = view;
    if (view.acts.length) keepView(view);
    if (view.result) this.premove.clear(); // no turn comes any more
    if (before && before.history.join() !== view.history.join()) {
      this.past.forget();
      this.help.forgetHint();
    }
    const isNew = before && view.history.length > before.history.length;
    const isThrown = before && this.tray && view.dice.rolls.length > before.dice.rolls.length;
    const hasRolled = isThrown && (await this.#roll(before, view));
    const animate = isNew && this.waiting < 3 && !this.isDragged;
    const settled = isUnmoved(before, view) ? this.#showPrompt() : this.#showPosition({ animate });
    this.isDragged = false;
    this.#showRest(before);
    if (before) tell(before, view, this.acts);
    if (before && view.series.next && !before.series.next && view.you !== "watcher") this.#toNext(view.series.next);
    await settled; // one move is seen to its end before the next
    if (hasRolled && isAnimated()) await new Promise((wake) => setTimeout(wake, AFTER_ROLL));
  }

  #begin(view) {
    this.bottom = view.you === 1 ? 1 : 0;
    dress(this.main, view.game);
    const title = [t(view.title), variantWords(view.spec)].filter(Boolean).join(" · ");
    fill(this.heading, credited(title, view.game, view.spec));
    this.title = title;
    this.board = new Board(view.board, {
      label: t("The board of {game}. {help}", { game: t(view.title), help: keyboardHelp() }),
      ...Chooser.hand(() => this.chooser),
    });
    this.chooser = new Chooser(this.board, {
      onmove: (gesture, how) => this.#play(gesture, how),
      onchange: () => this.#showPrompt(),
      onnothing: (cell, start) => this.#chosenInVain(cell, start),
    });
    this.pencil = new Pencil(this.board);
    this.premove = new Premove(this.board);
    this.guide.fetch(view, () => this.#showPrompt());
    fill(this.stageBoard, this.board.element);
    this.zoom.put(this.board);
    this.#placeClocks();
    if (!view.dice) return;
    this.tray = new DiceTray(view, this.id);
    this.prompt.element.prepend(this.tray.element);
  }

  /** The other player's side below: the board, and the cards beside it. */
  #flip() {
    if (!this.view) return;
    this.board.flip();
    this.bottom = 1 - this.bottom;
    this.#placeClocks();
    this.#showCards();
  }

  #placeClocks() {
    this.cards[0].clockFace = this.clocks.faces[1 - this.bottom];
    this.cards[1].clockFace = this.clocks.faces[this.bottom];
  }

  #roll(before, view) {
    this.chooser.offer([], {});
    const say = (sentence) => this.prompt.say(sentence);
    return this.tray.roll(before, view, this.board.cells, say, (reach) => this.chooser.markToo({ reach }));
  }

  #present(present, watchers) {
    this.company.count(watchers);
    if (!this.view) return;
    this.view.seats.forEach((seat, k) => {
      seat.present = present[k];
    });
    this.#showCards();
  }

  /** Without the table: a game on one device as it was last seen here. */
  #showAsSeen() {
    const seen = seenView(this.id);
    if (!seen) return;
    this.#receive(seen);
    note(t("As you last saw it. To play on, the table is needed."));
  }

  #state(state, code) {
    this.lost.hidden = state !== "lost";
    if (state === "lost" && !this.view) this.#showAsSeen();
    if (state !== "gone") return;
    const { former } = recall(this.id) ?? {};
    if (code === 4401 && former) return this.holding.holdWith(former); // the table never heard of the new link
    this.isGone = true;
    const [noGame, noSeat] = this.view
      ? [t("This game has been deleted."), t("The link to this seat has been renewed. Come back with the new one.")]
      : [t("There is no such game here."), t("The secret of this seat is wrong.")];
    const sentence = code === 4404 ? noGame : noSeat;
    if (code === 4404) forget(this.id);
    sorry(this.main, sentence);
  }

  #toNext(id) {
    this.holding.rememberNext(id);
    go(`/g/${id}`);
  }

  // drawing

  #showPosition({ animate = false } = {}) {
    if (!this.view) return undefined;
    const { view } = this;
    const { position } = this.past;
    const settled = this.board.show(position.drawing, { animate });
    this.zoom.follow();
    const mayMove = !this.past.isShown && !view.result;
    this.chooser.extra = this.#extraMarks(position);
    this.chooser.offer(
      mayMove ? view.position.moves.filter((gesture) => gesture.kind !== "roll") : [],
      view.position.hops,
      view.position.side_to_move,
    );
    if (mayMove) this.#playAhead();
    return settled;
  }

  /** The move that was chosen while the other side thought. */
  #playAhead() {
    const { gestures } = this.chooser;
    this.premove.learn(gestures);
    if (!gestures.length || !this.premove.cells.length) return;
    const { cells, isWhole } = this.premove;
    const meant = this.premove.take(gestures);
    if (meant) return void this.#play(meant);
    this.chooser.markToo(this.#extraMarks(this.view.position));
    if (isWhole) note(t("Not possible any more: {move}. Choose another move.", { move: cells.join("–") }));
  }

  #extraMarks(position) {
    const marks = {};
    if (preference("threats") && !this.view.result && !this.past.isShown) marks.threats = position.threats;
    if (this.help.cells && !this.past.isShown) marks.hint = this.help.cells;
    if (!this.past.isShown) marks.premove = this.premove.cells;
    return marks;
  }

  #showRest(before) {
    const { view } = this;
    const isMine = !view.result && view.you === view.position.to_move;
    nameThePage(isMine ? `● ${this.title}` : this.title);
    this.clocks.set(view.clock, Boolean(view.result));
    if (this.tray) this.#watchDice(view);
    this.#showCards();
    this.moves.show(view.history, this.past.turn);
    this.acts.show(view, this.id);
    this.keeping.show(view);
    this.company.show(view);
    this.typed.hidden = Boolean(view.result) || view.you === "watcher" || view.opponent === "engines";
    this.alone.show(view);
    this.holding.take(view);
    const hasEnded = Boolean(view.result) !== Boolean(before?.result);
    if (!before || hasEnded || before.history.length !== view.history.length) this.help.evaluate();
  }

  /** Parts and the secret come without a roll, too. What the table changes afterwards is said at once. */
  #watchDice(view) {
    this.tray.view = view;
    if (!this.holding.secret || view.you === "watcher") return;
    const problem = strangeTakeback(view, this.id);
    const wrong = contradiction(view, this.id) || (problem && t("Not proven fair: {problem}.", { problem }));
    if (wrong && wrong !== this.warned) note(wrong);
    this.warned = wrong;
    remember(this.id, diceFacts(view, this.id, this.tray.faces));
  }

  #showCards() {
    const drawing = this.board.view;
    const { players } = this.company;
    this.cards[0].show(this.view, 1 - this.bottom, drawing, players[1 - this.bottom]);
    this.cards[1].show(this.view, this.bottom, drawing, players[this.bottom]);
  }

  #showPrompt() {
    if (this.view) this.prompt.show(this.view, this.chooser, this.premove);
  }

  // what the player does

  /** Another turn is looked at. */
  #look() {
    const { turn } = this.past;
    this.#showPosition();
    this.moves.show(this.view.history, turn);
    if (turn > 0) announce(t("After {move}", { move: this.view.history[turn - 1] }));
  }

  /** Keys that nothing on the page wants for itself. */
  #key(event) {
    const isTyped = event.target.closest("input, textarea, select, dialog[open]");
    if (isTyped || event.ctrlKey || event.metaKey || event.altKey) return;
    const takeBack = () => this.view?.acts.includes("takeback") && this.#act("takeback");
    const wish = { r: () => this.guide.rules(), f: () => this.#flip(), z: takeBack, "?": openKeyHelp };
    if (event.key === "Escape") this.#forgetPremove();
    wish[event.key.toLowerCase()]?.();
  }

  /** A cell that means nothing now may be meant for later; else it is said why nothing happens. */
  #chosenInVain(cell, start) {
    const { view } = this;
    const isDue = view.you === view.position.to_move || view.acts.includes("roll"); // mine to move, or to roll
    const isWaiting = !view.result && !this.past.isShown && [0, 1].includes(view.you) && !isDue;
    this.premove.tell(this.guide.words?.kinds);
    if (isWaiting && this.premove.choose(cell, view.seats[1 - view.you].side)) this.#showPremove();
    else this.guide.explain(cell, start, this.chooser, this.prompt.whyNot(view, this.chooser));
  }

  #showPremove() {
    this.chooser.markToo(this.#extraMarks(this.view.position));
    this.#showPrompt();
  }

  #forgetPremove() {
    if (!this.premove?.cells.length) return;
    this.premove.clear();
    this.#showPremove();
  }

  #play(gesture, { isDragged = false } = {}) {
    const ghost = this.chooser.ghost(gesture);
    this.isDragged = isDragged;
    this.chooser.offer([], {});
    if (ghost) this.board.mark({ ghost });
    this.#move(gesture.text);
  }

  async #move(text) {
    try {
      await this.holding.live.act("move", { number: this.view.number, text });
      return true;
    } catch (error) {
      this.#refused(error);
      return false;
    }
  }

  #act(name) {
    const isAsked = this.view.offers.some(({ what, seat }) => what === "takeback" && seat !== this.view.you);
    const isTakeback = name === "takeback" || (name === "accept" && isAsked);
    if (this.tray && isTakeback) remember(this.id, agreement(this.view));
    return this.#ask(() => this.holding.live.act(name, { number: this.view.number }));
  }

  async #ask(work) {
    try {
      await work();
    } catch (error) {
      this.#refused(error);
    }
  }

  /** The position as it stands: where the game has gone on, the view of that has come before the refusal. */
  #refused(error) {
    if (this.isGone) return;
    note(error.message);
    this.#showPosition();
  }
}
