/**
 * Tests of the lessons: all lessons of each game, by keyboard, with the rules of the server.
 */

import { expectAccessible, look } from './checks.js';
import { LessonByEar } from './lesson-by-ear.js';
import { BY_EAR, SECTION_X, TORTUS, TSURO } from './lesson-solutions.js';
import { Listener } from './listener.js';
import { Convict } from './section-x.js';
import { soon } from './soon.js';
import { expect, test } from './test.js';
import { Player } from './tortus.js';

/** @import { Page, Request } from '@playwright/test' */
/** @import { Person } from './person.js' */

/** @param {Page} page */
const next = (page) => page.getByRole('button', { name: /^(Next lesson|Finish)$/ });

/**
 * Continues after a completed lesson, where the button to the next one has the focus.
 *
 * @param {Page} page
 */
async function goOn(page) {
  await expect(next(page)).toBeFocused();
  await expect(page.locator('#lesson-words')).toContainText('Well done!');
  await page.keyboard.press('Enter');
  await expect(page.locator('#lesson-title')).toBeFocused();
}

/** A phone on its side, and the size of a window of 1280x800 at a zoom of 200 %. */
const LOW = [
  { width: 667, height: 375 },
  { width: 640, height: 400 },
];

/** Phones on which a lesson is played without scrolling. */
const PHONES = [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
];
/** The parts of a lesson that are read and pressed. */
const PARTS =
  '#lesson-words, #lesson-buttons > button, .board-square, .board-panel :is(.board-status, .hand-tile, .board-commit, .tortus-kind, .tortus-end, .sx-pile, .sx-more > button):not(.absent)';

/**
 * Expects the explanation, the board and the question to be visible together. In a low window the
 * board is beside the explanation.
 *
 * @param {Page} page
 */
async function expectBoardInSight(page) {
  const size = page.viewportSize();
  for (const phone of PHONES) {
    await page.setViewportSize(phone);
    await page.evaluate(() => scrollTo(0, 0));
    for (const part of await page.locator(PARTS).filter({ visible: true }).all())
      await expect(part, `${await part.innerText()} at ${phone.width}`).toBeInViewport({
        ratio: 1,
      });
  }
  for (const low of LOW) {
    await page.setViewportSize(low);
    for (const part of ['.board-square', '.board-status', '#lesson-words'])
      await expect(page.locator(part), `${part} at ${low.width}`).toBeInViewport({ ratio: 1 });
  }
  if (size) await page.setViewportSize(size);
}

