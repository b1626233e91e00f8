/** A challenge of one's own, while it stands in the lobby. */

import { post, remove } from "../api.js";
import { button, el } from "../element.js";
import { note } from "../frame.js";
import { go } from "../main.js";
import { forget } from "../seats.js";
import { t, timeOf } from "../texts.js";
import { identity } from "./identity.js";

/** Take it out of the lobby, and away with the game that nobody can come to any more. */
export async function withdraw(id, seat) {
  try {
    await remove(`/api/lobby/${id}`, identity());
    await go("/lobby");
    await remove(`/api/play/${id}`, seat);
    forget(id);
  } catch (error) {
    note(error.message);
  }
}

/** At the game: that it waits, or that nobody has come in time, and what can be done; onagain() is told when it stands once more. */
export function lobbyWaiting(id, seat, { until, has_run_out: hasRunOut, mayBeAway }, onagain) {
  const again = async () => {
    try {
      await post(`/api/lobby/${id}/again`, {}, identity());
      onagain();
    } catch (error) {
      note(error.message);
    }
  };
  const words = hasRunOut
    ? t("It has run out: nobody has come in time.")
    : t("It stands in the lobby for anybody until {time}. You may look at other pages: “My games” says when somebody has come and it is your turn.", { time: timeOf(until) });
  return el(
    "section",
    { class: "invite card", "aria-label": t("Your challenge") },
    el("h2", {}, t("Your challenge")),
    el("p", { class: hasRunOut ? "" : "soft" }, words),
    mayBeAway || hasRunOut ? null : el("p", { class: "soft" }, t("Others see it for as long as you have a page of Ludejo open.")),
    el(
      "div",
      { class: "row" },
      hasRunOut ? button(t("Set it up again"), again, { kind: "main", "data-again": "" }) : null,
      button(t("Withdraw"), () => withdraw(id, seat), { "data-withdraw": "" }),
    ),
  );
}
