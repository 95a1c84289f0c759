/**
 * Tests of Section X by keys alone.
 */

import { Convict } from './section-x.js';
import { deciding, playOn } from './section-x-dig.js';
import { begin, hasWalked, isPlacing, LAYING } from './section-x-games.js';
import { soon } from './soon.js';
import { expect, test } from './test.js';

test('two play Section X by keys alone, zoom in, and learn why a tile can not lie there', async ({
  arrive,
  settle,
}) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const { convicts } = await begin(settle, people, LAYING, { way: 'keys' });
  const laying = await playOn(convicts, isPlacing);
  if (!laying) throw new Error('the game was over before anybody could lay a tile');
  const { page } = laying;
  await page.keyboard.press('1');
  await laying.go('g7');
  await page.keyboard.press('Enter');
  await expect(page.locator('#board-notice')).toContainText('No tile can lie on the island');
  await expect(laying.status()).toContainText(/fits on|: /);

  const board = page.locator('.board-picture');
  const whole = await board.getAttribute('viewBox');
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  await expect(board).not.toHaveAttribute('viewBox', whole ?? '');
  // The view follows the focus over the board, which is turned in a window of this size.
  await page.keyboard.press('End');
  await expect(laying.cell('j1')).toBeFocused();
  await expect(laying.cell('j1')).toBeInViewport({ ratio: 1 });
  const there = await board.getAttribute('viewBox');
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(board).not.toHaveAttribute('viewBox', there ?? '');
  await page.keyboard.press('0');
  await expect(board).toHaveAttribute('viewBox', whole ?? '');
  await laying.putBack();

  // The number of turns until a player finds a tile with an entrance is random.
  const walked = await playOn(convicts, hasWalked);
  expect(walked).toBeTruthy();
  await page.keyboard.press('?');
  await expect(page.getByText('show or hide these keys')).toBeVisible();
});

/**
 * Returns the accessibility tree of the panel beside the board.
 *
 * @param {Convict} convict
 */
const heard = ({ page }) => page.locator('.board-panel').ariaSnapshot();

test('a turn of Section X is played by keys alone, and announced', async ({ arrive, settle }) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const { convicts } = await begin(settle, people, { until: {} }, { way: 'keys' });
  const one = await deciding(convicts);
  if (!one) throw new Error('the game is over');
  const { page } = one;
  const live = page.locator('#live');
  const now = page.locator('.sx-stages > [aria-current="step"]');
  expect(await heard(one)).toMatch(/listitem: 1 Draw now|listitem: Draw now/);
  expect(await heard(one)).toContain('Draw a tile: choose a pile.');
  await page.keyboard.press('1');
  await expect(now).toContainText('Tile');
  await expect(live.getByText('Choose a tile, or keep yours.')).toHaveCount(1);
  await expect(live.getByText(/fits on \d+ cells\.$/)).toHaveCount(1);
  await one.go('i7');
  const cell = one.cell('i7');
  await expect(cell).toHaveAccessibleName(/^i7, empty, the tile can go here$/);
  await page.keyboard.press('Enter');
  await expect(live.getByText(/^i7: .* leads? /)).toHaveCount(1);
  expect(await heard(one)).toMatch(/i7: .*tunnel/);
  await page.keyboard.press('Enter');
  await expect(now).toContainText('Walk or door');
  await expect(cell).not.toHaveAccessibleName(/empty/);
  await page.keyboard.press('u');
  await expect(
    live.getByText('Ana took back a move.').or(live.getByText('Bruno took back a move.')),
  ).toHaveCount(1);
  await expect(now).toContainText('Tile');
  await page.keyboard.press('n');
  await expect(now).toContainText('Walk or door');
  await soon(() => heard(one)).toContain('end your turn.');
  await page.keyboard.press('n');
  await expect(page.locator('.sx-facts')).not.toContainText('your turn');
  expect(await heard(one)).toMatch(/is drawing a tile\./);
});
