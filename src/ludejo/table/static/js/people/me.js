/** What the table knows of this browser's person, and what it offers beside games. */

import { get, post } from "../api.js";
import { identity, ownIdentity } from "./identity.js";

let asked = null;

/** {id, name, is_public, has_feed, can}, asked for once; null for whoever is nobody yet. */
export async function me() {
  if (!identity()) return null;
  asked ??= get("/api/me", identity()).catch((error) => {
    asked = null;
    throw error;
  });
  return asked;
}

/** Change something about oneself; whoever is nobody yet becomes somebody. */
export async function changeMe(changes) {
  asked = post("/api/me", changes, ownIdentity());
  return asked;
}
