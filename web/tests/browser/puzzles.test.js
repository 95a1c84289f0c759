/**
 * Tests of the puzzles: one of each game is solved, one is failed, and hints are taken.
 */
import { look } from './checks.js';
import { expect, test } from './test.js';

/** @import { Page } from '@playwright/test' */

/** The kinds of games, by their words in addresses. */
const GAMES = ['tsuro', 'tortus', 'section-x'];

/**
 * Opens the first puzzle of a game and returns its id and its solution, as the server tells both.
 *
 * @param {Page} page
 * @param {string} game
 */
async function firstOf(page, game) {
  const word = game.replaceAll('-', '_');
  const list = await (await page.request.get(`/api/puzzles/${word}`)).json();
  const [{ id }] = list.puzzles;
  await page.goto(`/puzzles/${game}#${id}`);
  await expect(page.locator('#puzzle-goal')).not.toBeEmpty();
  await expect(page.locator('#board')).not.toHaveAttribute('inert');
  return { id, word };
}

for (const game of GAMES) {
  test(`a puzzle of ${game} is solved with the hints on the board`, async ({ arrive }) => {
    const solver = await arrive('Ana');
    const { page } = solver;
    const { id, word } = await firstOf(page, game);
    await look(solver, `puzzle-${game}`);
    const hint = page.getByRole('button', { name: 'Hint', exact: true });
    await hint.focus();
    await hint.press('Enter');
    await expect(page.locator('#puzzle-words')).not.toContainText('exactly one idea');
    // Each further hint puts the next decision on the board, and the solver confirms it.
    await expect(async () => {
      const result = await page.locator('#coach').getAttribute('data-result');
      if (result === 'open') {
        await hint.press('Enter');
        await page.locator('#board .board-commit:visible').click({ timeout: 2_000 });
      }
      expect(result).toBe('reached');
    }).toPass({ timeout: 90_000 });
    await expect(page.locator('#puzzle-words')).toContainText('Solved');
    await expect(page.locator('#record')).toContainText('Solved: 1 of');
    await expect(page.getByRole('button', { name: 'Next puzzle' })).toBeFocused();
    const path = `/api/puzzles/${word}`;
    const list = await page.evaluate(async (path) => (await fetch(path)).json(), path);
    expect(list.solved).toEqual([id]);
    await look(solver, `puzzle-${game}-solved`);
  });
}

test('a puzzle that fails is answered, counts, and shows its solution', async ({ arrive }) => {
  const solver = await arrive('Ana');
  const { page } = solver;
  const { id, word } = await firstOf(page, 'tsuro');
  const path = `/api/puzzles/${word}/${id}`;
  const hinted = await page.request.post(path, { data: { actions: [], hint: true } });
  const { next, seat, steps } = await hinted.json();
  const hand = steps[0].view.hands[seat].tiles;
  const wrong = hand.findIndex((/** @type {any} */ tile) => tile !== null && tile !== next.tile);
  await page.locator('.hand-tile').nth(wrong).click();
  await page.locator('#board .board-commit:visible').click();
  await expect(page.locator('#coach')).toHaveAttribute('data-result', 'missed', {
    timeout: 60_000,
  });
  await expect(page.getByRole('button', { name: 'Try again' })).toBeFocused();
  await expect(page.locator('#puzzle-words')).toContainText('Not quite');
  await look(solver, 'puzzle-missed');
  await page.getByRole('button', { name: 'Show the solution' }).click();
  await expect(page.locator('#puzzle-words')).toContainText('That was the solution', {
    timeout: 30_000,
  });
  await page.reload();
  await expect(page.locator('#record')).toContainText('Solved: ');
  await page.getByRole('button', { name: 'Today’s puzzle' }).click();
  await expect(page.getByRole('heading', { name: /^Today’s puzzle, grade \d$/ })).toBeFocused();
});

