/** Tests of rated games: from the settings of a room to the table of ratings. */
import { look, lookAtDialog, watchRequests, watchShifts, watchTransfer } from './checks.js';
import { Network } from './network.js';
import { expect, test } from './test.js';

/** @import { Person } from './person.js' */

/** The maximum size of the first load in bytes, and the maximum number of its requests. */
const FIRST_LOAD = { bytes: 150_000, requests: 12 };
/** The layout shift below which a movement is invisible. */
const LEAST_SHIFT = 0.02;

/**
 * Has a person allow others to see their ratings.
 *
 * @param {Person} person
 */
async function showRatings({ page }) {
  await page.goto('/you');
  await page.getByLabel('Show my page').check();
  await expect(page.locator('#page-note')).toHaveText('Your page is there now.');
  const stored = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/session/page') && answer.request().method() === 'PUT',
  );
  await page.getByLabel('Show my ratings on it').check();
  await stored;
}

test('a rated game of two people changes their ratings, which the table lists', async ({
  arrive,
  server,
}) => {
  const elsewhere = await Network.before(server.origin, '127.0.0.9');
  const ana = await arrive('Ana');
  const bruno = await arrive('Bruno', { baseURL: elsewhere.origin });
  // The settings that contradict rated games change in the dialog, which says so.
  await ana.page.goto('./');
  await ana.introduce();
  await ana.openOptions('People');
  const dialog = ana.options();
  await dialog.getByRole('radio', { name: /^hints allowed/ }).check();
  await dialog.getByRole('radio', { name: /^rated/ }).check();
  await expect(dialog.locator('.rated-adapted')).toHaveText(
    'Rated games need this, so it was changed here: no hints.',
  );
  await expect(dialog.getByRole('radio', { name: /^no hints/ })).toBeChecked();
  await lookAtDialog(ana, 'rated settings');
  await ana.create();
  await ana.page.waitForURL(/\/r\/\w+$/);
  await expect(ana.page.locator('.rated-chip')).toHaveText('Rated');
  await bruno.come(ana.page.url().replace(server.origin, elsewhere.origin));
  await bruno.sit();
  const note = ana.page.locator('.settings-line + .rated-note');
  await expect(note).toHaveText('The next game is rated: it changes the ratings of its players.');
  await look(ana, 'rated-lobby');
  await ana.button('Start the game').click();
  for (const { page } of [ana, bruno]) {
    await expect(page.getByRole('gridcell').first()).toBeVisible();
    await expect(page.locator('.rated-chip')).toHaveText('Rated');
  }
  await look(ana, 'rated-game');
  await bruno.resign();
  const changes = ana.page.locator('.rating-changes li');
  await expect(changes.filter({ hasText: 'Ana' })).toContainText('1,500 → 1,658, provisional');
  await expect(changes.filter({ hasText: 'Bruno' })).toContainText('1,500 → 1,342, provisional');
  await look(ana, 'rated-result');

  // The table has only people who show their ratings.
  await bruno.page.goto('/ratings');
  await expect(bruno.page.locator('#own-ratings')).toContainText('1,342 ± 484, provisional');
  await expect(bruno.page.getByText('Nobody shows their rating here.')).toBeVisible();
  await showRatings(ana);
  await bruno.page.reload();
  const rows = bruno.page.locator('#people tr');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Ana');
  await expect(rows).toContainText('1,658 ± 484, provisional');
  await look(bruno, 'ratings');
  await rows.getByRole('link', { name: 'Ana' }).press('Enter');
  await expect(bruno.page.getByRole('heading', { level: 1 })).toHaveText('Ana');
  await expect(bruno.page.locator('#ratings')).toContainText('1,658 ± 484, provisional');
  await look(bruno, 'rated-person');
  elsewhere.close();
});

test('two people at one address are told that their game will not count', async ({ arrive }) => {
  const [ana, bruno] = [await arrive('Ana'), await arrive('Bruno')];
  await ana.page.goto('./');
  await ana.introduce();
  await ana.openOptions('People');
  await ana
    .options()
    .getByRole('radio', { name: /^rated/ })
    .check();
  await ana.create();
  await ana.page.waitForURL(/\/r\/\w+$/);
  await bruno.come(ana.page.url());
  await bruno.sit();
  const note = ana.page.locator('.settings-line + .rated-note');
  await expect(note).toContainText("The next game won't count: two players come from the same");
  await expect(ana.page.locator('.rated-chip')).toHaveText("Doesn't count");
  await ana.button('Start the game').click();
  await expect(ana.page.locator('#players-panel .rated-note')).toContainText(
    "This game doesn't count",
  );
  await look(ana, 'rated-not-counted');
  await bruno.resign();
  await expect(ana.page.locator('.rating-changes')).toContainText('no rating has changed');
});

test('the course of a rating is a graph with a table, and nothing moves while it loads', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await ana.page.goto('/');
  const course = Array.from({ length: 30 }, (_, at) => ({
    at: 1_800_000_000_000 + at * 86_400_000,
    points: Math.round(1500 + 120 * Math.sin(at / 5) + 4 * at),
  }));
  const rating = { game: 'tsuro', seats: 2, points: 1604, uncertainty: 180, games: 30 };
  await ana.page.route('**/api/session/ratings', (route) =>
    route.fulfill({ json: { ratings: [{ ...rating, provisional: false, course }] } }),
  );
  await ana.page.goto('/ratings');
  const graph = ana.page.getByRole('img', { name: /^Tsuro, 2 players: from 1,500 to / });
  await expect(graph).toBeVisible();
  await ana.page.getByText('All values').press('Enter');
  await expect(ana.page.getByRole('table', { name: /^Rating after each game/ })).toBeVisible();
  await expect(ana.page.locator('#own-ratings tbody tr')).toHaveCount(30);
  await ana.page.getByText('All values').press('Enter');
  await look(ana, 'rating-course');

  const page = await ana.page.context().newPage();
  const transferred = watchTransfer(page);
  const requested = watchRequests(page);
  const shifted = await watchShifts(page);
  await page.goto('/ratings', { waitUntil: 'networkidle' });
  await expect(page.getByText('You have finished no rated game yet.')).toBeVisible();
  expect(await transferred()).toBeLessThan(FIRST_LOAD.bytes);
  const requests = requested();
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(FIRST_LOAD.requests);
  expect(await shifted()).toBeLessThan(LEAST_SHIFT);
  await page.close();
});
