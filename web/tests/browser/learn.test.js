/**
 * Tests of the lessons: all lessons of each game, by keyboard, with the rules of the server.
 */

import { expectAccessible, look } from './checks.js';
import { Convict } from './section-x.js';
import { soon } from './soon.js';
import { expect, test } from './test.js';
import { Player } from './tortus.js';

/** @import { Page } from '@playwright/test' */
/** @import { SectionXAction, TortusAction } from '../../client/protocol.js' */
/** @import { Person } from './person.js' */

/** The keys that solve each lesson of Tsuro. @type {readonly (readonly string[])[]} */
const TSURO = [
  ['r', 'Enter'],
  ['1', 'Enter'],
  ['1', 'r', 'Enter'],
  ['1', 'Enter'],
  ['1', 'Enter'],
  ['1', 'Enter'],
  ['2', 'Enter'],
];

/** The decisions that solve each lesson of Tortus. @type {readonly (readonly TortusAction[])[]} */
const TORTUS = [
  [{ type: 'move', pawn: 2, to: 'd3' }],
  [
    { type: 'move', pawn: 2, to: 'd3' },
    { type: 'follow', to: 'd5' },
  ],
  [{ type: 'open', square: 'c3' }],
  [
    { type: 'move', pawn: 2, to: 'd5' },
    { type: 'push', to: 'c5' },
  ],
  [
    { type: 'move', pawn: 2, to: 'd5' },
    { type: 'push', to: 'e5' },
    { type: 'fill', hand: 0, rotation: 2 },
  ],
  [{ type: 'move', pawn: 2, to: 'd3' }, { type: 'stop' }, { type: 'end_turn' }],
  [
    { type: 'move', pawn: 1, to: 'c4' },
    { type: 'stop' },
    { type: 'move', pawn: 1, to: 'd4' },
    { type: 'push', to: 'd5' },
  ],
];

/**
 * The decisions that solve each lesson of Section X.
 *
 * @type {readonly (readonly SectionXAction[])[]}
 */
const SECTION_X = [
  [
    { type: 'draw', pile: 0 },
    { type: 'place', stock: 0, cell: 'i7', rotation: 0 },
  ],
  [
    { type: 'step', prisoner: 0, to: 'i7:0' },
    { type: 'step', prisoner: 0, to: 'j7:0' },
  ],
  [{ type: 'door', from: null, to: 'i7:0' }],
  [{ type: 'place', stock: 0, cell: 'k7', rotation: 0 }],
  [
    { type: 'step', prisoner: 0, to: 'j7:0' },
    { type: 'step', prisoner: 1, to: 'j7:0' },
    { type: 'end_turn' },
  ],
  [
    { type: 'step', prisoner: 0, to: 'l7:0' },
    { type: 'step', prisoner: 0, to: 'green:0' },
  ],
  [
    { type: 'place', stock: 0, cell: 'l7', rotation: 0 },
    { type: 'step', prisoner: 0, to: 'l7:0' },
    { type: 'step', prisoner: 0, to: 'green:0' },
  ],
];

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
    for (const action of actions) await convict.act(action);
    if (actions === SECTION_X[0])
      await expectAccessible(ana.page, 'a lesson of Section X that is done');
    await leave(convict);
  }
  await expectEnd(ana.page);
});
