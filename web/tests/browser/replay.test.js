/**
 * Tests of the summary of the other players' turns, and of their replay on the board.
 */

import { expectAccessible } from './checks.js';
import { Convict } from './section-x.js';
import { playOn } from './section-x-dig.js';
import { soon } from './soon.js';
import { expect, MOVING, test } from './test.js';
import { Player } from './tortus.js';

/** @import { Page } from '@playwright/test' */
/** @import { TortusAction } from '../../client/protocol.js' */
/** @import { Person } from './person.js' */

/** The longest time of a replay, in milliseconds by the page's clock. */
const LONGEST_MS = 4_000;
/** The time between the end of a replay and the return to the game. */
const SEEN_MS = 1_200;

/** @param {Page} page */
const summaryOf = (page) => page.locator('.notice.summary');
/** @param {Page} page */
const barOf = (page) => page.getByRole('group', { name: 'Replay', exact: true });
/**
 * Stops the page's clock, so that the test lets time pass.
 *
 * @param {Page} page
 */
async function pauseClock(page) {
  await page.clock.install();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
}

/** @param {Page} page */
const opener = (page) => page.locator('#replay');

/**
 * Returns the places of the tiles and pieces on the visible board.
 *
 * @param {Page} page
 */
const positionOn = (page) =>
  page.evaluate(() => {
    const layers = ['tiles', 'pawns', 'markers', 'prisoners', 'doors'].map(
      (name) => `.layer-${name}`,
    );
    const board = document.querySelector('.board-square:not([hidden])');
    const drawn = board?.querySelectorAll(`:is(${layers.join()}) > g`) ?? [];
    return [...drawn]
      .map((one) => `${one.getAttribute('transform')} ${one.getAttribute('style')}`)
      .sort()
      .join('\n');
  });

/**
 * Returns the boxes of the board and of the controls that must not move.
 *
 * @param {Page} page
 */
const boxesOn = (page) =>
  page.evaluate(() =>
    ['.board-square:not([hidden])', '.board-panel', '#players'].map((name) => {
      const { x, y, width, height } = document.querySelector(name)?.getBoundingClientRect() ?? {};
      return [x, y, width, height].map((one) => Math.round(one ?? -1)).join(' ');
    }),
  );

/**
 * Starts a game against one bot.
 *
 * @param {Person} person
 * @param {string} game
 */
async function playAlone({ page }, game) {
  await page.goto('/');
  await page.getByRole('radio', { name: game }).check();
  const kind = game.toLowerCase().replaceAll(' ', '_');
  await expect(page.locator('#start')).toHaveAttribute('data-game', kind);
  const opponents = page.getByLabel('Opponents');
  if (await opponents.isEnabled()) await opponents.selectOption('1');
  await page.getByRole('button', { name: 'Play the computer' }).click();
}

/**
 * Returns a decision that hands the turn over soon.
 *
 * @param {Player} player
 * @returns {TortusAction}
 */
function brief({ view: { choices } }) {
  switch (choices?.type) {
    case 'exchange':
      return { type: 'exchange', hand: choices.hand[0] ?? 0, square: choices.squares[0] ?? '' };
    case 'place':
      return { type: 'place', square: choices.squares[0] ?? '' };
    case 'fill':
      return { type: 'fill', hand: choices.hand[0] ?? 0, rotation: 0 };
    case 'penalty':
      return { type: 'penalty', pawn: choices.pawns[0] ?? 0 };
    default:
      return { type: 'end_turn' };
  }
}

/** @param {Player} player */
const isAsked = (player) => soon(() => player.told.view?.choices != null).toBe(true);

/**
 * Plays some turns first, since the page tells the first ones before it has the words of the
 * summary. After too many of them, the bot might have won.
 *
 * @param {Person} ana
 */
function goOnWithTsuro(ana) {
  let turns = 3;
  return async () => {
    for (; turns > 0; turns -= 1) {
      await expect(ana.commit()).toBeVisible();
      const told = await ana.lines().count();
      await ana.takeTurn();
      await soon(() => ana.lines().count()).toBeGreaterThan(told + 1);
    }
    turns = 1;
  };
}

/** @param {Person} ana */
function goOnWithTortus(ana) {
  const player = new Player(ana);
  return async () => {
    for (;;) {
      await isAsked(player);
      const action = brief(player);
      const turns = player.view.turns;
      await player.act(action);
      if (action.type !== 'end_turn') continue;
      await soon(() => player.view.turns).toBeGreaterThan(turns + 1);
      return;
    }
  };
}

/** @param {Person} ana */
function goOnWithSectionX(ana) {
  const convict = new Convict(ana);
  return async () => {
    await soon(() => convict.told.view).not.toBeNull();
    const begun = convict.view.turns;
    await playOn([convict], ({ turns }) => turns >= begun + 2);
  };
}

/**
 * For each game a function that returns how to play until the bot has had another turn and the
 * person is asked again.
 *
 * @type {Record<string, (person: Person) => () => Promise<void>>}
 */
