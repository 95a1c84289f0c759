/**
 * Tortus through the interface. Where the tiles lie is chance: two who want the same bring about what is to be seen.
 */

import { cable } from './cable.js';
import { expectAccessible, expectNoSidewaysScroll, look } from './checks.js';
import { gather, start } from './table.js';
import { expect, test } from './test.js';
import { deciding, Player } from './tortus.js';
import { next, playTo } from './tortus-course.js';

/** @import { TortusView } from '../../client/protocol.js' */
/** @import { Person } from './person.js' */

/** Squares along an edge. */
const EDGE = 7;
/** The least that a finger hits well, in pixels; a square between others may be a little smaller on the smallest phone. */
const FINGER = 44;
const SQUARE = 41;
/** A phone on its side, tablets, and a large screen. */
const SIZES = [
  { width: 844, height: 390 },
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
  { width: 1920, height: 1080 },
];
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/**
 * The squares as somebody's page says them, told as anybody's would: without what belongs to the viewer alone.
 *
 * @param {Player} player
 */
async function position({ person }) {
  const said = (await person.position()).map((words) => words ?? '');
  return said.map((words) =>
    words
      .replace(/\. .*$/, '')
      .replaceAll('your pawn', `pawn of ${person.name}`)
      .replace('your rows', `rows of ${person.name}`),
  );
}

/**
 * Waits until somebody's board shows what another one's does.
 *
 * @param {Player} witness
 * @param {Player} player
 */
async function sees(witness, player) {
  await expect.poll(() => witness.told.version).toBeGreaterThanOrEqual(player.told.version);
  await expect.poll(() => position(witness)).toEqual(await position(player));
}

/**
 * A game of Tortus that has begun.
 *
 * @param {readonly Person[]} people two who play, and whoever watches
 * @param {import('./told.js').Way} [way]
 * @param {string[]} [rules] those that are to hold
 */
async function begin(people, way, rules = []) {
  const all = people.map((person) => new Player(person, way));
  const link = await gather(people.slice(0, 2), { game: 'Tortus', rules, clock: 'No clock' });
  for (const watcher of people.slice(2)) await watcher.come(link);
  await start([...people], EDGE);
  return all;
}

/**
 * What one who has the turn may do.
 *
 * @param {Player} player
 */
function acting({ view: { choices } }) {
  if (choices?.type !== 'act') throw new Error('nobody has the turn');
  return choices;
}

/** @param {{ type: string }} action */
const isDeed = ({ type }) => !['exchange', 'place'].includes(type);

test('two play a whole game of Tortus, one watches, one comes back in a chain, one is away when asked', async ({
  arrive,
}) => {
  test.setTimeout(300_000);
  const people = [await arrive('Ana'), await arrive('Bruno'), await arrive('Zoe')];
  const cables = await Promise.all(people.map(cable));
  const [ana, bruno, zoe] = await begin(people);
  if (!ana || !bruno || !zoe) throw new Error('nobody');
  const players = [ana, bruno];
  const after = (/** @type {Player} */ player) => sees(zoe, player);

  // A chain: one pawn captures another, which captures a third. Whoever reloads in the middle goes on from there.
  const isSecondPush = (
    /** @type {import('../../client/protocol.js').TortusView} */ { phase, steps },
  ) => phase.type === 'push' && steps.length === 2;
  const chaining = await playTo(players, 'chain', { after, until: isSecondPush });
  const asked = (await chaining.player.status().innerText()).trim();
  expect(asked).toContain('choose where to push it');
  const before = {
    choices: chaining.player.view.choices,
    position: await position(chaining.player),
  };
  await expect(zoe.status()).toHaveText(`${chaining.player.person.name} pushes a captured pawn.`);
  await chaining.player.page.reload();
  await expect(chaining.player.status()).toHaveText(asked);
  expect({
    choices: chaining.player.view.choices,
    position: await position(chaining.player),
  }).toEqual(before);
  await chaining.player.act(chaining.action);
  await sees(zoe, chaining.player);

  // A star leads a pawn on.
  const onward = await playTo(players, 'star', {
    after,
    until: (_, { type }) => type === 'follow',
  });
  await onward.player.act(onward.action);
  await sees(zoe, onward.player);

  // A pawn of one's own falls: the other one has to fill the gap, and is away.
  const falling = await playTo(players, 'hole', {
    after,
    until: ({ board }, action) =>
      action.type === 'move' &&
      board.some(({ square, tile, open }) => square === action.to && open && tile === 'hole'),
  });
  const absent = falling.player === ana ? bruno : ana;
  const line = cables[players.indexOf(absent)];
  const hand = absent.view.hands[absent.told.seat ?? 0];
  await absent.page.getByRole('tab', { name: 'Chat' }).click();
  await absent.page.locator('#chat-text').fill('one moment, I am');
  await line?.pull();
  await falling.player.act(falling.action);
  await sees(zoe, falling.player);
  await expect(falling.player.status()).toHaveText(`${absent.person.name} fills a gap.`);
  await expect(falling.player.commit()).toBeHidden();
  await line?.plug();
  await expect(absent.status()).toContainText('choose a tile of your hand to fill it');
  await expect(absent.page.locator('#chat-text')).toHaveValue('one moment, I am');
  expect(absent.view.hands[absent.told.seat ?? 0]).toEqual([
    ...(hand ?? []),
    { tile: 'hole', public: true },
  ]);
  await absent.act(next(absent.view, 'hole'));
  await sees(zoe, absent);
  await sees(falling.player, absent);

  // The end: a pawn goes into the pit.
  const sinking = await playTo(players, 'pit', {
    after,
    until: ({ board }, action) =>
      action.type === 'move' &&
      board.some(({ square, tile, open }) => square === action.to && open && tile === 'pit'),
  });
  await sinking.player.act(sinking.action);
  for (const { person, page } of [ana, bruno, zoe]) {
    await expect(person.verdict()).toBeVisible();
    await expect(page.locator('#places')).toContainText(
      `A pawn of ${sinking.player.person.name} fell into the bottomless pit.`,
    );
    await expect(page.locator('.fate-ring')).toHaveCount(1);
  }
});

