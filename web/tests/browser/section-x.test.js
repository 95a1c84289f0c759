/**
 * Tests of Section X through the interface, mostly from prepared games. From there every player
 * digs straight to a green area.
 */

import { PRESETS } from '../../client/games/section_x/presets.js';
import { expectAccessible, look } from './checks.js';
import { Convict } from './section-x.js';
import { deciding, playOn } from './section-x-dig.js';
import { begin, CELLS, LAYING } from './section-x-games.js';
import { soon } from './soon.js';
import { expect, MOVING, test } from './test.js';

/** @import { Course } from './prepare.js' */

/**
 * Returns the descriptions of all cells, without the parts that concern only the viewer's own
 * options.
 *
 * @param {Convict} convict
 */
async function position({ person }) {
  const said = (await person.position()).map((words) => words ?? '');
  return said.map((words) =>
    words
      .replace(/, (?!Y junction)[A-Z].*$/, '')
      .replace(/, one of yours can go here$/, '')
      .replaceAll(' of you', ` of ${person.name}`)
      .replaceAll('by you', `by ${person.name}`),
  );
}

/**
 * Waits until the board of one page shows the same as another.
 *
 * @param {Convict} witness
 * @param {Convict} convict
 */
async function sees(witness, convict) {
  await soon(() => witness.told.version).toBeGreaterThanOrEqual(convict.told.version);
  await soon(() => position(witness)).toEqual(await position(convict));
}

/**
 * A course to a position in which a player's prisoners are in tunnels and can make all their steps.
 *
 * @type {Course}
 */
const SETTING_OUT = {
  until: { phase: { type: 'act' }, steps_left: 5, choices: { steps: [{}, {}, {}] } },
  from: 30,
};
/**
 * A course to a position in which a player has a prisoner in a tunnel and steps left.
 *
 * @type {Course}
 */
const WALKING = {
  until: { phase: { type: 'act' }, steps_left: 3, choices: { steps: { to: {} } } },
};
const FOUR = ['Ana', 'Bruno', 'Chiara', 'Duarte'];

/**
 * Reloads in the middle of a turn, and expects the remaining steps.
 *
 * @param {Convict} walking
 */
async function comesBack(walking) {
  const before = { steps: walking.view.steps_left, position: await position(walking) };
  await walking.page.reload();
  await expect(walking.person.squares()).toHaveCount(CELLS);
  await soon(() => walking.told.view?.steps_left).toBe(before.steps);
  await soon(() => position(walking)).toEqual(before.position);
}

/**
 * Expects a banner for everyone at the end of a round, spectators included. It first says what the
 * end means for the viewer, and leaves the board usable.
 *
 * @param {readonly Convict[]} all
 * @param {Convict} next the player who decides next
 * @param {Convict} zoe a spectator
 */
async function areTold(all, next, zoe) {
  for (const one of all) {
    const first = one.report().locator('.sx-meaning');
    await expect(first).toHaveText(one === zoe ? /^Round 1 is over\./ : /^You (free|lose) /);
    await expect(first).toContainText('Round 2 begins.');
    await expect(one.page.locator('.layer-fallen > *'), 'nothing moves').toHaveCount(0);
    await expect(one.cell('g7')).toBeInViewport({ ratio: 1 });
  }
  await expect(zoe.report().getByRole('listitem')).toHaveCount(4);
  await look(next.person, 'section-x-report');
  await zoe.person.button('Continue').click();
  await zoe.page.reload();
  await expect(zoe.page.getByRole('button', { name: 'How round 1 ended' })).toBeVisible();
  await expect(zoe.report()).toBeHidden();
}

/**
 * Expects the result on every page.
 *
 * @param {readonly Convict[]} convicts
 * @param {Convict} zoe a spectator
 */
