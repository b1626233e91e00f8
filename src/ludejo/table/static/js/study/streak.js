/** Which puzzles were solved in this browser, and how many in a row: without a wrong move and without a look. */

const KEY = "ludejo.puzzles";
const STREAK = "ludejo.streak";

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    /* then they can be solved again */
  }
}

/** The ids of the puzzles of a game that were solved. Numbers, which were kept once, tell no more which. */
export function solved(game) {
  return new Set((read(KEY)[game] ?? []).filter((id) => typeof id === "string"));
}

/** How many were solved in a row now and at best, and on how many days in a row. */
export function streak() {
  const { run = 0, best = 0, days = 0, last = 0 } = read(STREAK);
  return { run, best, days: today() - last > 1 ? 0 : days };
}

function today() {
  return Math.floor(Date.now() / 86_400_000);
}

/** A wrong move, or a look at the solution. */
export function broken() {
  write(STREAK, { ...read(STREAK), run: 0 });
}

/** Remember a puzzle that was solved; it counts for the row if it was at the first try, and once. */
export function keepSolved(game, id, isClean) {
  const all = read(KEY);
  const known = solved(game);
  const isNew = !known.has(id);
  all[game] = [...known.add(id)];
  write(KEY, all);
  const { run = 0, best = 0, days = 0, last = 0 } = read(STREAK);
  const now = isClean && isNew ? run + 1 : run;
  const since = today() - last;
  const inRow = since === 0 ? days : since === 1 ? days + 1 : 1;
  write(STREAK, { run: now, best: Math.max(best, now), days: inRow, last: today() });
}
