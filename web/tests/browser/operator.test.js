/**
 * Tests of what the pages show of the operator's commands and choices: the notice, the reason why a
 * reader may not play here, and the name and color of the site.
 */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { expectAccessible, look } from './checks.js';
import { PROGRAM } from './server.js';
import { expect, test } from './test.js';

// A notice would reach the pages of other tests.
test.use({ options: ['--site-name', "Zoe's games", '--accent-color', '#8a2be2'] });

/**
 * Runs a command to a server, and returns its answer.
 *
 * @param {import('./server.js').Server} server
 * @param {string[]} command
 */
async function admin(server, ...command) {
  const { stdout } = await promisify(execFile)(PROGRAM, [
    ...['admin', ...command],
    ...['--json', '--data', server.data],
  ]);
  return JSON.parse(stdout);
}

test('the notice of the operator is on all pages until the reader closes it', async ({
  arrive,
  server,
}) => {
  const [ana, bruno] = [await arrive('Ana'), await arrive('Bruno')];
  await bruno.page.goto('/');
  await ana.openRoom();
  await admin(server, 'announce', 'No games after nine, please.');
  const words = 'From the person who runs this site: No games after nine, please.';
  for (const { page } of [ana, bruno]) await expect(page.locator('#notices')).toContainText(words);
  await look(ana, 'operator-notice');
  await expectAccessible(ana.page, 'the notice of the operator');
  const { page } = ana;
  await page.locator('#notices').getByRole('button', { name: 'Close' }).click();
  await expect(page.locator('#notices')).not.toContainText(words);
  await admin(server, 'announce', '--restart', '10m');
  await expect(page.locator('#notices')).toContainText(/This site restarts at \d+:\d\d/);
  await admin(server, 'announce', '--clear');
  for (const { page } of [ana, bruno]) {
    await expect(page.locator('#notices')).not.toContainText('restarts');
  }
});

test('a banned reader and the people of a closed room read why they may not play', async ({
  arrive,
  server,
}) => {
  const [ana, bruno] = [await arrive('Ana'), await arrive('Bruno-to-be-banned')];
  await ana.openRoom();
  await bruno.come(ana.page.url());
  await bruno.sit();
  // The socket that the page opens early is refused as well.
  bruno.expectComplaint(/status of 403|response code: 403/);
  ana.expectComplaint(/status of 403/);
  const { people } = await admin(server, 'people', 'bruno-to-be');
  await admin(server, 'ban', people[0].id);
  await expect(bruno.page.getByRole('heading', { name: "You can't play here" })).toBeVisible();
  await expectAccessible(bruno.page, 'the end for a banned reader');
  await look(bruno, 'banned');
  await bruno.page.reload();
  await expect(bruno.page.getByRole('heading', { name: "You can't play here" })).toBeVisible();
  await bruno.page.goto('/');
  await expect(bruno.page.locator('#notices')).toContainText('has banned you or your network');
  const room = new URL(ana.page.url()).pathname.split('/').at(-1) ?? '';
  await admin(server, 'close', room);
  await expect(ana.page.getByRole('heading', { name: 'This room is closed' })).toBeVisible();
  await admin(server, 'open', room);
  await ana.page.reload();
  await expect(ana.page.locator('#room')).toBeVisible();
});

test('the site has the name and the color that the operator has chosen', async ({ arrive }) => {
  const { page } = await arrive('Ana', { locale: 'fr-FR' });
  await page.goto('/');
  await expect(page).toHaveTitle(/^Zoe's games\s:/u);
  await expect(page.locator('header .brand')).toHaveText("Zoe's games");
  const color = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'));
  await expect.poll(color).toContain('#8');
  await expect(page.locator('meta[property="og:site_name"]')).toHaveAttribute(
    'content',
    "Zoe's games",
  );
  await expectAccessible(page, 'the front page in a color of the operator');
});