test('a part of a game of Tortus by keyboard alone', async ({ arrive }) => {
  const players = await begin([await arrive('Ana'), await arrive('Bruno')], 'keys');
  const [ana] = players;
  if (!ana) throw new Error('nobody');
  const first = await playTo(players, 'chain', { until: (_, action) => isDeed(action) });
  await expect(first.player.status()).toContainText('2 actions left.');
  // Two captures in one action, then each of the other actions once, where there is one.
  const chained = await playTo(players, 'chain', {
    until: ({ actions, phase }) => phase.type === 'act' && actions === 1,
  });
  const [turnable] = acting(chained.player).rotate;
  if (!turnable) throw new Error('no open tile');
  await chained.player.act({
    type: 'rotate',
    square: turnable.square,
    rotation: turnable.rotations.at(-1) ?? 0,
  });
  const second = await deciding(players);
  expect(second).not.toBe(chained.player);
  const [closed] = acting(second).open;
  await second.act({ type: 'open', square: closed ?? '' });
  const { swap, hand } = acting(second);
  const [square] = swap;
  const [place] = hand;
  if (square !== undefined && place !== undefined)
    await second.act({ type: 'swap', square, hand: place, rotation: 3 });
  else await second.act({ type: 'end_turn' });
  expect(await deciding(players)).toBe(chained.player);
  await chained.player.act({ type: 'end_turn' });
  expect(await deciding(players)).toBe(second);
});

test('a phone is enough for Tortus', async ({ arrive }) => {
  const players = await begin([await arrive('Ana', PHONE), await arrive('Bruno', PHONE)], 'touch');
  const { player } = await playTo(players, 'chain', {
    until: ({ phase }) => phase.type === 'push',
  });
  for (const width of [360, 390]) {
    await player.page.setViewportSize({ width, height: PHONE.viewport.height });
    for (const control of await player.page.locator('.board :is(button, .cell):visible').all()) {
      const box = await control.boundingBox();
      const name = (await control.getAttribute('aria-label')) ?? (await control.innerText());
      const least = (await control.getAttribute('role')) === 'gridcell' ? SQUARE : FINGER;
      expect(
        Math.min(box?.width ?? 0, box?.height ?? 0),
        `${name} at ${width}`,
      ).toBeGreaterThanOrEqual(least);
    }
  }
  // Nothing is lost beside windows of other shapes either.
  for (const size of SIZES) {
    await player.page.setViewportSize(size);
    await expectNoSidewaysScroll(player.page);
    const panel = await player.page.locator('.board-panel').boundingBox();
    const parts = await player.page.locator('.board-panel :is(button, p):visible').all();
    for (const part of parts) {
      const box = await part.boundingBox();
      expect(
        (box?.x ?? 0) + (box?.width ?? 0),
        `${size.width} by ${size.height}`,
      ).toBeLessThanOrEqual((panel?.x ?? 0) + (panel?.width ?? 0) + 1);
    }
  }
  await player.page.setViewportSize(PHONE.viewport);
  await playTo(players, 'chain', {
    until: ({ actions, phase }) => phase.type === 'act' && actions === 1,
  });
  const opened = await playTo(players, 'pit', { until: ({ turns }) => turns === 2 });
  await opened.player.act({ type: 'end_turn' });
});

