/**
 * Tests of the marks of the reader's own turn, and of a player who skips the rest of a game that
 * only bots play on.
 */

import { BEGUN } from './prepare.js';
import { whoseTurn } from './table.js';
import { expect, MOVING, test } from './test.js';

/** @import { Person } from './person.js' */

/**
 * Returns how a page marks whose turn it is.
 *
 * @param {Person} person
 */
const marks = ({ page }) =>
  page.evaluate(() => {
    const glow = document.querySelector('.turn-glow');
    const hand = document.querySelector('.board-hand');
    if (!glow || !hand) throw new Error('nothing to mark');
    return {
      turn: document.body.dataset['turn'],
      colour: /\bink-\w+/.exec(glow.className)?.[0],
      glow: Number(getComputedStyle(glow).opacity),
      fades: getComputedStyle(glow).transitionDuration !== '0s',
      pulse: getComputedStyle(hand).animationName,
    };
  });

test("a player's turn is marked at the edge of the page and by the hand", async ({
  arrive,
  settle,
}) => {
  const people = [await arrive('Ana', MOVING), await arrive('Bruno')];
  const [ana, bruno] = people;
  if (!ana || !bruno) throw new Error('nobody');
  await settle(people, BEGUN);
  // Both have a turn: one of them prefers reduced motion.
  for (let turns = 0; turns < 2; turns += 1) {
    const mover = await whoseTurn(people);
    const other = mover === ana ? bruno : ana;
    const moves = mover === ana;
    const colour = moves ? 'ink-red' : 'ink-blue';
    const pulse = moves ? 'hand-call' : 'none';
    await expect
      .poll(() => marks(mover))
      .toEqual({ turn: 'mine', colour, glow: 0.75, fades: moves, pulse });
    await expect.poll(() => marks(other)).toMatchObject({ turn: 'none', glow: 0, pulse: 'none' });
    await mover.takeTurn();
  }
});

test('a player who is out skips to the end of a game that only bots play on', async ({
  arrive,
}) => {
  const ana = await arrive('Ana', MOVING);
  const { page } = ana;
  // The bots decide at once. Their messages arrive one by one, as with bots that think.
  let pauseMs = 0;
  await page.routeWebSocket(/\/api\/rooms\//, (socket) => {
    const server = socket.connectToServer();
    let last = Promise.resolve();
    server.onMessage((message) => {
      last = last
        .then(() => new Promise((done) => setTimeout(done, pauseMs)))
        .then(() => socket.send(message));
    });
    socket.onMessage((message) => server.send(message));
  });
  await page.goto('/');
  await page.getByRole('radio', { name: 'Tsuro' }).check();
  await page.getByLabel('Opponents').selectOption('7');
  await page.getByRole('button', { name: 'Play the computer' }).click();
  await expect(ana.commit()).toBeVisible();
  pauseMs = 400;
  await ana.resign();
  const skip = page.locator('.out-card').getByRole('button', { name: 'Skip to the end' });
  await skip.click();
  await expect(skip).toHaveCount(0);
  // From now on no sign announces who is out.
  await page.evaluate(() => {
    const seen = { signs: 0 };
    Object.assign(window, { seen });
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof Element && node.matches('.out-sign')) seen.signs += 1;
    }).observe(document.body, { subtree: true, childList: true });
  });
  await expect(ana.verdict()).toBeVisible({ timeout: 120_000 });
  // A sign would come a moment after the last move.
  await page.waitForTimeout(500);
  expect(await page.evaluate(() => /** @type {any} */ (window).seen)).toEqual({ signs: 0 });
  await expect(ana.rematch()).toBeVisible();
});
