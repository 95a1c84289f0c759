/**
 * Tests of every rulebook and the house rules, from the settings to the end of a game.
 */

import { PRESETS } from '../../client/games/tsuro/presets.js';
import { expectAccessible, look } from './checks.js';
import { BEGUN } from './prepare.js';
import { finish, NAMES, play, start, whoseTurn } from './table.js';
import { expect, test } from './test.js';

/** @import { Person } from './person.js' */

/** Animations are off because there are many pages. Other tests check the animations. */

test('the host chooses the rules, and every player can read them', async ({ arrive }) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const [ana, bruno] = people;
  if (!ana || !bruno) throw new Error('nobody');
  await ana.page.goto('/');
  await ana.introduce();
  await ana.chooseRules({ rulebook: '2005 edition', rules: ['Open hands'] });
  const form = ana.options();
  await expect(
    form.getByRole('checkbox', { name: 'Swap with players you knock out' }),
  ).toBeChecked();
  await expect(form.getByText('1 house rule')).toBeVisible();
  await expect(form.getByRole('checkbox', { name: 'Open hands' })).toHaveAccessibleDescription(
    /House rule/,
  );
  await form.getByRole('radio', { name: 'Leaflet' }).check();
  await expect(form.getByRole('checkbox', { name: 'Open hands' })).not.toBeChecked();
  await expect(form.getByRole('combobox', { name: 'Start', exact: true })).toHaveValue('sides');
  await expect(form.getByText('from the rulebook').first()).toBeHidden();
  await ana.chooseRules({ rulebook: '2005 edition', values: { Board: '8 by 8 squares' } });
  await look(ana, 'rules-lobby');
  await ana.create();
  await ana.page.waitForURL(/\/r\/\w+$/);

  await bruno.come(ana.page.url());
  const settings = bruno.page.locator('#settings');
  await expect(settings).toContainText('2005 edition, but: a board of 8 by 8 squares');
  await ana.button('Change').click();
  await ana.chooseRules({ rulebook: 'Leaflet', rules: ['The longest path wins'] });
  await look(ana, 'rules-room');
  await ana.button('Save settings').click();
  await expect(settings).toContainText('Leaflet, but: the longest path wins');
  await expect(bruno.lines().last()).toContainText(
    'Settings changed. Rules: Leaflet, but: the longest path wins',
  );

  await bruno.sit();
  await start(people);
  for (const person of people) {
    await person.button('Rules').click();
    const rules = person.page.getByRole('dialog', { name: 'Tsuro: Leaflet' });
    await expect(rules).toContainText('One house rule at this table');
    await expect(rules.locator('.differs').first()).toHaveText('the longest path wins');
    await expect(rules.getByRole('link', { name: 'How to play Tsuro' })).toHaveAttribute(
      'href',
      '/how/tsuro',
    );
    if (person === ana) await look(person, 'rules-dialog');
    await rules.getByRole('button', { name: 'Close' }).click();
    await expect(rules).toBeHidden();
  }
});

