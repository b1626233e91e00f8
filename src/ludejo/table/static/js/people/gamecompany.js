/** At a game between people: who watches, a few set phrases instead of chat, and what to do about somebody. */

import { get, post } from "../api.js";
import { button, el, fill } from "../element.js";
import { announce, dialog, note } from "../frame.js";
import { seatName } from "../game/outcome.js";
import { t } from "../texts.js";
import { watchersWords } from "./company.js";
import { identity } from "./identity.js";
import { askOffers, offered } from "./offers.js";

const SHOWN = 6000; // milliseconds that a phrase stays

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

/** Lives in `element`; say(phrase) is asked to send one, onwaiting() told that the game waits in the lobby for somebody. */
export class GameCompany {
  constructor(id, say, onwaiting) {
    this.id = id;
    this.say = say;
    this.onwaiting = onwaiting;
    this.asked = 0; // how many were there when it was asked who they are
    this.watchers = el("span", { class: "watchers soft" });
    this.heard = el("p", { class: "heard", hidden: true });
    this.choice = el("div", { class: "row phrases" });
    this.menu = el("details", { class: "files" }, el("summary", {}, t("Say something")), this.choice);
    this.others = el("div", { class: "row" });
    this.element = el("div", { class: "company", hidden: true }, this.watchers, this.heard, this.menu, this.others);
  }

  /** Draw what a view allows. */
  show(view) {
    this.view = view;
    const isPlayer = view.you === 0 || view.you === 1;
    const here = view.seats.filter((seat) => seat.joined).length;
    this.menu.hidden = !isPlayer || view.opponent !== "friend" || here < 2;
    this.element.hidden = view.opponent !== "friend";
    if (!this.choice.firstChild) fill(this.choice, Object.entries(phrases()).map(([name, words]) => this.#phrase(name, words)));
    if (isPlayer && view.opponent === "friend" && this.asked !== here) this.#askWho(view, here);
  }

  #phrase(name, words) {
    return button(words, () => this.say(name).catch((error) => note(error.message)), { kind: "small", "data-say": name });
  }

  /** Show how many watch. */
  count(watchers) {
    this.watchers.textContent = watchers ? watchersWords(watchers) : "";
  }

  /** Show what somebody says, for a while. */
  hear(seat, name) {
    const words = phrases()[name];
    if (!words || !this.view || this.isDeaf) return;
    const said = `${seatName(this.view.seats[seat], seat, this.view.you, this.view.opponent)}: ${words}`;
    this.heard.textContent = said;
    this.heard.hidden = false;
    announce(said);
    clearTimeout(this.fading);
    this.fading = setTimeout(() => {
      this.heard.hidden = true;
    }, SHOWN);
  }

  /** In a game of the lobby the other player is somebody with whom one can be done. */
  async #askWho(view, here) {
    this.asked = here;
    if (!identity()) return;
    await askOffers();
    if (!offered("lobby")) return;
    const { people } = await get(`/api/lobby/${this.id}`, identity()).catch(() => ({ people: [] }));
    const other = people[1 - view.you];
    if (people[view.you] && here < 2 && this.asked === here) this.onwaiting();
    if (!other) return;
    fill(
      this.others,
      button(t("Hear no phrases"), () => this.#deafen(), { kind: "small", "data-deaf": "" }),
      button(t("Block"), () => this.#block(other), { kind: "small", "data-block": "" }),
      button(t("Report"), () => this.#report(other), { kind: "small", "data-report": "" }),
    );
  }

  #deafen() {
    this.isDeaf = true;
    this.heard.hidden = true;
    note(t("You hear no phrases in this game any more."));
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
