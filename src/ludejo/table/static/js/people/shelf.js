/** Shared studies that this browser's person may change: the table keeps them, so that other devices have them too. */

import { get, post, remove } from "../api.js";
import { identity, ownIdentity } from "./identity.js";

const AT_ONCE = 20; // studies of earlier days that are put there in one go

/** Put a study on the shelf; the table knows what it is called. */
export async function shelve(id, secret) {
  const person = ownIdentity();
  if (!person) return null;
  return post(`/api/me/studies/${id}`, { secret }, person).catch(() => null); // its link does as well
}

/** What stands there: {id, title, since}, the latest first; studies that only this browser knew are put there before. */
export async function shelved(known) {
  if (!identity() && !Object.keys(known).length) return [];
  let { studies } = await get("/api/me/studies", identity() || null);
  const missing = Object.entries(known).filter(([id]) => !studies.some((study) => study.id === id));
  for (const [id, secret] of missing.slice(-AT_ONCE)) ({ studies } = (await shelve(id, secret)) ?? { studies });
  return studies;
}

/** Take one off. */
export async function unshelve(id) {
  return (await remove(`/api/me/studies/${id}`, identity())).studies;
}