test('every screen of Tortus is fit for everybody', async ({ arrive }) => {
  test.setTimeout(300_000);
  const [ana, bruno, zoe] = await begin([
    await arrive('Ana'),
    await arrive('Bruno'),
    await arrive('Zoe'),
  ]);
  if (!ana || !bruno || !zoe) throw new Error('nobody');
  const players = [ana, bruno];
  const exchanging = await deciding(players);
  if (exchanging.view.phase.type === 'exchange')
    await expectAccessible(exchanging.page, 'tortus exchange');
  const placing = await playTo(players, 'chain', { until: (_, { type }) => type === 'place' });
  await placing.player.choose(placing.action.type === 'place' ? placing.action.square : '');
  await look(placing.player.person, 'tortus-place');
  const acting = await playTo(players, 'chain', { until: (_, action) => isDeed(action) });
  await look(acting.player.person, 'tortus-act');
  await expectAccessible(zoe.page, 'tortus watching');
  const pushing = await playTo(players, 'chain', { until: ({ phase }) => phase.type === 'push' });
  await expectAccessible(pushing.player.page, 'tortus push');
  const flowing = await playTo(players, 'star', { until: ({ phase }) => phase.type === 'flow' });
  await expectAccessible(flowing.player.page, 'tortus flow');
  const filling = await playTo(players, 'hole', { until: ({ phase }) => phase.type === 'fill' });
  await filling.player.take(filling.action.type === 'fill' ? filling.action.hand : 0);
  await look(filling.player.person, 'tortus-fill');
  await playTo(players, 'hole', { until: ({ phase }) => phase.type === 'act' });
  await ana.page.getByRole('button', { name: 'Resign' }).click();
  await ana.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await expect(zoe.person.verdict()).toBeVisible();
  await expectAccessible(zoe.page, 'tortus over');
  await look(ana.person, 'tortus-over');
});

