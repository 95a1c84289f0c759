/**
 * Waits that end. What a page waits for may never come: a network swallows requests without a word, and a browser waits
 * for minutes. Each wait has a deadline, and what can be repeated starts anew when the device has a network again or the
 * page comes into view.
 */

/** Milliseconds for the whole answer to a request: the server itself gives up after 10 s. */
export const ANSWER_MS = 12_000;
/** Milliseconds for a file of the client: a long one may come over a slow network, piece by piece. */
export const FILE_MS = 30_000;
/** Milliseconds from which on a request may have been sent to a network that is gone since. */
export const FRESH_MS = 2_000;
/** Milliseconds that a file still has once the device has a network again. */
const LAST_MS = 5_000;

/** Methods whose request can be sent twice and counts once. */
const REPEATABLE = new Set(['GET', 'PUT', 'DELETE']);

/** What a page waited for has not come in time. */
export class TooLate extends Error {
  constructor() {
    super('no answer in time');
  }
}

/**
 * @typedef {object} Wakes moments at which a network may be back
 * @property {(wake: () => void) => () => void} on calls it at each; what it returns ends that
 * @property {() => number} now milliseconds on a clock that nobody sets
 */

/** @returns {Wakes} */
function ownWakes() {
  return {
    on(wake) {
      // A test has no window, and no network that comes back.
      if (typeof window === 'undefined') return () => {};
      const seen = () => {
        if (document.visibilityState === 'visible') wake();
      };
      window.addEventListener('online', wake);
      document.addEventListener('visibilitychange', seen);
      return () => {
        window.removeEventListener('online', wake);
        document.removeEventListener('visibilitychange', seen);
      };
    },
    now: () => performance.now(),
  };
}

/**
 * Fetches something and reads it, until the deadline.
 *
 * @template T
 * @param {string} path
 * @param {RequestInit} init
 * @param {(answer: Response) => Promise<T> | T} read the body is part of what is waited for
 * @param {object} [how]
 * @param {number} [how.ms] the deadline
 * @param {boolean} [how.repeats] whether the request may be sent again
 * @param {Wakes} [how.wakes]
 * @returns {Promise<T>}
 */
export async function fetchInTime(path, init, read, how = {}) {
  const {
    ms = ANSWER_MS,
    repeats = REPEATABLE.has(init.method ?? 'GET'),
    wakes = ownWakes(),
  } = how;
  for (;;) {
    const attempt = new AbortController();
    const { signal } = attempt;
    const begun = wakes.now();
    let woken = false;
    const timer = setTimeout(() => attempt.abort(), ms);
    const forget = wakes.on(() => {
      if (!repeats || wakes.now() - begun < FRESH_MS) return;
      woken = true;
      attempt.abort();
    });
    try {
      return await read(await fetch(path, { ...init, signal }));
    } catch (error) {
      if (!signal.aborted) throw error;
      if (!woken) throw new TooLate();
    } finally {
      clearTimeout(timer);
      forget();
    }
  }
}

/**
 * Waits for a part of the client, which can't be fetched a second time while the first is under way: a page that gives it
 * up has to begin anew.
 *
 * @template T
 * @param {Promise<T>} work
 * @param {number} [ms]
 * @param {Wakes} [wakes]
 * @returns {Promise<T>}
 */
export function inTime(work, ms = FILE_MS, wakes = ownWakes()) {
  return new Promise((resolve, reject) => {
    const late = () => {
      settle();
      reject(new TooLate());
    };
    const timer = setTimeout(late, ms);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let last;
    const forget = wakes.on(() => {
      last ??= setTimeout(late, LAST_MS);
    });
    const settle = () => {
      clearTimeout(timer);
      clearTimeout(last);
      forget();
    };
    work.finally(settle).then(resolve, reject);
  });
}

/**
 * Waits for a while, or until the network may be back.
 *
 * @param {number} ms
 * @param {Wakes} [wakes]
 * @returns {Promise<void>}
 */
export function pause(ms, wakes = ownWakes()) {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      forget();
      resolve();
    };
    const timer = setTimeout(end, ms);
    const forget = wakes.on(end);
  });
}
