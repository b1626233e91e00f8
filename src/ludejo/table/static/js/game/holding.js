/** The seat that this browser holds in a game: the connection for it, coming in, another link, what is remembered. */

import { post } from "../api.js";
import { note } from "../frame.js";
import { identity } from "../people/identity.js";
import { keepSeat } from "../people/keepseat.js";
import { askName } from "../people/seating.js";
import { isKept, nonceFor, randomText, recall, remember, replaceSecret, resultFacts, seatOf } from "../seats.js";
import { t } from "../texts.js";
import { seatLink } from "./invite.js";
import { Live } from "./live.js";

/** `handlers` are those of the connection; onsecret(secret) is told when another secret holds the seat. */
export class Holding {
  constructor(id, handlers, onsecret) {
    Object.assign(this, { id, handlers, onsecret });
    this.secret = seatOf(id);
  }

  connect() {
    this.live?.close();
    this.live = new Live(this.id, this.secret, this.handlers);
  }

  leave() {
    this.isLeft = true;
    this.live?.close();
  }

  /** Another link for the seat. It is kept before the table is asked: an answer that is lost must not lose the seat. */
  async renew() {
    const [old, secret] = [this.secret, randomText()];
    replaceSecret(old, secret, this.id);
    this.live.close();
    try {
      await post(`/api/play/${this.id}/renew`, { secret }, isKept(this.id) ? identity() : old);
      if (!this.isLeft) seatLink(`/g/${this.id}#${secret}`);
    } catch (error) {
      note(error.message);
      if (error.status) replaceSecret(secret, old, this.id); // it was refused: the old one holds
    }
    if (!this.isLeft) this.holdWith(seatOf(this.id));
  }

  /** Go on with another secret. */
  holdWith(secret) {
    remember(this.id, { secret, former: secret === recall(this.id)?.former ? null : recall(this.id)?.former });
    this.secret = secret;
    this.onsecret(secret);
    this.connect();
  }

  /** Remember what a view says of the game, and do what it asks of whoever sits down. */
  take(view) {
    if (recall(this.id)?.former) remember(this.id, { former: null }); // the link in use works
    if (this.secret && view.you !== "watcher") this.#keepFacts(view);
    if (view.acts.includes("join")) this.#sitDown(view);
    else if (view.acts.includes("nonce")) this.#comeIn(view, "nonce", { nonce: nonceFor(this.id) });
  }

  /** Take the seat under a name, which is asked for once; whoever does not answer stays standing. */
  async #sitDown(view) {
    if (this.isAsked) return;
    this.isAsked = true;
    const name = await askName();
    if (this.live.closed) return;
    if (name === null) {
      note(t("You have not sat down. Load the page anew to do so."));
      return;
    }
    this.isAsked = false;
    this.#comeIn(view, "join", { name, nonce: nonceFor(this.id) });
  }

  #keepFacts(view) {
    keepSeat(this.id, this.secret);
    const level = view.seats.find((seat) => seat.kind === "program")?.level ?? null;
    remember(this.id, {
      spec: view.spec,
      title: view.title,
      opponent: view.opponent,
      level,
      ...resultFacts(view.result, view.you),
    });
  }

  /** Take the seat, and add the player's part of the dice, once: only now that their fingerprint has been seen. */
  #comeIn(view, act, body) {
    if (this.hasComeIn) return;
    this.hasComeIn = true;
    const isInTime = view.dice && !view.dice.rolls.length;
    this.live
      .act(act, { number: view.number, ...body })
      .then(() => isInTime && remember(this.id, { nonceTaken: true }))
      .catch(() => {
        this.hasComeIn = false; // the next view tells whether it is still due
      });
  }

  /** What the next game of the series starts with: the same seat, the same terms. */
  rememberNext(id) {
    const { spec, opponent, title, level, keptBy } = recall(this.id) ?? {};
    remember(id, { secret: this.secret, spec, opponent, title, level, keptBy, result: null });
  }
}
