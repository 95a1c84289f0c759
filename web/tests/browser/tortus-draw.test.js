import { expectAccessible, look } from './checks.js';
import { soon } from './soon.js';
import { expect, test } from './test.js';
import { ACT, begin, PHONE } from './tortus-games.js';

test('a draw can be offered out of turn, by keys, and both must agree', async ({
  arrive,
  settle,
}) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const { player, other, players } = await begin(settle, people, ACT, 'keys');

  // A started action can be cancelled without an effect.
  const { version } = player.told;
  await player.page.keyboard.press('o');
  await expect(player.status()).toContainText('Choose a closed tile');
  await player.page.keyboard.press('Escape');
  await expect(player.status()).toContainText('2 actions left.');
  expect(player.told.version).toBe(version);
  await player.page.keyboard.press('?');
  const keys = player.page.getByText('offer a draw, or agree');
  await expect(keys).toBeVisible();
  await player.page.keyboard.press('?');
  await expect(keys).toBeHidden();
  await player.page.keyboard.press('l');
  const legend = player.page.getByRole('dialog', { name: 'Signs' });
  await expect(legend.getByText('Your pawn: it has a double ring')).toBeVisible();
  await expectAccessible(player.page, 'the signs of Tortus');
  await player.page.keyboard.press('Escape');
  await expect(legend).toBeHidden();

  // The player's own rows are at the bottom or at the top, and the browser remembers the choice.
  const rows = player.told.seat === 0 ? ['a1', 'a7'] : ['a7', 'a1'];
  const isBelow = async () => {
    const [own, others] = await Promise.all(
      rows.map((square) => player.cell(square).boundingBox()),
    );
    return (own?.y ?? 0) > (others?.y ?? 0);
  };
  expect(await isBelow(), 'the own rows at the bottom').toBe(true);
  await player.page.keyboard.press('f');
  expect(await isBelow()).toBe(false);
  await player.page.reload();
  await expect(player.status()).toContainText('2 actions left.');
  expect(await isBelow(), 'as it was left').toBe(false);
  await player.page.keyboard.press('f');
  expect(await isBelow()).toBe(true);

  await other.act({ type: 'draw' });
  await expect(player.status()).toContainText(`${other.person.name} offers a draw.`);
  await expect(other.page.getByRole('button', { name: 'Draw offered' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await expectAccessible(player.page, 'an offered draw');
  await player.act({ type: 'draw' });
  for (const { page } of players) {
    await expect(page.getByRole('heading', { name: 'A draw' })).toBeVisible();
    await expect(page.locator('#winner')).toContainText('Both agreed on a draw.');
    await expect(page.locator('#places .rank'), 'nobody is first in a draw').toHaveCount(0);
  }
});

test('an offer of a draw lasts through the turn of the other player, who declines or agrees', async ({
  arrive,
  settle,
}) => {
  const people = [await arrive('Ana'), await arrive('Bruno', PHONE)];
  const { player, other, players } = await begin(settle, people, ACT);
  const { version } = player.told;
  await player.act({ type: 'draw' });
  await player.act({ type: 'end_turn' });
  await soon(() => other.told.version).toBeGreaterThan(version + 1);
  const banner = other.page.getByRole('group', { name: `${player.person.name} offers a draw.` });
  await expect(banner.getByRole('button', { name: 'Agree to a draw' })).toBeVisible();
  await expectAccessible(other.page, 'an offer to answer');
  await look(other.person, 'tortus-draw-offered');
  await banner.getByRole('button', { name: 'Decline' }).click();
  await expect(banner).toBeHidden();
  await expect(player.page.getByRole('button', { name: 'Draw declined' })).toBeVisible();
  const last = player.person.lines().last();
  await expect(last, 'after a time, if the one before is old').toContainText(
    `${other.person.name} declines the draw.`,
  );
  // The other player offers a draw as well, which is accepted.
  await other.act({ type: 'draw' });
  await other.act({ type: 'end_turn' });
  await player.page
    .getByRole('group', { name: `${other.person.name} offers a draw.` })
    .getByRole('button', { name: 'Agree to a draw' })
    .click();
  await player.page.getByRole('dialog').getByRole('button', { name: 'Agree to a draw' }).click();
  for (const { page } of players)
    await expect(page.getByRole('heading', { name: 'A draw' })).toBeVisible();
});
