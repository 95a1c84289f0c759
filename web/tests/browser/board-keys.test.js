/**
 * Tests of the letters that start or change an action: they move the focus from a button to the
 * squares, so that the arrow keys work after them.
 */

import { BEGUN } from './prepare.js';
import { soon } from './soon.js';
import { whoseTurn } from './table.js';
import { expect, test } from './test.js';

/** @import { Person } from './person.js' */
/** @import { Course } from './prepare.js' */

/**
 * @typedef {object} Keys the keys of a game
 * @property {'tsuro' | 'tortus' | 'section_x'} game
 * @property {Course} course
 * @property {readonly string[]} keys the letters that lead to the squares
 * @property {string} [before] the key that chooses a tile first
 */

/** @type {readonly Keys[]} */
const GAMES = [
  { game: 'tsuro', course: { until: { phase: 'placing' } }, keys: ['r', 'Shift+R'], before: '1' },
  {
    game: 'tortus',
    course: { until: { phase: { type: 'act' }, choices: { rotate: {}, open: {}, swap: {} } } },
    keys: ['m', 'r', 'o', 's'],
  },
  {
    game: 'section_x',
    course: { until: { phase: { type: 'tile' }, choices: { tile: { place: {} } } }, from: 12 },
    keys: ['r'],
    before: '1',
  },
];

/**
 * Returns the person whose page says that it is their turn, in any game.
 *
 * @param {readonly Person[]} people
 */
async function mover(people) {
  /** @type {Person | undefined} */
  let found;
  await soon(async () => {
    const turns = await Promise.all(
      people.map(({ page }) => page.locator('body').getAttribute('data-turn')),
    );
    found = people[turns.indexOf('mine')];
    return found?.name;
  }).toBeTruthy();
  return /** @type {Person} */ (/** @type {unknown} */ (found));
}

for (const { game, course, keys, before } of GAMES) {
  test(`the letters of ${game} lead to the squares`, async ({ arrive, settle }) => {
    const people = [await arrive('Ana'), await arrive('Bruno')];
    await settle(people, { game, course });
    const { page } = await mover(people);
    for (const key of keys) {
      if (before) await page.keyboard.press(before);
      await page.locator('#open-rules').focus();
      await page.keyboard.press(key);
      const focused = page.locator('.board-picture .cell:focus');
      await expect(focused, `after ${key}`).toHaveCount(1);
      const square = await focused.getAttribute('data-square');
      for (const arrow of ['ArrowUp', 'ArrowDown']) await page.keyboard.press(arrow);
      await page.keyboard.press('ArrowLeft');
      await expect(focused, `an arrow after ${key}`).toHaveCount(1);
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await expect(focused).not.toHaveAttribute('data-square', square ?? '');
      await page.keyboard.press('Escape');
    }
  });
}

test('a letter leads to the start marks, and leaves the focus on a tile of the hand', async ({
  arrive,
  settle,
}) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  await settle(people, BEGUN);
  const starter = await whoseTurn(people);
  await starter.page.locator('#open-rules').focus();
  await starter.page.keyboard.press('r');
  await expect(starter.page.locator('.board-picture [role="radio"]:focus')).toHaveCount(1);
  await starter.page.keyboard.press('Enter');
  const other = people.find((person) => person !== starter);
  await other?.takeTurn();
  const placing = await whoseTurn(people);
  const tile = placing.page.locator('.hand-tile').first();
  await tile.focus();
  await placing.page.keyboard.press('r');
  await expect(tile).toBeFocused();
});
