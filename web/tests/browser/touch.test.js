/**
 * Tests of the controls: by finger, by wheel and by keys, in windows of every size.
 */

import { play, whoseTurn } from './table.js';
import { expect, test } from './test.js';

/** @import { Locator } from '@playwright/test' */
/** @import { Person } from './person.js' */
/** @typedef {{ x: number, y: number }} Point */

/** The minimum size of a touch target in pixels. */
const FINGER = 44;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const SIZES = [
  { width: 360, height: 640 },
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];

/** An order for a game in which one tile is laid, and the next one may be turned. */
const LAYING = { course: { until: { phase: 'placing', board: [{}] } } };

/**
 * Returns the player whose turn it is to lay a tile.
 *
 * @param {Person[]} people
 */
async function acting(people) {
  const person = await whoseTurn(people);
  await expect(person.commit()).toHaveText('Place');
  return person;
}

test('on a phone the board alone suffices to lay a tile', async ({ arrive, settle }) => {
  const people = [await arrive('Ana', PHONE), await arrive('Bruno', PHONE)];
  await settle(people, LAYING);
  const person = await acting(people);
  const { page } = person;
  const check = page.locator('.confirm');
  const target = page.locator('.cell.target');
  const hand = () =>
    person.tiles().evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));

  await person.legalTiles().first().tap();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    // The tiles, the check mark and the button are all visible without scrolling.
    for (const part of [
      ...(await person.tiles().all()),
      person.commit(),
      check.locator('.confirm-face'),
    ]) {
      await expect(part).toBeInViewport({ ratio: 1 });
    }
    const reach = await check.locator('.confirm-reach').boundingBox();
    expect(reach?.width).toBeGreaterThanOrEqual(FINGER);
  }
  await page.setViewportSize(PHONE.viewport);

  if (await person.button('Rotate').isEnabled()) {
    const before = await hand();
    await target.tap();
    await expect.poll(hand).not.toEqual(before);
  }
  await check.tap();
  await expect(person.commit()).toBeHidden();
  for (const one of people) await expect(one.laid()).toHaveCount(2);
});

test('a finger that rests on a tile previews its path, and selects nothing', async ({
  arrive,
  settle,
}) => {
  const people = [await arrive('Ana', PHONE), await arrive('Bruno', PHONE)];
  await settle(people, LAYING);
  const person = await acting(people);
  const { page } = person;
  const box = await person.legalTiles().first().boundingBox();
  if (!box) throw new Error('no tile');
  const finger = await page.context().newCDPSession(page);
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await expect(page.locator('.preview-line')).not.toHaveCount(0);
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(page.locator('.preview-line')).toHaveCount(0);
  await expect(page.locator('.hand-tile[aria-pressed="true"]')).toHaveCount(0);
});

test('the wheel turns the selected tile, Escape clears it, and Enter on a tile lays it', async ({
  arrive,
  settle,
}) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  await settle(people, LAYING);
  const person = await acting(people);
  const { page } = person;
  // The window is so low that the page could scroll.
  await page.setViewportSize({ width: 1280, height: 500 });
  const pressed = page.locator('.hand-tile[aria-pressed="true"]');
  const turnable = person.button('Rotate');

  for (const tile of await person.legalTiles().all()) {
    await tile.click();
    if (await turnable.isEnabled()) break;
  }
  if (await turnable.isEnabled()) {
    for (const place of [page.locator('.cell.target'), pressed]) {
      await place.hover();
      const before = await pressed.getAttribute('aria-label');
      const scrolled = await page.evaluate(() => scrollY);
      await page.mouse.wheel(0, 120);
      await expect(pressed).not.toHaveAttribute('aria-label', before ?? '');
      expect(await page.evaluate(() => scrollY)).toBe(scrolled);
    }
  }
  await page.keyboard.press('Escape');
  await expect(pressed).toHaveCount(0);

  await page.mouse.move(0, 0);
  await person.legalTiles().first().focus();
  await page.keyboard.press('Enter');
  await expect(pressed).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(person.commit()).toBeHidden();
  // The tile is gone, so the focus of a keyboard player moves to the board.
  await expect(page.getByRole('gridcell').and(page.locator(':focus'))).toBeVisible();

  await page.keyboard.press('?');
  await expect(page.getByText('show or hide these keys')).toBeVisible();
});

/**
 * Returns a pointer that drags, as a mouse or a finger.
 *
 * @param {Person} person
 * @param {'mouse' | 'finger'} means
 */