const GAMES = { Tsuro: goOnWithTsuro, Tortus: goOnWithTortus, 'Section X': goOnWithSectionX };

/**
 * Starts a game against one bot, and plays until the bot has had a turn.
 *
 * @param {Person} ana
 * @param {string} game
 * @returns {Promise<() => Promise<void>>} a function that plays until it has had another one
 */
async function playAgainstBot(ana, game) {
  const goOn = /** @type {(typeof GAMES)[string]} */ (GAMES[game])(ana);
  await playAlone(ana, game);
  await goOn();
  return goOn;
}

for (const game of Object.keys(GAMES)) {
  test(`the turn of a bot in ${game} is summed up, and shown again step by step`, async ({
    arrive,
  }) => {
    const ana = await arrive('Ana');
    const { page } = ana;
    const goOn = await playAgainstBot(ana, game);
    // The page has told the first turns before it had the words of the summary.
    await expect(summaryOf(page)).toBeVisible();
    await goOn();
    await expect(summaryOf(page)).toBeVisible();
    const words = await summaryOf(page).locator('p').innerText();
    expect(words).toMatch(/^[A-Z].*\.$/);
    await soon(() => page.locator('#live p').allInnerTexts()).toContain(words);
    const told = await page.locator('#live p').allInnerTexts();
    expect(told.filter((line) => line === words)).toHaveLength(1);

    const [now, boxes] = [await positionOn(page), await boxesOn(page)];
    await summaryOf(page).getByRole('button').click();
    await page.keyboard.press('ArrowLeft');
    const bar = barOf(page);
    while (await bar.getByRole('button', { name: 'Previous step' }).isEnabled())
      await page.keyboard.press('ArrowLeft');
    await expect(bar).toContainText('Step 0 of');
    await expect(bar).toContainText('Before the turn');
    expect(await positionOn(page), 'the position before the turn').not.toBe(now);
    expect(await boxesOn(page), 'nothing moves').toEqual(boxes);
    await expectAccessible(page, `a replay of ${game}`);

    const next = bar.getByRole('button', { name: 'Next step' });
    while (await next.isEnabled()) await page.keyboard.press('ArrowRight');
    await soon(() => positionOn(page)).toBe(now);
    await page.keyboard.press('Escape');
    await expect(bar).toHaveCount(0);
    expect(await positionOn(page), 'the present').toBe(now);
    expect(await boxesOn(page)).toEqual(boxes);
    await expect(opener(page)).toBeFocused();
    await expect(summaryOf(page), 'the reader has seen it').toHaveCount(0);
  });

  test(`the log of ${game} replays a turn, which a press ends`, async ({ arrive }) => {
    const ana = await arrive('Ana', MOVING);
    const { page } = ana;
    await playAgainstBot(ana, game);
    await ana.openLog();
    const turns = page.locator('#log').getByRole('button', { name: /^Replay .*'s turn$/ });
    await expect(turns.last()).toHaveAccessibleName("Replay Minho's turn");
    // Time stands still, so only the press can lead to the end.
    await pauseClock(page);
    await turns.last().click();
    const bar = barOf(page);
    await expect(bar).toContainText("Minho's turn");
    await expect(bar).toContainText('Step 0 of');
    await page.locator('.board-square.replayed').click({ force: true, position: { x: 60, y: 60 } });
    const [, count = ''] = /of (\d+)/.exec(await bar.innerText()) ?? [];
    await expect(bar).toContainText(`Step ${count} of ${count}`);
    await page.clock.runFor(SEEN_MS);
    await expect(bar, 'it returns to the game').toHaveCount(0);
    await expect(turns.last()).toBeFocused();
  });

  test(`a replay of ${game} runs by itself, at most four seconds, and by keys`, async ({
    arrive,
  }) => {
    const ana = await arrive('Ana', MOVING);
    const { page } = ana;
    await playAgainstBot(ana, game);
    await expect(opener(page)).toBeEnabled();
    await opener(page).focus();
    await pauseClock(page);
    await page.keyboard.press('Enter');
    const bar = barOf(page);
    await expect(bar.getByRole('button', { name: 'Pause' })).toBeFocused();
    await page.clock.runFor(LONGEST_MS + SEEN_MS);
    await expect(bar).toHaveCount(0);
    await expect(opener(page)).toBeFocused();
    await page.clock.resume();

    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect(bar.getByRole('button', { name: 'Play' })).toBeFocused();
    await bar.getByRole('button', { name: 'back to the game' }).press('Enter');
    await expect(bar).toHaveCount(0);
  });
}

test('a tap removes the summary, and a reload offers no replay of what it has not seen', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  const { page } = ana;
  await playAgainstBot(ana, 'Tortus');
  await expect(summaryOf(page)).toBeVisible();
  await page.locator('#players').click();
  await expect(summaryOf(page)).toHaveCount(0);
  await page.reload();
  await expect(summaryOf(page), 'the events are known again').toBeVisible();
  await expect(summaryOf(page).getByRole('button')).toHaveCount(0);
  await expect(opener(page)).toBeDisabled();
});
