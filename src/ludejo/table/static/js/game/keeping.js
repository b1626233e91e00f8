/** What can be done to a game that is kept: files and frames of it; for its players another link, another name, deleting it. */

import { post } from "../api.js";
import { shareArrangement } from "../arrangement.js";
import { button, el, fill } from "../element.js";
import { askWhether, note } from "../frame.js";
import { fetchGames } from "../gamelist.js";
import { identity } from "../people/identity.js";
import { preference } from "../preferences.js";
import { ownGames } from "../seats.js";
import { count, t } from "../texts.js";
import { offerFiles, offerForPages } from "../study/takehome.js";

/**
 * Calls onrenew(), onname(name), ondelete() and onlink(), which says whether there is a link to show; `holding` has the
 * seat's secret, `past` the turn that is looked at.
 */
export class Keeping {
  constructor(holding, past, { onlink, onrenew, onname, ondelete }) {
    Object.assign(this, { holding, past, onlink, onrenew, onname, ondelete });
    this.row = el("div", { class: "row" });
    this.title = el("summary");
    this.element = el("details", { class: "files keeping" }, this.title, this.row);
  }

  /** Draw the buttons for a view. */
  show(view) {
    const small = (word, onclick, name) => button(word, onclick, { kind: "small", "data-keep": name });
    const forAll = [
      small(t("Download"), () => offerFiles(view, this.holding.secret, this.past.at), "files"),
      small(t("For another page"), () => offerForPages(view.id, this.past.at), "pages"),
      view.setup ? shareArrangement(() => view) : null,
    ];
    fill(this.title, view.you === "watcher" ? t("Game") : t("Seat and game"));
    if (view.you === "watcher") return fill(this.row, forAll);
    return fill(
      this.row,
      forAll,
      small(t("My link"), () => this.onlink() || this.#renew(), "link"),
      small(t("New link"), () => this.#renew(), "renew"),
      small(t("Change name"), () => this.#rename(view), "name"),
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
    askWhether(title, el("div", { class: "stack" }, content), word, onsure);
  }
}

/** Give all of somebody's games the name that they have now, or none; games in which that cannot be done are left out. */
export async function renameEverywhere() {
  const secrets = new Map(await listedSeats().catch(() => []));
  for (const { id, secret } of ownGames()) if (secret) secrets.set(id, secret);
  let changed = 0;
  for (const [id, secret] of secrets)
    await post(`/api/play/${id}/name`, { name: preference("name") }, secret).then(
      () => (changed += 1),
      () => {},
    );
  note(count("{n} game changed", "{n} games changed", changed));
}

/** The seats that one's words hold, here as on any device; of very many, the first. */
async function listedSeats() {
  const { games } = identity() ? await fetchGames() : { games: [] };
  return games.map(({ id }) => [id, identity()]);
}
