/** Whether somebody wants a page and ratings that others see, and whom they do not meet; where the table has a lobby. */

import { get, post } from "../api.js";
import { button, el, fill } from "../element.js";
import { note } from "../frame.js";
import { preference } from "../preferences.js";
import { t } from "../texts.js";
import { identity } from "./identity.js";
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
    person ? blockedOnes() : null,
  );
}

/** Those whom somebody has blocked, each with a way back; empty as long as there are none. */
function blockedOnes() {
  const place = el("div");
  const drawThem = ({ people }) =>
    fill(
      place,
      people.length ? el("h3", {}, t("Whom you do not meet")) : null,
      el("ul", { class: "game-rows" }, people.map(blockedRow)),
    );
  const blockedRow = ({ id, name }) => {
    const word = name || t("Guest");
    const meet = async () => {
      try {
        await post(`/api/people/${id}/unblock`, {}, identity());
        drawThem(await get("/api/me/blocked", identity()));
        note(t("You may meet in the lobby again."));
      } catch (error) {
        note(error.message);
      }
    };
    const named = { kind: "small", "data-unblock": id, "aria-label": t("Unblock {name}", { name: word }) };
    return el("li", {}, el("span", { class: "words" }, word), button(t("Unblock"), meet, named));
  };
  get("/api/me/blocked", identity()).then(drawThem, () => {});
  return place;
}
