/** What the table knows of this browser's person, and what it offers beside games. */

import { get, post } from "../api.js";
import { identity, ownIdentity } from "./identity.js";

let asked = { secret: "", person: null };

/** {id, name, is_public, has_feed, can}, asked for once of each person that this browser is; null for whoever is nobody yet. */
export async function me() {
  const secret = identity();
  if (!secret) return null;
  if (asked.secret !== secret) asked = { secret, person: ask(secret) };
  return asked.person;
}

async function ask(secret) {
  try {
    return await get("/api/me", secret);
  } catch (error) {
    if (asked.secret === secret) forgetMe();
    if (error.code === "person/needed") return null;
    throw error;
  }
}

/** Something about oneself has changed: it is asked for again. */
export function forgetMe() {
  asked = { secret: "", person: null };
}

/** Change something about oneself; whoever is nobody yet becomes somebody. */
export async function changeMe(changes) {
  const secret = ownIdentity();
  const person = await post("/api/me", changes, secret);
  asked = { secret, person };
  return person;
}
