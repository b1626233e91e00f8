/** The buttons of a game: what the server says may be done now, the engine's help, and what comes after the end. */

import { button, el, fill } from "../element.js";
import { askWhether } from "../frame.js";
import { t } from "../texts.js";
import { offerWords } from "./outcome.js";

/** Calls onact(name) for acts at the table; `help` is the engine's. */
export class ActBar {
  constructor(onact, help) {
    this.onact = onact;
    this.help = help;
    this.element = el("div", { class: "acts" });
  }

  /** Draw the buttons for a view. */
  show(view) {
    const may = (name) => view.acts.includes(name);
    const hasOther = view.seats.every((seat) => seat.joined);
    const small = { kind: "plain small" };
    fill(
      this.element,
      may("takeback")
        ? button(t("Take back"), () => this.onact("takeback"), { ...small, iconName: "undo", "data-act": "takeback" })
        : null,
      may("evaluate") && !view.result && view.opponent !== "engines"
        ? button(t("Hint"), () => this.help.hint(), {
            ...small,
            iconName: "bulb",
            disabled: !may("hint"), // while the engine thinks: its place is kept
            "data-act": "hint",
          })
        : null,
      (may("evaluate") && !view.result) || this.help.isEvaluating ? this.#evaluation() : null,
      hasOther && (may("draw") || (may("resign") && view.opponent === "friend"))
        ? button(t("Draw"), () => this.#draw(view), {
            ...small,
            iconName: "half",
            disabled: !may("draw"), // after an offer: its place is kept, else “Resign” would stand where one has just pressed
            title: t("Offer a draw"),
            "data-act": "draw",
          })
        : null,
      may("resign") && (hasOther || view.opponent !== "friend") // else there is nobody to lose to: the game can be deleted
        ? button(t("Resign"), () => this.#resign(), { ...small, iconName: "flag", "data-act": "resign" })
        : null,
    );
    this.element.hidden = !this.element.firstChild;
  }

  #evaluation() {
    return button(
      t("Chances"),
      (event) => {
        this.help.toggleChances();
        event.currentTarget.setAttribute("aria-pressed", String(this.help.isEvaluating));
      },
      {
        kind: "plain small",
        iconName: "scale",
        "aria-pressed": String(this.help.isEvaluating),
        "data-act": "evaluate",
      },
    );
  }

  #resign() {
    this.#ask(t("Resign this game?"), t("Resign"), "resign", { kind: "danger", iconName: "flag" });
  }

  /** An offer can be declined; on the same device there is nobody to decline, and the game would be over. */
  #draw(view) {
    if (view.you !== "both") this.onact("draw");
    else this.#ask(t("Do both of you agree to a draw?"), t("Draw"), "draw", { kind: "main", iconName: "half" });
  }

  #ask(question, word, act, traits) {
    askWhether(question, [], word, () => this.onact(act), { back: t("Play on"), ...traits });
  }

  /** What an offer says. */
  offerWord({ what, seat }, view) {
    const { name, side: colour } = view.seats[seat];
    return offerWords(what, name || colour);
  }

  /** Whether the other player has said no to an offer: it is gone, and nothing else has happened. */
  isDeclined(before, view) {
    const own = before.offers.find(({ seat }) => seat === view.you);
    const isGone = own && !view.offers.some(({ number }) => number === own.number);
    const isSame =
      before.history.length === view.history.length &&
      Boolean(before.result) === Boolean(view.result) &&
      before.series.next === view.series.next;
    return Boolean(isGone && isSame);
  }

  /** A die that waits: whoever announced without rolling rolls now. */
  roll(view) {
    return view.acts.includes("roll")
      ? button(t("Roll"), () => this.onact("roll"), { kind: "main", "data-act": "roll" })
      : null;
  }

  /** Offers that stand: to be answered, or made by oneself. */
  offers(view) {
    return view.offers.flatMap((offer) => {
      if (offer.seat === view.you) return el("span", { class: "soft" }, t("Offered. Waiting for an answer."));
      if (!view.acts.includes("accept")) return [];
      return [
        el("span", { class: "asked" }, this.offerWord(offer, view)),
        button(t("Accept"), () => this.onact("accept"), { kind: "main small", "data-act": "accept" }),
        button(t("Decline"), () => this.onact("decline"), { kind: "small", "data-act": "decline" }),
      ];
    });
  }

  /** After the end: another game, a look through this one. */
  afterwards(view, id) {
    const offered = view.offers.some((offer) => offer.what === "rematch");
    return [
      this.offers(view),
      view.acts.includes("rematch") && !offered
        ? button(t("Rematch"), () => this.onact("rematch"), { kind: "main", iconName: "again", "data-act": "rematch" })
        : null,
      view.series.next ? el("a", { class: "button", href: `/g/${view.series.next}` }, t("The next game")) : null,
      el("a", { class: "button", href: `/study/${id}`, "data-study": "" }, t("Review")),
      el("a", { class: "button", href: "/" }, t("New game")),
    ];
  }
}
