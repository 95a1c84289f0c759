/**
 * Checks that apply to every page.
 */

import { fileURLToPath } from 'node:url';

import { expect } from '@playwright/test';
import axe from 'axe-core';

/** @import { Page, Request } from '@playwright/test' */
/** @import { Result, resultGroups, RunOptions } from 'axe-core' */

/** Whether the slow tests run as well, which no developer waits for. */
export const DEEP = process.env['SENDA_TESTS'] === 'deep';

/** The rules of axe that depend on colours. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** @typedef {'light' | 'dark'} Scheme */
/** @type {readonly Scheme[]} */
const SCHEMES = ['light', 'dark'];

/**
 * Expects no violation of the accessibility rules, in the light and the dark colour scheme. The
 * schemes differ only in colours, so the dark one is checked only for those, except in deep tests.
 *
 * @param {Page} page
 * @param {string} screen the name of the screen, for error messages
 * @param {readonly Scheme[]} [schemes]
 * @param {string} [within] the selector of the only part that is checked
 */
export async function expectAccessible(page, screen, schemes = SCHEMES, within) {
  const moves = await motionOf(page);
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const violations = await violationsOf(
      page,
      colorScheme === 'dark' && !DEEP ? { runOnly: OF_COLOURS } : {},
      within,
    );
    const found = violations.map(({ id, help, nodes }) => ({
      id,
      help,
      where: nodes.map((node) => `${node.target.join(' ')}: ${node.failureSummary}`),
    }));
    expect(found, `${screen}, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: moves });
}

/**
 * Returns the accessibility violations. Passed rules are not reported: on a board they cover a
 * thousand elements, and their report takes longer than the check.
 *
 * @param {Page} page
 * @param {RunOptions} options
 * @param {string} [within] the selector of the only part that is checked
 * @returns {Promise<Result[]>}
 */
async function violationsOf(page, options, within = 'html') {
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(axe.source);
  return page.evaluate(
    async ([where, chosen]) => {
      // Transitions between the colour schemes must end before the check.
      const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition);
      await Promise.allSettled(transitions.map((one) => one.finished));
      const own = /** @type {{ axe: typeof axe }} */ (/** @type {unknown} */ (window));
      return (await own.axe.run(where, chosen)).violations;
    },
    /** @type {const} */ ([
      within,
      { ...options, resultTypes: /** @type {resultGroups[]} */ (['violations']) },
    ]),
  );
}

/**
 * Returns the page's current preference for reduced motion, so that it can be restored.
 *
 * @param {Page} page
 * @returns {Promise<'reduce' | 'no-preference'>}
 */
async function motionOf(page) {
  const reduced = await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  return reduced ? 'reduce' : 'no-preference';
}

/**
 * Expects that nothing is wider than the window.
 *
 * @param {Page} page
 */
export async function expectNoSidewaysScroll(page) {
  const spare = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(spare, 'pixels beyond the window').toBeLessThanOrEqual(0);
}

/**
 * Counts the layout shifts of a page from now on, as the browser measures them.
 *
 * @param {Page} page
 */
export async function watchShifts(page) {
  await page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const shift = /** @type {PerformanceEntry & { value: number, hadRecentInput: boolean }} */ (
          entry
        );
        if (!shift.hadRecentInput) shifts.sum += shift.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () =>
    page.evaluate(
      () => /** @type {{ shifts: { sum: number } }} */ (/** @type {unknown} */ (window)).shifts.sum,
    );
}

/**
 * Counts the transferred bytes of a page's files, including headers, until the result is read.
 *
 * @param {Page} page
 */
export function watchTransfer(page) {
  /** @type {Promise<number>[]} */
  const sizes = [];
  /** @param {Request} request */
  const count = (request) => {
    sizes.push(request.sizes().then((size) => size.responseBodySize + size.responseHeadersSize));
  };
  page.on('requestfinished', count);
  return async () => {
    // A file that comes later may have no size any more when the page is closed.
    page.off('requestfinished', count);
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  };
}

/**
 * Records the addresses that a page requests, including sockets.
 *
 * @param {Page} page
 */
export function watchRequests(page) {
  /** @type {string[]} */
  const addresses = [];
  page.on('request', (request) => void addresses.push(request.url()));
  page.on('websocket', (socket) => void addresses.push(socket.url()));
  return () => addresses;
}

const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const SMALL_PHONE = { width: 360, height: 640 };
/** The additional window sizes for the pictures of deep tests. */
const MORE_SIZES = {
  'small-desk': { width: 1024, height: 768 },
  television: { width: 1920, height: 1080 },
  tablet: { width: 820, height: 1180 },
  'small-phone': SMALL_PHONE,
  sideways: { width: 667, height: 375 },
};

/** @param {string} name */
const picture = (name) => fileURLToPath(new URL(`../output/screens/${name}.png`, import.meta.url));

/**
 * Checks a screen in all variants: small and large, light and dark. The dark scheme on a small
 * phone is left to deep tests, because the colours are the same on all sizes. Deep tests also take
 * pictures in every size.
 *
 * @param {{ page: Page }} person
 * @param {string} screen
 */
export async function look({ page }, screen) {
  await expectAccessible(page, screen);
  const sizes = { desk: DESK, phone: PHONE, ...(DEEP && MORE_SIZES) };
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport);
    if (DEEP) await photograph(page, `${screen}-${size}`);
    await expectNoSidewaysScroll(page);
  }
  await page.setViewportSize(SMALL_PHONE);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, `${screen} on a small phone`, DEEP ? SCHEMES : ['light']);
  await page.setViewportSize(DESK);
}

/**
 * Checks a dialog over a screen that has been checked itself: on a small phone, light and dark.
 * Larger sizes are left to deep tests, because a dialog is not much wider there.
 *
 * @param {{ page: Page }} person
 * @param {string} name
 */
export async function lookAtDialog({ page }, name) {
  const before = page.viewportSize() ?? DESK;
  for (const [size, viewport] of Object.entries({
    small: SMALL_PHONE,
    ...(DEEP && { desk: DESK }),
  })) {
    await page.setViewportSize(viewport);
    if (DEEP) await photograph(page, `${name}-${size}`);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, `${name}, ${size}`, SCHEMES, 'dialog[open]');
  }
  await page.setViewportSize(before);
}

/**
 * Takes a picture in each colour scheme for visual inspection.
 *
 * @param {Page} page
 * @param {string} name
 */
async function photograph(page, name) {
  const moves = await motionOf(page);
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const path = picture(`${name}-${colorScheme}`);
    await page.screenshot({ path, fullPage: true, animations: 'disabled' });
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: moves });
}