async function dragger({ page }, means) {
  if (means === 'mouse') {
    const { mouse } = page;
    return {
      press: async (/** @type {Point} */ { x, y }) => {
        await mouse.move(x, y);
        await mouse.down();
      },
      move: (/** @type {Point} */ { x, y }) => mouse.move(x, y, { steps: 5 }),
      release: () => mouse.up(),
    };
  }
  const devtools = await page.context().newCDPSession(page);
  /** @param {'touchStart' | 'touchMove' | 'touchEnd'} type @param {Point[]} touchPoints */
  const touch = (type, ...touchPoints) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
  return {
    press: (/** @type {Point} */ point) => touch('touchStart', point),
    move: async (/** @type {Point} */ point) => {
      await touch('touchMove', { x: point.x + 12, y: point.y + 12 });
      await touch('touchMove', point);
    },
    release: () => touch('touchEnd'),
  };
}

for (const means of /** @type {const} */ (['mouse', 'finger'])) {
  test(`a tile is dragged to its square by ${means}, and returns from elsewhere`, async ({
    arrive,
    settle,
  }) => {
    const options = means === 'finger' ? PHONE : {};
    const people = [await arrive('Ana', options), await arrive('Bruno', options)];
    await settle(people, LAYING);
    const person = await acting(people);
    const { page } = person;
    const pressed = page.locator('.hand-tile[aria-pressed="true"]');
    const ghost = page.locator('.layer-ghost.chosen .ghost');
    const middle = async (/** @type {Locator} */ part) => {
      const box = await part.boundingBox();
      if (!box) throw new Error('nothing is there');
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const pointer = await dragger(person, means);
    const tile = await middle(person.legalTiles().first());
    const target = await middle(page.locator('.cell.target'));
    const scrolled = await page.evaluate(() => scrollY);

    // The drop point is as far from the square as the page allows.
    const away = await middle(page.locator('.board-status'));
    await pointer.press(tile);
    await pointer.move(away);
    await expect(page.locator('.board-lifted')).toBeVisible();
    await pointer.release();
    await expect(page.locator('.board-lifted')).toHaveCount(0);
    await expect(pressed).toHaveCount(0);

    await pointer.press(tile);
    await pointer.move(target);
    await expect(page.locator('.board-lifted.shown-there')).toHaveCount(1);
    await pointer.release();
    await expect(pressed).toHaveCount(1);
    await expect(ghost).toHaveCount(1);
    expect(await page.evaluate(() => scrollY)).toBe(scrolled);
    // On its square the tile can be turned.
    if (await person.button('Rotate').isEnabled()) {
      const before = await pressed.getAttribute('aria-label');
      await page.locator('.cell.target').click();
      await expect(pressed).not.toHaveAttribute('aria-label', before ?? '');
    }
    await page.locator('.confirm').click();
    await expect(person.commit()).toBeHidden();
    for (const one of people) await expect(one.laid()).toHaveCount(2);

    // Out of turn a tile can be prepared on the square in front of the player's marker.
    await person.tiles().first().click();
    await expect(person.status()).toContainText('Your tile is ready for');
    await expect(page.locator('.layer-ghost:not(.chosen) .ghost')).toHaveCount(1);
    await expect(page.locator('.preview-line')).toHaveCount(0);
  });
}

/**
 * The number of tiles after which both players lead themselves off the board, because a game on it
 * could last for a hundred.
 */
const ENOUGH = 10;

/**
 * Taps tiles and turns them until the status says that the tile leads its owner off the board, or
 * that it does not, as wanted. Then it lays the tile.
 *
 * @param {Person} person
 * @param {boolean} off
 */
async function tapToLay(person, off) {
  const leads = async () => (await person.status().innerText()).includes('You leave the board.');
  search: for (const tile of await person.legalTiles().all()) {
    await tile.tap();
    for (let turns = 0; turns < 4; turns += 1) {
      if ((await leads()) === off) break search;
      if (!(await person.button('Rotate').isEnabled())) break;
      await person.button('Rotate').tap();
    }
  }
  const box = await person.commit().boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(FINGER);
  await person.commit().tap();
  await expect(person.commit()).toBeHidden();
}

test('two lay tiles on a board of ten by ten until the game is over, on phones', async ({
  arrive,
  settle,
}) => {
  const people = [await arrive('Ana', PHONE), await arrive('Bruno', PHONE)];
  const [ana] = people;
  if (!ana) throw new Error('nobody');
  await settle(people, {
    options: { suicide_rule: false, edge: 10 },
    course: { until: { phase: 'placing', markers: [{ out: null }, { out: null }] }, from: 8 },
  });
  let laid = 6;
  await expect(ana.laid()).toHaveCount(laid);
  const tiles = await play(people, ana, {
    decide: async (person) => {
      await tapToLay(person, laid >= ENOUGH);
      laid += 1;
      return 'placed';
    },
  });
  expect(tiles).toBe(laid);
  for (const person of people) {
    await expect(person.verdict()).toBeVisible();
    await expect(person.laid()).toHaveCount(tiles);
    await expect(person.page.locator('.places')).toBeVisible();
  }
  await expect(ana.page.getByText('resigned')).toHaveCount(0);
});
