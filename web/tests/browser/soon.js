/**
 * Polls for conditions that usually hold very soon.
 */

import { expect } from '@playwright/test';

/** @import { Page } from '@playwright/test' */

/** The intervals between the checks in milliseconds. */
const LOOKS = [5, 10, 20, 40, 80];

/**
 * Polls a condition without the long intervals of `expect.poll`.
 *
 * @template T
 * @param {() => T | Promise<T>} probe
 * @param {string} [message] the error message if the condition never holds
 */
export function soon(probe, message) {
  return expect.poll(probe, { intervals: LOOKS, ...(message !== undefined && { message }) });
}

/**
 * Waits until the history entries of closed dialogs are left. Until then, the step back would abort
 * a navigation.
 *
 * @param {Page} page
 */
export const leaveEntries = (page) =>
  soon(() => page.evaluate(() => history.state?.layer ?? 0)).toBe(0);
