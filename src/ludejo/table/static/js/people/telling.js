/** How somebody wants to be told that games wait for them. */

import { get, post, remove } from "../api.js";
import { button, el, fill } from "../element.js";
import { note } from "../frame.js";
import { linkRow, reachLine } from "../game/invite.js";
import { prefer, preference } from "../preferences.js";
import { language, t } from "../texts.js";
import { identity, ownIdentity } from "./identity.js";
import { forgetMe, me } from "./me.js";
import { askOffers, offered } from "./offers.js";
import { waitingWords } from "./waiting.js";

const WORDS = "ludejo-words"; // what the service worker says, in the language of the page

/** A card with the ways there are. */
export function telling() {
  const feed = el("div", { class: "stack tight" });
  const push = el("div");
  drawFeed(feed);
  askOffers().then(() => offered("push") && "PushManager" in window && drawPush(push));
  return el("section", { class: "card telling" }, el("h2", {}, t("When a game waits for me")), noticeTick(), push, feed);
}

function tick(words, isOn, mark, onchange, disabled = false) {
  const field = el("input", { type: "checkbox", checked: isOn, disabled, [`data-${mark}`]: "", onchange });
  return el("label", { class: "tick" }, field, words);
}

/** Notices of the browser, while a page of the table is open somewhere. */
function noticeTick() {
  const isOn = preference("notify") && globalThis.Notification?.permission === "granted";
  const change = async ({ target }) => {
    target.checked = target.checked && (await isAllowed());
    prefer({ notify: target.checked });
  };
  const words = t("Show a notice of the browser, while a page of Ludejo is open");
  return tick(words, isOn, "notify", change, !("Notification" in window));
}

async function isAllowed() {
  if ((await Notification.requestPermission()) === "granted") return true;
  note(t("The browser does not allow it: see its settings for this site."));
  return false;
}

/** Notices that come when no page is open, where the host has set them up. */
async function drawPush(box) {
  const worker = await navigator.serviceWorker?.getRegistration();
  if (!worker) return;
  const known = await subscribed();
  if (known) await leaveWords();
  const change = async ({ target }) => {
    try {
      if (!target.checked) await unsubscribe();
      else if (await isAllowed()) await subscribe(worker);
      else target.checked = false;
    } catch (error) {
      target.checked = !target.checked;
      note(error.message);
    }
  };
  fill(box, tick(t("Send a notice to this device, also when no page is open"), Boolean(known), "push", change));
}

/** The subscription by which the table tells this device; null where there is none. */
async function subscribed() {
  const worker = await navigator.serviceWorker?.getRegistration();
  return (await worker?.pushManager?.getSubscription()) ?? null;
}

/** Subscribe by a worker. */
async function subscribe(worker) {
  const { key } = await get("/api/push");
  await leaveWords();
  await enter(await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
}

/** What the worker says, in the language of the page. */
async function leaveWords() {
  const words = [1, 2].map((n) => waitingWords(n).replace(n, "{n}"));
  await (await caches.open(WORDS)).put("/words", new Response(JSON.stringify(words)));
}

/** This browser is somebody else from now on: what waits for them is told here. */
export async function moveSubscription() {
  const known = await subscribed();
  if (known) await enter(known);
}

/** No notices on this device; on others as before. */
async function unsubscribe() {
  const known = await subscribed();
  if (!known) return;
  await post("/api/me/push/stop", { endpoint: known.endpoint }, identity()); // first: else nobody knows any more what to stop
  await known.unsubscribe();
}

function enter(subscription) {
  const { endpoint, keys } = subscription.toJSON();
  return post("/api/me/push", { endpoint, p256dh: keys.p256dh, auth: keys.auth }, ownIdentity());
}

/** A feed at a secret address. */
async function drawFeed(box, link = null) {
  const has = link || (await me().catch(() => null))?.has_feed;
  const make = () =>
    tried(async () => {
      const { link: made } = await post("/api/me/feed", {}, ownIdentity());
      forgetMe();
      drawFeed(box, made);
    });
  const stop = () =>
    tried(async () => {
      await remove("/api/me/feed", identity());
      forgetMe();
      note(t("The feed has stopped."));
      drawFeed(box, "");
    });
  const about = t("A program that reads feeds tells you of games that wait. Whoever knows the address reads them too.");
  fill(
    box,
    el("h3", {}, t("A feed of the games that wait for you")),
    el("p", { class: "soft" }, about),
    link ? linkRow(`${link}?lang=${language()}`, t("Address of your feed")) : null,
    link ? reachLine(link) : null,
    el(
      "div",
      { class: "row" },
      button(has ? t("New address") : t("Make a feed"), make, { kind: "small", "data-feed": "" }),
      has ? button(t("Stop the feed"), stop, { kind: "small", "data-stop-feed": "" }) : null,
    ),
  );
}

async function tried(work) {
  try {
    await work();
  } catch (error) {
    note(error.message);
  }
}
