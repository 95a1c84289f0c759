/**
 * Tests of Section X through the interface, mostly from prepared games. From there every player
 * digs straight to a green area.
 */

import { readFile } from 'node:fs/promises';

import { PRESETS } from '../../client/games/section_x/presets.js';
import { expectAccessible, look } from './checks.js';
import { Convict, deciding, dig, playOn, sideOf } from './section-x.js';
import { soon } from './soon.js';
import { expect, MOVING, test } from './test.js';

/** @import { SectionXAction, SectionXView } from '../../client/protocol.js' */
/** @import { Person } from './person.js' */
/** @import { Course } from './prepare.js' */
/** @import { Scene } from './test.js' */
/** @import { Way } from './told.js' */

/** The number of cells of the board. */
const CELLS = 127;
/** The minimum size of a touch target in pixels. */
const FINGER = 44;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** The number of turns whose taps are counted. */
const SERIES = 10;
/** A phone on its side. */
const SIDEWAYS = { width: 640, height: 360 };

/**
 * Prepares a game of Section X, and returns the drivers of its players and spectators.
 *
 * @param {Scene['settle']} settle
 * @param {readonly Person[]} people
 * @param {Course} course
 * @param {object} [how]
 * @param {number} [how.players] the number of people who play; the others watch
 * @param {Record<string, unknown>} [how.options]
 * @param {Way} [how.way]
 */
async function begin(settle, people, course, { players = people.length, options = {}, way } = {}) {
  const all = people.map((person) => new Convict(person, way));
  const order = /** @type {const} */ ({ game: 'section_x', options, course });
  const { link, next } = await settle(people.slice(0, players), order);
  await Promise.all(people.slice(players).map(({ page }) => page.goto(link)));
  for (const person of people) await expect(person.squares()).toHaveCount(CELLS);
  await soon(() => all.every(({ told }) => told.view !== null)).toBe(true);
  const coming = next.map(({ seat, action }) => {
    const convict = all[seat];
    if (!convict || action.game !== 'section_x') throw new Error('a decision of nobody here');
    return { convict, action };
  });
  return { convicts: all.slice(0, players), watchers: all.slice(players), all, next: coming };
}

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

/** @param {SectionXView} view */
const isPlacing = (view) =>
  view.turns > 4 &&
  view.choices !== null &&
  dig(view, view.acting ?? 0, sideOf(view.acting ?? 0)).type === 'place';

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

/** @param {SectionXView} view */
const hasWalked = (view) =>
  view.phase.type === 'draw' && view.prisoners.some((one) => one.at.includes(':'));

/** A course to a position after the first turns in which a player may lay a tile. @type {Course} */
const LAYING = { until: { phase: { type: 'tile' }, choices: { tile: { place: {} } } }, from: 12 };
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
  const [hurried, patient] = convicts;
  if (!hurried || !patient) throw new Error('nobody');
  const fallen = (/** @type {Convict} */ { page }) => page.locator('.layer-fallen > *');
  // Every page fetches the animation after a while, even without any input.
  const fetched = (/** @type {Convict} */ { page }) =>
    page.evaluate(() => [...document.styleSheets].some(({ href }) => href?.endsWith('later.css')));
  for (const one of [hurried, patient]) await soon(() => fetched(one)).toBe(true);
  const deciding = next[0];
  if (!deciding) throw new Error('no decision');
  // The collapse is over after a short time, so nothing may wait for the end of the decision.
  const decided = deciding.convict.act(deciding.action);
  await expect(fallen(hurried)).not.toHaveCount(0);
  await hurried.page.keyboard.press('x');
  await expect(hurried.report()).toBeVisible();
  await expect(fallen(hurried)).toHaveCount(0);
  await decided;
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
  // The view follows the focus over the board.
  await page.keyboard.press('End');
  await expect(laying.cell('m7')).toBeFocused();
  await expect(laying.cell('m7')).toBeInViewport({ ratio: 1 });
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

