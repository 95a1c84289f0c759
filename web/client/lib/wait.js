/**
 * Waits with deadlines. A network can drop requests silently, and a browser then waits for minutes.
 * Each wait has a deadline, and repeatable requests start again when the device gets a network or
 * the page becomes visible.
 */

/**
 * The timeout in milliseconds of a request, including the body of the answer. The server itself
 * gives up after 10 s.
 */
export const ANSWER_MS = 12_000;
/**
 * The timeout in milliseconds of a file of the client. A large file may arrive slowly, piece by
 * piece.
 */
export const FILE_MS = 30_000;
/**
 * The age in milliseconds from which a pending request may have been sent to a network that is
 * gone.
 */
export const FRESH_MS = 2_000;
/** The time in milliseconds that a file still has once the device has a network again. */
const LAST_MS = 5_000;

/** The methods whose requests are idempotent. */
const REPEATABLE = new Set(['GET', 'PUT', 'DELETE']);

/** The error for an answer that did not arrive in time. */
export class TooLate extends Error {
  constructor() {
    super('no answer in time');
  }
}

/**
 * @typedef {object} Wakes events after which a network may be available again
 * @property {(wake: () => void) => () => void} on registers a callback for each event; the returned
 *   function removes it
 * @property {() => number} now returns the milliseconds of a monotonic clock
 */

/** @returns {Wakes} */
function ownWakes() {
  return {
    on(wake) {
      // In unit tests there is no window, and no network that comes back.
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
 * Fetches a resource and reads it, both before the deadline.
 *
 * @template T
 * @param {string} path
 * @param {RequestInit} init
 * @param {(answer: Response) => Promise<T> | T} read reads the body, which counts towards the
 *   deadline
 * @param {object} [how]
 * @param {number} [how.ms] the timeout in milliseconds
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
 * Waits for the import of a module until a deadline. An import can't be repeated while the first is
 * pending, so a page that gives up has to be reloaded.
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
 * Waits for a time, or until the network may be available again.
 *
 * @param {number} ms the time in milliseconds
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
