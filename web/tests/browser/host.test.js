/**
 * What a host can do with the others.
 */

import { gather } from './table.js';
import { expect, test } from './test.js';

test('a host removes who watches and lets them back in, and makes another host', async ({ arrive }) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const zoe = await arrive('Zoe');
  const [ana, bruno] = people;
  if (!ana || !bruno) throw new Error('nobody');
  const link = await gather(people);
  await zoe.come(link);

  await ana.button('For the host: Zoe').click();
  await ana.button('Remove from the room').click();
  await ana.page.getByRole('dialog', { name: 'Remove Zoe?' }).getByRole('button', { name: 'Remove' }).click();
  await expect(zoe.page.getByRole('heading', { name: 'You were removed from this room' })).toBeVisible();
  await expect(zoe.page.getByRole('link', { name: 'To the lobby' })).toBeVisible();

  await ana.button('Let back in').click();
  await expect(ana.button('Let back in')).toBeHidden();
  await zoe.page.goto(link);
  await expect(zoe.button('Take a seat')).toBeVisible();

  await ana.button('For the host: Bruno').click();
  await ana.button('Make host').click();
  await expect(bruno.button('Start the game')).toBeVisible();
  await expect(ana.button('Start the game')).toBeHidden();
});
