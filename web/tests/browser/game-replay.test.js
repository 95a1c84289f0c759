/**
 * Tests of the page of a replay, `/g/ID`: the selected step and viewer are in its address, and it
 * works by keys, by buttons and by fingers.
 */

import { expectAccessible, expectNoSidewaysScroll, look, lookAtDialog } from './checks.js';
import { expect, test } from './test.js';

/** @import { GameKind } from '../../client/protocol.js' */
/** @import { Page } from '@playwright/test' */
/** @import { Pattern } from './prepare.js' */

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** The timeout of a review in milliseconds, also on a busy machine. */
const WORKED_OUT_MS = 45_000;
/** The maximum size of the first load in bytes, and the maximum number of its requests. */
const FIRST_LOAD = { bytes: 150_000, requests: 12 };

/** A finished game of each kind. @type {readonly { game: GameKind, until: Pattern }[]} */
const GAMES = [
  { game: 'tsuro', until: { phase: 'over' } },
  { game: 'tortus', until: { phase: { type: 'over' } } },
  { game: 'section_x', until: { phase: { type: 'over' } } },
];

/** @param {Page} page */
const head = (page) => page.locator('.film-sentence');
/** @param {Page} page */
const slider = (page) => page.getByRole('slider', { name: 'Moves' });
/** @param {Page} page */
const viewer = (page) => page.getByLabel('Seen by');

/**
 * Returns the address of the replay of the first game of a room.
 *
 * @param {Page} page
 * @param {string} link the link of the room
 */
async function replayOf(page, link) {
  const { origin, pathname } = new URL(link);
  const answer = await page.request.get(
    `${origin}/api${pathname.replace('/r/', '/rooms/')}/games/1/replay`,
  );
  const { id, replay } = await answer.json();
  return { address: `${origin}/g/${id}`, end: replay.steps.length - 1, names: replay.players };
}

for (const { game, until } of GAMES) {
  test(`a replay of ${game} opens at the step and for the viewer of its address`, async ({
    arrive,
    settle,
  }) => {
    const people = [await arrive('Ana', PHONE), await arrive('Bruno')];
    const [ana] = people;
    if (!ana) throw new Error('nobody');
    const { link } = await settle(people, { game, course: { until } });
    const { page } = ana;
    const { address, end } = await replayOf(page, link);
    const middle = Math.floor(end / 2);
    for (const [fragment, name] of [
      [`#${middle}`, 'A spectator'],
      [`#${middle}/1`, 'Ana'],
      [`#${middle}/2`, 'Bruno'],
      [`#${middle}/all`, 'Everyone: all open'],
    ]) {
      await page.goto('about:blank');
      await page.goto(`${address}${fragment}`);
      const step = new RegExp(`^Move ${middle.toLocaleString('en')} of`);
      await expect(head(page)).toContainText(step);
      await expect(viewer(page).locator('option:checked')).toHaveText(name ?? '');
      await expect(page.locator('#board .board-square').first()).toBeInViewport({ ratio: 0.9 });
      expect(page.url()).toBe(`${address}${fragment}`);
      await expectNoSidewaysScroll(page);
    }
    await expect(page).toHaveTitle(/: Ana and Bruno - Senda$/);
    await expectAccessible(page, `a replay of ${game}`);
    // Nothing moves when another step is shown.
    const boxes = () =>
      page.evaluate(() =>
        ['#board', '.timeline', '.transport', '.replay-view'].map((name) => {
          const { x, y, width } = document.querySelector(name)?.getBoundingClientRect() ?? {};
          return [x, y, width].map((one) => Math.round(one ?? -1)).join(' ');
        }),
      );
    const before = await boxes();
    for (let more = 0; more < 5; more += 1) {
      await page.getByRole('button', { name: 'Next move' }).click();
      expect(await boxes()).toEqual(before);
    }
    expect(page.url()).toBe(`${address}#${middle + 5}/all`);
    // A reload keeps the step and the viewer.
    await page.reload();
    await expect(head(page)).toContainText(`Move ${(middle + 5).toLocaleString('en')} of`);
    await expect(viewer(page)).toHaveValue('all');
    if (game !== 'section_x') return;
    // Of a long game, the list contains the moves around the step, and leads on.
    await expect(page.locator('.film-moves li')).toHaveCount(200);
    await page.getByRole('button', { name: 'Later moves' }).click();
    await expect(page.locator('.film-moves li :focus')).toContainText(`${middle + 105}`);
    await expect(page.locator('.film-moves li')).toHaveCount(200);
    await page.getByRole('button', { name: 'Earlier moves' }).press('Enter');
    await expect(page.locator('.film-moves li :focus')).toContainText(`${middle + 4}`);
    await page.keyboard.press('Enter');
    await expect(head(page)).toContainText(`Move ${(middle + 4).toLocaleString('en')} of`);
  });
}

