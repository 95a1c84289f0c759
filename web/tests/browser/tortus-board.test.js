/**
 * Tests of the board and the panel of Tortus: nothing moves below the finger while a turn is
 * played, and the board shows what a move would cost.
 */

import { soon } from './soon.js';
import { expect, test } from './test.js';
import { Player } from './tortus.js';

/** @import { Page } from '@playwright/test' */
/** @import { Person } from './person.js' */
/** @import { Course } from './prepare.js' */
/** @import { Scene } from './test.js' */

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const SMALL = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
const DESK = { viewport: { width: 1280, height: 800 } };
/** The parts whose positions must not change, by their selectors. */
const FIXED = [
  '.board-square',
  '.board-status',
  '.tortus-kind',
  '.board-hand',
  '.board-turn',
  '.board-commit',
  '.tortus-end',
  '.tortus-actions',
  '.tortus-draw',
];
/** The largest movement in pixels that counts as a rounding error. */
const STILL = 0.5;

/**
 * Returns the positions of the parts, in the order of the page. A part that is invisible but keeps
 * its place counts as well.
 *
 * @param {Page} page
 */
function places(page) {
  return page.locator(FIXED.join(', ')).evaluateAll((parts) =>
    parts.flatMap((part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      // The label of a draw may have another width, but it starts at the same place.
      const reach = part.matches('.tortus-draw') ? 0 : width;
      return width === 0 ? [] : [{ what: part.className, x, y: y + scrollY, width: reach, height }];
    }),
  );
}

/**
 * Starts to watch the positions of the parts of a page. The result compares them with the first
 * ones.
 *
 * @param {Page} page
 */
async function watch(page) {
  const first = await places(page);
  expect(first.length).toBeGreaterThan(FIXED.length);
  return async (/** @type {string} */ when) => {
    const now = await places(page);
    expect(
      now.map(({ what }) => what.split(' ')[0]),
      when,
    ).toEqual(first.map(({ what }) => what.split(' ')[0]));
    for (const [at, { what, x, y, width, height }] of now.entries()) {
      const before = first[at];
      if (!before) continue;
      const moved = Math.max(
        Math.abs(x - before.x),
        Math.abs(y - before.y),
        Math.abs(width - before.width),
        Math.abs(height - before.height),
      );
      expect(moved, `${when}: ${what}`).toBeLessThanOrEqual(STILL);
    }
  };
}

/**
 * Prepares a game, and returns the players, the one who decides, and the next decisions.
 *
 * @param {Scene['settle']} settle
 * @param {readonly Person[]} people
 * @param {Course} course
 */
async function begin(settle, people, course) {
  const players = people.map((person) => new Player(person));
  const { next } = await settle(people, { game: 'tortus', course });
  for (const person of people) await expect(person.squares()).toHaveCount(49);
  const player = players.find(({ told }) => told.view?.choices != null);
  if (!player) throw new Error('nobody decides');
  return { player, players, next };
}

for (const [name, device] of /** @type {const} */ ([
  ['a desktop', DESK],
  ['a phone', PHONE],
  ['a small phone', SMALL],
])) {
  test(`neither the board nor a button moves in a turn on ${name}`, async ({ arrive, settle }) => {
    const people = [await arrive('Ana', device), await arrive('Bruno', device)];
    const course = { until: { phase: { type: 'act' }, actions: 2, turns: 6 } };
    const { player } = await begin(settle, people, course);
    const { page } = player;
    const still = await watch(page);
    const { choices, pawns } = player.view;
    if (choices?.type !== 'act') throw new Error('nobody has the turn');
    const { keyboard } = page;

    for (const kind of /** @type {const} */ (['Move', 'Rotate', 'Open', 'Swap'])) {
      const button = page
        .getByRole('group', { name: 'Actions' })
        .getByRole('button', { name: kind });
      await button.click();
      await still(`after ${kind}, possible or not`);
    }
    await keyboard.press('Escape');
    const [turns] = choices.rotate;
    if (turns) {
      await player.cell(turns.square).click();
      await still('with a tile to rotate');
      await page.getByRole('button', { name: 'Rotate on' }).click();
      await still('with a rotated tile');
      await keyboard.press('Escape');
    }
    const [square = ''] = choices.open;
    await player.cell(square).click();
    await expect(player.status()).toContainText('Open the tile');
    await still('with a tile to open');
    await keyboard.press('Escape');
    const moves = choices.moves.find(({ to }) => to.length > 0);
    await player.cell(pawns[moves?.pawn ?? 0]?.at ?? '').click();
    await still('with a pawn to move');
    for (const { square: to } of moves?.to ?? []) {
      await player.cell(to).hover();
      await still(`over ${to}`);
    }
    await keyboard.press('Escape');
    await page.locator('.tortus-draw').click();
    await still('with a draw to offer');
    await keyboard.press('Escape');
    await player.act({ type: 'open', square });
    await still('with one action left');
    await player.act({ type: 'end_turn' });
    await soon(() => player.view.choices).toBe(null);
    await still('when the turn is over');
  });
}

test('neither the board nor a button moves while a pawn falls and the gap is filled', async ({
  arrive,
  settle,
}) => {
  const people = [await arrive('Ana', DESK), await arrive('Bruno', PHONE)];
  const course = { until: { phase: { type: 'fill' } }, before: 1, after: 1 };
  const { players, next } = await begin(settle, people, course);
  const watched = await Promise.all(people.map(({ page }) => watch(page)));
  expect(next).toHaveLength(2);
  for (const { seat, action } of next) {
    if (action.game !== 'tortus') throw new Error('another game');
    await players[seat]?.act(action);
    await soon(() => new Set(players.map(({ told }) => told.version)).size).toBe(1);
    for (const still of watched) await still(action.type);
  }
});

test('an own fall is confirmed in red, and the columns go from a to g for both', async ({
  arrive,
  settle,
}) => {
  const people = [await arrive('Ana', DESK), await arrive('Bruno', DESK)];
  const choices = { type: 'act', moves: { to: { meets: { type: 'hole', ends: false } } } };
  const { player, players } = await begin(settle, people, { until: { choices } });
  for (const { page } of players) {
    const across = await page.locator('.layer-ground .sign').evaluateAll((signs) =>
      signs
        .map((sign) => ({ sign: sign.textContent, x: sign.getBoundingClientRect().x }))
        .filter(({ sign }) => /[a-g]/.test(sign ?? ''))
        .sort((a, b) => a.x - b.x)
        .map(({ sign }) => sign),
    );
    expect(across.join('')).toBe('abcdefg');
  }
  const { view, page } = player;
  if (view.choices?.type !== 'act') throw new Error('nobody has the turn');
  const [falls] = view.choices.moves.flatMap(({ pawn, to }) =>
    to.flatMap(({ square, meets }) => (meets.type === 'hole' ? [{ pawn, square }] : [])),
  );
  if (!falls) throw new Error('no pawn is beside a hole');
  await player.choose(view.pawns[falls.pawn]?.at ?? '');
  await expect(page.locator('.meets[data-stake="loss"]').first()).toBeVisible();
  await player.choose(falls.square);
  await expect(player.commit()).toHaveText('Lose this pawn');
  await expect(player.commit()).toHaveAttribute('data-stake', 'loss');
  await expect(page.locator('.confirm')).toHaveAttribute('data-stake', 'loss');
  expect(view.pawns.filter(({ lost }) => lost)).toHaveLength(0);
  await player.decide();
  await soon(() => player.view.pawns.filter(({ lost }) => lost).length).toBe(1);
});