test('a draw can be offered out of turn, by keys, and the game is one when both agree', async ({
  arrive,
}) => {
  const players = await begin([await arrive('Ana'), await arrive('Bruno')], 'keys');
  const { player } = await playTo(players, 'chain', { until: (_, action) => isDeed(action) });
  const other = players.find((one) => one !== player) ?? player;

  // What is begun can be left, and nothing has happened.
  const { version } = player.told;
  await player.page.keyboard.press('o');
  await expect(player.status()).toContainText('Choose a closed tile');
  await player.page.keyboard.press('Escape');
  await expect(player.status()).toContainText('2 actions left.');
  expect(player.told.version).toBe(version);
  await player.page.keyboard.press('?');
  await expect(player.page.getByText('offer a draw, or agree')).toBeVisible();

  await other.act({ type: 'draw' });
  await expect(player.status()).toContainText(`${other.person.name} offers a draw.`);
  await expect(other.page.getByRole('button', { name: 'Draw offered' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await expectAccessible(player.page, 'an offered draw');
  await player.act({ type: 'draw' });
  for (const { page } of players) {
    await expect(page.getByRole('heading', { name: 'A draw' })).toBeVisible();
    await expect(page.locator('#places')).toContainText('Both agreed on a draw.');
  }
});

test('an offer of a draw holds through the turn of the other, who declines or agrees', async ({
  arrive,
}) => {
  const players = await begin([await arrive('Ana'), await arrive('Bruno', PHONE)]);
  const { player } = await playTo(players, 'chain', { until: (_, action) => isDeed(action) });
  const other = players.find((one) => one !== player) ?? player;
  const { version } = player.told;
  await player.act({ type: 'draw' });
  await player.act({ type: 'end_turn' });
  await expect.poll(() => other.told.version).toBeGreaterThan(version + 1);
  const banner = other.page.getByRole('region', { name: `${player.person.name} offers a draw.` });
  await expect(banner.getByRole('button', { name: 'Agree to a draw' })).toBeVisible();
  await expectAccessible(other.page, 'an offer to answer');
  await look(other.person, 'tortus-draw-offered');
  await banner.getByRole('button', { name: 'Decline' }).click();
  await expect(banner).toBeHidden();
  await expect(player.page.getByRole('button', { name: 'Draw declined' })).toBeVisible();
  await expect(player.person.lines().last()).toHaveText(`${other.person.name} declines the draw.`);
  // And the other way round, agreed to.
  await other.act({ type: 'draw' });
  await other.act({ type: 'end_turn' });
  await player.page
    .getByRole('region', { name: `${other.person.name} offers a draw.` })
    .getByRole('button', { name: 'Agree to a draw' })
    .click();
  for (const { page } of players)
    await expect(page.getByRole('heading', { name: 'A draw' })).toBeVisible();
});

test('an own pawn that is chosen instead is not captured by that', async ({ arrive }) => {
  const players = await begin([await arrive('Ana'), await arrive('Bruno')]);
  const { player } = await playTo(players, 'chain', {
    until: (view, action) => isDeed(action) && neighbours(view) !== null,
  });
  const { pawn, at } = neighbours(player.view) ?? { pawn: 0, at: '' };
  const { version } = player.told;
  await player.choose(player.view.pawns[pawn]?.at ?? '');
  await player.choose(at);
  await expect(player.status()).toHaveText(
    `${at}: your own pawn would be captured, and you would push it on.`,
  );
  await player.decide();
  await expect.poll(() => player.view.phase.type).toBe('push');
  expect(player.told.version).toBe(version + 1);
});

/**
 * Two pawns of the one who decides, one of which can go to the other.
 *
 * @param {TortusView} view
 * @returns {{ pawn: number, at: string } | null}
 */
function neighbours({ choices, pawns, turn }) {
  if (choices?.type !== 'act') return null;
  for (const { pawn, to } of choices.moves) {
    const target = to.find(
      ({ meets }) => meets.type === 'pawn' && pawns[meets.pawn]?.seat === turn,
    );
    if (target) return { pawn, at: target.square };
  }
  return null;
}

test('where a wrong tile is punished any can be tried, and it costs a pawn', async ({ arrive }) => {
  const people = [await arrive('Ana', PHONE), await arrive('Bruno', PHONE)];
  const players = await begin(people, 'touch');
  const { player } = await playTo(players, 'chain', { until: (_, action) => isDeed(action) });
  const { choices, board, pawns } = player.view;
  if (choices?.type !== 'act') throw new Error('no action');
  const taken = pawns.map(({ at }) => at);
  const wrong = board.find(
    ({ square, open }) => !open && !taken.includes(square) && !choices.open.includes(square),
  );
  if (!wrong) throw new Error('every tile is in line');
  await player.act({ type: 'open', square: wrong.square });
  await expect(player.status()).toHaveText(
    'That tile was not in line with your pawns: choose a pawn to give up.',
  );
  await expectAccessible(player.page, 'a penalty');
  await player.act(next(player.view, 'chain'));
  expect(player.view.pawns.filter(({ lost }) => lost)).toHaveLength(1);
  expect(
    player.view.board.find(({ square }) => square === wrong.square)?.open,
    'it stays closed',
  ).toBe(false);

  // What is put together on the board can be confirmed there.
  const square = player.view.choices?.type === 'act' ? (player.view.choices.open[0] ?? '') : '';
  const { version } = player.told;
  await player.cell(square).tap();
  const reach = await player.page.locator('.confirm-reach').boundingBox();
  expect(reach?.width).toBeGreaterThanOrEqual(FINGER);
  await player.page.locator('.confirm').tap();
  await expect.poll(() => player.told.version).toBeGreaterThan(version);
  expect(player.view.board.find((one) => one.square === square)?.open).toBe(true);
});

test('what happens is said once, also to the one who does it', async ({ arrive }) => {
  const players = await begin([await arrive('Ana'), await arrive('Bruno')]);
  const { player, action } = await playTo(players, 'chain', {
    until: (_, { type }) => type === 'place',
  });
  await player.act(action);
  const said = `${player.person.name} places a pawn on ${action.type === 'place' ? action.square : ''}.`;
  for (const { page } of players)
    await expect(page.locator('#live p').filter({ hasText: said })).toHaveCount(1);

  // A move that a tap decides is not said beforehand as well; what is asked for twice is.
  const moved = await playTo(players, 'chain', { until: (_, { type }) => type === 'move' });
  await moved.player.act(moved.action);
  const live = moved.player.page.locator('#live p');
  await expect(
    live.filter({ hasText: `${moved.player.person.name} moves a pawn from` }),
  ).toHaveCount(1);
  await expect(live.filter({ hasText: 'is captured, and you push it on' })).toHaveCount(0);
});

test('a game that can not be fetched is fetched again as soon as it can', async ({ arrive }) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const zoe = await arrive('Zoe');
  await begin(people);
  zoe.expectComplaint(/ERR_FAILED|ERR_ABORTED/);
  let asked = 0;
  await zoe.page.route('**/games/tortus/board.js', (route) => {
    asked += 1;
    return asked === 1 ? route.abort() : route.continue();
  });
  await zoe.page.goto(people[0]?.page.url() ?? '');
  await expect(zoe.squares()).toHaveCount(EDGE * EDGE);
  expect(asked).toBe(2);
});
