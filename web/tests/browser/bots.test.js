/**
 * Tests of bots: games alone that start with one click on the front page, and bots among people.
 */

import { expectAccessible } from './checks.js';
import { Convict } from './section-x.js';
import { playOn } from './section-x-dig.js';
import { soon } from './soon.js';
import { expect, test } from './test.js';
import { Player } from './tortus.js';

/** @import { TortusAction } from '../../client/protocol.js' */
/** @import { Person } from './person.js' */
/** @import { Scene } from './test.js' */

/**
 * Starts a game against bots from the front page.
 *
 * @param {Person} person
 * @param {{game: string, bots?: number, level: string}} wishes
 */
async function playAlone({ page }, { game, bots, level }) {
  await page.goto('/');
  await page.getByRole('radio', { name: game }).check();
  await expect(page.locator('#start')).toHaveAttribute(
    'data-game',
    game.toLowerCase().replaceAll(' ', '_'),
  );
  if (bots) await page.getByLabel('Opponents').selectOption(String(bots));
  await page.getByLabel('Level').selectOption(level);
  await page.getByRole('button', { name: 'Play the computer' }).click();
}

/** The windows in which the button for a hint is in view. */
const SIZES = [
  { width: 1280, height: 800 },
  { width: 768, height: 1024 },
  { width: 360, height: 640 },
  { width: 390, height: 640 },
  { width: 390, height: 844 },
  { width: 667, height: 375 },
];

/** The notice with a hint. @param {Person} person */
const hintOf = ({ page }) => page.locator('.notice.hint > p');

/**
 * Matches a hint: a decision, the reasons if there are any, and the expected result. Only a hint to
 * draw a tile in Section X has no result, because the piles are all alike.
 */
const REASONED = /^[A-Z].*\. Win chance: \d+ %\.$/;
const DRAWING = /^Draw[^.]*\.$/;
/** The first decision of a game of Tortus; some deals leave no choice. */
const FIRST = /^[A-Z].*\. (Win chance: \d+ %|There is no other choice)\.$/;

/**
 * Requests a hint by its key, and expects a decision with its expected result.
 *
 * @param {Person} person
 * @param {RegExp} [expected]
 */
async function expectHint(person, expected = REASONED) {
  const { page } = person;
  await expect(page, 'nobody is given a hint for the turn of another').toHaveTitle(/Your turn/);
  await page.keyboard.press('h');
  await expect(hintOf(person)).toHaveText(expected);
  await expect(page.locator('#live')).toContainText(await hintOf(person).innerText());
  await expect(page.locator('#log')).toContainText('asked for a hint.');
}

/**
 * Expects the button for a hint to be visible without scrolling in any window.
 *
 * @param {Person} person
 */
async function expectHintInSight(person) {
  for (const size of SIZES) {
    await person.page.setViewportSize(size);
    await expect(person.button('Hint'), `at ${size.width}x${size.height}`).toBeInViewport({
      ratio: 1,
    });
  }
  await person.page.setViewportSize({ width: 1280, height: 800 });
}

test('a newcomer plays a whole game of Tsuro alone in a room of eight', { tag: '@fast' }, async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await playAlone(ana, { game: 'Tsuro', bots: 7, level: 'easy' });
  await expect(ana.squares()).toHaveCount(36);
  expect(new URL(ana.page.url()).hash).toBe('');
  const players = ana.page.locator('#players');
  await expect(players.getByText('bot, easy')).toHaveCount(7);
  // The game is played by keys alone: a hint is confirmed like any other decision.
  await expect(ana.commit()).toBeVisible();
  await ana.page.keyboard.press('?');
  const keys = ana.page.getByRole('dialog', { name: 'Keys' });
  await expect(keys.getByText('ask for a hint')).toBeVisible();
  await ana.page.keyboard.press('?');
  await expectHint(ana);
  await expect(ana.commit()).toBeEnabled();
  await expectAccessible(ana.page, 'a hint');
  await expectHintInSight(ana);
  await ana.page.locator('body').press('Enter');
  await expect(hintOf(ana)).toHaveCount(0);
  for (;;) {
    await expect(ana.commit().or(ana.verdict()).first()).toBeVisible();
    if (await ana.verdict().isVisible()) break;
    const told = await ana.lines().count();
    await ana.takeTurn();
    await soon(() => ana.lines().count()).toBeGreaterThan(told);
  }
  // The same bots stay for the next game.
  await ana.rematch().click();
  await expect(ana.laid()).toHaveCount(0);
});

