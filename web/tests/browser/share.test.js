/**
 * Tests of the picture of a result, which players share.
 */

import { readFile } from 'node:fs/promises';

import { expectAccessible } from './checks.js';
import { expect, test } from './test.js';

test('a result is shared as a picture', async ({ arrive, settle }) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const [ana] = people;
  if (!ana) throw new Error('nobody');
  await settle(people, { course: { until: { phase: 'over' } } });
  const { page } = ana;
  await page.getByRole('button', { name: 'Share' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Share the result' });
  await expect(
    dialog.getByRole('img', { name: /^Picture of the final board: .*win/ }),
  ).toBeVisible();
  await expectAccessible(page, 'a picture to share');

  // The board is drawn, and so are the lines of the players below it.
  const colours = await dialog.locator('canvas').evaluate((canvas) => {
    const brush = canvas instanceof HTMLCanvasElement ? canvas.getContext('2d') : null;
    const { data, width } = brush?.getImageData(0, 0, 1080, 1350) ?? { data: [], width: 0 };
    return [
      { from: 200, to: 900 },
      { from: 1_120, to: 1_250 },
    ].map(({ from, to }) => {
      const seen = new Set();
      for (let at = from * width * 4; at < to * width * 4; at += 4 * 97)
        seen.add(`${data[at]} ${data[at + 1]} ${data[at + 2]}`);
      return seen.size;
    });
  });
  expect(Math.min(...colours)).toBeGreaterThan(8);

  const loaded = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download' }).click();
  const download = await loaded;
  expect(download.suggestedFilename()).toMatch(/^senda-\d{4}-\d\d-\d\d\.png$/);
  const file = await readFile(await download.path());
  expect(file.subarray(1, 4).toString()).toBe('PNG');
  expect([file.readUInt32BE(16), file.readUInt32BE(20)]).toEqual([1080, 1350]);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('the picture of Section X shows the island as large as it can be', async ({
  arrive,
  settle,
}) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  await settle(people, { game: 'section_x', course: { until: { outcome: {} } } });
  const page = people[0]?.page;
  await page?.getByRole('button', { name: 'Share' }).press('Enter');
  // The share of the sea in the line through the middle of the board.
  const sea = await page?.locator('dialog canvas').evaluate((canvas) => {
    const brush = canvas instanceof HTMLCanvasElement ? canvas.getContext('2d') : null;
    const line = brush?.getImageData(60, 630, 960, 1).data ?? new Uint8ClampedArray();
    const at = (/** @type {number} */ x) => line.slice(4 * x, 4 * x + 3).join();
    const colours = Array.from({ length: 960 }, (_, x) => at(x));
    return colours.filter((colour) => colour === at(60)).length / 960;
  });
  expect(sea).toBeLessThan(0.4);
});