async function isOver(convicts, zoe) {
  for (const one of [...convicts, zoe]) {
    await expect(one.person.verdict()).toBeVisible();
    await expect(one.report(), 'nothing lies over the result').toBeHidden();
  }
  const winners = convicts.filter((_, seat) => zoe.view.outcome?.places[seat] === 1);
  expect(winners).not.toHaveLength(0);
  for (const { person } of winners) await expect(zoe.person.verdict()).toContainText(person.name);
  await look(zoe.person, 'section-x-over');
}

test('four play a whole game of Section X over several rounds, with a spectator and a player who returns', {
  tag: '@deep',
}, async ({ arrive, settle }) => {
  test.setTimeout(420_000);
  const people = await Promise.all([...FOUR, 'Zoe'].map((name) => arrive(name)));
  const game = await begin(settle, people, { until: {} }, { players: 4 });
  const { all, convicts } = game;
  const [zoe] = game.watchers;
  if (!zoe) throw new Error('nobody');
  const walking = await playOn(
    convicts,
    (view) => view.phase.type === 'act' && view.steps_left < 5 && view.steps_left > 0,
  );
  if (!walking) throw new Error('the game was over before anybody walked');
  await walking.putBack();
  await comesBack(walking);
  const next = await playOn(convicts, (view) => view.round === 2);
  if (!next) throw new Error('the game was over in its first round');
  await areTold(all, next, zoe);
  expect(await playOn(convicts)).toBeNull();
  for (const one of all) {
    expect(one.view.end?.how).toBe('target');
    expect(one.view.round).toBeGreaterThan(1);
  }
  await isOver(convicts, zoe);
});

test('four lay a tile and walk in Section X, with a spectator and a player who returns', {
  tag: '@fast',
}, async ({ arrive, settle }) => {
  const people = await Promise.all([...FOUR, 'Zoe'].map((name) => arrive(name)));
  const { convicts, watchers } = await begin(settle, people, LAYING, { players: 4 });
  const [zoe] = watchers;
  const laying = await deciding(convicts);
  if (!zoe || !laying) throw new Error('nobody');
  await laying.stock().first().click();
  await expectAccessible(laying.page, 'a tile of Section X');
  await laying.putBack();
  await sees(zoe, laying);

  const later = await begin(settle, people, WALKING, { players: 4 });
  const walking = await deciding(later.convicts);
  const [witness] = later.watchers;
  if (!walking || !witness) throw new Error('nobody walks');
  await comesBack(walking);
  const { choices } = walking.view;
  const [steps] = choices?.steps.filter(({ to }) => to.length > 0) ?? [];
  const [prisoner] = steps?.prisoners ?? [];
  const [target] = steps?.to ?? [];
  if (prisoner === undefined || !target) throw new Error('no step');
  await walking.act({ type: 'step', prisoner, to: target.to });
  await sees(witness, walking);
});

test('a round of Section X ends with a report of all players for everyone', async ({
  arrive,
  settle,
}) => {
  const people = await Promise.all([...FOUR, 'Zoe'].map((name) => arrive(name)));
  const course = { until: { round: 2 }, before: 1 };
  const { all, convicts, watchers, next } = await begin(settle, people, course, { players: 4 });
  const [zoe] = watchers;
  if (!zoe) throw new Error('nobody');
  for (const { convict, action } of next) await convict.act(action);
  const asked = await deciding(convicts);
  if (!asked) throw new Error('the game was over in its first round');
  expect(asked.view.round).toBe(2);
  await areTold(all, asked, zoe);
});

