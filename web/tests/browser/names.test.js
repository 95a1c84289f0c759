/**
 * Tests of names that are written from right to left: each is readable from its own start, and does
 * not reorder the text beside it.
 */

import { leaveEntries } from './soon.js';
import { start } from './table.js';
import { expect, test } from './test.js';

/** @import { Locator } from '@playwright/test' */

const PHONE = { viewport: { width: 390, height: 844 } };
/** A name of the maximum length, which does not fit everywhere. */
const LONG = 'אבגדה וזחטי כלמנס עפצקרש';
const SHORT = 'شهرزاد';

/**
 * Whether the first letter is visible within its element, and whether the last one is.
 *
 * @param {Locator} named
 */
const seen = (named) =>
  named.evaluate((element) => {
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
    const length = text?.textContent?.length ?? 0;
    const box = element.getBoundingClientRect();
    return [0, length - 1].map((at) => {
      const range = document.createRange();
      range.setStart(/** @type {Node} */ (text), at);
      range.setEnd(/** @type {Node} */ (text), at + 1);
      const { left, right } = range.getBoundingClientRect();
      return left >= box.left - 1 && right <= box.right + 1;
    });
  });

/**
 * Returns the distance of a name from the left edge of the page.
 *
 * @param {Locator} line
 * @param {string} name
 */
const leftOf = (line, name) =>
  line.evaluate((element, wanted) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const at = text.textContent?.indexOf(wanted) ?? -1;
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + wanted.length);
      return range.getBoundingClientRect().left;
    }
    throw new Error(`${wanted} is not there`);
  }, name);

test('a right-to-left name is readable from its start, and keeps its place in a sentence', async ({
  arrive,
  settle,
}) => {
  const people = [
    await arrive(LONG, PHONE),
    await arrive(SHORT, PHONE),
    await arrive('Zoe', PHONE),
  ];
  const [long, short, zoe] = people;
  if (!long || !short || !zoe) throw new Error('nobody');
  await settle(people);
  await expect(zoe.page.locator('#seats strong').first()).toHaveText(LONG);
  expect((await seen(zoe.page.locator('#seats strong').first()))[0], 'at the seats').toBe(true);
  // The same holds for typed text.
  await zoe.openChat();
  const field = zoe.page.getByRole('textbox', { name: 'Say something to the room' });
  await field.fill(SHORT);
  expect(await field.evaluate((element) => element.matches(':dir(rtl)'))).toBe(true);
  await zoe.openLog();

  await start(people);
  for (const [where, named] of Object.entries({
    'at the top': long.page.locator('#name'),
    'among the players': zoe.page.locator('#players strong').first(),
  })) {
    const [first, last] = await seen(named);
    expect(first, where).toBe(true);
    expect(last, `${where}, where it is cut off`).toBe(false);
  }
  // The names are in the order of the seats, independent of their writing direction.
  const line = zoe.lines().filter({ hasText: 'Game 1 begins' });
  await zoe.page.setViewportSize({ width: 1280, height: 800 });
  await zoe.openLog();
  const [first, second, third] = await Promise.all([
    leftOf(line, LONG),
    leftOf(line, SHORT),
    leftOf(line, 'Zoe'),
  ]);
  expect(first).toBeLessThan(second);
  expect(second).toBeLessThan(third);
});

test('typing replaces a made-up name wherever it can be changed, after a press in the field as well', async ({
  arrive,
}) => {
  const host = await arrive('Ana');
  const link = await host.createRoom();
  for (const touch of [false, true]) {
    const zoe = await arrive('Zoe', touch ? { ...PHONE, hasTouch: true, isMobile: true } : {});
    const { page } = zoe;
    const press = (/** @type {Locator} */ place) => (touch ? place.tap() : place.click());
    await page.goto('/');
    await expect(page.locator('#name')).not.toBeEmpty();
    const dialog = page.getByRole('dialog');
    for (const presses of [0, 1]) {
      await press(page.locator('#name'));
      const field = dialog.getByRole('textbox');
      await expect(field).toBeFocused();
      if (presses > 0) await press(field);
      await page.keyboard.type('Zoe');
      await expect(field).toHaveValue('Zoe');
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    }
    await leaveEntries(page);
    await page.goto('/you');
    await expect(page.locator('#name')).toHaveValue(/./);
    await press(page.locator('#name'));
    await page.keyboard.type('Zoe');
    await expect(page.locator('#name')).toHaveValue('Zoe');

    // A guest with a name of their own needs three presses at most, and deletes nothing.
    await page.goto(link);
    await press(page.locator('#join-name'));
    await page.keyboard.type('Zoe');
    await expect(page.locator('#join-name')).toHaveValue('Zoe');
    await press(zoe.button('Join the game'));
    await expect(page.locator('#name')).toHaveText('Zoe');
    await expect(zoe.button("I'm not ready")).toBeVisible();
  }
});