test('two play Section X on phones', async ({ arrive, settle }) => {
  const people = [await arrive('Ana', PHONE), await arrive('Bruno', PHONE)];
  const { convicts } = await begin(settle, people, LAYING, { way: 'touch' });
  const laying = await playOn(convicts, isPlacing);
  if (!laying) throw new Error('the game was over before anybody could lay a tile');
  const { page } = laying;
  await laying.stock().first().tap();
  await look(laying.person, 'section-x-tile');
  await page.setViewportSize(PHONE.viewport);

  await laying.person.button('Zoom in').tap();
  await laying.person.button('Zoom in').tap();
  const size = await laying.cell('g7').boundingBox();
  expect(size?.width).toBeGreaterThanOrEqual(FINGER);
  for (const part of [
    laying.person.button('Show the whole board'),
    laying.person.button('Zoom in'),
    laying.commit(),
  ]) {
    await expect(part).toBeInViewport({ ratio: 1 });
    expect((await part.boundingBox())?.height).toBeGreaterThanOrEqual(FINGER);
  }

  // A finger drags the board without pressing anything.
  const board = page.locator('.board-picture');
  const before = await board.getAttribute('viewBox');
  const box = await board.boundingBox();
  if (!box) throw new Error('no board');
  const finger = await page.context().newCDPSession(page);
  const at = (/** @type {number} */ part) => ({
    x: box.x + box.width * part,
    y: box.y + box.height * 0.5,
  });
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at(0.3)] });
  for (const part of [0.4, 0.5, 0.6])
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at(part)] });
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  const west = async () => Number((await board.getAttribute('viewBox'))?.split(' ')[0]);
  // The board has moved as far as the finger, except for what the edge holds back.
  expect(Number(before?.split(' ')[0]) - (await west())).toBeGreaterThan(100);
  await expect(page.locator('.layer-ghost .tile')).toHaveCount(0);

  // Two fingers that move together zoom out.
  const closer = await board.getAttribute('viewBox');
  const two = (/** @type {number} */ apart) => [
    { ...at(0.5 - apart), id: 0 },
    { ...at(0.5 + apart), id: 1 },
  ];
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: two(0.3) });
  for (const apart of [0.25, 0.2, 0.15])
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: two(apart) });
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  const wide = (/** @type {string | null} */ seen) => Number(seen?.split(' ')[2]);
  expect(wide(await board.getAttribute('viewBox'))).toBeGreaterThan(wide(closer) * 1.3);
  if (await laying.person.button('Show the whole board').isVisible())
    await laying.person.button('Show the whole board').tap();
  await laying.putBack();

  // The number of turns until a player finds a tile with an entrance is random.
  const walked = await playOn(convicts, hasWalked);
  expect(walked).toBeTruthy();
});

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

/**
 * Returns the number of taps that some decisions of a turn took in the previous client, as counted
 * there: a tile took three, and so did the first step of a prisoner, who had to be selected, while
 * the target had to be tapped and confirmed.
 *
 * @param {readonly SectionXAction[]} turn
 */
function tapsOnce(turn) {
  const taps = turn.map((action, at) => {
    if (action.type === 'place') return 3;
    if (action.type !== 'step') return 1;
    const last = turn[at - 1];
    return last?.type === 'step' && last.prisoner === action.prisoner ? 2 : 3;
  });
  return taps.reduce((sum, one) => sum + one, 0);
}

/** @param {SectionXView} view */
const inPiles = ({ piles }) => piles.reduce((sum, { count }) => sum + count, 0);

test('on a phone a turn of Section X takes one tap per step, and many turns take few', async ({
  arrive,
  settle,
}) => {
  const people = [await arrive('Ana', PHONE), await arrive('Bruno', PHONE)];
  const { convicts } = await begin(settle, people, LAYING, { way: 'touch' });
  let [taps, once, draws, most] = [0, 0, 0, 0];
  let left = Math.max(...convicts.map(({ view }) => inPiles(view)));
  // The turns are of every kind. At least one of them uses all steps.
  for (let turns = 0; turns < SERIES || most < 5; turns += 1) {
    const one = await deciding(convicts);
    if (!one) throw new Error('the game was over before anybody walked');
    await one.goOn();
    /** @type {SectionXAction[]} */
    const turn = [];
    let pressed = 0;
    const { turns: number } = one.view;
    for (let asked = one; asked === one && one.view.turns === number; ) {
      const action = dig(one.view, one.told.seat ?? 0, sideOf(one.told.seat ?? 0));
      one.presses = 0;
      await one.act(action);
      taps += one.presses;
      // The number of taps for a draw is not counted, because a tile may be drawn automatically
      // before the player is asked. The previous count leaves draws out as well.
      if (action.type !== 'draw') {
        pressed += one.presses;
        turn.push(action);
      }
      const next = await deciding(convicts);
      if (!next) throw new Error('the game was over');
      if (inPiles(next.view) < left) draws += 1;
      left = inPiles(next.view);
      asked = next;
    }
    once += tapsOnce(turn);
    const steps = turn.filter((action) => action.type === 'step').length;
    if (steps === 5) expect(pressed).toBeLessThanOrEqual(0.6 * tapsOnce(turn));
    most = Math.max(most, steps);
  }
  expect(draws, 'nearly every turn begins with a tile').toBeGreaterThan(SERIES / 2);
  expect(taps).toBeLessThanOrEqual(0.6 * (once + draws));
});

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
