/**
 * Push notifications on this device while no page is open. The browser's push service carries them;
 * the server encrypts them so that only this browser can read them.
 */

import { prefixed } from './files.js';

/** @import {Text} from './text.js' */

/** The service worker that receives the notifications. */
const WORKER = prefixed('/push.js');
/** The cache key of the notification texts. It must match `push.js`. */
const WORDS = prefixed('/push-words');
const CACHE = 'senda-push';

/** The text keys of the notifications, by the kind of event. */
export const SAID = {
  turn: 'notify.turn',
  start: 'notify.start',
  end: 'notify.end',
  question: 'notify.question',
  mention: 'notify.mention',
  half_time: 'notify.half_time',
  little_time: 'notify.little_time',
};

/**
 * @typedef {object} PushWorld the browser features for push notifications
 * @property {boolean} secure whether the page is a secure context, which browsers require for push
 * @property {boolean} apple whether this is an Apple phone or tablet, which allows push only to
 *   pages on the home screen
 * @property {Pick<ServiceWorkerContainer, 'register' | 'getRegistration'> | undefined} workers
 * @property {boolean} pushes whether the browser has a push service
 * @property {{permission: NotificationPermission, requestPermission: () => Promise<string>} | undefined} Notice
 * @property {(words: Record<string, string> | null) => Promise<void>} keep stores the texts for the
 *   service worker, or deletes them
 * @property {(method: string, path: string, body?: unknown) => Promise<any>} ask sends a request to
 *   the server
 */

/**
 * The reason why there is no push: `insecure` over plain http, `home` on a phone that requires the
 * page on its home screen, `missing` in this browser, `refused` by the reader.
 */
/** @typedef {'insecure' | 'home' | 'missing' | 'refused' | null} Hindrance */

/**
 * Whether this is an Apple phone or tablet. An Apple tablet identifies itself as a computer, but
 * only the tablet has a touch screen.
 *
 * @param {Pick<Navigator, 'userAgent' | 'maxTouchPoints'>} browser
 */
export const isApple = ({ userAgent, maxTouchPoints }) =>
  /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);

/**
 * Returns the sentence of each notification and the word for a person whose data was deleted, for
 * the service worker, which has no texts of its own.
 *
 * @param {Text} text
 * @returns {Record<string, string>}
 */
const wordsOf = (text) => ({
  ...Object.fromEntries(Object.entries(SAID).map(([what, key]) => [what, text(key)])),
  forgotten: text('name.forgotten'),
});

/**
 * @param {PushWorld['ask']} ask
 * @returns {PushWorld}
 */
export const browserPush = (ask) => ({
  secure: isSecureContext,
  apple: isApple(navigator),
  workers: navigator.serviceWorker,
  pushes: 'PushManager' in globalThis,
  Notice: globalThis.Notification,
  keep: async (words) => {
    const cache = await caches.open(CACHE);
    if (words) await cache.put(WORDS, new Response(JSON.stringify(words)));
    else await caches.delete(CACHE);
  },
  ask,
});

export class Push {
  /** @param {PushWorld} world */
  constructor(world) {
    this.world = world;
  }

  /** @returns {Hindrance} */
  hindrance() {
    const { secure, apple, workers, pushes, Notice } = this.world;
    if (!secure) return 'insecure';
    if (!workers || !pushes || !Notice) return apple ? 'home' : 'missing';
    return Notice.permission === 'denied' ? 'refused' : null;
  }

  /**
   * Whether this device receives notifications. Both sides must have the subscription: after a
   * change of person or cleared browser data one of them lacks it.
   */
  async isOn() {
    if (this.hindrance() !== null || this.world.Notice?.permission !== 'granted') return false;
    const subscription = await this.#subscription();
    if (!subscription) return false;
    return (await this.world.ask('GET', '/api/session/push')).told === true;
  }

  /**
   * Subscribes this device. The browser asks the reader for permission, and then its push service
   * for a subscription.
   *
   * @param {Text} text
   * @returns {Promise<boolean>} whether this device receives notifications now
   */
  async turnOn(text) {
    const { ask, keep, workers, Notice } = this.world;
    if (this.hindrance() !== null || !workers || !Notice) return false;
    // The permission comes first, while the browser still accepts the reader's click as a user
    // gesture.
    if ((await Notice.requestPermission()) !== 'granted') return false;
    const { key } = await ask('GET', '/api/session/push');
    await keep(wordsOf(text));
    const registration = await workers.register(WORKER);
    const subscription = await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: key,
    });
    const { endpoint, keys } = subscription.toJSON();
    await ask('PUT', '/api/session/push', {
      endpoint,
      keys: { p256dh: keys?.['p256dh'], auth: keys?.['auth'] },
    });
    return true;
  }

  async turnOff() {
    await this.world.ask('DELETE', '/api/session/push');
    await this.forget();
  }

  /**
   * Unsubscribes the browser without a request to the server, because another person uses the
   * browser now.
   */
  async forget() {
    const subscription = await this.#subscription();
    if (!subscription) return;
    await subscription.unsubscribe();
    await this.world.keep(null);
  }

  /**
   * Reports that the page of a room is opened or left. Its notifications are closed, and later ones
   * use the current texts.
   *
   * @param {string} room
   * @param {Text} text
   */
  async look(room, text) {
    const registration = await this.#registration();
    if (!registration?.active) return;
    registration.active.postMessage({ seen: room });
    if (await registration.pushManager?.getSubscription()) await this.world.keep(wordsOf(text));
  }

  async #subscription() {
    return (await this.#registration())?.pushManager?.getSubscription();
  }

  async #registration() {
    return this.world.workers?.getRegistration(WORKER);
  }
}
