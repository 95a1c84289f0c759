/**
 * Tests of a turn of Section X at the board: the actions, the places that a press means, pieces
 * that are dragged, and the stillness of everything beside the pieces.
 */

import { Convict } from './section-x.js';
import { deciding, dig, sideOf } from './section-x-dig.js';
import { soon } from './soon.js';
import { expect, test } from './test.js';

/** @import { Locator, Page } from '@playwright/test' */
/** @import { Course } from './prepare.js' */
/** @import { Scene } from './test.js' */
/** @import { Way } from './told.js' */

const CELLS = 127;
const FINGER = 44;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const DESKTOP = { viewport: { width: 1280, height: 800 } };
/** A course to a position with tiles that can be moved, swapped and rotated. @type {Course} */
const TILES = {
  until: {
    phase: { type: 'tile' },
    choices: { tile: { place: {}, moves: [{}, {}, {}], turn: {} } },
  },
  from: 30,
};
/** A course to a position in which a door can be placed while prisoners can walk. @type {Course} */
const DOORS = {
  until: { phase: { type: 'act' }, choices: { doors: { from: null, to: {} }, steps: { to: {} } } },
  from: 24,
};

/**
 * Prepares a game for two, and returns the player who decides.
 *
 * @param {Scene['arrive']} arrive
 * @param {Scene['settle']} settle
 * @param {Course} course
 * @param {Parameters<Scene['arrive']>[1]} [options]
 * @param {Way} [way]
 */
async function begin(arrive, settle, course, options = DESKTOP, way = 'mouse') {
  const people = [await arrive('Ana', options), await arrive('Bruno', options)];
  const convicts = people.map((person) => new Convict(person, way));
  await settle(people, { game: 'section_x', course });
  for (const person of people) await expect(person.squares()).toHaveCount(CELLS);
  await soon(() => convicts.every(({ told }) => told.view !== null)).toBe(true);
  const one = await deciding(convicts);
  if (!one) throw new Error('the game is over');
  return { one, convicts };
}

/** @param {Convict} convict @param {string} name */
const action = ({ page }, name) => page.locator(`.sx-action[data-action="${name}"]`);

/** The board and everything beside it that a finger presses. */
const PARTS =
  '.board-square, .zoom-button, .sx-stages, .board-status, .sx-pile, .sx-slot, .sx-action, .board-turn, .board-commit, .sx-more > button, .sx-standings';

/** Returns the positions of the parts on the page. @param {Page} page */
const places = (page) =>
  page.locator(PARTS).evaluateAll((parts) =>
    parts.map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      return [part.classList[0], x + scrollX, y + scrollY, width, height].join(' ');
    }),
  );

