/**
 * Tests of Tortus through the interface, from prepared games.
 */

import { cable } from './cable.js';
import { expectAccessible } from './checks.js';
import { BEGUN } from './prepare.js';
import { soon } from './soon.js';
import { expect, test } from './test.js';
import { deciding, Player } from './tortus.js';
import { ACT, acting, begin, EDGE, FALL, FINGER, PHONE } from './tortus-games.js';

/** @import { TortusAction, TortusView } from '../../client/protocol.js' */
/** @import { Course } from './prepare.js' */

/**
 * The opposite directions, for the first player, who sees the first row at the bottom.
 *
 * @type {Record<string, string>}
 */
const OPPOSITE = { up: 'down', down: 'up', left: 'left', right: 'right' };
/** Matches the directions of a tile. */
const POINTING = /pointing (?:(?:, |, and | and )?(?:up|right|down|left))+/g;

/**
 * Returns the descriptions of all squares in neutral form, without the parts that concern only the
 * viewer.
 *
 * @param {Player} player
 */
async function position({ person, told }) {
  const said = (await person.position()).map((words) => words ?? '');
  const sides = (/** @type {string} */ words) => {
    const all = words.match(/up|right|down|left/g) ?? [];
    const seen = all.map((side) => (told.seat === 0 ? OPPOSITE[side] : side)).sort();
    return `pointing ${seen.join(' ')}`;
  };
  return said
    .map((words) =>
      words
        .replace(/\. .*$/, '')
        .replace(/, (rotated|opened|swapped|filled|failed attempt to open) by [^,]+$/, '')
        .replace(POINTING, sides)
        .replaceAll('your pawn', `pawn of ${person.name}`)
        .replace('your rows', `rows of ${person.name}`),
    )
    .sort();
}

/**
 * Waits until the board of one page shows the same as another.
 *
 * @param {Player} witness
 * @param {Player} player
 */
async function sees(witness, player) {
  await soon(() => witness.told.version).toBeGreaterThanOrEqual(player.told.version);
  await soon(() => position(witness)).toEqual(await position(player));
}

/** A course to a chain: one pawn has captured another, which captures a third. @type {Course} */
const CHAIN = { until: { phase: { type: 'push' }, steps: [{}, {}] } };
/**
 * A number of decisions that exceeds every game. As `before` it returns all decisions of the game.
 */
const ALL = 10_000;

/**
 * Makes the decisions one by one, and waits until all pages have received each.
 *
 * @param {readonly { player: Player, action: TortusAction }[]} decisions
 * @param {readonly Player[]} all the people whose pages must receive it
 */
async function decide(decisions, all) {
  for (const { player, action } of decisions) {
    await player.act(action);
    await soon(() => all.every(({ told }) => told.version === player.told.version)).toBe(true);
  }
}

test('two play a whole game of Tortus with a spectator', { tag: '@deep' }, async ({
  arrive,
  settle,
}) => {
  test.setTimeout(600_000);
  const people = [await arrive('Ana'), await arrive('Bruno'), await arrive('Zoe')];
  // The course leads to a win, because most random games end at the limit of turns.
  const course = { until: { outcome: { places: [1, 2] } }, before: ALL };
  const { next, players, watchers } = await begin(settle, people, course);
  const [zoe] = watchers;
  if (!zoe) throw new Error('nobody');
  expect(next.length).toBeGreaterThan(20);
  for (const decision of next) {
    await decide([decision], players);
    await sees(zoe, decision.player);
  }
  for (const person of people) await expect(person.verdict()).toBeVisible();
});

test('a player who reloads in a chain of captures continues from there', { tag: '@fast' }, async ({
  arrive,
  settle,
}) => {
  const people = [await arrive('Ana'), await arrive('Bruno'), await arrive('Zoe')];
  const { player, watchers, next } = await begin(settle, people, { ...CHAIN, after: 1 });
  const [zoe] = watchers;
  if (!zoe) throw new Error('nobody');
  const asked = (await player.status().innerText()).trim();
  expect(asked).toContain('Where do you push it?');
  const before = { choices: player.view.choices, position: await position(player) };
  await expect(zoe.status()).toHaveText(`${player.person.name} pushes a captured pawn.`);
  await player.page.reload();
  await expect(player.status()).toHaveText(asked);
  expect({ choices: player.view.choices, position: await position(player) }).toEqual(before);
  await decide(next, [player, zoe]);
  await sees(zoe, player);
});

