/** Whether somebody wants a page and ratings that others see; where the table has a lobby. */

import { el, fill } from "../element.js";
import { note } from "../frame.js";
import { preference } from "../preferences.js";
import { t } from "../texts.js";
import { changeMe, me } from "./me.js";
import { askOffers, offered } from "./offers.js";

/** A card that fills itself when the table offers a lobby. */
export function lobbyCard() {
  const card = el("section", { class: "card telling", hidden: true });
  askOffers().then(async () => {
    if (offered("lobby")) draw(card, await me().catch(() => null));
  });
  return card;
}

function draw(card, person) {
  const change = async ({ target }) => {
    try {
      draw(card, await changeMe({ is_public: target.checked, name: preference("name") }));
    } catch (error) {
      note(error.message);
    }
  };
  const field = el("input", { type: "checkbox", checked: Boolean(person?.is_public), onchange: change, "data-public": "" });
  card.hidden = false;
  fill(
    card,
    el("h2", {}, t("Meeting people")),
    el("p", {}, el("a", { href: "/lobby" }, t("To the lobby"))),
    el("label", { class: "tick" }, field, t("Have a page and ratings that others see")),
    person?.is_public ? el("p", {}, el("a", { href: `/player/${person.id}`, "data-my-page": "" }, t("My page"))) : null,
  );
}