test('the tunnels of Section X collapse before the eyes of the players, and a key ends that', async ({
  arrive,
  settle,
}) => {
  const people = await Promise.all(FOUR.map((name) => arrive(name, MOVING)));
  const course = { until: { round: 2 }, before: 1 };
  const { convicts, next } = await begin(settle, people, course);
  const [hurried, patient, pressing] = convicts;
  if (!hurried || !patient || !pressing) throw new Error('nobody');
  const fallen = (/** @type {Convict} */ { page }) => page.locator('.layer-fallen > *');
  // Every page fetches the animation after a while, even without any input.
  const fetched = (/** @type {Convict} */ { page }) =>
    page.evaluate(() => [...document.styleSheets].some(({ href }) => href?.endsWith('later.css')));
  for (const one of [hurried, patient, pressing]) await soon(() => fetched(one)).toBe(true);
  const deciding = next[0];
  if (!deciding) throw new Error('no decision');
  // The collapse is over after a short time, so each page is watched at every frame, and no page
  // waits for another one or for the end of the decision.
  const collapses = async (/** @type {Convict} */ { page }) => {
    const frame = { polling: /** @type {const} */ ('raf') };
    await page.waitForFunction(() => document.querySelector('.layer-fallen > *'), null, frame);
  };
  const hurry = async () => {
    await collapses(hurried);
    await hurried.page.keyboard.press('x');
    await expect(hurried.report()).toBeVisible();
    await expect(fallen(hurried)).toHaveCount(0);
  };
  // So does a press, with the alarm.
  const press = async () => {
    await collapses(pressing);
    await pressing.page.locator('.board-square').click();
    expect(await pressing.page.locator('.sx-siren.sounding').count()).toBe(0);
    await expect(pressing.report()).toBeVisible();
  };
  const decided = deciding.convict.act(deciding.action);
  await Promise.all([hurry(), press(), collapses(patient), decided]);
  // Without a key the animation ends by itself.
  await expect(patient.report()).toBeVisible();
  await expect(fallen(patient)).toHaveCount(0);
  // The banner is no dialog: Escape closes it, and it holds nothing up.
  await hurried.page.keyboard.press('Escape');
  await expect(hurried.report()).toBeHidden();
});

test('a game of Section X ends with a result for everyone', async ({ arrive, settle }) => {
  const people = await Promise.all([...FOUR, 'Zoe'].map((name) => arrive(name)));
  const course = { until: { phase: { type: 'over' } }, before: 1 };
  const { convicts, watchers, next } = await begin(settle, people, course, { players: 4 });
  const [zoe] = watchers;
  if (!zoe) throw new Error('nobody');
  for (const { convict, action } of next) await convict.act(action);
  expect(await deciding(convicts)).toBeNull();
  await isOver(convicts, zoe);
});

test('the actions of others are marked until the own turn ends, also after a reload', async ({
  arrive,
  settle,
}) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const { convicts } = await begin(settle, people, SETTING_OUT);
  const mover = await deciding(convicts);
  const other = convicts.find((one) => one !== mover);
  if (!mover || !other) throw new Error('nobody');
  const marks = other.page.locator('.trail-mark');
  const walks = other.page.locator('.trail-mark[data-mark="walk"]');
  const [steps] = mover.view.choices?.steps.filter(({ to }) => to.length > 0) ?? [];
  const [prisoner, to] = [steps?.prisoners[0], steps?.to[0]?.to];
  if (prisoner === undefined || to === undefined) throw new Error('no step');
  const before = await marks.count();
  await mover.act({ type: 'step', prisoner, to });
  await expect(walks).toHaveCount(1);
  await mover.takeBack();
  await expect(walks, 'taken back').toHaveCount(0);
  // The whole board is shown as soon as something happens outside of the visible part.
  for (const key of ['+', '+', '+', ...Array(6).fill('Shift+ArrowLeft')])
    await other.page.keyboard.press(key);
  const board = other.page.locator('.board-picture');
  const close = await board.getAttribute('viewBox');
  await mover.act({ type: 'step', prisoner, to });
  await expect(walks).toBeInViewport();
  await expect(other.person.button('Show the whole board')).toBeDisabled();
  await mover.act({ type: 'end_turn' });
  await expect(board, 'the part that the viewer has chosen').toHaveAttribute(
    'viewBox',
    close ?? '',
  );
  await expect(walks).toHaveCount(1);
  const there = await marks.count();
  expect(there).toBeGreaterThan(before);
  await other.page.reload();
  await expect(marks).toHaveCount(there);
  const contrast = await contrastOfCells(other.page);
  for (const [scheme, ratio] of contrast) expect(ratio, scheme).toBeGreaterThanOrEqual(3);
  const now = await playOn([other], (view) => view.choices?.end_turn === true);
  expect(now).toBe(other);
  await expect(marks, 'as long as the own turn lasts').toHaveCount(there);
  await other.act({ type: 'end_turn' });
  await expect(marks).toHaveCount(0);
});

