/**
 * Being told what happens while no page is open, on this device: by the browser's push service, to which the server
 * sends what only this browser can read.
 */

/** The script that hears of it. */
const WORKER = '/push.js';
/** Where it finds the words. Together with `push.js`. */
const WORDS = '/push-words';
const CACHE = 'senda-push';

/** What happens of which people are told, and what then is said. */
export const SAID = {
  turn: 'notify.turn',
  start: 'notify.start',
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
 * @property {(words: Record<string, string>) => Promise<void>} keep keeps the words for the script
 * @property {(method: string, path: string, body?: unknown) => Promise<any>} ask asks the server
 */

/** Why there is none: over plain http, on a phone that wants a home screen, in this browser, by the reader's own wish. */
/** @typedef {'insecure' | 'home' | 'missing' | 'refused' | null} Hindrance */

/**
 * @param {PushWorld['ask']} ask
 * @returns {PushWorld}
 */
export const browserPush = (ask) => ({
  secure: isSecureContext,
  apple: /iPhone|iPad/.test(navigator.userAgent),
  workers: navigator.serviceWorker,
  pushes: 'PushManager' in globalThis,
  Notice: globalThis.Notification,
  keep: async (words) => {
    const cache = await caches.open(CACHE);
    await cache.put(WORDS, new Response(JSON.stringify(words)));
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
   * @param {Record<string, string>} words by what happened
   * @returns {Promise<boolean>} whether this device is told now
   */
  async turnOn(words) {
    const { ask, keep, workers, Notice } = this.world;
    if (this.hindrance() !== null || !workers || !Notice) return false;
    // First, while the browser still knows that it was asked for.
    if ((await Notice.requestPermission()) !== 'granted') return false;
    const { key } = await ask('GET', '/api/session/push');
    await keep(words);
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
    await (await this.#subscription())?.unsubscribe();
  }

  async #subscription() {
    const registration = await this.world.workers?.getRegistration(WORKER);
    return registration?.pushManager.getSubscription();
  }
}
