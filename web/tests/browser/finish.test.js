/**
 * Tests of the end of a game: the last move is visible before the result, and an eliminated player
 * is informed and keeps what they can do.
 */

import { expectAccessible, expectNoSidewaysScroll } from './checks.js';
import { BEGUN } from './prepare.js';
import { again, NAMES, play } from './table.js';
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
  const people = [await arrive('Ana', { ...PHONE, ...MOVING }), await arrive('Bruno', MOVING)];
  const [ana, bruno] = people;
  if (!ana || !bruno) throw new Error('nobody');
  const course = { until: { phase: 'over', markers: [{ place: 1 }, { place: 2 }] }, before: 1 };
  await settle(people, { course });
  const [winner, loser] = [await watchEnd(ana), await watchEnd(bruno)];
  await play(people, ana);
  // The button for another game has the focus only as long as nothing else is pressed.
  for (const person of people) await expect(person.rematch()).toBeFocused();
  for (const person of people) await expect(person.verdict()).toBeVisible();
  for (const seen of [await winner(), await loser()]) {
    expect(seen.after).toBeGreaterThan(LOOK_MS);
    expect(seen.walking).toBe(0);
  }
  await expect.poll(async () => (await winner()).confetti).toBe(1);
  expect((await loser()).confetti, 'confetti is for the winner alone').toBe(0);
  await expect(ana.page.locator('canvas.confetti')).toHaveCount(0);
  await expect(ana.verdict()).toHaveText('You win!');
  await expect(bruno.page.getByText('You lost.')).toBeVisible();

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
  await expect(bruno.page.getByText('Bruno resigned. You lost.')).toBeVisible();
  for (const { name } of people)
    await expect(standing.getByRole('listitem').filter({ hasText: name })).toContainText('2 games');
  await ana.page.reload();
  await expect(standing).toBeVisible();
  await expect(ana.page.locator('canvas.confetti')).toHaveCount(0);
});

test('on a phone on its side the result and its buttons are beside the board', async ({
  arrive,
  settle,
}) => {
  const side = { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true };
  const people = [await arrive('Ana', side), await arrive('Bruno', side)];
  const [ana, bruno] = people;
  if (!ana || !bruno) throw new Error('nobody');
  const { link } = await settle(people, BEGUN);
  const zoe = await arrive('Zoe', side);
  await zoe.page.goto(link);
  await expect(zoe.squares()).not.toHaveCount(0);
  await bruno.resign();
  for (const { page } of [ana, bruno, zoe]) {
    await expect(page.locator('#rematch button')).toBeInViewport({ ratio: 1 });
    await expect(page.locator('#winner')).toBeInViewport({ ratio: 1 });
    await expect(page.locator('#share')).toBeInViewport({ ratio: 1 });
    await expect(page.locator('.board-picture')).toBeInViewport({ ratio: 1 });
  }
  for (const person of people) await expectNoSidewaysScroll(person.page);
});

test('a game begins at the top of the page', async ({ arrive, settle }) => {
  const side = { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true };
  const people = [await arrive('Ana', side), await arrive('Bruno')];
  const [ana] = people;
  if (!ana) throw new Error('nobody');
  await settle(people);
  await ana.page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await ana.page
    .locator('#readiness button')
    .first()
    .evaluate((start) => start instanceof HTMLElement && start.click());
  await expect(ana.squares()).toHaveCount(36);
  await expect.poll(() => ana.page.evaluate(() => scrollY)).toBe(0);
  await expect(ana.page.locator('#board .board-picture')).toBeInViewport({ ratio: 1 });
});

