/**
 * Tests of the end of a game: the last move is visible before the result, and an eliminated player
 * is informed.
 */

import { expectAccessible, expectNoSidewaysScroll } from './checks.js';
import { again, play } from './table.js';
import { expect, MOVING, test } from './test.js';
import { deciding, Player } from './tortus.js';

/** @import { Person } from './person.js' */

const PHONE = { viewport: { width: 390, height: 844 } };
/** The minimum time in milliseconds that the last move is visible. */
const LOOK_MS = 1_000;
/** The timeout of a review in milliseconds, also on a busy machine. */
const WORKED_OUT_MS = 60_000;

/**
 * Observes the moment when a result is shown: its delay after the last move, and the number of
 * animation steps that are still pending then.
 *
 * @param {Person} person
 * @returns {Promise<() => Promise<{ after: number, walking: number, confetti: number }>>}
 */
async function watchEnd({ page }) {
  await page.evaluate(() => {
    const seen = { tiles: 0, at: 0, after: -1, walking: -1, confetti: 0 };
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const tiles = document.querySelectorAll('.layer-tiles > g').length;
      if (tiles !== seen.tiles) Object.assign(seen, { tiles, at: performance.now() });
      seen.confetti += document.querySelectorAll('canvas.confetti:not([data-seen])').length;
      for (const one of document.querySelectorAll('canvas.confetti'))
        one.setAttribute('data-seen', '');
      if (document.body.dataset['phase'] !== 'over' || seen.after >= 0) return;
      seen.after = performance.now() - seen.at;
      seen.walking = document.querySelectorAll('.trail-piece > path[stroke-dasharray]').length;
    }).observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-phase'] });
  });
  return () => page.evaluate(() => /** @type {any} */ (window).seen);
}

test('the result is shown only after the last walk and a pause', async ({ arrive, settle }) => {
  const people = [await arrive('Ana', { ...PHONE, ...MOVING }), await arrive('Bruno')];
  const [ana, bruno] = people;
  if (!ana || !bruno) throw new Error('nobody');
  await settle(people, { course: { until: { phase: 'over' }, before: 1 } });
  const [moving, still] = [await watchEnd(ana), await watchEnd(bruno)];
  await play(people, ana);
  for (const person of people) await expect(person.verdict()).toBeVisible();
  const seen = await moving();
  expect(seen.after).toBeGreaterThan(LOOK_MS);
  expect(seen.walking).toBe(0);
  expect(seen.confetti).toBe(1);
  expect((await still()).confetti, 'where nothing may move').toBe(0);
  await expect(ana.page.locator('canvas.confetti')).toHaveCount(0);

  // On a phone the result is below the board, and both are visible.
  const board = await ana.page.locator('.board-square').boundingBox();
  const verdict = await ana.verdict().boundingBox();
  expect(verdict?.y).toBeGreaterThanOrEqual((board?.y ?? 0) + (board?.height ?? 0));
  await expect(ana.verdict()).toBeInViewport({ ratio: 1 });

  // The table of games appears once there are several.
  const standing = ana.page.getByRole('region', { name: 'In this room so far' });
  await expect(standing).toHaveCount(0);
  await again(people);
  await bruno.resign();
  await expect(ana.verdict()).toHaveText('You win!');
  await expect(bruno.page.getByText('You came 2nd.')).toBeVisible();
  for (const { name } of people)
    await expect(standing.getByRole('listitem').filter({ hasText: name })).toContainText('2 games');
  await ana.page.reload();
  await expect(standing).toBeVisible();
  await expect(ana.page.locator('canvas.confetti')).toHaveCount(0);
});

/**
 * Lays a tile that leads a player off the board, as the status predicts.
 *
 * @param {Person} person the player whose turn it is
 * @param {Person} whom the player who leaves the board
 */
async function leadOff(person, whom) {
  const said = person === whom ? 'You leave the board.' : `${whom.name} leaves the board.`;
  for (const tile of await person.legalTiles().all()) {
    await tile.click();
    for (let turns = 0; turns < 4; turns += 1) {
      if ((await person.status().innerText()).includes(said)) {
        await person.commit().click();
        return;
      }
      if (!(await person.button('Rotate').isEnabled())) break;
      await person.button('Rotate').click();
    }
  }
  throw new Error(`no tile leads ${whom.name} off`);
}

