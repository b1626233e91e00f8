/** A player's card: piece, name, presence, score and clock. */

import { token } from "../board/drawn.js";
import { el, fill } from "../element.js";
import { playerLink, ratingWords } from "../people/company.js";
import { seatName } from "./outcome.js";
import { t } from "../texts.js";

/** One seat's card; `place` is "above" or "below" the board. */
export class PlayerCard {
  constructor(place, clockFace) {
    this.clockFace = clockFace;
    this.element = el("section", { class: `player card ${place}` });
  }

  /** Draw it from a view; `drawing` is that of the board, `player` who sits there if they have a page. */
  show(view, k, drawing, player = null) {
    const seat = view.seats[k];
    const name = seatName(seat, k, view.you, view.opponent);
    const isTurn = !view.result && view.position.to_move === k;
    this.element.classList.toggle("to-move", isTurn);
    this.element.setAttribute("aria-label", name);
    fill(
      this.element,
      token(drawing, drawing.pieces[seat.side]),
      el(
        "div",
        { class: "player-words" },
        el("strong", {}, playerLink(name, player)),
        this.#facts(view, seat, k, name, ratingWords(player?.rating)),
      ),
      this.#score(view, k),
      this.clockFace,
    );
  }

  #presence(view, seat, k) {
    if (seat.kind === "program")
      return view.engine?.thinking && view.position.to_move === k
        ? el("span", { class: "thinking", "aria-hidden": "true" }, el("i"), el("i"), el("i"))
        : null;
    if (view.opponent !== "friend" || view.you === k) return null;
    if (!seat.joined && view.you === "watcher") return null; // its name says so
    const word = !seat.joined ? t("not here yet") : seat.present ? t("here") : t("away");
    return el("span", { class: `presence ${seat.present ? "here" : "away"}` }, ` · ${word}`);
  }

  /** The second line: how strong somebody is, the colour, what is still to be placed, who is there. */
  #facts(view, seat, k, name, rating) {
    const left = view.position.in_hand?.[k];
    const words = [rating, name === t(seat.side) ? null : t(seat.side), left === undefined ? null : t("{n} in hand", { n: left })];
    return el("span", { class: "soft" }, words.filter(Boolean).join(" · "), this.#presence(view, seat, k));
  }

  #score(view, k) {
    const { score, game } = view.series;
    if (game < 2 && !view.result) return null;
    const text = String(score[k])
      .replace(/^0\.5$/, "½")
      .replace(".5", "½");
    return el(
      "span",
      {
        class: "score figures",
        title: t("Score of the series"),
        role: "img",
        "aria-label": t("Score {score}", { score: text }),
      },
      text,
    );
  }
}
