/**
 * The service worker: what was seen once is there without the table, too, as it was.
 * Everything is asked of the table first. Secrets and what belongs to one person are never kept.
 */

const CACHE = "ludejo-1";
const WORDS = "ludejo-words"; // left by telling.js
const MOST = 600; // things that are kept
const SHELL = "/";
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
  if (request.mode === "navigate" && !address.pathname.startsWith("/docs")) event.respondWith(page(request));
  else if (SEEN.some((pattern) => pattern.test(address.pathname))) event.respondWith(seen(request));
});

/** The shell of any page: it sees from the address what to show. */
async function page(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) await keep(SHELL, answer.clone());
    return answer;
  } catch {
    return (await caches.match(SHELL)) ?? Response.error();
  }
}

async function seen(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) await keep(request, answer.clone());
    return answer;
  } catch {
    return (await caches.match(request)) ?? Response.error();
  }
}

async function keep(request, answer) {
  const cache = await caches.open(CACHE);
  await cache.put(request, answer).catch(() => {}); // a full disk is no reason not to show it
  const known = await cache.keys();
  for (const old of known.slice(0, Math.max(0, known.length - MOST))) await cache.delete(old);
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
  event.waitUntil(self.clients.openWindow("/games"));
});