/**
 * Moves the pawn to where its tile leads, and expects the spectator to see it.
 *
 * @param {Player} player
 * @param {readonly Player[]} watchers
 */
async function isLedOn(player, [zoe]) {
  const { choices } = player.view;
  const [to] = choices?.type === 'flow' ? choices.to : [];
  if (!zoe || !to) throw new Error('nowhere to go');
  await player.act({ type: 'follow', to: to.square });
  await sees(zoe, player);
}

test('a star moves a pawn on', { tag: '@deep' }, async ({ arrive, settle }) => {
  const people = [await arrive('Ana'), await arrive('Bruno'), await arrive('Zoe')];
  const at = 'd4';
  const pawns = [{ at }, ...Array.from({ length: 9 }, () => ({}))];
  const board = { square: at, tile: 'star' };
  const phase = { type: 'flow', pawn: 0 };
  const { player, watchers } = await begin(settle, people, { until: { phase, pawns, board } });
  await isLedOn(player, watchers);
});

test('a tile moves a pawn on', async ({ arrive, settle }) => {
  const people = [await arrive('Ana'), await arrive('Bruno'), await arrive('Zoe')];
  const { player, watchers } = await begin(settle, people, { until: { phase: { type: 'flow' } } });
  await isLedOn(player, watchers);
});

test('a pawn falls, and the player who fills the gap is disconnected', async ({
  arrive,
  settle,
}) => {
  const people = [await arrive('Ana'), await arrive('Bruno'), await arrive('Zoe')];
  const cables = await Promise.all(people.map(cable));
  const course = { ...FALL, before: 1, after: 1 };
  const { next, players, watchers } = await begin(settle, people, course);
  const [[falling], [absent], [zoe]] = [players, players.slice(1), watchers];
  const [fall, fill] = next;
  const line = cables[1];
  if (!falling || !absent || !zoe || !fall || !fill || !line) throw new Error('nobody');
  const hand = absent.view.hands[1];
  await absent.page.getByRole('tab', { name: 'Chat' }).click();
  await absent.page.locator('#chat-text').fill('one moment, I am');
  await line.pull();
  await falling.act(fall.action);
  await sees(zoe, falling);
  await expect(falling.status()).toContainText(`${absent.person.name} fills a gap.`);
  await expect(falling.commit()).toBeHidden();
  await line.plug();
  await expect(absent.status()).toContainText('with a tile from your hand');
  await expect(absent.page.locator('#chat-text')).toHaveValue('one moment, I am');
  expect(absent.view.hands[1]).toEqual([...(hand ?? []), { tile: 'hole', public: true }]);
  await absent.act(fill.action);
  await sees(zoe, absent);
  await sees(falling, absent);
});

test('a pawn that falls into the pit ends the game', async ({ arrive, settle }) => {
  const people = [await arrive('Ana'), await arrive('Bruno'), await arrive('Zoe')];
  const course = { until: { phase: { type: 'over' }, end: { how: 'pit', loser: 0 } }, before: 1 };
  const { next } = await begin(settle, people, course);
  for (const { player, action } of next) await player.act(action);
  for (const person of people) {
    await expect(person.verdict()).toBeVisible();
    await expect(person.page.locator('#winner')).toContainText(
      'A pawn of Ana fell into the bottomless pit.',
    );
    await expect(person.page.locator('.fate-ring')).toHaveCount(1);
  }
});

