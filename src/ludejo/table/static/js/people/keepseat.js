/** Seats of this browser, put into the list of its person: from then on no lost browser data loses them. */

import { post } from "../api.js";
import { preference } from "../preferences.js";
import { forget, isKept, noteKept, ownGames } from "../seats.js";
import { identity, isIdentity, ownIdentity } from "./identity.js";

const AT_ONCE = 20; // seats that are brought into the list in one go: there may be two hundred from before

const PAUSE = 1500; // milliseconds in which a name may still be typed

const asking = new Set();
let telling;

/** Put a seat into the list, once. */
export async function keepSeat(id, secret) {
  if (!secret || isIdentity(secret) || isKept(id) || asking.has(id)) return;
  const person = ownIdentity();
  if (!person) return;
  asking.add(id);
  try {
    await post(`/api/play/${id}/keep`, { person }, secret);
    noteKept(id, person);
  } catch (error) {
    if (error.code === "table/no-such-game") forget(id);
    else if (error.code === "seat/taken" || error.code === "offer/too-often") noteKept(id, person); // asking again is no use
  } finally {
    asking.delete(id);
  }
}

/** Put seats of earlier days into the list; tells whether there were any. */
export async function keepEarlierSeats() {
  const earlier = ownGames()
    .filter((game) => game.secret && !isKept(game.id))
    .slice(0, AT_ONCE);
  for (const { id, secret } of earlier) await keepSeat(id, secret);
  return earlier.length > 0 && Boolean(identity());
}

/** Tell the table how this browser's person is called, so that their other devices know it too. */
export function tellName() {
  clearTimeout(telling);
  telling = setTimeout(() => {
    if (identity()) post("/api/me", { name: preference("name") }, identity()).catch(() => {});
  }, PAUSE);
}