test('after a game the page does not repeat what the bar of the result says', async ({
  arrive,
  settle,
}) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const [ana, bruno] = people;
  if (!ana || !bruno) throw new Error('nobody');
  await settle(people, BEGUN);
  await bruno.resign();
  for (const { page } of people) {
    await expect(page.locator('#rematch button')).toBeVisible();
    await expect(page.locator('#obstacle')).toBeEmpty();
    const leave = await page.getByRole('button', { name: 'Leave the table' }).boundingBox();
    const seats = await page.locator('#table').boundingBox();
    expect(leave?.y, 'below the seats').toBeGreaterThanOrEqual(
      (seats?.y ?? 0) + (seats?.height ?? 0),
    );
  }
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
  await expect(ana.page.locator('.out-sign')).toContainText(/out!/);
  await expect.poll(() => bursts).toBeGreaterThan(0);
  const card = ana.page.getByRole('region', { name: /^You're out, (3rd|4th) of 4$/ });
  await expect(card).toBeVisible();
  await expect(ana.tiles().first()).toBeHidden();
  await expectAccessible(ana.page, 'a game that goes on without oneself');

  // The player can follow another one, react, and be ready for the next game.
  const follow = card.getByRole('group', { name: 'Follow' }).getByRole('button').first();
  await follow.press('Enter');
  await expect(follow).toHaveAttribute('aria-pressed', 'true');
  await expect(ana.page.locator('#board')).toHaveAttribute('data-follow', /./);
  await expect(ana.page.locator('.player[data-followed]')).toHaveCount(1);
  await card.getByRole('button', { name: 'React' }).click();
  await card.getByRole('button', { name: 'Well played!' }).click();
  await expect(acting.page.locator('.bubble')).toBeVisible();
  const ready = card.getByRole('button', { name: 'Ready for the next game' });
  await ready.click();
  await expect(ready).toHaveAttribute('aria-pressed', 'true');
  await expect(card.getByRole('button', { name: 'Skip to the end' })).toHaveCount(0);
  await expect(card.getByRole('button', { name: 'Take it back' })).toHaveCount(0);
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

test('a finished game is reviewed on its board, also by keyboard', async ({ arrive, settle }) => {
  test.slow();
  const people = [await arrive('Ana'), await arrive('Bruno', PHONE)];
  const [ana, bruno] = people;
  if (!ana || !bruno) throw new Error('nobody');
  // The game was decided at random, so many decisions have better alternatives.
  await settle(people, { course: { until: { phase: 'over' }, from: 20 } });
  for (const person of people) {
    const { page } = person;
    const review = page.getByRole('region', { name: 'Review' });
    await page.getByRole('button', { name: 'Review the game' }).press('Enter');
    await expect(review.getByRole('heading', { name: 'Review' })).toBeFocused();
    await expect(page.locator('#live')).toContainText(/Best moves: \d+ of \d+/, {
      timeout: WORKED_OUT_MS,
    });
    await expect(page.getByRole('button', { name: 'Review the game' })).toBeHidden();
    // The reader's moves come first, and their first costly one is shown on the room's board.
    await expect(review.locator('h3').first()).toContainText(person === ana ? 'Ana' : 'Bruno');
    const board = page.locator('#board .board-square');
    await expect(board).toBeInViewport({ ratio: 0.9 });
    const costly = review.locator('.review-moments button');
    const count = await costly.count();
    expect(count).toBeGreaterThan(1);
    await expect(page.locator('#log .costly')).toHaveCount(count);
    await costly.first().press('Enter');
    await expect(review).toContainText(/Win chance \d+% instead of \d+%/);
    await expect(board.locator('.ghost')).toHaveCount(1);
    await expectAccessible(page, 'a review');
    await expectNoSidewaysScroll(page);
    await expect(board, 'while the reader reads').toBeInViewport({ ratio: 0.9 });
    const better = review.getByRole('button', { name: 'Show better' });
    await expect(better).toHaveAttribute('aria-pressed', 'true');
    await review.getByRole('button', { name: 'Show played' }).press('Enter');
    await expect(better).toHaveAttribute('aria-pressed', 'false');
    await expect(board.locator('.ghost')).toHaveCount(1);

    await review.getByRole('button', { name: 'Show in log' }).press('Enter');
    await expect(page.locator('#log .costly:focus')).toBeInViewport();
    await expect(page.locator('#log .costly:focus')).toContainText(/ −\d+%/);
  }
  // The next game removes the review.
  await bruno.page.keyboard.press('Escape');
  await bruno.page.keyboard.press('Escape');
  await again(people);
  await expect(ana.page.locator('#log .mark')).toHaveCount(0);
  await expect(ana.page.getByRole('region', { name: 'Review' })).toBeHidden();
});

test('a review steps through the game, and survives a reload', async ({ arrive, settle }) => {
  test.slow();
  const people = [await arrive('Ana'), await arrive('Bruno'), await arrive('Carla')];
  const [ana] = people;
  if (!ana) throw new Error('nobody');
  await settle(people, { course: { until: { phase: 'over' }, from: 20 } });
  const { page } = ana;
  const tiles = page.locator('#board .layer-tiles > g');
  await expect(tiles.first()).toBeVisible();
  const all = await tiles.count();
  await page.getByRole('button', { name: 'Review the game' }).click();
  const review = page.getByRole('region', { name: 'Review' });
  const slider = review.getByRole('slider', { name: 'Moves' });
  await expect(slider).toBeVisible();
  // One line and one shape for each player, once the review has been worked out.
  await expect(review.locator('.chances-line')).toHaveCount(3, { timeout: WORKED_OUT_MS });
  await expect(review.locator('.chances-plot > [class^="glyph-"]')).toHaveCount(3);

  await slider.press('Home');
  await expect(tiles).toHaveCount(0);
  await expect(slider).toHaveAttribute(
    'aria-valuetext',
    /^Start Ana: \d+%\. Bruno: \d+%\. Carla: \d+%\.$/,
  );
  // Each player chooses a start before the first tile is placed.
  await review.getByRole('heading', { name: 'Review' }).focus();
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight');
  await expect(review).toContainText(/Move 4 of \d+/);
  await expect(tiles).toHaveCount(1);
  await page.keyboard.press('ArrowLeft');
  await expect(tiles).toHaveCount(0);
  await page.keyboard.press('Shift+ArrowRight');
  await expect(review.getByRole('button', { name: 'Show better' })).toBeVisible();
  await slider.press('End');
  await expect(slider).toHaveAttribute('aria-valuetext', /100%/);

  await review.getByText('As a table').click();
  const end = Number(await slider.getAttribute('max'));
  await expect(review.locator('tbody tr')).toHaveCount(end + 1);
  await expect(review.locator('tbody tr').last()).toContainText('100%');
  // The panel scrolls by itself, and the page has nothing below it.
  const [whole, body] = await page.evaluate(() =>
    [document.documentElement, document.body].map((element) => element.scrollHeight),
  );
  expect(whole).toBe(body);

  await page.reload();
  await expect(slider).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(review).toBeHidden();
  await expect(ana.verdict()).toBeVisible();
  await expect(tiles).toHaveCount(all);
  await expect(page.getByRole('button', { name: 'Review the game' })).toBeFocused();
  await page.reload();
  await expect(ana.verdict()).toBeVisible();
  await expect(review).toBeHidden();
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

test('with eight players the buttons for what comes next are on the first screen of a phone', async ({
  arrive,
  settle,
}) => {
  const people = await Promise.all(NAMES.map((name) => arrive(name, PHONE)));
  const watcher = await arrive('Zoe', PHONE);
  const { link } = await settle(people, { course: { until: { phase: 'over' } } });
  await watcher.page.goto(link);
  const [host, guest] = people;
  if (!host || !guest) throw new Error('nobody');
  for (const person of [host, guest]) {
    await expect(person.rematch()).toBeInViewport({ ratio: 1 });
    await expect(person.page.getByRole('list', { name: 'Next game' })).toBeInViewport({ ratio: 1 });
  }
  for (const { page } of [host, guest, watcher]) {
    await expect(page.getByRole('button', { name: 'Share' })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: 'Review the game' })).toBeInViewport({
      ratio: 1,
    });
    await expectNoSidewaysScroll(page);
  }
  await expect(watcher.rematch()).toHaveCount(0);
  for (const { page } of [host, watcher]) await expectAccessible(page, 'the end of a game');
});

test('where nothing may move, the end of a game moves nothing', async ({ arrive, settle }) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const [ana] = people;
  if (!ana) throw new Error('nobody');
  const course = { until: { phase: 'over', markers: [{ place: 1 }, { place: 2 }] }, before: 1 };
  await settle(people, { course });
  await ana.page.evaluate(() => {
    const seen = { longest: 0 };
    Object.assign(window, { seen });
    const look = () => {
      // A transition without a duration lasts for a frame, too.
      const times = document
        .getAnimations()
        .map(({ effect }) => Number(effect?.getComputedTiming().duration));
      seen.longest = Math.max(seen.longest, ...times);
      requestAnimationFrame(look);
    };
    look();
  });
  await play(people, ana);
  await expect(ana.verdict()).toHaveText('You win!');
  await expect(ana.page.locator('canvas.confetti')).toHaveCount(0);
  expect(await ana.page.evaluate(() => /** @type {any} */ (window).seen.longest)).toBe(0);
});
