/**
 * Tests of paused games: all players have left, or they have agreed on a pause.
 */

import { look } from './checks.js';
import { BEGUN, SLOW_CLOCK } from './prepare.js';
import { whoseTurn } from './table.js';
import { expect, test } from './test.js';

/** @import { Person } from './person.js' */

/** The length of the shortest turn in milliseconds. */
const TURN_MS = 15_000;

/** @param {Person} person */
const choices = (person) => person.lines().filter({ hasText: /a choice was made/i });
/** @param {Person} person */
const goneOn = (person) => person.lines().filter({ hasText: 'resumed' });

test.describe(() => {
  test.use({ timeless: true });

  test('two players who lose the network for two minutes find their game unchanged', async ({
    arrive,
    server,
    settle,
  }) => {
    const people = [await arrive('Ana'), await arrive('Bruno')];
    const zoe = await arrive('Zoe');
    const [one, other] = people;
    if (!one || !other) throw new Error('nobody');
    const { link } = await settle(people, { ...BEGUN, clock: { type: 'turn', seconds: 15 } });
    await zoe.page.goto(link);
    await (await whoseTurn(people)).takeTurn();

    for (const person of people) await person.page.goto('about:blank');
    await expect(zoe.page.locator('#players .absence').filter({ hasText: 'offline' })).toHaveCount(
      2,
    );
    const decided = await choices(zoe).count();
    for (let turn = 0; turn < 8; turn += 1) {
      await server.pass(TURN_MS);
      // A page that has a network again sends a sync request, which makes the server check its
      // clock.
      await zoe.page.evaluate(() => window.dispatchEvent(new Event('online')));
    }
    await expect(zoe.page.locator('#board-notice')).toContainText('Paused: everyone was away.');
    await expect(zoe.lines().last()).toContainText('Everyone is away. The game is paused.');
    await look(zoe, 'deserted');

    await one.page.goto(link);
    await expect(goneOn(one)).toHaveCount(1);
    await expect(one.turn()).toBeVisible();
    expect(await choices(one).count()).toBe(decided);
    await other.page.goto(link);
    await expect(zoe.page.locator('#board-notice')).not.toContainText('Paused');
    await (await whoseTurn(people)).takeTurn();
  });
});

test('a pause is requested, declined, agreed on and ended, also by keys and on a phone', async ({
  arrive,
  settle,
}) => {
  const phone = { viewport: { width: 390, height: 844 } };
  const people = [await arrive('Ana'), await arrive('Bruno', phone), await arrive('Zoe')];
  const [ana, bruno, zoe] = people;
  if (!ana || !bruno || !zoe) throw new Error('nobody');
  const players = [ana, bruno];
  const { link } = await settle(players, { ...BEGUN, clock: SLOW_CLOCK });
  await zoe.come(link);

  await ana.chooseByKeys('Pause…');
  await expect(bruno.page.getByText('Ana wants to pause.').first()).toBeVisible();
  await expect(bruno.page.locator('#live')).toContainText('Ana wants to pause.');
  await look(bruno, 'pause-asked');
  await bruno.button('Keep playing').click();
  await expect(ana.lines().last()).toContainText('Bruno would rather keep playing.');

  await bruno.choose('Pause…');
  await expect(bruno.button('Withdraw')).toBeVisible();
  await expect(zoe.button('Agree')).toHaveCount(0);
  await ana.press(ana.button('Agree'));
  for (const person of people) {
    await expect(person.page.getByText('Paused: Bruno asked for it.')).toBeVisible();
    await expect(person.page.locator('.clock.running')).toHaveCount(0);
  }
  await look(bruno, 'paused');
  await expect(zoe.button('Resume')).toHaveCount(0);
  await ana.button('Resume').click();
  for (const person of people) await expect(goneOn(person)).toHaveCount(1);
  await (await whoseTurn(players)).takeTurn();
});

test('a player whose time ran out learns what was played for them, and the others do not', {
  tag: '@deep',
}, async ({ arrive, settle }) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const zoe = await arrive('Zoe');
  const { link } = await settle(people, { ...BEGUN, clock: { type: 'turn', seconds: 15 } });
  await zoe.page.goto(link);
  const late = await whoseTurn(people);
  const notices = late.page.locator('#board-notice');
  const told = notices.getByText('Time’s up');
  await expect(told).toContainText(`${late.name} `, { timeout: 2 * TURN_MS });
  await expect(zoe.page.getByText('Time’s up')).toHaveCount(0);
  await notices.getByRole('button', { name: 'Close' }).click();
  await expect(told).toHaveCount(0);
});
