/**
 * Tests of touch targets: every control of a game can be hit with a finger, also on the smallest
 * phone, and the log and chat leave the board visible.
 */

import { expectAccessible } from './checks.js';
import { SLOW_CLOCK } from './prepare.js';
import { expect, test } from './test.js';

const SMALL = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
/** The minimum size of a touch target in pixels. Half a pixel is a rounding error. */
const FINGER = 44 - 0.5;

/** @type {readonly import('../../client/protocol.js').GameKind[]} */
const GAMES = ['tsuro', 'tortus', 'section_x'];

for (const game of GAMES) {
  test(`every control of ${game} is large enough for a finger, and the sheet leaves the board visible`, async ({
    arrive,
    settle,
  }) => {
    const people = [await arrive('Ana', SMALL), await arrive('Bruno', SMALL)];
    await settle(people, { game, clock: SLOW_CLOCK, course: { until: {}, from: 12 } });
    let pressed = 0;
    for (const { page, name } of people) {
      // All are measured at once, because the page may draw a control anew meanwhile.
      const controls = await page.evaluate(() =>
        [
          ...document.querySelectorAll('button, a[href], summary, select, input, [role="radio"]'),
        ].map((element) => {
          const { width, height } = element.getBoundingClientRect();
          const isShown = getComputedStyle(element).visibility === 'visible';
          const what = element.outerHTML.slice(0, 120);
          return { what, reach: isShown ? Math.min(width, height) : 0 };
        }),
      );
      for (const { what, reach } of controls) {
        if (reach === 0 || what.includes('class="skip"')) continue;
        expect(reach, `${name}: ${what}`).toBeGreaterThanOrEqual(FINGER);
        pressed += 1;
      }
    }
    expect(pressed).toBeGreaterThan(8);

    const [ana, bruno] = people;
    if (!ana || !bruno) throw new Error('nobody');
    await bruno.button('Log & chat').tap();
    await bruno.page.getByRole('tab', { name: 'Chat' }).tap();
    await bruno.page.getByRole('textbox', { name: 'Say something to the room' }).fill('olá');
    await bruno.page.getByRole('button', { name: 'Send' }).tap();
    // Unseen lines are counted on the button, which then opens the tab with them.
    const opener = ana.page.getByRole('button', { name: 'Log & chat 1', exact: true });
    await opener.tap();
    const sheet = ana.page.locator('#talk');
    await expect(sheet.getByText('olá')).toBeInViewport({ ratio: 1 });
    await expect(ana.button('Log & chat')).toHaveAttribute('aria-expanded', 'true');
    await expectAccessible(ana.page, `the sheet over ${game}`);
    const top = (await sheet.boundingBox())?.y ?? 0;
    const board = await ana.page.locator('.board-square').boundingBox();
    expect(top).toBeGreaterThanOrEqual((board?.y ?? 0) + (board?.height ?? 0) - 1);
    await ana.page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(ana.button('Log & chat')).toBeFocused();
  });
}
