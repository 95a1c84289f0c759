/**
 * Being told what happens while no page is open, on this device: by the browser's push service, to which the server
 * sends what only this browser can read.
 */

/** @import {Text} from './text.js' */

/** The script that hears of it. */
const WORKER = '/push.js';
/** Where it finds the words. Together with `push.js`. */
const WORDS = '/push-words';
const CACHE = 'senda-push';

/** What happens of which people are told, and what then is said. */
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
 * @typedef {object} PushWorld what the browser offers
 * @property {boolean} secure whether the page came by a way on which browsers allow it
 * @property {boolean} apple whether it is a phone or tablet that allows it to what is on its home screen only
 * @property {Pick<ServiceWorkerContainer, 'register' | 'getRegistration'> | undefined} workers
 * @property {boolean} pushes whether the browser has a push service
 * @property {{permission: NotificationPermission, requestPermission: () => Promise<string>} | undefined} Notice
 * @property {(words: Record<string, string> | null) => Promise<void>} keep keeps the words for the script, or none any more
 * @property {(method: string, path: string, body?: unknown) => Promise<any>} ask asks the server
 */

/** Why there is none: over plain http, on a phone that wants a home screen, in this browser, by the reader's own wish. */
/** @typedef {'insecure' | 'home' | 'missing' | 'refused' | null} Hindrance */

/**
 * Whether it is a phone or tablet of Apple's. Its tablets say that they are computers, which have no screen to touch.
 *
 * @param {Pick<Navigator, 'userAgent' | 'maxTouchPoints'>} browser
 */
export const isApple = ({ userAgent, maxTouchPoints }) =>
  /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);

/**
 * What is said of each thing that happens, for the script that has no words of its own.
 *
 * @param {Text} text
 * @returns {Record<string, string>}
 */
const wordsOf = (text) =>
  Object.fromEntries(Object.entries(SAID).map(([what, key]) => [what, text(key)]));

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
   * Whether this device is told. Both sides must know of it: who has become another person, or has cleared what the
   * browser keeps, is not.
   */
  async isOn() {
    if (this.hindrance() !== null || this.world.Notice?.permission !== 'granted') return false;
    const subscription = await this.#subscription();
    if (!subscription) return false;
    return (await this.world.ask('GET', '/api/session/push')).told === true;
  }

  /**
   * The browser asks the reader, and then its push service.
   *
   * @param {Text} text
   * @returns {Promise<boolean>} whether this device is told now
   */
  async turnOn(text) {
    const { ask, keep, workers, Notice } = this.world;
    if (this.hindrance() !== null || !workers || !Notice) return false;
    // First, while the browser still knows that it was asked for.
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

  /** The browser is told nothing any more, whatever the server would say: another person is at it. */
  async forget() {
    const subscription = await this.#subscription();
    if (!subscription) return;
    await subscription.unsubscribe();
    await this.world.keep(null);
  }

  /**
   * A page of a room is opened, or left: what was told of the room is over, and what is told from now on is said in the
   * words of today.
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
