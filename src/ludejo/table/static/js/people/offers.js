/** What this table offers beside games, as its host has set it up: asked for once in a visit. */

import { get } from "../api.js";

const KEY = "ludejo.offers";

/** Whether something is offered, as far as is known by now. */
export function offered(what) {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "[]").includes(what);
  } catch {
    return false;
  }
}

/** Ask, unless that is known. */
export async function askOffers() {
  try {
    if (sessionStorage.getItem(KEY)) return;
    sessionStorage.setItem(KEY, JSON.stringify((await get("/api/offers")).can));
  } catch {
    /* then it offers games alone */
  }
}
