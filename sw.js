// The service worker: after the first complete visit the game needs no network.
//
// The build puts the list of files here, each with the hash of its contents. A file goes into the
// cache only if its bytes have that hash, so a server that still has some old files makes the whole
// installation fail and the working version stays; unchanged files are not fetched again. Files are
// kept under their hash: what two builds do not share lies side by side, and a page gets all its files
// from the build that its service worker belongs to. A new build waits until the player accepts it or
// the last page is closed.
//
// By hand and not by Workbox, which fetched everything twice on the first visit.

const FILES = /* [[address, hash], …] */ [];

const home = self.registration.scope;
const NAME = `pyramid ${home}`; // all Pages sites of a user share one origin, and so its caches
const keyOf = new Map(FILES.map(([file, hash]) => [new URL(file, home).href, `${new URL(file, home).href}?sha256=${hash}`]));

const hashOf = async (response) => {
  const digest = await crypto.subtle.digest("SHA-256", await response.clone().arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
};

/** Fetch a file of this build and no other's; throws where it cannot be had. */
async function fetched(address, cache) {
  const response = await fetch(address, { cache, credentials: "same-origin" });
  if (!response.ok) throw new Error(`${response.status} ${address}`);
  if (!keyOf.get(address).endsWith(await hashOf(response))) throw new Error(`not of this build: ${address}`);
  // A redirected response may not answer a navigation.
  return response.redirected ? new Response(response.body, { headers: response.headers }) : response;
}

async function install() {
  const cache = await caches.open(NAME);
  const have = new Set((await cache.keys()).map(({ url }) => url));
  const missing = [...keyOf].filter(([, key]) => !have.has(key));
  await Promise.all(
    missing.map(async ([address, key]) => {
      // What the page has just loaded is in the browser's own cache; a stale copy there is no reason to fail.
      const response = await fetched(address, "default").catch(() => fetched(address, "reload"));
      await cache.put(key, response);
    }),
  );
}

async function activate() {
  const cache = await caches.open(NAME);
  const ours = new Set(keyOf.values());
  for (const { url } of await cache.keys()) if (!ours.has(url)) await cache.delete(url);
  await self.clients.claim();
}

async function answer(address) {
  const kept = await (await caches.open(NAME)).match(keyOf.get(address));
  if (kept) return kept;
  // The browser has thrown it out: the network's will do if it is the same.
  try {
    return await fetched(address, "no-cache");
  } catch {
    return Response.error();
  }
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", ({ data }) => data === "take over" && self.skipWaiting());
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const address = request.url.split(/[?#]/)[0];
  const isHome = request.mode === "navigate" && (address === home || address === `${home}index.html`);
  const known = isHome ? home : address;
  if (keyOf.has(known)) event.respondWith(answer(known));
});
