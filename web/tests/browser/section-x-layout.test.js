/**
 * Tests of the parts beside the board of Section X: nothing moves, and every sentence fits.
 */

import { readFile } from 'node:fs/promises';

import { look } from './checks.js';
import { deciding } from './section-x-dig.js';
import { begin, LAYING, PHONE } from './section-x-games.js';
import { expect, test } from './test.js';

/** A phone on its side. */
const SIDEWAYS = { width: 640, height: 360 };

/** The board and the parts beside it. Each must keep its position. */
const PARTS =
  '.board-square, .sx-head, .zoom-buttons, .sx-says, .sx-notice, .sx-numbers, .sx-piles, .sx-slot, .sx-action, .board-turn, .board-commit, .sx-more, .sx-more > button, .sx-standings, .sx-look-ups';

/**
 * Returns the positions of the parts on the page.
 *
 * @param {import('@playwright/test').Page} page
 */
const places = (page) =>
  page.locator(PARTS).evaluateAll((parts) =>
    parts.map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      return [part.classList[0], x + scrollX, y + scrollY, width, height].join(' ');
    }),
  );

/**
 * Returns the number of lines that each sentence takes beside the board.
 *
 * @param {import('@playwright/test').Page} page
 * @param {string} where the selector of the element that contains the sentence
 * @param {readonly string[]} sentences
 */
const linesOf = (page, where, sentences) =>
  page.locator(where).evaluate((element, all) => {
    const before = element.textContent;
    const high = Number.parseFloat(getComputedStyle(element).lineHeight);
    const lines = all.map((one) => {
      element.textContent = one;
      const range = document.createRange();
      range.selectNodeContents(element);
      return { one, lines: Math.round(range.getBoundingClientRect().height / high) };
    });
    element.textContent = before;
    return lines;
  }, sentences);

/**
 * Returns the steps of a turn whose line is wider than its space, when they are the current step.
 *
 * @param {import('@playwright/test').Locator} line
 * @param {readonly string[]} last the possible labels of the last step
 */
const tooWide = (line, last) =>
  line.evaluate((element, all) => {
    const steps = [...element.querySelectorAll('li')];
    const label = steps.at(-1)?.children[1];
    if (!label) throw new Error('no step');
    const before = label.textContent;
    const states = steps.map((step) => step.dataset['state']);
    const wide = all.flatMap((words) => {
      label.textContent = words;
      return steps
        .filter((now) => {
          for (const step of steps) step.dataset['state'] = step === now ? 'now' : '';
          return [element, ...steps].some((one) => one.scrollWidth > one.clientWidth);
        })
        .map((step) => step.textContent);
    });
    label.textContent = before;
    for (const [at, step] of steps.entries()) step.dataset['state'] = states[at];
    return wide;
  }, last);

/** Returns every short sentence of the board, with the longest possible values. */
async function everySentence() {
  const file = new URL('../../client/games/section_x/text/en.json', import.meta.url);
  /** @type {Record<string, string | Record<string, string>>} */
  const texts = JSON.parse(await readFile(file, 'utf8'));
  const values = /** @type {Readonly<Record<string, string>>} */ ({
    name: 'Maximiliane Wolkenstein',
    count: '88',
    zone: 'Fisher Village',
  });
  const filled = (/** @type {string} */ key) => {
    const forms = texts[key];
    return Object.values(typeof forms === 'string' ? { forms } : (forms ?? {})).map((form) =>
      form.replace(/\{(\w+)\}/g, (_, one) => values[one] ?? 'm13'),
    );
  };
  const keys = Object.keys(texts);
  const named = ['yours', 'choose.draw', 'choose.end'].map((key) => `section_x.${key}`);
  const short = keys.filter((key) => /^section_x\.(brief|status)\./.test(key));
  const why = keys.filter((key) => key.startsWith('section_x.why.'));
  return {
    last: ['walk', 'walk_or_door', 'door'].flatMap((key) => filled(`section_x.stage.${key}`)),
    status: [
      ...[...named, ...short].flatMap(filled),
      ...why.flatMap(filled).map((words) => `m13: ${words}`),
    ],
    notices: ['lost_door', 'last_turn', 'last_round', 'alarm.last', 'alarm.lose'].flatMap((key) =>
      filled(`section_x.${key}`),
    ),
  };
}

test('beside the board of Section X nothing moves, and no text takes more than two lines', async ({
  arrive,
  settle,
}) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const { convicts } = await begin(settle, people, LAYING);
  const laying = await deciding(convicts);
  if (!laying) throw new Error('the game is over');
  const { page } = laying;
  const { last, status, notices } = await everySentence();
  for (const size of [{ width: 1280, height: 800 }, PHONE.viewport, SIDEWAYS]) {
    await page.setViewportSize(size);
    const wide = await tooWide(page.locator('.sx-stages'), last);
    expect(wide, `${size.width}: the steps`).toEqual([]);
    // The two other windows check that the parts keep their positions.
    if (size === SIDEWAYS) continue;
    const before = await places(page);
    const still = async (/** @type {string} */ when) =>
      expect(await places(page), `${size.width}: ${when}`).toEqual(before);
    await laying.stock().first().click();
    await still('with a tile');
    await page.locator('.cell.target').first().click();
    await expect(page.locator('.layer-ghost .tile')).toHaveCount(1);
    await still('with a tile that lies somewhere');
    await laying.putBack();
    await page.locator('.cell:has(~ .cell)').first().click();
    await still('after a press of a cell');
    await laying.putBack();
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  const before = await places(page);
  expect(status.length).toBeGreaterThan(40);
  const lines = [
    ...(await linesOf(page, '.board-status > span:first-child', status)),
    ...(await linesOf(page, '.sx-notice', notices)),
  ];
  expect(lines.filter((one) => one.lines > 2)).toEqual([]);
  await laying.act({ type: 'skip_tile' });
  expect(await places(page), 'after a decision').toEqual(before);
  await laying.takeBack();
  expect(laying.view.phase.type, 'the tiles can be chosen from again').toBe('tile');
  expect(await places(page), 'after it was taken back').toEqual(before);

  for (const [name, items] of /** @type {const} */ ([
    ['Tiles left', 17],
    ['Legend', 13],
  ])) {
    await laying.person.button(name).click();
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(items);
    await look(laying.person, `section-x-${name.toLowerCase().replace(' ', '-')}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});