/** Returns the middle of an element. @param {Locator} part */
async function middleOf(part) {
  const box = await part.boundingBox();
  if (!box) throw new Error('nothing is there');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

for (const [where, options, way] of /** @type {const} */ ([
  ['on a desktop', DESKTOP, 'mouse'],
  ['on a phone', PHONE, 'touch'],
])) {
  test(`nothing moves during whole turns of Section X ${where}`, async ({ arrive, settle }) => {
    const { one, convicts } = await begin(arrive, settle, { until: {}, from: 12 }, options, way);
    const still = new Map();
    for (const convict of convicts) still.set(convict, await places(convict.page));
    const kinds = new Set();
    const until = one.view.turns + 4;
    for (let now = one; now.view.turns < until; ) {
      const decision = dig(now.view, now.told.seat ?? 0, sideOf(now.told.seat ?? 0));
      kinds.add(decision.type);
      await now.act(decision);
      for (const convict of convicts)
        expect(await places(convict.page), `after ${decision.type}`).toEqual(still.get(convict));
      const next = await deciding(convicts);
      if (!next) throw new Error('the game is over');
      now = next;
    }
    expect(kinds).toContain('place');
    expect(kinds).toContain('end_turn');
  });
}

test('tiles are moved, swapped and rotated by buttons that are always there', async ({
  arrive,
  settle,
}) => {
  const { one } = await begin(arrive, settle, TILES);
  const { page } = one;
  const before = await places(page);
  const marked = page.locator('.cell.target.joins');
  const commit = one.commit();
  for (const [name, label, words] of /** @type {const} */ ([
    ['move', 'Move', 'Choose a tile to move.'],
    ['swap', 'Swap', 'Choose a tile to swap.'],
  ])) {
    await action(one, name).click();
    await expect(action(one, name)).toHaveAttribute('aria-pressed', 'true');
    await expect(one.status()).toHaveText(words);
    await marked.first().click();
    await expect(one.status()).not.toHaveText(words);
    await page.locator('.cell.target').first().click();
    await expect(commit).toHaveText(label);
    await expect(page.locator('.layer-ghost .tile')).toHaveCount(name === 'swap' ? 2 : 1);
    expect(await places(page), name).toEqual(before);
    await page.keyboard.press('Escape');
  }
  await action(one, 'turn').click();
  const pressed = page.locator('.layer-ghost .tile-paths');
  if ((await pressed.count()) === 0) await marked.first().click();
  await expect(commit).toHaveText('Rotate it');
  await expect(commit).toBeEnabled();
  expect(await places(page), 'rotated').toEqual(before);
  await page.keyboard.press('Escape');
  // The actions of the last part of a turn are visible, and explained, before it begins.
  await action(one, 'walk').click({ force: true });
  await expect(one.status()).toHaveText("You can't do that now.");
  // The same by keys.
  await page.keyboard.press('m');
  await expect(one.status()).toContainText(/move|goes/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('1');
  await expect(action(one, 'place')).toHaveAttribute('aria-pressed', 'true');
  const [all, joining] = [page.locator('.cell.target'), marked];
  expect(await joining.count()).toBeGreaterThan(0);
  expect(await joining.count()).toBeLessThan((await all.count()) * 0.75);
});

test('a door takes whole tiles, and prisoners do not end its choice', async ({
  arrive,
  settle,
}) => {
  const { one } = await begin(arrive, settle, DOORS, PHONE, 'touch');
  const { page } = one;
  await action(one, 'door').tap();
  await expect(action(one, 'door')).toHaveAttribute('aria-pressed', 'true');
  const own = page.locator(`.prisoner[data-prisoner^="${one.told.seat} "]`);
  one.person.expectComplaint(/4\d\d/);
  for (const number of [0, -1]) {
    const { x, y } = await middleOf(own.nth(number));
    await page.touchscreen.tap(x, y);
    await expect(action(one, 'door')).toHaveAttribute('aria-pressed', 'true');
    await expect(page.locator('.prisoner.chosen')).toHaveCount(0);
  }
  const cell = one.view.choices?.doors.find(({ from }) => from === null)?.to[0]?.split(':')[0];
  await one.choose(cell ?? '');
  // Where a tile has several tunnels, it is shown closer, and the next press chooses one of them.
  if ((await page.locator('.ghost-door').count()) === 0) {
    await expect(one.status()).toHaveText('Which tunnel? Choose one.');
    await one.pressDrawn('.layer-targets > .target');
  }
  await expect(page.locator('.ghost-door')).toHaveCount(1);
  await one.decide();
  await soon(() => one.view.done.door).toBe(true);
});

test('one press on the second ring walks two steps', async ({ arrive, settle }) => {
  const { one, convicts } = await begin(arrive, settle, { until: {}, from: 12 });
  const isOffered = (/** @type {Convict} */ { page }) =>
    page.locator('.layer-targets > .target.further').count();
  // The tunnels grow, without any steps, until one leads two tiles away from the island.
  let now = one;
  while ((await isOffered(now)) === 0) {
    const seat = now.told.seat ?? 0;
    const decision = dig(now.view, seat, sideOf(seat));
    await now.goOn();
    await now.act(decision.type === 'step' ? { type: 'end_turn' } : decision);
    const next = await deciding(convicts);
    if (!next) throw new Error('the game is over');
    now = next;
  }
  const { page, told } = now;
  const to = await page
    .locator('.layer-targets > .target.further')
    .first()
    .getAttribute('data-place');
  const before = now.view.steps_left;
  await now.pressDrawn('.layer-targets > .target.further');
  await soon(() => now.view.steps_left).toBe(before - 2);
  expect(now.view.prisoners.filter(({ at }) => at === to).map(({ seat }) => seat)).toEqual([
    told.seat,
  ]);
});

test('tiles and prisoners are dragged to their destinations', async ({ arrive, settle }) => {
  const { one } = await begin(arrive, settle, TILES);
  const { page } = one;
  const tile = one.stock().locator('visible=true').first();
  const from = await middleOf(tile);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x - 20, from.y, { steps: 3 });
  const to = await middleOf(page.locator('.cell.target').first());
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
  await expect(page.locator('.layer-ghost .tile')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  // A tile of the board.
  const cell = one.view.choices?.tile?.moves[0]?.cell ?? '';
  const laid = await middleOf(one.cell(cell));
  await page.mouse.move(laid.x, laid.y);
  await page.mouse.down();
  await page.mouse.move(laid.x + 15, laid.y, { steps: 3 });
  await expect(page.locator('.sx-carried')).toHaveCount(1);
  await page.mouse.move(5, 400, { steps: 3 });
  await page.mouse.up();
  await expect(page.locator('.sx-carried')).toHaveCount(0);
  await expect(page.locator('.layer-ghost .tile'), 'it goes back').toHaveCount(0);

  const walking = (await begin(arrive, settle, DOORS)).one;
  const steps = walking.view.choices?.steps.find((all) => all.to.some(({ does }) => does === null));
  const target = steps?.to.find(({ does }) => does === null)?.to;
  const prisoner = walking.page.locator(
    `.prisoner[data-prisoner="${walking.told.seat} ${steps?.prisoners[0]}"]`,
  );
  const start = await middleOf(prisoner);
  const { mouse } = walking.page;
  await mouse.move(start.x, start.y);
  await mouse.down();
  await mouse.move(start.x + 12, start.y, { steps: 3 });
  const end = await middleOf(walking.page.locator(`.layer-targets > [data-place="${target}"]`));
  await mouse.move(end.x, end.y, { steps: 5 });
  const before = walking.told.version;
  await mouse.up();
  await soon(() => walking.told.version).toBeGreaterThan(before);
  await expect(walking.page.locator('.sx-carried')).toHaveCount(0);
});

test('a drag that begins before its code has come is not lost', async ({ arrive, settle }) => {
  const { one } = await begin(arrive, settle, TILES);
  const { page } = one;
  const { mouse } = page;
  /** @type {(() => void) | null} */
  let release = null;
  const hold = async () => {
    release = null;
    await page.reload();
    await expect(page.getByRole('gridcell')).toHaveCount(CELLS);
    await expect(one.stock().locator('visible=true').first()).toBeEnabled();
  };
  await page.route('**/section_x/carry.js', async (route) => {
    await new Promise((resolve) => {
      release = () => resolve(null);
    });
    await route.continue();
  });
  const drag = async (/** @type {{ x: number, y: number }} */ { x, y }) => {
    await mouse.move(x, y);
    await mouse.down();
    await mouse.move(x - 20, y, { steps: 3 });
    await soon(() => release !== null).toBe(true);
    await expect(page.locator('.board-lifted, .sx-carried')).toHaveCount(0);
    release?.();
  };
  await hold();
  await drag(await middleOf(one.stock().locator('visible=true').first()));
  await expect(page.locator('.board-lifted')).toHaveCount(1);
  await expect(page.locator('.cell.target')).not.toHaveCount(0);
  await mouse.move(5, 400);
  await mouse.up();
  await expect(page.locator('.board-lifted')).toHaveCount(0);

  await hold();
  await drag(await middleOf(one.cell(one.view.choices?.tile?.moves[0]?.cell ?? '')));
  let across = 0;
  await expect(async () => {
    across += 5;
    await mouse.move(across, 400);
    await expect(page.locator('.sx-carried')).toHaveCount(1, { timeout: 200 });
  }).toPass();
  await mouse.up();
  await expect(page.locator('.sx-carried')).toHaveCount(0);
});

test('on a phone the board is turned, and all of it stays upright and reachable', async ({
  arrive,
  settle,
}) => {
  const { one } = await begin(arrive, settle, { until: {}, from: 12 }, PHONE, 'touch');
  const { page } = one;
  await expect(page.locator('.board-picture')).toHaveClass(/turned/);
  // The board has come closer for a finger where there is something to choose.
  await page.keyboard.press('0');
  await expect(page.locator('.board-picture')).not.toHaveClass(/closer/);
  const size = async () => (await one.cell('g7').boundingBox())?.width ?? 0;
  const turned = await size();
  await expect(page.locator('.sign:not(.zone-name)').first()).toBeHidden();
  const picture = await page.locator('.sx-picture').boundingBox();
  const inside = (/** @type {{ x: number, y: number, width: number, height: number }} */ box) =>
    picture &&
    box.x >= picture.x &&
    box.y >= picture.y &&
    box.x + box.width <= picture.x + picture.width &&
    box.y + box.height <= picture.y + picture.height;
  for (const name of await page.locator('.zone-name').all()) {
    const box = await name.boundingBox();
    expect(box && inside(box), (await name.textContent()) ?? '').toBe(true);
    expect((box?.width ?? 0) > (box?.height ?? 0), 'it is upright').toBe(true);
  }
  for (const button of await page.locator('.zoom-button').all()) {
    const box = await button.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(FINGER);
    expect(box?.y, 'below the board').toBeGreaterThanOrEqual(
      (picture?.y ?? 0) + (picture?.height ?? 0),
    );
  }
  // A screen reader reads the rows as they are seen.
  for (const row of await page.locator('#board [role="row"]').all()) {
    const middles = await row.locator('.cell').evaluateAll((cells) =>
      cells.map((cell) => {
        const { x, y, width, height } = cell.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2, height };
      }),
    );
    for (const [at, { x, y, height }] of middles.entries()) {
      const last = middles[at - 1];
      if (last) expect(x - last.x).toBeGreaterThan(5);
      if (last) expect(Math.abs(y - last.y)).toBeLessThan(height);
    }
  }
  // Keys lead the way that they point.
  await one.cell('g7').focus();
  for (const [key, right, down] of /** @type {const} */ ([
    ['ArrowUp', 0, -1],
    ['ArrowDown', 0, 1],
    ['ArrowLeft', -1, 0],
    ['ArrowRight', 1, 0],
  ])) {
    const before = await middleOf(page.locator('.cell:focus'));
    await page.keyboard.press(key);
    const after = await middleOf(page.locator('.cell:focus'));
    expect((after.x - before.x) * right + (after.y - before.y) * down, key).toBeGreaterThan(5);
  }
  await expect(page.locator('.sign:not(.zone-name)').first()).toBeVisible();
  // On its side the phone shows the board as it is, with smaller cells in the same width.
  await page.setViewportSize({ width: 390, height: 600 });
  await expect(page.locator('.board-picture')).not.toHaveClass(/turned/);
  expect(turned).toBeGreaterThan((await size()) * 1.1);
});

test('tips explain doors, tunnels, zones and the columns beside the board', async ({
  arrive,
  settle,
}) => {
  const { one } = await begin(arrive, settle, { until: { doors: [{}, {}], tiles: {} }, from: 20 });
  const { page } = one;
  const tip = page.locator('.board-tip');
  const rest = async (/** @type {Locator} */ part) => {
    const { x, y } = await middleOf(part);
    await page.mouse.move(5, 300);
    await page.mouse.move(x, y, { steps: 4 });
    await page.mouse.move(x + 1, y);
  };
  await page.mouse.move(300, 300);
  await expect(page.locator('.board-tip')).toHaveCount(1);
  await rest(page.locator('.door-on-board').first());
  await expect(tip).toContainText('door.');
  await rest(page.locator('.zone').first());
  await expect(tip).toContainText(/Nobody's yet|get out here/);
  await rest(page.locator('.sx-standings [data-sign="key"]'));
  await expect(tip).toContainText('Master key');
});