for (const game of ['Tortus', 'Section X']) {
  test(`a newcomer who plays ${game} alone is asked for a move and may give up`, async ({
    arrive,
  }) => {
    const ana = await arrive('Ana');
    await playAlone(ana, { game, level: 'medium' });
    await expect(ana.page.locator('#players')).toContainText('bot, medium');
    await expect(ana.page).toHaveTitle(/Your turn/);
    await expectHint(ana, game === 'Section X' ? DRAWING : FIRST);
    await expectAccessible(ana.page, `a hint in ${game}`);
    await expectHintInSight(ana);
    await ana.resign();
    await expect(hintOf(ana), 'it is over with what it was for').toHaveCount(0);
    await expect(ana.verdict()).toBeVisible();
  });
}

/**
 * Leaves one person alone with a bot, shortly before the end of a game that two people have
 * started. Returns the decision that ends the game, which is the remaining person's.
 *
 * @param {Scene['settle']} settle
 * @param {readonly [ana: Person, bruno: Person]} people
 * @param {'tortus' | 'section_x'} game
 */
async function aloneNearTheEnd(settle, [ana, bruno], game) {
  const course = { until: { outcome: { places: [2, 1] } }, before: 1 };
  const { next } = await settle([ana, bruno], { game, course });
  await bruno.choose('Leave the table');
  await bruno.page
    .getByRole('dialog', { name: 'Leave' })
    .getByRole('button', { name: 'Leave the table' })
    .click();
  await ana.button('Let a bot play').click();
  await ana.page.getByRole('dialog').getByRole('button', { name: /^easy/ }).click();
  await expect(ana.page.locator('#players')).toContainText('bot, easy');
  const [last] = next;
  expect(last?.seat).toBe(0);
  return last?.action;
}

test('a person alone with a bot ends a game of Tortus', async ({ arrive, settle }) => {
  const ana = await arrive('Ana');
  const player = new Player(ana);
  const action = await aloneNearTheEnd(settle, [ana, await arrive('Bruno')], 'tortus');
  if (action?.game !== 'tortus') throw new Error('a decision of no game');
  await player.act(action);
  await expect(ana.verdict()).toBeVisible();
  await expect(ana.rematch()).toBeVisible();
});

test('a person alone with a bot ends a game of Section X', async ({ arrive, settle }) => {
  const ana = await arrive('Ana');
  const convict = new Convict(ana);
  const action = await aloneNearTheEnd(settle, [ana, await arrive('Bruno')], 'section_x');
  if (action?.game !== 'section_x') throw new Error('a decision of no game');
  await convict.act(action);
  await expect(ana.verdict()).toBeVisible();
  await expect(ana.rematch()).toBeVisible();
});

/**
 * Returns a random decision that advances a game of Tortus: it opens squares or moves pawns, and
 * ends the turn only if no move is possible.
 *
 * @param {Player} player
 * @returns {TortusAction}
 */
function onward({ view }) {
  const { choices } = view;
  const any = (/** @type {readonly any[]} */ list) => list[Math.floor(list.length * Math.random())];
  switch (choices?.type) {
    case 'exchange':
      return { type: 'exchange', hand: any(choices.hand), square: any(choices.squares) };
    case 'place':
      return { type: 'place', square: any(choices.squares) };
    case 'act': {
      const moves = choices.moves.flatMap(({ pawn, to }) =>
        to.map(({ square }) => ({ pawn, to: square })),
      );
      if (choices.open.length > 0 && Math.random() < 0.5) {
        return { type: 'open', square: any(choices.open) };
      }
      return moves.length > 0 ? { type: 'move', ...any(moves) } : { type: 'end_turn' };
    }
    case 'push':
      return { type: 'push', to: any(choices.to).square };
    case 'flow':
      return { type: 'follow', to: any(choices.to).square };
    case 'fill':
      return { type: 'fill', hand: any(choices.hand), rotation: 0 };
    case 'penalty':
      return { type: 'penalty', pawn: any(choices.pawns) };
    default:
      throw new Error('nothing is asked');
  }
}

