/**
 * What holds for every page.
 */

import { fileURLToPath } from 'node:url';

import { expect } from '@playwright/test';
import axe from 'axe-core';

/** @import { Page } from '@playwright/test' */
/** @import { Result, resultGroups, RunOptions } from 'axe-core' */

/** Whether more is tested than somebody waits for. */
export const DEEP = process.env['SENDA_TESTS'] === 'deep';

/** What depends on colours. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** @typedef {'light' | 'dark'} Scheme */
/** @type {readonly Scheme[]} */
const SCHEMES = ['light', 'dark'];

/**
 * Nothing on the page keeps anybody out, in the light scheme and in the dark one. By these only colours differ, so that
 * in the dark nothing else is looked at, but in deep tests.
 *
 * @param {Page} page
 * @param {string} screen its name, for what goes wrong
 * @param {readonly Scheme[]} [schemes]
 * @param {string} [within] the one part of the page that is looked at
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
 * What keeps somebody out. What keeps nobody out is not told: on a board that is a thousand elements, and takes longer
 * than to look at them.
 *
 * @param {Page} page
 * @param {RunOptions} options
 * @param {string} [within] the one part of the page that is looked at
 * @returns {Promise<Result[]>}
 */
async function violationsOf(page, options, within = 'html') {
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(axe.source);
  return page.evaluate(
    async ([where, chosen]) => {
      // Colours that are on their way from one scheme to the other are soon there.
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
 * Whether its reader wants the page to move, for it to be so again.
 *
 * @param {Page} page
 * @returns {Promise<'reduce' | 'no-preference'>}
 */
async function motionOf(page) {
  const reduced = await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  return reduced ? 'reduce' : 'no-preference';
}

/**
 * Nothing is wider than the window.
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
 * Counts how much a page's content moves by itself from now on, as the browser measures it.
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
 * Counts the bytes that a page's files take on the way, headers included.
 *
 * @param {Page} page
 */
export function watchTransfer(page) {
  /** @type {Promise<number>[]} */
  const sizes = [];
  page.on('requestfinished', (request) => {
    sizes.push(request.sizes().then((size) => size.responseBodySize + size.responseHeadersSize));
  });
  return async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/**
 * Notes what a page asks for, its sockets among it.
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
/** Of these deep tests leave pictures as well. */
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
 * Looks at a screen as everybody may come to it: small and large, light and dark. That it is dark on a small phone is
 * left to deep tests: colours are the same on all. Those leave pictures of it in every size as well.
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
 * Looks at a dialog over a screen that was looked at itself: on a small phone, light and dark. Larger ones are left to
 * deep tests: a dialog is no wider there than a phone.
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
 * A picture in each scheme, for somebody to look at.
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