for (const { game, until } of GAMES) {
  test(`the timeline of ${game} shows the position under the pointer`, async ({
    arrive,
    settle,
  }) => {
    const people = [await arrive('Ana'), await arrive('Bruno')];
    const [ana] = people;
    if (!ana) throw new Error('nobody');
    const { link } = await settle(people, { game, course: { until } });
    const { page } = ana;
    const { address, end } = await replayOf(page, link);
    await page.goto(`${address}#1/1`);
    await expect(head(page)).toContainText('Move 1 of');
    const before = page.url();
    const tip = page.locator('.timeline-tip');
    await expect(tip).toBeHidden();
    const box = await page.locator('.timeline-strip').boundingBox();
    if (!box) throw new Error('no timeline');
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await page.mouse.move(middle.x, middle.y);
    await expect(tip.locator('.board-square svg').first()).toBeVisible();
    await expect(tip).toContainText(/Ana|Bruno/);
    // The picture is the position of the step that a press selects.
    const drawn = () => tip.locator('.board-square').evaluate((one) => one.textContent);
    const shown = await drawn();
    await page.mouse.move(box.x + box.width - 1, middle.y);
    await page.mouse.move(middle.x, middle.y);
    await expect.poll(drawn).toBe(shown);
    // It only shows: the selected step stays, and the picture is inside the window.
    expect(page.url()).toBe(before);
    await expect(tip).toBeInViewport({ ratio: 1 });
    await page.mouse.move(1, 1);
    await expect(tip).toBeHidden();
    expect(end).toBeGreaterThan(1);
  });
}

