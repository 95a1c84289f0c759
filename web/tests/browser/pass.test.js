/**
 * Tests of players who share a device: they are added at the table, and the page passes from one to
 * the other through a panel that hides the tiles.
 */

import { look } from './checks.js';
import { gather } from './table.js';
import { expect, test } from './test.js';

/** @import { Person } from './person.js' */

/** The number of decisions within which every game of Tsuro with three players is over. */
const MOST = 45;

/**
 * Adds a player on the person's device.
 *
 * @param {Person} person
 * @param {string} name
 */
async function addGuest(person, name) {
  await person.button('Add a player on this device').click();
  const dialog = person.page.getByRole('dialog', { name: 'Add a player on this device' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await look(person, 'the dialog for a player on this device');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(person.page.locator('#seats').getByText(name)).toBeVisible();
}

/** @param {Person} person */
const panelOf = (person) => person.page.locator('.pass-panel[open]');

test('two players on one device and one on another play Tsuro to its end', async ({ arrive }) => {
  const [ana, bruno] = [await arrive('Ana'), await arrive('Bruno')];
  await gather([ana, bruno]);
  await addGuest(ana, 'Bia');
  await expect(bruno.page.locator('#seats').getByText("on Ana's device")).toBeVisible();
  await ana.button('Start the game').click();
  let passed = 0;
  for (let decision = 0; decision < MOST; decision += 1) {
    await expect(bruno.turn().or(bruno.verdict())).toBeVisible();
    if (await bruno.verdict().isVisible()) break;
    const name = await bruno.turn().innerText();
    const told = await bruno.lines().count();
    if (name === 'Bruno') {
      await bruno.takeTurn();
    } else {
      const panel = ana.page.getByRole('dialog', { name: `Pass the phone to ${name}` });
      await expect(panel.or(ana.commit())).toBeVisible();
      if (await panel.isVisible()) {
        // The page holds no tile of any player on the device.
        await expect(ana.page.locator('.hand-tile')).toHaveCount(0);
        if (passed === 0) await look(ana, 'the panel between two players');
        passed += 1;
        await expect(ana.page).toHaveTitle(/your turn/i);
        await panel.getByRole('button', { name: `I am ${name}` }).click();
      }
      await expect(panelOf(ana)).toHaveCount(0);
      await ana.takeTurn();
    }
    await expect.poll(() => bruno.lines().count()).toBeGreaterThan(told);
  }
  await expect(bruno.verdict()).toBeVisible();
  await expect(ana.verdict()).toBeVisible();
  await expect(panelOf(ana)).toHaveCount(0);
  expect(passed).toBeGreaterThan(2);
});

test('the panel is reached and left by keys, and comes back after a reload', async ({ arrive }) => {
  const [ana, bruno] = [await arrive('Ana'), await arrive('Bruno')];
  await gather([ana, bruno]);
  await addGuest(ana, 'Bia');
  await ana.button('Start the game').click();
  const panel = panelOf(ana);
  // At the start the page asks for the player who holds the device.
  await expect(panel).toBeVisible();
  const take = panel.getByRole('button', { name: /^I am / });
  await expect(take).toBeFocused();
  await ana.page.keyboard.press('Escape');
  await expect(panel).toBeVisible();
  await ana.page.keyboard.press('Tab');
  await expect(ana.page.locator('#board :focus')).toHaveCount(0);
  await take.focus();
  await ana.page.keyboard.press('Enter');
  await expect(panel).toHaveCount(0);
  await expect(ana.page.locator('.hand-tile')).toHaveCount(3);
  await ana.page.reload();
  await expect(panel).toBeVisible();
  await expect(ana.page.locator('.hand-tile')).toHaveCount(0);
});

test('a player looks at their own tiles while another device is to decide', async ({ arrive }) => {
  const [ana, bruno] = [await arrive('Ana'), await arrive('Bruno')];
  await gather([ana, bruno]);
  await addGuest(ana, 'Bia');
  await ana.button('Start the game').click();
  const panel = panelOf(ana);
  // All begin by choosing a start, until it is Bruno's turn.
  await expect(async () => {
    if (await panel.isVisible()) await panel.getByRole('button', { name: /^I am / }).click();
    if (await ana.commit().isVisible()) await ana.takeTurn();
    await expect(bruno.turn()).toHaveText('Bruno', { timeout: 2_000 });
    // If Bruno begins, the panel may open only after the look at it above.
    await expect(panel).toHaveCount(0, { timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  const bar = ana.page.getByRole('group', { name: 'Players on this device' });
  const other = bar.getByRole('button', { name: /^Show the tiles of / }).first();
  const name = ((await other.innerText()).match(/of (\S+)/) ?? [])[1];
  await other.click();
  await expect(panel).toBeVisible();
  await expect(ana.page.locator('.hand-tile')).toHaveCount(0);
  await panel.getByRole('button', { name: `I am ${name}` }).click();
  await expect(ana.page.locator('.hand-tile')).toHaveCount(3);
  await expect(bar).toContainText(`${name}`);
});