for (const [means, way, options] of /** @type {const} */ ([
  ['by keyboard alone', 'keys', {}],
  ['on a phone', 'touch', PHONE],
])) {
  test(`the start of a game of Tortus is played ${means}`, async ({ arrive, settle }) => {
    const people = [await arrive('Ana', options), await arrive('Bruno', options)];
    const { next, players } = await begin(settle, people, { ...ACT, before: ALL }, way);
    expect(next.length).toBeGreaterThan(9);
    await decide(next, players);
    await expect((await deciding(players)).status()).toContainText('2 actions left.');
  });

  test(`two captures in one action of Tortus are made ${means}`, async ({ arrive, settle }) => {
    const people = [await arrive('Ana', options), await arrive('Bruno', options)];
    const course = { ...CHAIN, before: 2, after: 1 };
    const { next, players } = await begin(settle, people, course, way);
    await decide(next, players);
  });
}

test('each other action of Tortus is made by keyboard alone', async ({ arrive, settle }) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const until = { phase: { type: 'act' }, actions: 1, choices: { rotate: {}, swap: {} } };
  const { player, other, players } = await begin(settle, people, { until, from: 30 }, 'keys');
  const [turnable] = acting(player).rotate;
  if (!turnable) throw new Error('no open tile');
  const rotation = turnable.rotations.at(-1) ?? 0;
  await player.act({ type: 'rotate', square: turnable.square, rotation });
  expect(await deciding(players)).toBe(other);
  // The actions of the previous turn stay marked until the player's own turn is over, also after a
  // reload.
  const by = `rotated by ${player.person.name}`;
  const turned = other.page.getByRole('gridcell', { name: `${turnable.square}, ` });
  for (const comesBack of [false, true]) {
    if (comesBack) await other.page.reload();
    await expect(turned).toHaveAccessibleName(new RegExp(by));
    await expect(other.page.locator('.mark')).not.toHaveCount(0);
  }
  const [closed] = acting(other).open;
  await other.act({ type: 'open', square: closed ?? '' });
  const { swap, hand } = acting(other);
  const [square] = swap;
  const [place] = hand;
  if (square === undefined || place === undefined) throw new Error('nothing to swap');
  await other.act({ type: 'swap', square, hand: place, rotation: 3 });
  expect(await deciding(players)).toBe(player);
  await player.act({ type: 'end_turn' });
  expect(await deciding(players)).toBe(other);
});

for (const way of /** @type {const} */ (['mouse', 'keys'])) {
  test(`a step of a turn is taken back by ${way}, until something hidden is opened`, async ({
    arrive,
    settle,
  }) => {
    const people = [await arrive('Ana'), await arrive('Bruno')];
    const until = { phase: { type: 'act' }, actions: 2, choices: { rotate: {}, open: {} } };
    const { player, other } = await begin(settle, people, { until, from: 30 }, way);
    const undo = player.page.getByRole('button', { name: 'Undo' });
    await expect(undo).toBeHidden();
    const [turnable] = acting(player).rotate;
    const [closed] = acting(player).open;
    if (!turnable || closed === undefined) throw new Error('nothing to turn or to open');
    const { board } = player.view;
    await player.act({ type: 'rotate', ...turnable, rotation: turnable.rotations[0] ?? 0 });
    expect(player.view.actions).toBe(1);
    if (way === 'keys') await player.page.keyboard.press('u');
    else await undo.click();
    await soon(() => player.view.actions).toBe(2);
    expect(player.view.board).toEqual(board);
    await expect(undo).toBeHidden();
    // The other player sees the tile turned back as well.
    await soon(() => other.view.board).toEqual(
      other.view.board.map((field, at) => ({
        ...field,
        rotation: field.open ? (board[at]?.rotation ?? null) : null,
      })),
    );
    await player.act({ type: 'open', square: closed });
    await expect(undo).toBeHidden();
  });
}

test('selecting another own pawn does not capture it', async ({ arrive, settle }) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const choices = { type: 'act', moves: { to: { meets: { type: 'pawn' } } } };
  const { player } = await begin(settle, people, { until: { turns: 1, choices } });
  const { pawn, at } = neighbours(player.view) ?? { pawn: 0, at: '' };
  const { version } = player.told;
  await player.choose(player.view.pawns[pawn]?.at ?? '');
  await player.choose(at);
  await expect(player.status()).toHaveText(
    `${at}: your own pawn would be captured, and you would push it on.`,
  );
  await player.decide();
  await soon(() => player.view.phase.type).toBe('push');
  expect(player.told.version).toBe(version + 1);
});

