/** The lobby: who waits for a game, what is being played, and a challenge of one's own. */

import { get, post } from "../api.js";
import { button, el, fill, refill } from "../element.js";
import { nameThePage, note } from "../frame.js";
import { gameName } from "../gamelist.js";
import { families, loadFamilies, presetLine, startSpec, titleOf, variantWords } from "../games.js";
import { go } from "../main.js";
import { withdraw } from "../people/challenge.js";
import { clockWords, playedRow, ratingWords } from "../people/company.js";
import { identity, ownIdentity } from "../people/identity.js";
import { changeMe, me } from "../people/me.js";
import { askName } from "../people/seating.js";
import { t } from "../texts.js";

const EVERY = 5000; // milliseconds between looks
const CLOCKS = [
  [5, 3],
  [10, 5],
  [20, 10],
];
const DAYS = [1, 3, 7];
const NEAR = 200; // of rating

/** Show it; gives a way to leave it. */
export async function show(main) {
  nameThePage(t("Lobby"));
  main.className = "lobby";
  await loadFamilies();
  const waiting = el("div");
  const played = el("div");
  const own = el("section", { class: "card own-challenge" });
  fill(main, el("h1", {}, t("Lobby")), own, el("h2", {}, t("Who waits for a game")), waiting, el("h2", {}, t("What is being played")), played);
  const known = new Map();
  const draw = (place, row, none, told) => {
    if (known.get(place) === JSON.stringify(told)) return; // whoever is at a button there stays at it
    known.set(place, JSON.stringify(told));
    refill(place, () => main.focus({ preventScroll: true }), list(told.map(row), none));
  };
  const look = async () => {
    const lobby = await get("/api/lobby", identity() || null);
    draw(waiting, challengeRow, t("Nobody at the moment."), lobby.challenges);
    draw(played, playedRow, t("Nothing at the moment."), lobby.played);
  };
  await look();
  drawOwn(own, await me());
  const looking = setInterval(() => document.hidden || look().catch(() => {}), EVERY);
  return () => clearInterval(looking);
}

function list(rows, none) {
  return rows.length ? el("ul", { class: "game-rows" }, rows) : el("p", { class: "soft" }, none);
}

function challengeRow(challenge) {
  const { id, name, person, rating, is_rated: isRated, reach, clock, is_yours: isYours } = challenge;
  const who = name || t("Guest");
  const facts = [
    ratingWords(rating),
    clockWords(clock),
    isRated ? t("rated") : null,
    reach ? t("rating within {reach}", { reach }) : null,
  ].filter(Boolean);
  return el(
    "li",
    { "data-challenge": id },
    el(
      "span",
      { class: "words" },
      gameName(challenge),
      " ",
      person ? el("a", { href: `/player/${person}` }, who) : who,
      " ",
      el("span", { class: "soft" }, facts.join(" · ")),
    ),
    isYours
      ? [
          el("a", { class: "quiet", href: `/g/${id}`, "data-own": id }, t("To the game")),
          button(t("Withdraw"), () => withdraw(id, identity()), { kind: "small", "data-withdraw": id }),
        ]
      : button(t("Play"), () => take(id), { kind: "main small", "data-take": id, "aria-label": t("Play against {name}", { name: who }) }),
  );
}

async function tried(work) {
  try {
    return await work();
  } catch (error) {
    note(error.message);
    return null;
  }
}

async function take(id) {
  const name = await askName();
  if (name === null) return;
  if (await tried(() => post(`/api/lobby/${id}/take`, { name }, ownIdentity()))) go(`/g/${id}`);
}

/** What a challenge of one's own asks for. */
function drawOwn(card, person) {
  const presets = families().flatMap((family) =>
    family.presets.map((preset, place) => {
      const spec = startSpec(family, preset);
      const name = place ? `${titleOf(family.name)} · ${variantWords(spec)}` : titleOf(family.name);
      return { spec, name, line: presetLine(preset) };
    }),
  );
  const specs = presets.map(({ spec, name }) => [spec, name]);
  const clocks = [
    ...CLOCKS.map(([minutes, increment]) => [
      `s${60 * minutes}+${increment}`,
      clockWords({ kind: "sudden", seconds: 60 * minutes, increment }),
    ]),
    ...DAYS.map((days) => [`d${days}`, clockWords({ kind: "days", days })]),
  ];
  const select = (word, options, mark) =>
    el("label", { class: "field" }, word, el("select", { "data-ask": mark }, options.map(([value, say]) => el("option", { value }, say))));
  const rated = tick(t("Rated"), "rated");
  const near = tick(t("Only for ratings near mine"), "near");
  const line = el("p", { class: "soft preset-line" });
  /** What is said of the preset, as where a game is set up. */
  const tellLine = () => {
    const chosen = presets.find(({ spec }) => spec === card.querySelector("[data-ask=spec]").value);
    fill(line, chosen.line);
  };
  const wanted = () => {
    const asked = (mark) => card.querySelector(`[data-ask=${mark}]`);
    return {
      spec: asked("spec").value,
      clock: readClock(asked("clock").value),
      is_rated: asked("rated").checked,
      reach: asked("near").checked ? NEAR : null,
    };
  };
  fill(
    card,
    el("h2", {}, t("Your challenge")),
    el("div", { class: "row filters", onchange: () => tellLine() }, el("div", {}, select(t("Game"), specs, "spec"), line), select(t("Clock"), clocks, "clock")),
    person?.is_public ? el("div", { class: "row" }, rated, near) : el("div", { hidden: true }, rated, near),
    el("div", { class: "row" }, button(t("Wait for somebody"), () => challenge(wanted()), { kind: "main", "data-challenge-all": "" })),
  );
  tellLine();
}

function tick(word, mark) {
  return el("label", { class: "tick" }, el("input", { type: "checkbox", "data-ask": mark }), word);
}

function readClock(text) {
  const [amount, increment] = text.slice(1).split("+").map(Number);
  return text[0] === "d" ? { kind: "days", days: amount } : { kind: "sudden", seconds: amount, increment };
}

async function challenge(wanted) {
  const name = await askName();
  if (name === null) return;
  await tried(() => changeMe({ name }));
  const answer = await tried(() => post("/api/lobby", wanted, ownIdentity()));
  if (answer) go(`/g/${answer.id}`);
}
