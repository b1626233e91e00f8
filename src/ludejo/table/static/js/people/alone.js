/** While the other seat is empty: the link for a friend, or that the game waits in the lobby for anybody. */

import { post } from "../api.js";
import { button, el, fill, refill } from "../element.js";
import { note } from "../frame.js";
import { invitation } from "../game/invite.js";
import { randomText, recall, remember } from "../seats.js";
import { t } from "../texts.js";
import { lobbyWaiting } from "./challenge.js";

/** Lives in `element`, which is empty once both are there; secret() gives that of one's own seat. */
export class Alone {
  constructor(id, secret) {
    Object.assign(this, { id, secret });
    this.element = el("div");
  }

  /** Draw what a view asks for. */
  show(view) {
    const { opponent, seats, result, you } = view;
    this.isAlone = opponent === "friend" && !result && seats[1 - you]?.joined === false;
    if (!this.isAlone) fill(this.element);
    else if (!this.element.firstChild) this.#invite();
  }

  /** The link is known where it was made, and nowhere else: the table keeps none. Another device may have made a new
   * one since, by which this one is dead. */
  #invite() {
    const friend = recall(this.id)?.friend;
    const place = friend ? invitation(friend) : el("section", { class: "invite card" });
    const kind = friend ? "plain small" : "";
    place.append(button(t("New link for the empty seat"), () => this.#renew(), { kind, "data-invite": "" }));
    fill(this.element, place);
  }

  async #renew() {
    try {
      const { link } = await post(`/api/play/${this.id}/invite`, { secret: randomText() }, this.secret());
      remember(this.id, { friend: link });
      this.#invite();
    } catch (error) {
      note(error.message);
    }
  }

  /** The game is a challenge that stands in the lobby, or has run out there. */
  waitInLobby(challenge, onagain) {
    if (this.isAlone) refill(this.element, () => {}, lobbyWaiting(this.id, this.secret(), challenge, onagain));
  }
}
