/** While the other seat is empty: the link for a friend, or that the game waits in the lobby for anybody. */

import { el, fill } from "../element.js";
import { invitation } from "../game/invite.js";
import { recall } from "../seats.js";
import { lobbyWaiting } from "./challenge.js";

/** Lives in `element`, which is empty once both are there. */
export class Alone {
  constructor(id) {
    this.id = id;
    this.element = el("div");
  }

  /** Draw what a view asks for. */
  show(view) {
    const { opponent, seats, result } = view;
    this.isAlone = opponent === "friend" && !result && !seats.every((seat) => seat.joined);
    const friend = recall(this.id)?.friend;
    if (!this.isAlone) fill(this.element);
    else if (friend && !this.element.firstChild) fill(this.element, invitation(friend));
  }

  /** The game is a challenge that stands in the lobby. */
  waitInLobby(secret) {
    if (this.isAlone) fill(this.element, lobbyWaiting(this.id, secret));
  }
}
