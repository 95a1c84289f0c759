/**
 * What a browser runs when the server tells it something while no page is open: it shows it, and a click leads to the
 * room. It is a script of its own, at the root, as browsers ask of one that speaks for all pages.
 */

/** Where the pages keep the words, in the reader's language. Together with `lib/push.js`. */
const WORDS = '/push-words';

const worker = /** @type {any} */ (globalThis);

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
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  // Who looks at a page of the server is told there.
  if (pages.some((/** @type {any} */ page) => page.visibilityState === 'visible')) return;
  const title = await sentence(what, host);
  await worker.registration.showNotification(title, {
    tag: room,
    icon: '/icon-turn.svg',
    renotify: true,
    data: room,
  });
}

/** @param {string} room */
async function open(room) {
  const path = `/r/${encodeURIComponent(room)}`;
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = pages.find((/** @type {any} */ page) => new URL(page.url).pathname === path);
  await (there ? there.focus() : worker.clients.openWindow(path));
}

worker.addEventListener('push', (/** @type {any} */ event) => {
  event.waitUntil(tell(event.data.json()));
});

worker.addEventListener('notificationclick', (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});
