/** At a game between people: who watches, a few set phrases instead of chat, and what to do about somebody. */

import { get, post } from "../api.js";
import { button, el, fill } from "../element.js";
import { announce, dialog, note } from "../frame.js";
import { endWords, seatName } from "../game/outcome.js";
import { recall, remember } from "../seats.js";
import { t } from "../texts.js";
import { watchersWords } from "./company.js";
import { identity } from "./identity.js";
import { askOffers, offered } from "./offers.js";
import { leaveHere, setHere, tell as tellNotice } from "./waiting.js";

const SHOWN = 6000; // milliseconds that a phrase stays
const LOOK = 5000; // at least, between looks whether a challenge has run out
const LONGEST = 86_400_000; // that a browser is asked to wait

function phrases() {
  return {
    hello: t("Hello!"),
    luck: t("Have a good game!"),
    well: t("Well played!"),
    moment: t("One moment, please."),
    sorry: t("Sorry, a slip."),
    thanks: t("Thank you for the game."),
  };
}

/** Lives in `element`; say(phrase) is asked to send one, onwaiting(challenge, onagain) told how the game waits in the lobby
 * for somebody, onplayers() that it is known which `players` have a page. */
export class GameCompany {
  constructor(id, { say, onwaiting, onplayers }) {
    Object.assign(this, { id, say, onwaiting, onplayers });
    this.players = [null, null];
    this.asked = 0; // how many were there when it was asked who they are
    this.watchers = el("span", { class: "watchers soft" });
    this.heard = el("p", { class: "heard", hidden: true });
    this.choice = el("div", { class: "row phrases" });
    this.menu = el("details", { class: "files" }, el("summary", {}, t("Say something")), this.choice);
    this.deaf = el("span");
    this.others = el("span", { class: "row" });
    this.element = el("div", { class: "company", hidden: true }, this.watchers, this.heard, this.menu, el("div", { class: "row" }, this.deaf, this.others));
  }

  /** Draw what a view allows. */
  show(view) {
    const isPlayer = view.you === 0 || view.you === 1;
    if (isPlayer && view.result && this.view && !this.view.result) tellNotice(endWords(view.result, view.seats, view.you));
    this.view = view;
    const here = view.seats.filter((seat) => seat.joined).length;
    this.menu.hidden = !isPlayer || view.opponent !== "friend" || here < 2;
    this.element.hidden = view.opponent !== "friend";
    const isAsked = view.offers.some(({ seat }) => seat !== view.you);
    const isDue = isAsked || (!view.result && view.you === view.position.to_move);
    setHere(this.id, isPlayer && view.opponent === "friend" && here === 2 && isDue);
    if (!this.choice.firstChild) fill(this.choice, Object.entries(phrases()).map(([name, words]) => this.#phrase(name, words)));
    if (!this.menu.hidden && !this.deaf.firstChild) this.#drawDeaf();
    if (view.opponent === "friend" && this.asked !== here) this.#askWho(view, here);
  }

  #phrase(name, words) {
    const say = async () => {
      this.menu.open = false; // what stands below it comes back into sight
      await this.say(name).catch((error) => note(error.message));
    };
    return button(words, say, { kind: "small", "data-say": name });
  }

  leave() {
    this.isLeft = true;
    clearTimeout(this.looking);
    leaveHere();
  }

  /** Show how many watch. */
  count(watchers) {
    this.watchers.textContent = watchers ? watchersWords(watchers) : "";
  }

  /** Show what somebody says, for a while. */
  hear(seat, name) {
    const words = phrases()[name];
    if (!words || !this.view || recall(this.id)?.isDeaf) return;
    const said = `${seatName(this.view.seats[seat], seat, this.view.you, this.view.opponent)}: ${words}`;
    this.heard.textContent = said;
    this.heard.hidden = false;
    const { top, bottom } = this.heard.getBoundingClientRect();
    if (seat === this.view.you || (top >= 0 && bottom <= innerHeight)) announce(said);
    else note(said); // on a phone the panel is out of sight
    clearTimeout(this.fading);
    this.fading = setTimeout(() => {
      this.heard.hidden = true;
    }, SHOWN);
  }

  /** In a game of the lobby the players may have pages, and the other one is somebody with whom one can be done. */
  async #askWho(view, here) {
    this.asked = here;
    await askOffers();
    if (!offered("lobby")) return;
    const nobody = { people: [], public: [null, null], until: null };
    const found = await get(`/api/lobby/${this.id}`, identity() || null).catch(() => nobody);
    if (this.asked !== here) return;
    this.players = found.public;
    this.onplayers();
    const { people } = found;
    const other = people[1 - view.you];
    if (people[view.you] && found.until) this.#waitInLobby(found);
    if (!other || !identity()) return;
    fill(
      this.others,
      button(t("Block"), () => this.#block(other), { kind: "small", "data-block": "" }),
      button(t("Report"), () => this.#report(other), { kind: "small", "data-report": "" }),
    );
  }

  /** A challenge of one's own: the table is asked again at the time at which it will have run out. */
  #waitInLobby(challenge) {
    const look = async () => {
      const found = await get(`/api/lobby/${this.id}`, identity()).catch(() => challenge);
      if (this.isLeft || this.asked > 1 || !found.until) return;
      if (found.has_run_out) note(t("Your challenge has run out: nobody has come in time."));
      this.#waitInLobby(found);
    };
    this.onwaiting({ ...challenge, mayBeAway: this.view.clock?.kind === "days" }, look);
    clearTimeout(this.looking);
    const left = Math.min(LONGEST, Math.max(LOOK, challenge.until - Date.now()));
    if (!challenge.has_run_out) this.looking = setTimeout(look, left);
  }

  #drawDeaf() {
    const isDeaf = Boolean(recall(this.id)?.isDeaf);
    const turn = () => {
      remember(this.id, { isDeaf: !isDeaf });
      this.heard.hidden = true;
      this.#drawDeaf();
      this.deaf.firstChild.focus();
    };
    const word = isDeaf ? t("Hear phrases again") : t("Hear no phrases");
    fill(this.deaf, button(word, turn, { kind: "small", "data-deaf": String(isDeaf) }));
  }

  async #block(other) {
    try {
      await post(`/api/people/${other}/block`, {}, identity());
      note(t("You will not meet in the lobby any more."));
    } catch (error) {
      note(error.message);
    }
  }

  #report(other) {
    const reasons = { name: t("Their name"), phrases: t("Their phrases"), stalling: t("They let the clock run"), engine: t("A program plays") };
    const tell = async (reason) => {
      box.close();
      try {
        await post(`/api/people/${other}/report`, { game: this.id, reason }, identity());
        note(t("Whoever hosts the table will see it."));
      } catch (error) {
        note(error.message);
      }
    };
    const box = dialog(
      t("What is wrong?"),
      el("div", { class: "row" }, Object.entries(reasons).map(([name, words]) => button(words, () => tell(name), { "data-reason": name }))),
      el("div", { class: "row end" }, button(t("Cancel"), () => box.close())),
    );
  }
}
