/**
 * Waiting for what comes at once.
 */

import { expect } from '@playwright/test';

/** Milliseconds between one look and the next. */
const LOOKS = [5, 10, 20, 40, 80];

/**
 * Asks again and again, without the long pauses of `expect.poll`.
 *
 * @template T
 * @param {() => T | Promise<T>} probe
 * @param {string} [message] what went wrong if it never comes
 */
export function soon(probe, message) {
  return expect.poll(probe, { intervals: LOOKS, ...(message !== undefined && { message }) });
}
