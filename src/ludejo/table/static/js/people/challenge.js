/** A challenge of one's own, while it stands in the lobby. */

import { remove } from "../api.js";
import { button, el } from "../element.js";
import { note } from "../frame.js";
import { go } from "../main.js";
import { forget } from "../seats.js";
import { t } from "../texts.js";
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

/** At the game: that it waits, and a way out. */
export function lobbyWaiting(id, seat) {
  return el(
    "section",
    { class: "invite card", "aria-label": t("Your challenge") },
    el("h2", {}, t("Your challenge")),
    el("p", { class: "soft" }, t("It stands in the lobby for anybody. You may look at other pages: “My games” says when somebody has come and it is your turn.")),
    el("div", { class: "row" }, button(t("Withdraw"), () => withdraw(id, seat), { "data-withdraw": "" })),
  );
}
