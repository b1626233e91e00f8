/** What a player may do to a game that is kept: another link for the seat, another name in it, deleting it. */

import { post } from "../api.js";
import { shareArrangement } from "../arrangement.js";
import { button, el, fill } from "../element.js";
import { dialog, note } from "../frame.js";
import { preference } from "../preferences.js";
import { ownGames } from "../seats.js";
import { count, t } from "../texts.js";

/** Calls onrenew(), onname(name), ondelete() and onlink(). */
export class Keeping {
  constructor({ onlink, onrenew, onname, ondelete }) {
    Object.assign(this, { onlink, onrenew, onname, ondelete });
    this.row = el("div", { class: "row" });
    this.element = el("details", { class: "files keeping" }, el("summary", {}, t("Seat and game")), this.row);
  }

  /** Draw the buttons for a view. */
  show(view) {
    const arrangement = view.setup ? shareArrangement(() => view) : null;
    this.element.hidden = view.you === "watcher" && !arrangement;
    if (view.you === "watcher") return fill(this.row, arrangement);
    const small = (word, onclick, name) => button(word, onclick, { kind: "small", "data-keep": name });
    return fill(
      this.row,
      small(t("My link"), () => this.onlink(), "link"),
      small(t("New link"), () => this.#renew(), "renew"),
      small(t("Change name"), () => this.#rename(view), "name"),
      arrangement,
      view.acts.includes("delete") ? small(t("Delete game"), () => this.#delete(view), "delete") : null,
    );
  }

  #renew() {
    const words = t("Every link to your seat that there is now stops working, on your other devices too.");
    this.#ask(t("A new link for your seat?"), words, t("New link"), this.onrenew);
  }

  #delete(view) {
    const isShared = view.opponent === "friend" && view.seats.every((seat) => seat.joined) && view.history.length >= 2;
    const words = isShared
      ? t("The other player is asked. If both of you want it, nothing of the game is kept.")
      : t("Nothing of the game is kept.");
    this.#ask(t("Delete this game?"), words, t("Delete game"), this.ondelete);
  }

  #rename(view) {
    const seat = view.seats[view.you === 1 ? 1 : 0];
    const field = el("input", { type: "text", maxlength: 40, value: seat.name || preference("name") });
    const label = el("label", { class: "field" }, t("Your name in this game, or none"), field);
    this.#ask(t("Change name"), label, t("Change name"), () => this.onname(field.value));
  }

  #ask(title, content, word, onsure) {
    const sure = () => {
      box.close();
      onsure();
    };
    const box = dialog(
      title,
      el("div", { class: "stack" }, content),
      el(
        "div",
        { class: "row end" },
        button(t("Cancel"), () => box.close()),
        button(word, sure, { kind: "main", "data-sure": "" }),
      ),
    );
  }
}

/** Give all games of this browser the name that it has now, or none; games in which that cannot be done are left out. */
export async function renameEverywhere() {
  let changed = 0;
  for (const { id, secret } of ownGames().filter((game) => game.secret))
    await post(`/api/play/${id}/name`, { name: preference("name") }, secret).then(
      () => (changed += 1),
      () => {},
    );
  note(count("{n} game changed", "{n} games changed", changed));
}