test('an eliminated player learns their place, and sees where it happened', async ({
  arrive,
  settle,
}) => {
  const people = [];
  for (const name of ['Ana', 'Bruno', 'Chiara', 'Duarte']) people.push(await arrive(name, MOVING));
  const until = { phase: 'placing', markers: [{ out: { how: 'edge' } }, {}, {}, {}] };
  const { next } = await settle(people, { course: { until, before: 1 } });
  const [ana] = people;
  const acting = people[next[0]?.seat ?? 0];
  if (!ana || !acting) throw new Error('nobody');
  let bursts = 0;
  await ana.page.exposeFunction('burst', () => {
    bursts += 1;
  });
  await ana.page.evaluate(() => {
    const told = /** @type {any} */ (window).burst;
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof Element && node.matches('.burst')) told();
    }).observe(document.body, { subtree: true, childList: true });
  });
  await leadOff(acting, ana);
  await expect(ana.page.locator('#board-notice')).toContainText(/You're out: (3rd|4th) place\./);
  await expect.poll(() => bursts).toBeGreaterThan(0);
  await expectAccessible(ana.page, 'a game that goes on without oneself');
});

test('markers that collide stand face to face where they met', async ({ arrive, settle }) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const [ana] = people;
  if (!ana) throw new Error('nobody');
  await settle(people, { course: { until: { markers: { out: { how: 'collision' } } } } });
  const out = ana.page.locator('.marker.out .marker-halo');
  await expect(out).toHaveCount(2);
  const middles = await out.evaluateAll((halos) =>
    halos.map((halo) => {
      const { x, y, width, height } = halo.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    }),
  );
  const [one, other] = middles;
  const square = await ana.squares().first().boundingBox();
  const apart = Math.hypot((one?.x ?? 0) - (other?.x ?? 0), (one?.y ?? 0) - (other?.y ?? 0));
  // They are neither on the same point nor at the ends of the tile.
  expect(apart / (square?.width ?? 0)).toBeGreaterThan(0.1);
  expect(apart / (square?.width ?? 0)).toBeLessThan(0.4);
});

test('a finished game is reviewed in the log and on the board, also by keyboard', async ({
  arrive,
  settle,
}) => {
  test.slow();
  const people = [await arrive('Ana'), await arrive('Bruno', PHONE)];
  const [ana, bruno] = people;
  if (!ana || !bruno) throw new Error('nobody');
  // The game was decided at random, so many decisions have better alternatives.
  await settle(people, { course: { until: { phase: 'over' }, from: 20 } });
  for (const { page } of people) {
    const review = page.getByRole('region', { name: 'Review' });
    await page.getByRole('button', { name: 'Review the game' }).press('Enter');
    await expect(review.getByRole('heading', { name: 'Review' })).toBeFocused();
    await expect(page.locator('#live')).toContainText('marked in the log', {
      timeout: WORKED_OUT_MS,
    });
    await expect(page.getByRole('button', { name: 'Review the game' })).toBeHidden();
    const moments = review.locator('.review-moments > li');
    await expect(moments.first()).toContainText('A hard bot:');
    const count = await moments.count();
    expect(count).toBeGreaterThan(1);
    await expect(page.locator('#log .costly')).toHaveCount(count);
    await expectAccessible(page, 'a review');
    await expectNoSidewaysScroll(page);

    await moments.first().getByRole('button', { name: 'Show on board' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: /'s choice$/ });
    await expect(dialog.locator('.board-square')).toBeInViewport({ ratio: 0.9 });
    await expect(dialog.getByText(/^A hard bot: /)).toBeVisible();
    await dialog.getByRole('button', { name: 'What was played' }).press('Enter');
    await expect(dialog.getByText(/^Played: /)).toBeVisible();
    await expectAccessible(page, 'a moment of a review');
    await page.keyboard.press('Escape');

    await moments.first().getByRole('button', { name: 'Show in log' }).press('Enter');
    await expect(page.locator('#log .costly:focus')).toBeInViewport();
    await expect(page.locator('#log .costly:focus')).toContainText(/Costly: −\d+ points?/);
  }
  // The next game removes the review.
  await bruno.page.keyboard.press('Escape');
  await again(people);
  await expect(ana.page.locator('#log .mark')).toHaveCount(0);
  await expect(ana.page.getByRole('region', { name: 'Review' })).toBeHidden();
});

test('a draw is celebrated for no player', async ({ arrive, settle }) => {
  const people = [await arrive('Ana', MOVING), await arrive('Bruno')];
  const [ana] = people;
  const players = people.map((person) => new Player(person));
  await settle(people, { game: 'tortus', course: { until: { phase: { type: 'act' } } } });
  const player = await deciding(players);
  const other = players.find((one) => one !== player);
  if (!ana || !player || !other) throw new Error('nobody');
  const seen = await watchEnd(ana);
  for (const one of [player, other]) await one.act({ type: 'draw' });
  await expect(ana.page.getByRole('heading', { name: 'A draw' })).toBeVisible();
  // Confetti would come together with the result.
  await ana.page.waitForTimeout(LOOK_MS);
  expect((await seen()).confetti).toBe(0);
});
