/** Passkeys, where the host allows them: the device's own key stands for a person beside their words. */

import { get, post, remove } from "../api.js";
import { button, el, fill } from "../element.js";
import { note } from "../frame.js";
import { count, t } from "../texts.js";
import { adopt, identity, newIdentity, ownIdentity } from "./identity.js";
import { me } from "./me.js";
import { askOffers, offered } from "./offers.js";

/** Whether this browser can make keys for this table: it must have a name, by https or on its own machine. */
function isPossible() {
  const isNamed = /[a-z]/i.test(location.hostname);
  return isNamed && isSecureContext && Boolean(window.PublicKeyCredential?.parseCreationOptionsFromJSON);
}

/** What can be done with them; `onperson` is given the words of whoever came in. Empty where there are none. */
export function passkeyTools(onperson) {
  const place = el("div", { class: "stack tight passkeys" });
  if (isPossible()) askOffers().then(() => offered("passkeys") && draw(place, onperson).catch((error) => note(error.message)));
  return place;
}

async function draw(place, onperson) {
  const made = (await me()) ? (await get("/api/me/passkeys", identity())).made.length : 0;
  const again = () => draw(place, onperson);
  const words = made
    ? count("{n} passkey stands for you.", "{n} passkeys stand for you.", made)
    : t("A passkey of this device can stand for you, too. Nothing else is asked.");
  fill(
    place,
    el("p", { class: "soft" }, words),
    el(
      "div",
      { class: "row" },
      button(t("Make a passkey"), () => told(make, again), { kind: "small", "data-make-passkey": "" }),
      button(t("Come in by a passkey"), () => told(() => comeIn(onperson), again), { kind: "small", "data-use-passkey": "" }),
      made ? button(t("Remove my passkeys"), () => told(forget, again), { kind: "plain small", "data-remove-passkeys": "" }) : null,
    ),
  );
}

/** Do something, and say what came of it. Whoever closes the browser's own dialog has said no, and hears nothing. */
async function told(work, again) {
  try {
    await work();
    await again();
  } catch (error) {
    if (error.name !== "NotAllowedError" && error.name !== "AbortError") note(error.message);
  }
}

async function make() {
  const person = ownIdentity();
  const { options } = await post("/api/me/passkeys/options", {}, person);
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await navigator.credentials.create({ publicKey });
  await post("/api/me/passkeys", { credential: credential.toJSON() }, person);
  note(t("From now on this passkey stands for you."));
}

/** The words of this browser are drawn before the table is asked; they are taken on when it has said yes. */
async function comeIn(onperson) {
  const { options } = await post("/api/passkeys/options");
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await navigator.credentials.get({ publicKey });
  const secret = newIdentity();
  await post("/api/passkeys", { credential: credential.toJSON(), secret });
  adopt(secret);
  await onperson(secret);
}

async function forget() {
  await remove("/api/me/passkeys", identity());
  note(t("No passkey stands for you any more."));
}
