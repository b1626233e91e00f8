/** The die that rolls in sight, and what is told of how it was made fair. */

import { get } from "../api.js";
import { el, svg } from "../element.js";
import { dialog } from "../frame.js";
import { contradiction, hasOwnPart, strangeTakeback } from "./dicememory.js";
import { canCheck, problemOf, proofOfView, shortcomingOf } from "./fairdice.js";
import { isAnimated } from "../preferences.js";
import { recall } from "../seats.js";
import { said, t } from "../texts.js";

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

/** What there is to say of a game's dice, and whether they are proven fair: true, false, or null while it lasts and for
 * whoever added no part of their own, to whom nothing is proven.
 */
async function verdict(view, id, proof) {
  const wrong = contradiction(view, id);
  if (wrong) return { proven: false, words: wrong };
  if (!view.dice.secret)
    return { proven: null, words: t("The secret is shown when the game is over; then every roll can be checked.") };
  const problem = strangeTakeback(view, id) || (canCheck() && ((await problemOf(proof)) || shortcomingOf(proof)));
  if (problem) return { proven: false, words: t("Not proven fair: {problem}.", { problem }) };
  const isOwn = hasOwnPart(view, id);
  if (!canCheck()) {
    const told = await askTable(id);
    return told.proven && !isOwn ? { ...told, proven: null } : told;
  }
  if (isOwn)
    return {
      proven: true,
      words: t("Checked in your browser: every roll is what the secret and both parts give, and one part is yours."),
    };
  return {
    proven: null,
    words: t(
      "Checked in your browser: every roll is what the secret and both parts give. But no part is this browser's, so that nobody chose them is not proven here.",
    ),
  };
}

async function askTable(id) {
  const { verified, words } = await get(`/api/play/${id}/dice`);
  return { proven: verified, words: t("Checked by the table itself: {found}.", { found: said(words) }) };
}

/** The numbers of faces by which a game's rolls are checked: who added a part believes only what they were told before. */
function facesFor(view, id, told) {
  const { faces } = recall(id) ?? {};
  return hasOwnPart(view, id) ? faces : (faces ?? told);
}

/** Tell how the dice of a game are made fair; `told` is how many faces the board says that they have. */
export async function openDice(view, id, told) {
  const { dice } = view;
  const row = (word, value) => [el("dt", {}, word), el("dd", { class: "figures" }, value || "–")];
  const answer = el("p", { class: "verdict", role: "status" }, "…");
  const proof = proofOfView(view, facesFor(view, id, told));
  const { thrown, undone } = proof;
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
      row(t("Faces of the die"), facesWord(proof.faces)),
      row(t("Rolls"), thrown.map(({ face }) => face).join(" ")),
      undone.length ? row(t("Taken back"), undone.map(({ drop, face }) => `${drop}:${face}`).join(" ")) : null,
    ),
    answer,
  );
  const { proven, words } = await verdict(view, id, proof).catch((error) => ({ proven: null, words: error.message }));
  answer.textContent = words;
  if (proven !== null) answer.dataset.verified = String(proven);
}

/** Each number once, with its announcements where they differ: 6, or 8: R1 R2 · 6: C1. */
function facesWord(faces) {
  const numbers = [...new Set(Object.values(faces ?? {}))];
  const those = (number) => Object.keys(faces).filter((drop) => faces[drop] === number);
  if (numbers.length < 2) return numbers.join();
  return numbers.map((number) => `${number}: ${those(number).join(" ")}`).join(" · ");
}
