/** What has happened between two views, and what is heard of it: sounds, and sentences for those who hear the page. */

import { announce, note } from "../frame.js";
import { sound } from "../sounds.js";
import { t } from "../texts.js";
import { endWords, seatName, turnWord } from "./outcome.js";

/** Tell what has happened between two views; `acts` knows the words of offers. */
export function tell(before, view, acts) {
  if (view.history.length > before.history.length) tellMove(before, view);
  if (view.result && !before.result) {
    sound("end");
    announce(endWords(view.result, view.seats, view.you));
  }
  const isNew = (offer) => offer.seat !== view.you && !before.offers.some(({ number }) => number === offer.number);
  const offer = view.offers.find(isNew);
  if (offer && view.you !== "both") {
    sound("offer");
    announce(acts.offerWord(offer, view));
  }
  tellArrival(before, view);
  if (acts.isDeclined(before, view)) note(t("Your offer was declined."));
}

/** Whoever waited for a friend may have looked elsewhere. */
function tellArrival(before, { seats, you, opponent }) {
  const other = you === 0 || you === 1 ? 1 - you : -1;
  if (!seats[other]?.joined || before.seats[other].joined) return;
  sound("offer");
  note(t("{name} has come.", { name: seatName(seats[other], other, you, opponent) }));
}

function tellMove(before, view) {
  const side = before.position.side_to_move;
  sound("place");
  const next = view.result ? endWords(view.result, view.seats, view.you) : turnWord(view);
  announce([t("{side} plays {move}.", { side, move: view.history.at(-1) }), next].join(" "));
}

/** Whether a view brings no other board: whoever is choosing a move is not disturbed by a name or an offer. */
export function isUnmoved(before, { history, position, result }) {
  return (
    before?.history.length === history.length &&
    before.position.text === position.text &&
    before.position.moves.length === position.moves.length &&
    Boolean(before.result) === Boolean(result)
  );
}