/**
 * Returns the contrast between the edges of empty cells and the land, in each colour scheme.
 *
 * @param {import('@playwright/test').Page} page
 * @returns {Promise<[string, number][]>}
 */
async function contrastOfCells(page) {
  /** @type {[string, number][]} */
  const found = [];
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    await page.emulateMedia({ colorScheme });
    const ratio = await page.evaluate(() => {
      const look = (/** @type {string} */ which) => {
        const element = document.querySelector(which);
        if (!element) throw new Error(which);
        return getComputedStyle(element);
      };
      const light = (/** @type {string} */ colour) => {
        const parts = colour.match(/[\d.]+/g) ?? [];
        const [r = 0, g = 0, b = 0] = parts.map((part) => {
          const one = Number(part) / 255;
          return one <= 0.040_45 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const [a, b] = [light(look('.empty-cell').stroke), light(look('.land').fill)];
      return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    });
    found.push([colorScheme, ratio]);
  }
  await page.emulateMedia({ colorScheme: null });
  return found;
}

test('a tile is drawn automatically only for a player who has been active since the last one', async ({
  arrive,
  settle,
}) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const { convicts } = await begin(settle, people, LAYING);
  const mover = await deciding(convicts);
  const other = convicts.find((one) => one !== mover);
  if (!mover || !other) throw new Error('nobody');
  await mover.act({ type: 'skip_tile' });
  await mover.act({ type: 'end_turn' });
  await expect(other.status()).toHaveText('Draw a tile: choose a pile.');
  await expect(other.piles().first()).toBeEnabled();
  // The announcement names the tile, and no pile.
  await other.press(other.piles().first());
  await other.act({ type: 'skip_tile' });
  await other.act({ type: 'end_turn' });
  await soon(() => mover.view.choices?.draw).toEqual([]);
  await expect(
    mover.page.locator('#live').getByText(/^You draw|fits on \d+ cells?\.$/),
  ).not.toHaveCount(0);
  await expect(mover.page.locator('#live').getByText(/choose a pile/)).toHaveCount(0);
  await mover.act({ type: 'skip_tile' });
  await mover.act({ type: 'end_turn' });
  await soon(() => other.view.choices?.draw).toEqual([]);
  await other.page.reload();
  await other.act({ type: 'skip_tile' });
});

test('experts see the piles, and walk before and after the tile', async ({ arrive, settle }) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const { convicts } = await begin(settle, people, { until: {} }, { options: PRESETS.expert });
  const one = await deciding(convicts);
  if (!one) throw new Error('the game is over');
  await expect(one.piles().first()).toHaveAccessibleName(/^Pile 1: 18 tiles, on top: ./);
  // In this round the tile and the steps are available at the same time.
  const walking = await playOn(
    convicts,
    (view) =>
      view.turns > 2 &&
      view.phase.type === 'main' &&
      view.choices?.tile != null &&
      view.choices.steps.some((steps) => steps.to.length > 0),
  );
  if (!walking) throw new Error('the game was over before anybody walked');
  const step = walking.view.choices?.steps.find((steps) => steps.to.length > 0);
  await walking.act({ type: 'step', prisoner: step?.prisoners[0] ?? 0, to: step?.to[0]?.to ?? '' });
  expect(walking.view.choices?.tile, 'a tile can still be laid').not.toBeNull();
  await walking.putBack();
  await expectAccessible(walking.page, 'the expert game');
});
