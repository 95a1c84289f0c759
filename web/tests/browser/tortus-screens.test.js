/**
 * Tests of the screens of Tortus: on phones and other windows, and whether they are accessible.
 */

import { expectAccessible, expectNoSidewaysScroll, look } from './checks.js';
import { soon } from './soon.js';
import { expect, test } from './test.js';
import { ACT, acting, begin, FALL, FINGER, PHONE } from './tortus-games.js';

/** @import { Locator } from '@playwright/test' */
/** @import { Course } from './prepare.js' */

/** The minimum size in pixels of a square between others on the smallest phone. */
const SQUARE = 41;
/** The number of turns whose taps are counted. */
const TURNS = 6;
/** A phone on its side, tablets, and a large screen. */
const SIZES = [
  { width: 844, height: 390 },
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
  { width: 1920, height: 1080 },
];

/**
 * Returns the name, role and size of each part.
 *
 * @param {Locator} parts
 */
const measure = (parts) =>
  parts.evaluateAll((all) =>
    all.map((part) => {
      const { width, height, right } = part.getBoundingClientRect();
      const name = part.getAttribute('aria-label') ?? part.textContent;
      return { name, role: part.getAttribute('role'), width, height, right };
    }),
  );

test('two play Tortus on phones', async ({ arrive, settle }) => {
  const people = [await arrive('Ana', PHONE), await arrive('Bruno', PHONE)];
  const course = { until: { phase: { type: 'push' } } };
  const { player } = await begin(settle, people, course, 'touch');
  for (const width of [360, 390]) {
    await player.page.setViewportSize({ width, height: PHONE.viewport.height });
    const controls = player.page.locator('.board :is(button, .cell):visible');
    for (const { name, role, width: across, height } of await measure(controls)) {
      const least = role === 'gridcell' ? SQUARE : FINGER;
      expect(Math.min(across, height), `${name} at ${width}`).toBeGreaterThanOrEqual(least);
    }
  }
  // In windows of other shapes nothing is cut off either.
  for (const size of SIZES) {
    await player.page.setViewportSize(size);
    await expectNoSidewaysScroll(player.page);
    const [panel] = await measure(player.page.locator('.board-panel'));
    for (const part of await measure(player.page.locator('.board-panel :is(button, p):visible'))) {
      expect(part.right, `${size.width} by ${size.height}`).toBeLessThanOrEqual(
        (panel?.right ?? 0) + 1,
      );
    }
  }
});

test('on a phone a move of Tortus takes two taps, and a rotation three', async ({
  arrive,
  settle,
}) => {
  const people = [await arrive('Ana', PHONE), await arrive('Bruno', PHONE)];
  const { players } = await begin(settle, people, ACT, 'touch');
  const deciding = () => players.find(({ told }) => told.view?.choices?.type === 'act');
  for (let turns = 0; turns < TURNS; turns += 1) {
    await soon(() => deciding() !== undefined).toBe(true);
    const player = deciding();
    if (!player) throw new Error('nobody decides');
    player.presses = 0;
    const { rotate } = acting(player);
    const next = (/** @type {string} */ square) => {
      const { rotation } = player.view.board.find((field) => field.square === square) ?? {};
      // The first player sees the board as in a mirror.
      return ((rotation ?? 0) + (player.told.seat === 0 ? 3 : 1)) % 4;
    };
    const tile = rotate.find(({ square, rotations }) => rotations.includes(next(square)));
    if (!tile) throw new Error('no tile can be turned by a quarter');
    await player.act({ type: 'rotate', square: tile.square, rotation: next(tile.square) });
    expect(player.presses).toBe(3);
    const calm = acting(player).moves.flatMap(({ pawn, to }) =>
      to.filter(({ meets }) => meets.type === 'closed').map(({ square }) => ({ pawn, square })),
    );
    const [move] = calm;
    if (!move) throw new Error('no pawn can move to a closed tile');
    await player.act({ type: 'move', pawn: move.pawn, to: move.square });
    // The turn ends by itself with its last action.
    expect(player.presses).toBe(5);
  }
});

test('every screen of Tortus during a game is accessible', async ({ arrive, settle }) => {
  const people = [await arrive('Ana'), await arrive('Bruno'), await arrive('Zoe')];
  const at = (/** @type {Course} */ course) => begin(settle, people, course);

  const exchanging = await at({ until: { phase: { type: 'exchange' } } });
  await expectAccessible(exchanging.player.page, 'tortus exchange');
  const placing = await at({ until: { phase: { type: 'place' } }, after: 1 });
  const [place] = placing.next;
  await placing.player.choose(place?.action.type === 'place' ? place.action.square : '');
  await look(placing.player.person, 'tortus-place');
  const acting = await at(ACT);
  await look(acting.player.person, 'tortus-act');
  await expectAccessible(acting.watchers[0]?.page ?? acting.player.page, 'tortus watching');
  const pushing = await at({ until: { phase: { type: 'push' } } });
  await expectAccessible(pushing.player.page, 'tortus push');
  const flowing = await at({ until: { phase: { type: 'flow' } } });
  await expectAccessible(flowing.player.page, 'tortus flow');
  const filling = await at({ ...FALL, after: 1 });
  const [fill] = filling.next;
  await filling.player.take(fill?.action.type === 'fill' ? fill.action.hand : 0);
  await look(filling.player.person, 'tortus-fill');
});

test('every screen of Tortus after a game is accessible', async ({ arrive, settle }) => {
  const people = [await arrive('Ana'), await arrive('Bruno'), await arrive('Zoe')];
  await begin(settle, people, { ...ACT, from: 30 });
  const [ana, , zoe] = people;
  if (!ana || !zoe) throw new Error('nobody');
  await ana.resign();
  await expect(zoe.verdict()).toBeVisible();
  await expectAccessible(zoe.page, 'tortus over');
  await look(ana, 'tortus-over');
});
