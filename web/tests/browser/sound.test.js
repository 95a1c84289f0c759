/**
 * Tests of sounds: none are played before the page is touched, and none after they are switched
 * off.
 */

import { look } from './checks.js';
import { BEGUN } from './prepare.js';
import { whoseTurn } from './table.js';
import { expect, MOVING, test } from './test.js';

/** @import { Person } from './person.js' */

/**
 * Counts the notes that a page plays from now on, also after a reload.
 *
 * @param {Person} person
 */
async function listen({ page }) {
  await page.addInitScript(() => {
    const heard = { notes: 0 };
    Object.assign(window, { heard });
    const { start } = AudioScheduledSourceNode.prototype;
    AudioScheduledSourceNode.prototype.start = function (/** @type {[number]} */ ...at) {
      heard.notes += 1;
      start.apply(this, at);
    };
  });
  await page.reload();
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  return () => page.evaluate(() => /** @type {any} */ (window).heard.notes);
}

test('a reader who has touched the page hears the sounds of events, until they switch them off', async ({
  arrive,
  settle,
}) => {
  const people = [await arrive('Ana', MOVING), await arrive('Bruno')];
  const [ana, bruno] = people;
  if (!ana || !bruno) throw new Error('nobody');
  await settle(people, BEGUN);
  const [first, second] = [await listen(ana), await listen(bruno)];
  const mover = await whoseTurn(people);
  const other = mover === ana ? bruno : ana;
  const [heardByMover, heardByOther] = mover === ana ? [first, second] : [second, first];
  await mover.takeTurn();
  await expect.poll(heardByMover).toBeGreaterThan(0);
  expect(await heardByOther(), 'before a touch').toBe(0);

  await other.button('Settings on this device').click();
  const dialog = other.page.getByRole('dialog', { name: 'Settings on this device' });
  await look(other, 'sound');
  await dialog.getByRole('slider', { name: 'Volume' }).press('ArrowLeft');
  await expect.poll(heardByOther).toBeGreaterThan(0);
  await dialog.getByRole('checkbox', { name: 'Sound and vibration' }).uncheck();
  await other.page.reload();
  await expect(other.commit()).toBeVisible();
  await other.takeTurn();
  expect(await heardByOther()).toBe(0);
  await other.button('Settings on this device').click();
  await expect(dialog.getByRole('checkbox', { name: 'Sound and vibration' })).not.toBeChecked();
});
