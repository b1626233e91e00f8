/**
 * The service worker: what was seen once is there without the table, too, as it was,
 * and so is what teaches the games.
 * Everything is asked of the table first. Secrets and what belongs to one person are never kept.
 */

const CACHE = "ludejo-1";
const WORDS = "ludejo-words"; // left by telling.js
const MOST = 600; // things that are kept
const SHELL = "/";
const OTHERS = /^\/(api|docs|embed|feed|shots|static)(\/|$)|^\/reports\/./; // documents that are no pages of ours: not the shell
const SEEN = [
  /^\/static\//,
  /^\/(palette\.css$|symbols\.svg$|covers\/|pictures\/)/,
  /^\/api\/(games|board|texts\/|lessons\/|puzzles\/|rules\/)/,
];

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(CACHE).then((cache) => cache.add(SHELL)));
});

self.addEventListener("activate", (event) => {
  const forget = async () => {
    for (const name of await caches.keys()) if (name !== CACHE && name !== WORDS) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(forget());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin || request.headers.has("Authorization")) return;
  if (request.mode !== "navigate" && SEEN.some((pattern) => pattern.test(address.pathname)))
    event.respondWith(freshOrKept(request, request));
  else if (request.mode === "navigate" && !OTHERS.test(address.pathname)) event.respondWith(freshOrKept(request, SHELL));
});

/** What the table has now, kept under a name, or what was kept there. Pages share one shell: it sees from the address what to show. */
async function freshOrKept(request, name) {
  try {
    const answer = await fetch(request);
    if (answer.ok) await keep(name, answer.clone());
    return answer;
  } catch {
    return (await caches.match(name)) ?? Response.error();
  }
}

async function keep(request, answer) {
  const cache = await caches.open(CACHE);
  await cache.put(request, answer).catch(() => {}); // a full disk is no reason not to show it
  const known = await cache.keys();
  for (const old of known.slice(0, Math.max(0, known.length - MOST))) await cache.delete(old);
}

self.addEventListener("message", (event) => {
  event.waitUntil(keepToo(event.data.keep ?? []));
});

/** Ask for what is of use without the table and is not kept yet: one thing after the other, beside what somebody does. */
async function keepToo(addresses) {
  for (const address of addresses.map((given) => new URL(given, location.href))) {
    if (address.origin !== location.origin || !SEEN.some((pattern) => pattern.test(address.pathname))) continue;
    if (!(await caches.match(address))) await freshOrKept(address.href, address.href).catch(() => {});
  }
}

self.addEventListener("push", (event) => {
  event.waitUntil(tell(event.data?.json().waiting ?? 1));
});

/** Say how many games wait, in the words that the page has left here. */
async function tell(waiting) {
  const [one, many] = await caches.match("/words").then((kept) => kept?.json() ?? ["{n}", "{n}"]);
  const body = (waiting === 1 ? one : many).replace("{n}", waiting);
  await self.registration.showNotification("Ludejo", { body, tag: "waiting", icon: "/static/icon-192.png" });
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(toTheTable());
});

/** The page of the table that is open already, and is told to show what waits; a new one where there is none. */
async function toTheTable() {
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = open.find(({ frameType, url }) => frameType === "top-level" && !OTHERS.test(new URL(url).pathname));
  page?.postMessage({ show: "/games" });
  return page ? page.focus() : self.clients.openWindow("/games");
}