test('a newcomer plays a whole game of Tortus alone', { tag: '@deep' }, async ({ arrive }) => {
  test.setTimeout(300_000);
  const ana = await arrive('Ana');
  const player = new Player(ana);
  await playAlone(ana, { game: 'Tortus', level: 'medium' });
  for (;;) {
    await soon(() => player.told.view?.choices != null || player.told.view?.end != null).toBe(true);
    if (player.view.end) break;
    await player.act(onward(player));
  }
  await expect(ana.verdict()).toBeVisible();
});

test('a newcomer plays a whole game of Section X alone', { tag: '@deep' }, async ({ arrive }) => {
  test.setTimeout(420_000);
  const ana = await arrive('Ana');
  const convict = new Convict(ana);
  await playAlone(ana, { game: 'Section X', level: 'easy' });
  await soon(() => convict.told.view).not.toBeNull();
  expect(await playOn([convict])).toBeNull();
  await expect(ana.verdict()).toBeVisible();
});

test('the host creates a token for an external bot, which is shown once', async ({ arrive }) => {
  const ana = await arrive('Ana');
  await ana.openRoom();
  const dialog = ana.page.getByRole('dialog');
  const give = async () => {
    await dialog.getByRole('button', { name: /your own bot|New token/ }).click();
    const field = dialog.getByRole('textbox', { name: 'Token' });
    await expect(field).toHaveValue(/^[0-9a-f]{64}$/);
    return field.inputValue();
  };
  await ana.button('Add a bot').click();
  const token = await give();
  await expectAccessible(ana.page, 'a token');
  await dialog.getByRole('button', { name: 'Copy token' }).click();
  expect(await ana.page.evaluate(() => navigator.clipboard.readText())).toBe(token);
  await dialog.getByRole('button', { name: 'Close' }).click();
  const seats = ana.page.locator('#seats');
  await expect(seats.getByText('bot, external · offline')).toBeVisible();
  expect(await ana.page.content()).not.toContain(token);
  // Another token replaces it.
  await ana.page.getByRole('button', { name: 'Host options for Minho' }).click();
  expect(await give()).not.toBe(token);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(seats.getByText('bot, external')).toHaveCount(1);
  await ana.page.getByRole('button', { name: /^Host options/ }).click();
  await dialog.getByRole('button', { name: 'Remove the bot' }).click();
  await expect(seats.getByText(/^bot/)).toHaveCount(0);
});

test('the host adds bots, changes their level and removes them', async ({ arrive }) => {
  const ana = await arrive('Ana');
  const link = await ana.createRoom();
  const bruno = await arrive('Bruno');
  await bruno.come(link);
  const seats = bruno.page.locator('#seats');
  const dialog = ana.page.getByRole('dialog');
  await ana.button('Add a bot').click();
  await expectAccessible(ana.page, 'adding a bot');
  await dialog.getByRole('button', { name: /^hard/ }).click();
  await expect(seats.getByText('bot, hard')).toBeVisible();
  await expect(bruno.button('Add a bot')).toHaveCount(0);
  await ana.page.getByRole('button', { name: 'Host options for Minho' }).click();
  await dialog.getByRole('button', { name: /^easy/ }).click();
  await expect(seats.getByText('bot, easy')).toBeVisible();
  await ana.page.getByRole('button', { name: 'Host options for Minho' }).click();
  await dialog.getByRole('button', { name: 'Remove the bot' }).click();
  await expect(seats.getByText(/^bot/)).toHaveCount(0);
});