test('a replay is played and stepped through by keys', async ({ arrive, settle }) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const [ana] = people;
  if (!ana) throw new Error('nobody');
  const { link } = await settle(people, { course: { until: { phase: 'over' } } });
  const { page } = ana;
  const { address, end } = await replayOf(page, link);
  await page.goto(`${address}#3`);
  await expect(head(page)).toContainText('Move 3 of');
  const { keyboard } = page;
  await keyboard.press('ArrowRight');
  await expect(head(page)).toContainText('Move 4 of');
  // Each step is announced in a sentence.
  await expect(page.locator('#live')).toContainText(/Move 4 of \d+\. (Ana|Bruno) /);
  await keyboard.press('ArrowLeft');
  await keyboard.press('ArrowLeft');
  await expect(head(page)).toContainText('Move 2 of');
  await keyboard.press('Home');
  await expect(head(page)).toContainText('Start');
  await expect(page.getByRole('button', { name: 'Previous move' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await keyboard.press('+');
  await keyboard.press('+');
  await keyboard.press('+');
  await expect(page.getByLabel('Speed')).toHaveValue('4');
  await keyboard.press('-');
  await expect(page.getByLabel('Speed')).toHaveValue('2');
  await keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(head(page)).toContainText(/Move [3-9] of/);
  await keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Play (Space)' })).toBeVisible();
  await keyboard.press('End');
  await expect(head(page)).toContainText(`Move ${end} of ${end}`);
  expect(page.url()).toBe(`${address}#${end}`);
  // The slider takes the keys itself, and a wheel over it turns the moves.
  await slider(page).press('ArrowLeft');
  await expect(head(page)).toContainText(`Move ${end - 1} of`);
  await slider(page).hover();
  await page.mouse.wheel(0, -80);
  await expect(head(page)).toContainText(`Move ${end - 3} of`);
  await page.mouse.wheel(0, 40);
  await expect(head(page)).toContainText(`Move ${end - 2} of`);
  // A press in the list of moves leads to its step.
  await page.locator('.film-moves button').nth(5).click();
  await expect(head(page)).toContainText('Move 5 of');
  await expect(page.locator('.film-moves [aria-current="step"]')).toHaveCount(1);
  // The text of the game and its check are there.
  await page.getByText('Read it as text').click();
  await expect(page.locator('.film-notation')).toContainText('Senda notation 1');
  await page.getByRole('link', { name: 'Check the shuffle' }).click();
  await expect(page.locator('#verdict')).toContainText(/dealt|committed|shuffle/i);
  await page.getByRole('link', { name: 'Back to the replay' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tsuro: Ana and Bruno');
});

test('a finger swipes through a replay', async ({ arrive, settle }) => {
  const people = [await arrive('Ana', PHONE), await arrive('Bruno')];
  const [ana] = people;
  if (!ana) throw new Error('nobody');
  const { link } = await settle(people, { course: { until: { phase: 'over' } } });
  const { page } = ana;
  const { address } = await replayOf(page, link);
  await page.goto(`${address}#3`);
  await expect(head(page)).toContainText('Move 3 of');
  /** @param {number} from @param {number} to */
  const swipe = (from, to) =>
    page.evaluate(
      ([start, end]) => {
        const board = document.querySelector('#board');
        if (!board) return;
        for (const [type, x] of /** @type {const} */ ([
          ['touchstart', start],
          ['touchend', end],
        ])) {
          const touch = new Touch({ identifier: 1, target: board, clientX: x ?? 0, clientY: 300 });
          const touches = type === 'touchstart' ? [touch] : [];
          board.dispatchEvent(
            new TouchEvent(type, { touches, changedTouches: [touch], bubbles: true }),
          );
        }
      },
      [from, to],
    );
  await swipe(250, 100);
  await expect(head(page)).toContainText('Move 4 of');
  await swipe(100, 250);
  await expect(head(page)).toContainText('Move 3 of');
  await swipe(100, 120);
  await expect(head(page)).toContainText('Move 3 of');
});

test('a viewer sees the hand of their seat, and no other', async ({ arrive, settle }) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const [ana] = people;
  if (!ana) throw new Error('nobody');
  const { link } = await settle(people, { course: { until: { phase: 'over' }, from: 20 } });
  const { page } = ana;
  const { address } = await replayOf(page, link);
  await page.goto(`${address}#4`);
  const hands = page.locator('.film-player .open-hand:has(svg)');
  await expect(page.locator('.film-player')).toHaveCount(2);
  await expect(hands).toHaveCount(0);
  await viewer(page).selectOption('Bruno');
  await expect(hands).toHaveCount(1);
  const bruno = page.locator('.film-player', { hasText: 'Bruno' });
  await expect(bruno.locator('.open-hand > svg')).not.toHaveCount(0);
  expect(page.url()).toBe(`${address}#4/2`);
  await viewer(page).selectOption('Everyone: all open');
  await expect(hands).toHaveCount(2);
  await viewer(page).selectOption('A spectator');
  await expect(hands).toHaveCount(0);
  expect(page.url()).toBe(`${address}#4`);
});

test('the page of a replay reviews the game', async ({ arrive, settle }) => {
  test.slow();
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const [ana] = people;
  if (!ana) throw new Error('nobody');
  const { link } = await settle(people, { course: { until: { phase: 'over' }, from: 20 } });
  const { page } = ana;
  const { address } = await replayOf(page, link);
  await page.goto(address);
  await page.getByRole('button', { name: 'Review the game' }).click();
  await expect(page.locator('.chances-line')).toHaveCount(2, { timeout: WORKED_OUT_MS });
  await page.locator('.review-moments button').first().click();
  await expect(page.locator('#board .ghost')).toHaveCount(1);
  await expect(page.locator('.film-moment')).toContainText(/Win chance \d+% instead of \d+%/);
  await expect(page.locator('.film-moves .grade').first()).toBeVisible();
  await expectAccessible(page, 'a reviewed replay');
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('#board .ghost')).toHaveCount(0);
});

test('a replay that does not exist is refused in a sentence', async ({ browser, server }) => {
  const page = await browser.newPage();
  const answer = await page.goto(`${server.origin}/g/0123456789abcdef0123`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('alert')).toContainText("We can't find this finished game.");
  await expectAccessible(page, 'a replay that does not exist');
  await page.close();
});

test('the first load of a replay is small', async ({ arrive, settle }) => {
  for (const { game, until } of GAMES.slice(0, 2)) {
    const people = [await arrive('Ana'), await arrive('Bruno')];
    const [ana] = people;
    if (!ana) throw new Error('nobody');
    const { link } = await settle(people, { game, course: { until } });
    const { address } = await replayOf(ana.page, link);
    const context = await ana.page.context().browser()?.newContext();
    const page = await context?.newPage();
    if (!page) throw new Error('no page');
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.enable');
    let bytes = 0;
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    /** @type {string[]} */
    const requests = [];
    page.on('request', (request) => {
      if (!request.url().startsWith('data:')) requests.push(request.url());
    });
    await page.goto(`${address}#2`, { waitUntil: 'networkidle' });
    await expect(head(page)).toContainText('Move 2 of');
    expect(bytes, game).toBeLessThan(FIRST_LOAD.bytes);
    expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(FIRST_LOAD.requests);
    await context?.close();
  }
});

for (const { game, until } of GAMES) {
  test(`a replay of ${game} goes on in a new room`, async ({ arrive, settle }) => {
    const people = [await arrive('Ana'), await arrive('Bruno')];
    const [ana] = people;
    if (!ana) throw new Error('nobody');
    const { link } = await settle(people, { game, course: { until } });
    const { page } = ana;
    const { address, end } = await replayOf(page, link);
    const step = Math.floor(end / 2);
    await page.goto(`${address}#${step}/all`);
    await expect(head(page)).toContainText(`Move ${step.toLocaleString('en')} of`);
    await page.getByRole('button', { name: 'Continue from here' }).click();
    await expect(page.getByRole('dialog')).toContainText('goes on from this position');
    await page.getByLabel('You play as').selectOption('1');
    await page.getByLabel('Against').selectOption('easy');
    await page.getByRole('button', { name: 'Open the room' }).click();
    await page.waitForURL('**/r/*');
    await expect(page.locator('body')).toHaveAttribute('data-phase', 'playing');
    await ana.openLog();
    await expect(page.getByRole('list', { name: 'Log' })).toContainText(
      'It continues from a position of a finished game.',
    );
  });
}

test('the deal of a finished game is played again, and its end is not continued', async ({
  arrive,
  settle,
}) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const [ana] = people;
  if (!ana) throw new Error('nobody');
  const { link } = await settle(people, { course: { until: { phase: 'over' } } });
  const { page } = ana;
  const { address, end } = await replayOf(page, link);
  await page.goto(`${address}#${end}`);
  await page.getByRole('button', { name: 'Continue from here' }).click();
  await expect(page.getByRole('dialog')).toContainText('The game is over here.');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Play this deal again' }).click();
  await lookAtDialog(ana, 'repeat-dialog');
  await page.getByLabel('Against').selectOption('friends');
  await page.getByRole('button', { name: 'Open the room' }).click();
  await page.waitForURL('**/r/*');
  await expect(page.locator('#settings-line')).toContainText('the deal of a finished game');
  await look(ana, 'repeated-deal');
});
