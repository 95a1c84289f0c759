/**
 * The service worker. It shows a notification when the server sends one while no page is open, and
 * a click on it opens the room. While the server can't be reached, it shows a page that says so. It
 * is a separate script at the root, as browsers require of a worker for all pages.
 */

const worker = /** @type {any} */ (globalThis);

/**
 * Returns the path of a page, a file or a request. All are in the folder of this script, also
 * behind a proxy that serves other programs beside it.
 *
 * @param {string} path the path relative to that folder
 */
const pathAt = (path) => new URL(path, worker.location.href).pathname;

/** The page that is shown while the server can't be reached, and the files that it needs. */
const OFFLINE = pathAt('offline.html');
const OFFLINE_FILES = [
  OFFLINE,
  pathAt('style/tokens.css'),
  pathAt('style/offline.css'),
  pathAt('icon.svg'),
];
const OFFLINE_CACHE = 'senda-offline';

/** The cache key of the texts in the reader's language. It must match `lib/push.js`. */
const WORDS = pathAt('push-words');
/** Matches the stored name of a person whose data was deleted. It must match `lib/names.js`. */
const FORGOTTEN = /^Someone(?=$| \(\d+\)$)/;
/** The paths of the requests to the server. */
const PUSH = pathAt('api/session/push');
const OWN_ROOMS = pathAt('api/session/rooms');

/**
 * The timeout in milliseconds of a request, including the body of the answer. A browser terminates
 * a worker that waits too long, with all of its pending work.
 */
const ANSWER_MS = 12_000;

/** @param {string} room */
const pathOf = (room) => pathAt(`r/${encodeURIComponent(room)}`);

/**
 * Sends a request, and aborts it at the deadline.
 *
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<any>} the answer to a request without a method; `null` if it is rejected
 */
async function ask(path, init = {}) {
  const attempt = new AbortController();
  const timer = setTimeout(() => attempt.abort(), ANSWER_MS);
  try {
    const answer = await fetch(path, { ...init, signal: attempt.signal });
    return answer.ok && init.method === undefined ? await answer.json() : null;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns the open pages of a room.
 *
 * @param {string} room
 */
async function pagesOf(room) {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return pages.filter((/** @type {any} */ page) => new URL(page.url).pathname === pathOf(room));
}

/**
 * @param {string} what
 * @param {string} host
 */
async function sentence(what, host) {
  const kept = await caches.match(WORDS);
  const words = kept ? await kept.json() : {};
  // Even after the texts were cleared, the notification names the host of the room.
  const name = host.replace(FORGOTTEN, (stored) => words.forgotten ?? stored);
  return String(words[what] ?? '{host}').replace('{host}', () => name);
}

/** @param {{what: string, room: string, host: string}} news */
async function tell({ what, room, host }) {
  const pages = await pagesOf(room);
  // A visible page of the room itself already shows the event. Pages of other rooms do not.
  if (pages.some((/** @type {any} */ page) => page.visibilityState === 'visible')) return;
  const title = await sentence(what, host);
  await worker.registration.showNotification(title, {
    tag: room,
    icon: pathAt('icons/turn-192.png'),
    badge: pathAt('icons/badge-96.png'),
    renotify: true,
    data: room,
  });
  await countOnIcon();
}

/**
 * Sets the badge on the icon of the installed app to the number of games that wait for the reader.
 */
async function countOnIcon() {
  const { navigator } = worker;
  if (!navigator.setAppBadge) return;
  try {
    const own = await ask(OWN_ROOMS);
    if (own === null) return;
    const { waiting } = own;
    await (waiting === 0 ? navigator.clearAppBadge() : navigator.setAppBadge(waiting));
  } catch {
    // The next page that is opened updates the count.
  }
}

/**
 * Closes the notifications of a room, because the reader has opened it.
 *
 * @param {string} room
 */
async function close(room) {
  // Without permission nothing was shown, neither a notification nor a badge.
  if (worker.Notification?.permission !== 'granted') return;
  const shown = await worker.registration.getNotifications({ tag: room });
  for (const notification of shown) notification.close();
  await countOnIcon();
}

/** @param {string} room */
async function open(room) {
  const [there] = await pagesOf(room);
  await (there ? there.focus() : worker.clients.openWindow(pathOf(room)));
}

/**
 * Registers a replacement for a subscription that the browser's push service has ended.
 *
 * @param {any} renewed the new subscription, if the browser has already made one
 */
async function subscribe(renewed) {
  const asked = await ask(PUSH);
  // A device that was signed out receives no notifications.
  if (asked === null) return;
  const { key } = asked;
  const subscription =
    renewed ??
    (await worker.registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: key,
    }));
  const { endpoint, keys } = subscription.toJSON();
  const body = JSON.stringify({ endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } });
  await ask(PUSH, { method: 'PUT', headers: { 'content-type': 'application/json' }, body });
}

worker.addEventListener('push', (/** @type {any} */ event) => {
  event.waitUntil(tell(event.data.json()));
});

worker.addEventListener('notificationclick', (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

worker.addEventListener('pushsubscriptionchange', (/** @type {any} */ event) => {
  event.waitUntil(subscribe(event.newSubscription));
});

// A page sends this message when its reader opens or leaves a room.
worker.addEventListener('message', (/** @type {any} */ event) => {
  if (typeof event.data?.seen === 'string') event.waitUntil(close(event.data.seen));
});

// A changed worker is installed again, and then replaces these files. All other files come from the
// server each time, so that the worker can't keep an old version of the client alive.
worker.addEventListener('install', (/** @type {any} */ event) => {
  const fresh = OFFLINE_FILES.map((path) => new Request(path, { cache: 'reload' }));
  event.waitUntil(caches.open(OFFLINE_CACHE).then((cache) => cache.addAll(fresh)));
});

worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  const isPage = request.mode === 'navigate';
  if (!isPage && !OFFLINE_FILES.includes(pathname)) return;
  const instead = isPage ? OFFLINE : pathname;
  const stored = async () => (await caches.match(instead)) ?? Response.error();
  event.respondWith(fetch(request).catch(stored));
});