test('a value that the server rejects is reported at its rule', async ({ arrive }) => {
  const ana = await arrive('Ana');
  await ana.page.goto('/');
  await ana.introduce();
  // The request is changed to simulate a server with fewer options than the page.
  await ana.page.route('**/api/rooms', async (route) => {
    const body = route.request().postDataJSON();
    body.settings.options.tiles = 40;
    await route.continue({ postData: body });
  });
  ana.expectComplaint(/422 \(Unprocessable/);
  await ana.create();
  const box = ana.page.getByRole('combobox', { name: 'Box' });
  await expect(box).toBeFocused();
  await expect(box).toHaveAccessibleDescription(/does not accept this value/);
  await expectAccessible(ana.page, 'a refused rule');
  await ana.page.unroute('**/api/rooms');
  await ana.create();
  await ana.page.waitForURL(/\/r\/\w+$/);
});

/**
 * Lays a tile that eliminates other players but not the person, if there is one.
 *
 * @param {Person} person
 * @returns {Promise<boolean>} whether there was such a tile
 */
async function attack(person) {
  const { page } = person;
  for (const tile of await person.legalTiles().all()) {
    await tile.click();
    for (let turns = 0; turns < 4; turns += 1) {
      const words = await person.status().innerText();
      if (/leaves the board|run into/.test(words) && !/^You (leave|and)/.test(words)) {
        const told = await person.lines().count();
        await person.commit().click();
        await expect.poll(() => person.lines().count()).toBeGreaterThan(told);
        return true;
      }
      if (!(await person.button('Rotate').isEnabled())) break;
      await page.keyboard.press('r');
    }
  }
  return false;
}

test('the 2005 edition: a player who eliminates others swaps tiles with them, and the game goes on', async ({
  arrive,
  settle,
}) => {
  const people = await Promise.all(NAMES.slice(0, 4).map((name) => arrive(name)));
  const watcher = await arrive('Zoe');
  const { link } = await settle(people, {
    options: PRESETS['2005'],
    course: { until: { phase: 'bonus', dragon: null }, before: 1 },
  });
  await watcher.page.goto(link);
  await expect(watcher.page.getByText('The dragon is under the pile')).toBeVisible();
  const thrower = await whoseTurn(people);
  expect(await attack(thrower), 'a tile that throws others off').toBe(true);
  const mover = await whoseTurn(people);
  const { page } = mover;
  await expect(mover.status()).toHaveText(
    'Your turn You may swap tiles: choose what to give and what to take.',
  );
  await expect(watcher.status()).toHaveText(
    `${mover.name} may swap tiles with players who are out.`,
  );
  await expect(watcher.lines().last()).toContainText(`${mover.name} may swap tiles with`);
  await expect(watcher.page.getByRole('group', { name: 'Swap tiles' })).toBeHidden();
  await look(mover, 'bonus');

  // Both sides of a swap must have the same number of tiles.
  const own = mover.offers().first().getByRole('button');
  const theirs = mover.offers().nth(1).getByRole('button');
  await expect(own).toHaveCount(2);
  await expect(theirs).toHaveCount(3);
  await page.keyboard.press('1');
  await expect(own.first()).toHaveAttribute('aria-pressed', 'true');
  await expect(mover.status()).toHaveText('Your turn Choose one more tile to take.');
  await expect(mover.button('Swap')).toHaveAttribute('aria-disabled', 'true');
  await page.reload();
  await expect(mover.status()).toHaveText(
    'Your turn You may swap tiles: choose what to give and what to take.',
  );
  await expect(theirs).toHaveCount(3);

  const paths = (/** @type {import('@playwright/test').Locator} */ tile) =>
    tile.evaluate((one) =>
      [...one.querySelectorAll('.tile-path')].map((path) => path.getAttribute('d')).join(' '),
    );
  const wanted = await paths(theirs.nth(1));
  const given = await paths(own.nth(1));
  await own.nth(1).focus();
  await page.keyboard.press('Space');
  await theirs.nth(1).focus();
  await page.keyboard.press('Enter');
  await expect(mover.status()).toHaveText('Your turn One tile for another.');
  await mover.press(mover.button('Swap'));
  await watcher.openLog();
  await expect(watcher.lines().filter({ hasText: `${mover.name} swaps one tile.` })).toBeVisible();
  await expect(mover.tiles().filter({ visible: true }).first()).toBeVisible();
  const hand = await Promise.all((await mover.tiles().all()).map(paths));
  expect(hand).toContain(wanted);
  if (wanted !== given) expect(hand.slice(0, 2)).not.toContain(given);

  await finish(people, watcher);
  for (const person of people) await expect(person.verdict()).toBeVisible();
});

test('the leaflet: starts between two paths, and a path chosen before the tile of another, to the end', async ({
  arrive,
  settle,
}) => {
  const people = [await arrive('Ana'), await arrive('Bruno'), await arrive('Chiara')];
  const [ana] = people;
  if (!ana) throw new Error('nobody');
  await settle(people, { ...BEGUN, options: PRESETS.leaflet });
  await expect(ana.page.getByText('55 tiles in the pile')).toBeVisible();
  const first = await whoseTurn(people);
  await expect(first.status()).toHaveText('Your turn Pick a side to start from.');
  await expect(first.startMarks()).toHaveCount(24);
  await first.startMarks().nth(2).click();
  await first.button('Next start').click();
  await expect(first.startMarks().nth(3)).toBeChecked();
  await expectAccessible(first.page, 'a start between two paths');
  for (const side of ['top edge, column a', 'left edge, row 1', 'bottom edge, column d']) {
    await (await whoseTurn(people)).startAt(side);
  }

  // The first tile has two paths. Both are offered, by a button, a key and on the board.
  await expect(first.commit()).toHaveText('Place');
  await first.tiles().first().click();
  const fork = first.page.getByRole('group', { name: 'Your path' }).getByRole('button');
  await expect(fork).toHaveText(['Left path', 'Right path']);
  await expect(fork.first()).toHaveAttribute('aria-pressed', 'true');
  await first.page.keyboard.press('p');
  await expect(fork.last()).toHaveAttribute('aria-pressed', 'true');
  await expect(first.page.locator('.preview-other')).toHaveCount(1);
  await look(first, 'two-paths');
  await first.page.locator('.fork-port:not(.chosen)').click();
  await expect(fork.first()).toHaveAttribute('aria-pressed', 'true');
  await first.commit().click();
  await expect(first.commit()).toBeHidden();

  // A player before the same square chooses before any marker moves.
  const second = await whoseTurn(people);
  expect(second).not.toBe(first);
  await expect(second.status()).toHaveText(
    `Your turn ${first.name} laid a tile before you: choose your path.`,
  );
  await expect(first.status()).toHaveText(`${second.name} is choosing a path.`);
  await expect(first.waiting()).toHaveCount(1);
  await expect(first.lines().last()).toContainText(
    `A tile of ${first.name} waits for a1: ${second.name} must choose a path first.`,
  );
  await second.page.reload();
  const ways = second.page.getByRole('group', { name: 'Your path' }).getByRole('button');
  await expect(ways).toHaveText([/^Upper path/, /^Lower path/]);
  await expect(second.commit()).toHaveAttribute('aria-disabled', 'true');
  await second.page.keyboard.press('2');
  await expect(ways.last()).toHaveAttribute('aria-pressed', 'true');
  await look(second, 'path');
  await second.commit().click();
  for (const person of people) await expect(person.laid()).toHaveCount(1);

  await finish(people, ana);
  for (const person of people) await expect(person.verdict()).toBeVisible();
});

test('eight play on a board of ten by ten with open hands, and the longest path wins', async ({
  arrive,
  settle,
}) => {
  const people = await Promise.all(NAMES.map((name) => arrive(name)));
  const watcher = await arrive('Zoe', { viewport: { width: 390, height: 844 } });
  const [ana] = people;
  if (!ana) throw new Error('nobody');
  const { link } = await settle(people, {
    options: { open_hands: true, longest: true, edge: 10 },
    course: { until: { phase: 'placing' } },
  });
  await watcher.page.goto(link);
  await expect(watcher.squares()).toHaveCount(100);
  await expect(watcher.page.getByText('81 tiles in the pile')).toBeVisible();
  await play(people, watcher, { pause: (tiles) => tiles === 2 });

  const hands = ana.page.locator('#players').getByRole('img', { name: /^Tiles of/ });
  await expect(hands).toHaveCount(await ana.page.locator('.player:not(.out)').count());
  await expect(
    watcher.page.locator('#players').getByRole('img', { name: /^Tiles of/ }),
  ).toHaveCount(await hands.count());
  await expect(
    ana.page
      .locator('.player')
      .filter({ hasText: /[1-9] squares?/ })
      .first(),
  ).toBeVisible();
  await look(ana, 'open-hands');

  /** @type {string[]} */
  const resigned = [];
  for (const person of people) {
    if (await watcher.verdict().isVisible()) break;
    if (!(await person.button('Resign').isVisible())) continue;
    await person.resign();
    resigned.push(person.name);
  }
  await expect(watcher.verdict()).toBeVisible();
  const places = await ana.page.locator('.place .finisher').evaluateAll((all) =>
    all.map((one) => ({
      name: one.querySelector('strong')?.textContent ?? '',
      walked: Number(/(\d+) squares?/.exec(one.textContent ?? '')?.[1]),
    })),
  );
  expect(places).toHaveLength(8);
  // Players who resigned come after all others, and within each group the longer path comes first.
  const rank = (/** @type {{ name: string, walked: number }} */ one) =>
    one.walked - (resigned.includes(one.name) ? 1_000 : 0);
  const ranks = places.map(rank);
  expect(ranks).toEqual([...ranks].sort((a, b) => b - a));
  await expectAccessible(ana.page, 'longest');
});
