/** Being the same person on another device: by a link, its QR code, or six words. */

import { get, post } from "../api.js";
import { button, el } from "../element.js";
import { askWhether, dialog, note } from "../frame.js";
import { linkAndCode } from "../game/invite.js";
import { prefer, preference } from "../preferences.js";
import { t } from "../texts.js";
import { adopt, forgetLost, hasLost, identity, identityLink, newIdentity, ownIdentity, readIdentity, wordsOf } from "./identity.js";
import { passkeyTools } from "./passkeys.js";
import { moveSubscription } from "./telling.js";

/** A card that tells how; `onchange` is called when this browser has become somebody else. */
export function devices(onchange) {
  return el(
    "section",
    { class: "card devices" },
    el("h2", {}, t("On your other devices")),
    el("p", { class: "soft" }, t("There are no accounts here. Six words stand for you: with them, any browser has your games.")),
    el(
      "div",
      { class: "row" },
      button(t("Show my words"), () => showWords(), { "data-words": "" }),
      button(t("I have words from another device"), () => askWords(onchange), { "data-have-words": "" }),
    ),
    passkeyTools(async (secret) => {
      await become(secret);
      await onchange();
    }),
  );
}

/** That the words of this browser were replaced on another device, and what can be done; empty where they were not. */
export function lostWords(onchange) {
  if (!hasLost()) return null;
  const goOn = async () => {
    forgetLost();
    await onchange();
  };
  return el(
    "section",
    { class: "card devices", "data-lost-words": "" },
    el("h2", {}, t("Your words do not work any more")),
    el("p", {}, t("New ones were drawn on another device. Type them here, and this browser has your games again.")),
    el(
      "div",
      { class: "row" },
      button(t("I have words from another device"), () => askWords(onchange), { kind: "main", "data-new-to-type": "" }),
      button(t("Go on without them"), goOn, { "data-go-on": "" }),
    ),
  );
}

function showWords() {
  const secret = ownIdentity();
  if (!secret) return note(t("This browser keeps nothing, so that it cannot be anybody."));
  post("/api/me", {}, secret).catch(() => {}); // from now on the table knows the words, before the first game too
  const link = identityLink(secret);
  const box = dialog(
    t("Your words"),
    el(
      "div",
      { class: "stack" },
      el("p", { class: "six-words", translate: "no" }, wordsOf(secret)),
      el("p", { class: "soft" }, t("Whoever has them plays in your place. Write them down, or open this link on the other device:")),
      ...linkAndCode(link, t("Link for your other devices")),
    ),
    el(
      "div",
      { class: "row end" },
      button(t("New words"), () => renewWords(box), { "data-new-words": "" }),
      button(t("Done"), () => box.close(), { kind: "main" }),
    ),
  );
  return undefined;
}

/** The old words are dead from then on. The new ones are kept before the table is asked: a lost answer loses nobody. */
async function renewWords(box) {
  const [old, secret] = [identity(), newIdentity()];
  adopt(secret);
  try {
    await post("/api/me/words", { secret }, old);
    const isOpen = box.open; // else its page has been left
    box.close();
    note(t("You have new words. The old ones do not work any more."));
    if (isOpen) showWords();
  } catch (error) {
    if (error.status) adopt(old);
    note(error.message);
  }
}

function askWords(onchange) {
  const field = el("textarea", { rows: 2, spellcheck: "false", autocapitalize: "none", "data-typed-words": "" });
  const wrong = el("p", { class: "wrong", role: "alert", hidden: true });
  const take = async () => {
    const secret = readIdentity(field.value);
    wrong.textContent = await refusal(secret);
    wrong.hidden = !wrong.textContent;
    if (!wrong.hidden) return;
    box.close();
    await become(secret);
    await onchange();
  };
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    take();
  });
  const box = dialog(
    t("Words from another device"),
    el("div", { class: "stack" }, el("label", { class: "field" }, t("The six words, or the link"), field), wrong),
    el(
      "div",
      { class: "row end" },
      button(t("Cancel"), () => box.close()),
      button(t("Be the same person here"), take, { kind: "main", "data-become": "" }),
    ),
  );
}

/** Why words cannot be taken over; empty if they can. A slip of the pen must not make somebody new of this browser. */
async function refusal(secret) {
  if (!secret) return t("These are not six words of five letters each.");
  try {
    const { is_known: isKnown } = await get("/api/me/games?most=1", secret);
    return isKnown ? "" : t("Nobody here has these words. Is one of them misspelt?");
  } catch (error) {
    return error.message;
  }
}

/** Be somebody: games that this browser holds by their own links come along (keepseat.js). */
async function become(secret) {
  adopt(secret);
  forgetLost();
  const { name } = await get("/api/me", secret);
  if (name && !preference("name")) prefer({ name });
  moveSubscription().catch(() => {}); // it can be asked for again in the list of games
  note(t("This browser has your games now."));
}

/** Whether the address brings words: somebody who is nobody yet takes them over at once, anybody else is asked. */
export async function takeOver() {
  const secret = location.hash.startsWith("#me.") ? readIdentity(location.hash) : null;
  if (location.hash) history.replaceState(null, "", location.pathname);
  if (!secret || secret === identity()) return;
  const wrong = await refusal(secret);
  if (wrong) note(wrong);
  else if (!identity() || (await isSure())) await become(secret).catch((error) => note(error.message));
}

function isSure() {
  return new Promise((done) => {
    const box = askWhether(
      t("Be the same person here?"),
      el("p", {}, t("This browser has games of its own. They come along, and the words it had before are given up.")),
      t("Be the same person here"),
      () => done(true),
    );
    box.addEventListener("close", () => done(false)); // comes later, and is too late where somebody is sure
  });
}