test('three minutes count as many puzzles as one can solve', async ({ arrive }) => {
  const { page } = await arrive('Ana');
  await firstOf(page, 'tsuro');
  await page.getByRole('button', { name: 'Three minutes' }).click();
  await expect(page.locator('#puzzle-words')).toContainText('left. Solved: 0.');
  await expect(page.getByRole('button', { name: 'Hint', exact: true })).toBeHidden();
  // Each first tile that can be laid is laid as it lies, which misses most puzzles. An ending goes
  // on for some turns.
  const words = page.locator('#puzzle-words');
  const counted = /Solved: [1-9]|allowed: [0-2]|puzzles? solved/;
  await expect(async () => {
    await page.locator('.hand-tile:not([aria-disabled="true"])').first().click({ timeout: 2_000 });
    await page.locator('#board .board-commit:visible').click({ timeout: 2_000 });
    await expect(words).toContainText(counted, { timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
  const stop = page.getByRole('button', { name: 'Stop' });
  if (await stop.isVisible()) await stop.click();
  await expect(words).toContainText(/\d puzzles? solved/);
  await expect(page.getByRole('button', { name: /Three minutes/ })).toBeFocused();
});

test('what was missed in a game is looked for after it', async ({ arrive, settle }) => {
  const [ana, bruno] = [await arrive('Ana'), await arrive('Bruno')];
  const { page } = ana;
  const puzzles = await (await page.request.get('/api/puzzles/tsuro')).json();
  const { id, goal, theme, decisions } = puzzles.puzzles.find(
    (/** @type {any} */ one) => one.goal.type === 'win' && one.decisions === 1,
  );
  let seats = [0, 1];
  // Games by chance may have missed nothing: a puzzle of the book stands for it.
  await page.route(/\/missed$/, async (route) => {
    const response = await route.fetch();
    // The server first tells how far it has looked.
    if (response.status() !== 200) {
      await route.fulfill({ response });
      return;
    }
    const told = await response.json();
    expect(told.game).toBe('tsuro');
    const missed = seats.map((seat) => ({ goal, theme, decisions, version: 7, seat }));
    await route.fulfill({ response, json: { ...told, missed } });
  });
  await page.route(/\/missed\/7$/, (route) =>
    route.continue({ url: new URL(`/api/puzzles/tsuro/${id}`, route.request().url()).href }),
  );
  await settle([ana, bruno], { course: { until: { phase: 'over' }, from: 20 } });
  const link = page.getByRole('link', { name: 'You missed a chance in this game: find it' });
  await link.scrollIntoViewIfNeeded();
  await look(ana, 'a missed win below the result');
  await ana.button('Review the game').click();
  const review = page.getByRole('region', { name: 'Review' });
  const missed = review.getByRole('link', { name: 'There was a win here: find it' });
  await expect(missed).toHaveCount(2, { timeout: 60_000 });
  await look(ana, 'a missed win in a review');
  await missed.first().click();
  await expect(page.getByRole('heading', { name: 'Missed in this game: 1 of 1' })).toBeVisible();
  await expect(page.locator('#puzzle-words')).toContainText('there was more in this turn');
  await expect(page.locator('#modes')).toBeHidden();
  await expect(page.locator('#board')).not.toHaveAttribute('inert');
  const hint = page.getByRole('button', { name: 'Hint', exact: true });
  await hint.click();
  await hint.click();
  await page.locator('#board .board-commit:visible').click();
  await expect(page.locator('#puzzle-words')).toContainText('Solved', { timeout: 30_000 });
  await look(ana, 'a missed win as a puzzle');
  await page.getByRole('link', { name: 'Back to the replay' }).click();
  await expect(page).toHaveURL(/\/g\/[0-9a-z]+/);

  // The list of one's games leads there as well, whether or not there is anything.
  await page.goto('/games');
  await page.getByRole('link', { name: /^Missed chances: Tsuro, / }).click();
  await expect(page.getByRole('heading', { name: 'Missed in this game: 1 of 1' })).toBeVisible();
  seats = [];
  await page.reload();
  const none = page.getByRole('heading', { name: 'No chance missed in this game' });
  await expect(none).toBeVisible();
  for (const id of ['#board', '#hint']) await expect(page.locator(id)).toBeHidden();
  await look(ana, 'no missed chance in a game');
  await page.locator('#next').press('Enter');
  await expect(page).toHaveURL(/\/puzzles\/tsuro$/);
});