/** @param {Page} page */
async function expectEnd(page) {
  await expect(page.getByRole('heading', { name: 'You are ready to play' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create a room' })).toHaveAttribute('href', '/');
  await expect(page.getByRole('button', { name: 'Play the computer (easy)' })).toBeVisible();
}

/** Phones and windows in which a lesson ends. */
const ENDS = [...PHONES, { width: 768, height: 1024 }, { width: 1280, height: 800 }];
/** Everything that a finger presses in a lesson. */
const PRESSED = '.board-square, .board-panel button:not(.absent)';

/**
 * Takes the first lesson of Tortus to its end, and returns the places of what a finger presses
 * before it and of the buttons after it.
 *
 * @param {Page} page
 */
async function buttonsOfEnd(page) {
  const boxes = async (/** @type {string} */ selector) => {
    const all = await page.locator(selector).filter({ visible: true }).all();
    return (await Promise.all(all.map((one) => one.boundingBox()))).filter((box) => box !== null);
  };
  await page.goto('/learn/tortus#place');
  await page.reload();
  await page.locator('.cell[data-square="d2"].pointed').click();
  const pressed = await boxes(PRESSED);
  const before = await boxes('#lesson-buttons > button');
  await page.locator('.board-commit').click();
  await expect(next(page)).toBeFocused();
  return { pressed, before, after: await boxes('#lesson-buttons > button') };
}

/**
 * @typedef {{ x: number, y: number, width: number, height: number }} Box
 *
 * @param {Box} one
 * @param {Box} other
 */
function overlaps(one, other) {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

test('no button appears where the finger was at the end of a lesson', async ({ arrive }) => {
  const { page } = await arrive('Ana');
  for (const size of ENDS) {
    await page.setViewportSize(size);
    const { pressed, before, after } = await buttonsOfEnd(page);
    const name = `at ${size.width}`;
    expect(after.length, name).toBe(2);
    expect(
      pressed.filter((one) => after.some((other) => overlaps(one, other))),
      name,
    ).toEqual([]);
    // The same buttons stay in the same places, where their meaning stays the same.
    for (const [at, box] of after.entries()) {
      expect(Math.abs(box.x - (before[at]?.x ?? 0)), name).toBeLessThan(24);
      expect(Math.abs(box.y - (before[at]?.y ?? 0)), name).toBeLessThan(2);
    }
  }
});

test('a second tap does not skip a lesson, and the end leads to a game in one click', async ({
  arrive,
}) => {
  const { page } = await arrive('Ana');
  await page.goto('/learn/tortus#exchange');
  await expect(page.getByRole('heading', { name: 'A hole in your hand' })).toBeVisible();
  await expect(page.locator('.pointed')).toBeVisible();
  await page.waitForTimeout(700);
  await page.getByRole('button', { name: 'Skip' }).dblclick();
  await expect(page.getByRole('heading', { name: 'Place your pawns' })).toBeVisible();
  await page.goto('/learn/tortus#win');
  await page.reload();
  await expect(page.locator('.pointed')).toBeVisible();
  await page.waitForTimeout(700);
  await page.getByRole('button', { name: 'Skip' }).click();
  await expectEnd(page);
  await page.getByRole('button', { name: 'Play the computer (easy)' }).click();
  await expect(page.locator('.board-picture .cell').first()).toBeVisible();
  await expect(page).toHaveURL(/\/r\//);
});

/**
 * Expects the board to point at something that can be seen and pressed.
 *
 * @param {Page} page
 */
async function expectPointed(page) {
  await expect(page.locator('.learn-board .pointed')).toHaveCount(1);
}

/**
 * Lets the driver of a player in rooms play in lessons: the answers of the server replace the
 * messages to a room page.
 *
 * @template {Player | Convict} P
 * @param {Person} person
 * @param {new (person: Person, way: 'keys') => P} how the class of the driver
 * @returns {P}
 */
function learner(person, how) {
  let answers = 0;
  const lines = () => ({ count: async () => answers });
  const one = new how(Object.assign(Object.create(person), { lines }), 'keys');
  person.page.on('response', async (response) => {
    if (!response.url().includes('/api/lessons/') || !response.ok()) return;
    const { steps } = await response.json();
    // The page has drawn the answer by then.
    await person.page.evaluate(() => new Promise(requestAnimationFrame));
    answers += 1;
    one.told = { seat: 0, version: answers, view: steps.at(-1).view };
  });
  return one;
}

/**
 * Waits until the next lesson has started.
 *
 * @param {Player | Convict} learner
 */
async function begun(learner) {
  await soon(() => learner.told.view !== null).toBe(true);
}

/**
 * Continues to the next lesson, and forgets the completed one.
 *
 * @param {Player | Convict} learner
 */
async function leave(learner) {
  await expect(next(learner.page)).toBeFocused();
  learner.told = { ...learner.told, view: null };
  await goOn(learner.page);
}

test('all lessons of Tsuro are solved by keyboard, from the lobby', async ({ arrive }) => {
  const ana = await arrive('Ana');
  const { page } = ana;
  await page.goto('/');
  await ana.press(page.getByRole('link', { name: 'Tsuro', exact: true }));
  await expect(page.getByRole('heading', { name: 'Choose a start' })).toBeVisible();
  await expect(ana.startMarks().first()).toBeVisible();
  await look(ana, 'learn');
  await expectBoardInSight(page);
  for (const [number, keys] of TSURO.entries()) {
    await expect(
      page.getByRole('navigation', { name: 'Lessons' }).locator('[aria-current]'),
    ).toHaveText(String(number + 1));
    if (number === 2) {
      // The shorter path is not the goal of the lesson.
      await expect(ana.legalTiles().first()).toBeVisible();
      await expect(page.locator('#board')).not.toHaveAttribute('inert');
      for (const key of ['3', 'Enter']) await page.keyboard.press(key);
      await expect(ana.button('Try again')).toBeFocused();
      await expect(page.locator('#lesson-words')).toContainText('Not quite.');
      await page.keyboard.press('Enter');
      await expect(page.locator('#lesson-title')).toBeFocused();
    }
    await expect(number === 0 ? ana.startMarks().first() : ana.legalTiles().first()).toBeVisible();
    await expect(page.locator('#board')).not.toHaveAttribute('inert');
    for (const key of keys) await page.keyboard.press(key);
    await goOn(page);
    await expect(page.locator('#live')).toContainText('Well done!');
  }
  await expectEnd(page);
  await page.goto('/');
  await expect(page.getByText('7 of 7 done')).toBeVisible();
});

test('all lessons of Tortus are solved by keyboard', async ({ arrive }) => {
  const ana = await arrive('Ana');
  const player = learner(ana, Player);
  await ana.page.goto('/learn/tortus');
  for (const actions of TORTUS) {
    await begun(player);
    if (actions === TORTUS[0]) await expectBoardInSight(ana.page);
    await expectPointed(ana.page);
    for (const action of actions) await player.act(action);
    if (actions === TORTUS[0]) await expectAccessible(ana.page, 'a lesson of Tortus that is done');
    await leave(player);
  }
  await expectEnd(ana.page);
  await expectAccessible(ana.page, 'the end of the lessons');
});

test('all lessons of Section X are solved by keyboard', async ({ arrive }) => {
  const ana = await arrive('Ana');
  const convict = learner(ana, Convict);
  await ana.page.goto('/learn/section-x');
  for (const actions of SECTION_X) {
    await begun(convict);
    if (actions === SECTION_X[0]) await expectBoardInSight(ana.page);
    await convict.putBack();
    await expectPointed(ana.page);
    for (const action of actions) await convict.act(action);
    if (actions === SECTION_X[0])
      await expectAccessible(ana.page, 'a lesson of Section X that is done');
    await leave(convict);
  }
  await expectEnd(ana.page);
});

for (const [game, lessons] of Object.entries(BY_EAR)) {
  test(`all lessons of ${game} are solved by a learner who only hears the page`, async ({
    arrive,
  }) => {
    const ana = await arrive('Ana', { reducedMotion: 'reduce' });
    await ana.page.goto(`/learn/${game}`);
    const ear = await Listener.of(ana);
    const learner = new LessonByEar(ear);
    try {
      for (const steps of lessons) await learner.take(steps);
    } finally {
      await test.info().attach(`heard in ${game}`, { body: ear.transcript.join('\n') });
    }
    await expectEnd(ana.page);
  });
}

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
/** The most taps that a lesson takes. */
const TAPS = 14;

for (const game of ['tortus', 'section-x']) {
  test(`the pointer leads a finger through all lessons of ${game}`, async ({ arrive }) => {
    const { page } = await arrive('Ana', { ...PHONE, reducedMotion: 'reduce' });
    await page.goto(`/learn/${game}`);
    const coach = page.locator('#coach');
    const pointed = page.locator('.learn-board .pointed');
    const rests = restOf(page);
    await expectPointed(page);
    const count = await page.locator('.lessons a').count();
    for (let lesson = 0; lesson < count; lesson += 1) {
      await expectPointed(page);
      for (let tap = 0; tap < TAPS; tap += 1) {
        const isOpen = async () => (await coach.getAttribute('data-result')) === 'open';
        await soon(async () => !(await isOpen()) || (await pointed.count()) === 1).toBe(true);
        if (!(await isOpen())) break;
        const box = await pointed.boundingBox();
        if (box) await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
        await rests();
      }
      await expect(coach).toHaveAttribute('data-result', 'reached');
      await page.keyboard.press('Enter');
    }
    await expectEnd(page);
  });
}

/**
 * Returns a function that waits until the page has drawn the answer to a tap.
 *
 * @param {Page} page
 */
function restOf(page) {
  /** @type {Set<Request>} */
  const asked = new Set();
  page.on('request', (request) => {
    if (request.url().includes('/api/lessons/')) asked.add(request);
  });
  page.on('requestfinished', (request) => asked.delete(request));
  const frames = () =>
    page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  return async () => {
    await frames();
    await soon(() => asked.size).toBe(0);
    await frames();
  };
}
