/**
 * What a browser runs when the server tells it something while no page is open: it shows it, and a click leads to the
 * room. It is a script of its own, at the root, as browsers ask of one that speaks for all pages.
 */

/** Where the pages keep the words, in the reader's language. Together with `lib/push.js`. */
const WORDS = '/push-words';
/** Where the server is asked and told. */
const PUSH = '/api/session/push';
const OWN_ROOMS = '/api/session/rooms';

/** Milliseconds for the whole answer to a request: a worker that waits for ever is ended with all that it does. */
const ANSWER_MS = 12_000;

const worker = /** @type {any} */ (globalThis);

/** @param {string} room */
const pathOf = (room) => `/r/${encodeURIComponent(room)}`;

/**
 * Sends a request, and gives it up at the deadline.
 *
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<any>} the answer to what only asks; `null` if it is refused
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
 * The pages of a room that are open.
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
  // Whoever has cleared the words is still told, in whose room.
  return String(words[what] ?? '{host}').replace('{host}', () => host);
}

/** @param {{what: string, room: string, host: string}} news */
async function tell({ what, room, host }) {
  const pages = await pagesOf(room);
  // Only a page of the room itself says all that happens there.
  if (pages.some((/** @type {any} */ page) => page.visibilityState === 'visible')) return;
  const title = await sentence(what, host);
  await worker.registration.showNotification(title, {
    tag: room,
    icon: '/icons/turn-192.png',
    badge: '/icons/badge-96.png',
    renotify: true,
    data: room,
  });
  await countOnIcon();
}

/** Says on the icon of the installed app how many games wait for the reader. */
async function countOnIcon() {
  const { navigator } = worker;
  if (!navigator.setAppBadge) return;
  try {
    const own = await ask(OWN_ROOMS);
    if (own === null) return;
    const { waiting } = own;
    await (waiting === 0 ? navigator.clearAppBadge() : navigator.setAppBadge(waiting));
  } catch {
    // The next page that is opened counts them.
  }
}

/**
 * The reader looks at a room: what was told of it is over.
 *
 * @param {string} room
 */
async function close(room) {
  // Without leave nothing was shown, neither here nor on the icon.
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
 * The browser's push service has ended a subscription: the server is told of the one that takes its place.
 *
 * @param {any} renewed
 */
async function subscribe(renewed) {
  const asked = await ask(PUSH);
  // Whoever has been signed out here is told nothing.
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

// A page says that its reader looks at a room.
worker.addEventListener('message', (/** @type {any} */ event) => {
  if (typeof event.data?.seen === 'string') event.waitUntil(close(event.data.seen));
});
