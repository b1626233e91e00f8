/** The die that rolls in sight, and the proof that it was fair. */

import { get } from "../api.js";
import { el, svg } from "../element.js";
import { dialog } from "../frame.js";
import { isAnimated } from "../preferences.js";
import { recall } from "../seats.js";
import { t } from "../texts.js";

const PIPS = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
};
const ROLLING = 900; // milliseconds

/** A die on the screen. */
export class Die {
  constructor() {
    this.face = svg("g");
    this.element = svg(
      "svg",
      { viewBox: "-50 -50 100 100", class: "die", role: "img", "aria-label": t("The die") },
      svg("rect", { x: -42, y: -42, width: 84, height: 84, rx: 18, class: "die-body" }),
      this.face,
    );
    this.show(null);
  }

  /** Show a face, or none. */
  show(face, faces = 6) {
    const pips = faces <= 6 && face ? PIPS[face] : null;
    this.face.innerHTML = pips
      ? pips.map(([x, y]) => `<circle cx="${x * 22}" cy="${y * 22}" r="8.5" class="pip"/>`).join("")
      : `<text y="17" text-anchor="middle" class="die-number">${face ?? ""}</text>`;
    this.element.setAttribute("aria-label", face ? t("The die shows {face}", { face }) : t("The die"));
    this.element.classList.toggle("blank", !face);
  }

  /** Roll until it lies still. */
  async roll(face, faces) {
    if (isAnimated()) {
      const turn = this.element.animate(
        [
          { transform: "rotate(0) scale(1)" },
          { transform: "rotate(300deg) scale(1.18)", offset: 0.6 },
          { transform: "rotate(720deg) scale(1)" },
        ],
        { duration: ROLLING, easing: "cubic-bezier(.2,.6,.3,1)" },
      );
      for (let k = 0; k < 8; k += 1) {
        this.show(1 + ((face + k * 5 + (k % 3)) % faces), faces);
        await new Promise((wake) => {
          setTimeout(wake, 50 + 12 * k);
        });
      }
      this.show(face, faces);
      await turn.finished.catch(() => {});
    }
    this.show(face, faces);
  }
}

/** One roll as the secret and the nonces give it; docs/api.md tells how. */
async function derive({ commitment, nonces }, key, k, faces) {
  const limit = 2n ** 64n - (2n ** 64n % BigInt(faces));
  for (let attempt = 0; ; attempt += 1) {
    const message = [commitment, nonces[0], nonces[1], k, attempt].join("|");
    const digest = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(message));
    const number = new DataView(digest).getBigUint64(0);
    if (number < limit) return Number(number % BigInt(faces)) + 1;
  }
}

/** Whether the secret fits its commitment and every roll is what it gives. */
export async function verifyRolls(dice) {
  const secret = Uint8Array.from(dice.secret.match(/../g), (pair) => parseInt(pair, 16));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", secret));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (hex !== dice.commitment) return false;
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  for (const { k, faces, face } of dice.rolls) if ((await derive(dice, key, k, faces)) !== face) return false;
  return true;
}

/** What this browser remembers of a game's dice and the table now says otherwise, in words; empty if nothing. */
function contradiction(dice, id) {
  const kept = recall(id) ?? {};
  if (kept.commitment && kept.commitment !== dice.commitment)
    return t("The fingerprint is not the one that was shown at the start!");
  if (kept.nonce && dice.nonces.some(Boolean) && !dice.nonces.includes(kept.nonce))
    return t("Neither part is the one that this browser added. Was it added on another device of yours?");
  return "";
}

async function verdict(dice, id, answer) {
  const wrong = contradiction(dice, id);
  if (wrong) answer.dataset.verified = "false";
  if (wrong) return wrong;
  if (!dice.secret) return t("The secret is shown when the game is over; then every roll can be checked.");
  const isHere = Boolean(globalThis.crypto?.subtle);
  const verified = isHere ? await verifyRolls(dice) : (await get(`/api/play/${id}/dice`)).verified;
  answer.dataset.verified = String(verified);
  if (!verified) return t("The rolls do not fit the secret!");
  return isHere
    ? t("Checked in your browser: every roll is what the secret and both parts give.")
    : t("Checked by the table: every roll is what the secret and both parts give.");
}

/** Tell how the dice of a game are made fair. */
export async function openDice(dice, id) {
  const row = (word, value) => [el("dt", {}, word), el("dd", { class: "figures" }, value || "–")];
  const answer = el("p", { class: "verdict", role: "status" }, "…");
  dialog(
    t("Fair dice"),
    el(
      "p",
      {},
      t(
        "Before the first roll the table fixed a secret and showed its fingerprint; each player added a part of their own. Every roll follows from all three, so that neither the table nor a player alone can choose or foresee it.",
      ),
    ),
    el(
      "dl",
      { class: "facts" },
      row(t("Fingerprint"), dice.commitment),
      row(t("First player's part"), dice.nonces[0]),
      row(t("Second player's part"), dice.nonces[1]),
      row(t("Secret"), dice.secret ?? t("not shown yet")),
      row(t("Rolls"), dice.rolls.map(({ face }) => face).join(" ")),
    ),
    answer,
  );
  answer.textContent = await verdict(dice, id, answer).catch((error) => error.message);
}
