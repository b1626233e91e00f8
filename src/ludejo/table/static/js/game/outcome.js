/** Sentences about whose turn it is and how a game ended. */

import { clockTime, said, t } from "../texts.js";
import { timeText } from "./clock.js";

const NEAR = 20; // turns
const HOUR = 3_600_000; // milliseconds

/** How a game ended: a headline and a reason, to be read one after the other. */
export function ending(result, seats, you) {
  const { winner, how } = result;
  const reason = result.reason ? said(result.reason_words, result.reason) : howWord(result, seats);
  const told = (headline) => ({ headline: reason ? `${headline}:` : headline, reason });
  if (how === "aborted") return told(t("Aborted"));
  if (winner === null) return told(t("A draw"));
  if (you === winner) return told(t("You have won"));
  const won = t("{side} has won", { side: seats[winner].side });
  if (you !== 0 && you !== 1) return told(won);
  // What the rules say is said of whoever has won: "joined the top and the bottom".
  if (result.reason) return { headline: `${t("You have lost")}.`, reason: `${won}: ${reason}` };
  return told(t("You have lost"));
}

/** The same in one line. */
export function endWords(result, seats, you = "watcher") {
  const { headline, reason } = ending(result, seats, you);
  return reason ? `${headline} ${reason}.` : `${headline}.`;
}

function howWord(result, seats) {
  const loser = result.winner === null ? "" : seats[1 - result.winner].side;
  return (
    {
      resignation: t("{side} resigned", { side: loser }),
      time: t("{side} ran out of time", { side: loser }),
      agreement: t("by agreement"),
    }[result.how] ?? ""
  );
}

/** What somebody offers. */
export function offerWords(what, side) {
  return {
    draw: t("{side} offers a draw.", { side }),
    takeback: t("{side} asks to take a turn back.", { side }),
    rematch: t("{side} would like another game.", { side }),
    delete: t("{side} would like to delete this game.", { side }),
  }[what];
}

/** Whose turn it is. */
export function turnWord(view) {
  const { position, you, engine } = view;
  const side = position.side_to_move;
  if (position.is_chance && view.seats.some((seat) => !seat.joined))
    return you === "watcher" ? t("The die waits until both players are here") : t("The die waits until your friend is here");
  if (view.opponent === "friend" && !view.seats[position.to_move]?.joined) return t("Waiting for the other player");
  if (view.opponent === "engines") return t("{side} to move", { side });
  if (engine?.thinking) return t("The engine is thinking");
  if (you === "both") return t("{side} to move", { side });
  if (you === position.to_move) return t("Your turn, {side}", { side });
  if (you === "watcher") return t("{side} to move", { side });
  return t("{side}'s turn", { side });
}

/** What everybody should know about the time and the turns that are left; empty if nothing. */
export function deadlineWord({ first_turn_by: by, most_turns: most, history }) {
  if (by && by - Date.now() < HOUR)
    return t("Without a first move the game is aborted in {time}.", { time: timeText(by - Date.now()) });
  if (by) return t("Without a first move the game is aborted at {time}.", { time: clockTime(by) });
  const left = most - history.length;
  return left <= NEAR ? t("{n} turns until the game is cut short as a draw.", { n: left }) : "";
}

/** How a seat is called. */
export function seatName(seat, k, you, opponent) {
  if (seat.kind === "program") return t("Engine, level {level}", { level: seat.level });
  if (seat.name) return seat.name;
  if (you === k) return t("You");
  if (opponent === "same-device") return t(seat.side);
  if (!seat.joined) return you === "watcher" ? t("Empty seat") : t("The other player");
  return t("Guest");
}