/**
 * Returns two pawns of the player who decides such that the first can go to the second.
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

test('with a penalty for a wrong tile any tile can be tried, and a wrong one costs a pawn', async ({
  arrive,
  settle,
}) => {
  const people = [await arrive('Ana', PHONE), await arrive('Bruno', PHONE)];
  const until = { phase: { type: 'act' }, turns: 1, choices: { open: {} } };
  const { player } = await begin(settle, people, { until }, 'touch');
  const { choices, board, pawns } = player.view;
  if (choices?.type !== 'act') throw new Error('no action');
  const taken = pawns.map(({ at }) => at);
  const wrong = board.find(
    ({ square, open }) => !open && !taken.includes(square) && !choices.open.includes(square),
  );
  if (!wrong) throw new Error('every tile is in line');
  // An impossible action gets a reason: from the server, beside the square, or in the status line.
  const theirs = pawns.find(({ seat, at }) => seat !== player.told.seat && at !== null);
  await player.cell(theirs?.at ?? '').tap();
  await expect(player.page.locator('#board-notice')).toContainText(
    "That pawn is the other player's.",
  );
  await player.page.locator('#board-notice').getByRole('button', { name: 'Close' }).tap();
  await player.act({ type: 'open', square: wrong.square });
  await expect(player.status()).toHaveText(
    'That tile was not in line with your pawns: choose a pawn to give up.',
  );
  await expectAccessible(player.page, 'a penalty');
  const asked = player.view.choices;
  await player.act({
    type: 'penalty',
    pawn: asked?.type === 'penalty' ? (asked.pawns[0] ?? 0) : 0,
  });
  expect(player.view.pawns.filter(({ lost }) => lost)).toHaveLength(1);
  expect(
    player.view.board.find(({ square }) => square === wrong.square)?.open,
    'it stays closed',
  ).toBe(false);

  // An assembled decision can be confirmed on the board.
  const square = player.view.choices?.type === 'act' ? (player.view.choices.open[0] ?? '') : '';
  const { version } = player.told;
  await player.cell(square).tap();
  const reach = await player.page.locator('.confirm-reach').boundingBox();
  expect(reach?.width).toBeGreaterThanOrEqual(FINGER);
  await player.page.locator('.confirm').tap();
  await soon(() => player.told.version).toBeGreaterThan(version);
  expect(player.view.board.find((one) => one.square === square)?.open).toBe(true);
});

test('each event is announced once, also to the player who caused it', async ({
  arrive,
  settle,
}) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const placing = await begin(settle, people, { until: { phase: { type: 'place' } }, after: 1 });
  const [place] = placing.next;
  if (place?.action.type !== 'place') throw new Error('nothing is placed');
  await place.player.act(place.action);
  const placed = `${place.player.person.name} places a pawn on ${place.action.square}.`;
  for (const { page } of placing.players) {
    await expect(page.locator('#live p').filter({ hasText: placed })).toHaveCount(1);
  }

  // A move that a single tap decides is not announced beforehand as well. A move with a warning is.
  const choices = { type: 'act', moves: { to: { meets: { type: 'open' } } } };
  const { player } = await begin(settle, people, { until: { choices } });
  const to = acting(player).moves.flatMap(({ pawn, to }) => to.map((target) => ({ pawn, target })));
  const open = to.find(({ target }) => target.meets.type === 'open');
  if (!open) throw new Error('no open square beside a pawn');
  await player.act({ type: 'move', pawn: open.pawn, to: open.target.square });
  const live = player.page.locator('#live p');
  const moves = `${player.person.name} moves a pawn from`;
  await expect(live.filter({ hasText: moves })).toHaveCount(1);
  await expect(live.filter({ hasText: 'is captured, and you push it on' })).toHaveCount(0);
});

test('a game whose files can not be fetched is fetched again as soon as possible', async ({
  arrive,
  settle,
}) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const zoe = await arrive('Zoe');
  await begin(settle, people, BEGUN.course);
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
