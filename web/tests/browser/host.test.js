/**
 * Tests of the host's controls over the other people in a room.
 */

import { look } from './checks.js';
import { SLOW_CLOCK } from './prepare.js';
import { expect, test } from './test.js';

test('a host removes a spectator and readmits them, and appoints another host', async ({
  arrive,
  settle,
}) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const zoe = await arrive('Zoe');
  const [ana, bruno] = people;
  if (!ana || !bruno) throw new Error('nobody');
  const { link } = await settle(people);
  await zoe.come(link);

  await ana.openSpectators();
  await ana.button('Host options for Zoe').click();
  await ana.button('Remove from the room').click();
  await ana.page
    .getByRole('dialog', { name: 'Remove Zoe?' })
    .getByRole('button', { name: 'Remove' })
    .click();
  await expect(
    zoe.page.getByRole('heading', { name: 'You were removed from this room' }),
  ).toBeVisible();
  await expect(zoe.page.getByRole('link', { name: 'Back to the lobby' })).toBeVisible();

  await ana.button('Let back in').click();
  await expect(ana.button('Let back in')).toBeHidden();
  await zoe.page.goto(link);
  await expect(zoe.button('Join the game')).toBeVisible();

  await ana.button('Host options for Bruno').click();
  await ana.button('Make host').click();
  await expect(bruno.button('Start the game')).toBeVisible();
  await expect(ana.button('Start the game')).toBeHidden();
});

test('only changes of the game make a player unready, and the log names them', async ({
  arrive,
  settle,
}) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const [ana, bruno] = people;
  if (!ana || !bruno) throw new Error('nobody');
  await settle(people, { clock: SLOW_CLOCK });
  const change = async (/** @type {'Clock' | 'People'} */ tab, /** @type {string} */ option) => {
    await ana.button('Change').click();
    const form = ana.options();
    await ana.openOptions(tab);
    await form.getByRole('tabpanel').getByRole('radio', { name: option }).check();
    await form.getByRole('button', { name: 'Save settings' }).click();
    await expect(form).toBeHidden();
  };
  await expect(bruno.button("I'm not ready")).toBeVisible();

  await change('People', 'Public: listed in the lobby');
  await expect(bruno.lines().last()).toHaveText(
    /^(\d\d:\d\d)?Settings changed\. Visibility: public\.$/,
  );
  await expect(bruno.button("I'm not ready")).toBeVisible();
  await expect(bruno.page.locator('#asked-again')).toBeHidden();

  await change('Clock', 'No clock');
  await expect(bruno.button("I'm ready")).toBeVisible();
  const asked = bruno.page.locator('#asked-again');
  await expect(asked).toHaveText('Changed since you were ready: the clock. Still in?');
  await expect(bruno.lines().last()).toContainText('No longer ready because of that: Bruno.');
  await bruno.page.reload();
  await expect(asked).toBeVisible();
  await bruno.button("I'm ready").click();
  await expect(asked).toBeHidden();
});

test('a host locks the room, and no new visitor enters until it is unlocked', async ({
  arrive,
  settle,
}) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const zoe = await arrive('Zoe');
  const [ana, bruno] = people;
  if (!ana || !bruno) throw new Error('nobody');
  const { link } = await settle(people);
  await expect(bruno.button('Lock the room')).toHaveCount(0);
  await ana.button('Lock the room').click();
  await expect(bruno.lines().last()).toContainText('The room is locked: nobody new can join.');
  await look(ana, 'locked');

  await zoe.page.goto(link);
  await expect(
    zoe.page.getByRole('heading', { name: 'The host has locked the room' }),
  ).toBeVisible();
  await look(zoe, 'locked-out');
  await bruno.page.reload();
  await expect(bruno.button('Leave the table')).toBeVisible();

  await ana.button('Unlock the room').click();
  await expect(bruno.lines().last()).toContainText('The room is unlocked.');
  // The door is open now, so the host is not asked.
  await zoe.button('Ask to come in').click();
  await expect(zoe.button('Join the game')).toBeVisible();
});

test.describe(() => {
  test.use({ timeless: true });

  test('the person who created the room becomes its host again, despite all attempts', async ({
    arrive,
    settle,
    server,
  }) => {
    const people = [await arrive('Ana'), await arrive('Bruno')];
    const [ana, bruno] = people;
    if (!ana || !bruno) throw new Error('nobody');
    const { link } = await settle(people);
    const seat = bruno.page.locator('.seat').filter({ hasText: 'Ana' });
    // Her arrival may be later than his, and he learns it a little later.
    await expect(seat).not.toContainText('offline');
    await ana.page.goto('about:blank');
    await expect(seat).toContainText('offline');
    await server.pass(60_000);
    // The server checks its clock when a message arrives.
    await bruno.page.reload();
    await expect(bruno.lines().last()).toContainText('The host is gone: Bruno is now the host.');

    // The server would refuse to remove her or to make her host, so neither is offered.
    await expect(bruno.button('Host options for Ana')).toHaveCount(0);

    await ana.page.goto(link);
    await expect(bruno.lines().last()).toContainText('Ana is back and the host again.');
    await expect(ana.button('Lock the room')).toBeVisible();
    await expect(bruno.button('Lock the room')).toHaveCount(0);
  });

  test('a game starts without a player who is offline for a minute, and keeps their seat', async ({
    arrive,
    settle,
    server,
  }) => {
    const people = [await arrive('Ana'), await arrive('Bruno'), await arrive('Chen')];
    const [ana, bruno, chen] = people;
    if (!ana || !bruno || !chen) throw new Error('nobody');
    const { link } = await settle(people);
    await chen.button("I'm not ready").click();
    await expect(chen.button("I'm ready")).toBeVisible();
    await chen.page.goto('about:blank');
    const obstacle = ana.page.locator('#obstacle');
    await expect(ana.page.locator('.seat').filter({ hasText: 'Chen' })).toContainText('offline');
    await expect(obstacle).toHaveText('Waiting for Chen to get ready.');
    await ana.button('Host options for Chen').click();
    await expect(ana.button('Remove from the room')).toBeVisible();
    await expect(ana.button('Make host')).toHaveCount(0);
    await ana.button('Cancel').click();
    await server.pass(60_000);
    // The server looks at its clock when a message arrives.
    await bruno.page.reload();
    await expect(obstacle).toContainText('Offline: Chen.');
    await ana.button('Start the game').click();
    await expect(bruno.lines().filter({ hasText: 'not in this game: Chen' })).toHaveCount(1);

    await chen.page.goto(link);
    const notice = chen.page.locator('#board-notice');
    await expect(notice).toContainText('You have a seat in the next one.');
    await look(chen, 'left-out');
    await chen.button('Watch the game').click();
    await expect(notice).not.toContainText('seat in the next one');
    await ana.resign();
    await expect(chen.rematch()).toHaveAttribute('aria-pressed', 'false');
  });
});
