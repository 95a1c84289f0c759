/**
 * Tests of the check of a finished game: every player's browser repeats the shuffles, and detects
 * changes.
 */

import { readFile } from 'node:fs/promises';

import { look } from './checks.js';
import { finish, start } from './table.js';
import { expect, test } from './test.js';

/** @import { Page } from '@playwright/test' */
/** @import { GameFile } from '../../client/protocol.js' */

/**
 * @param {Page} page
 * @param {unknown} content
 */
async function open(page, content) {
  const buffer = Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));
  const file = { name: 'game.json', mimeType: 'application/json', buffer };
  await page.getByLabel('Check a game from a file').setInputFiles(file);
}

/** @param {Page} page */
const honest = (page) => page.getByRole('heading', { name: 'Shuffle verified' });
/** @param {Page} page */
const wrong = (page) => page.getByRole('heading', { name: 'Shuffle not verified' });

test('two play, verify the shuffle, and detect a swapped tile', async ({
  arrive,
  server,
  settle,
}) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const [ana, bruno] = people;
  if (!ana || !bruno) throw new Error('nobody');
  const { link } = await settle(people);

  // The commitment is shown before the game, and stays the same during it.
  const committed = ana.page.locator('#shuffle code').first();
  await ana.page.getByText('Fair shuffle').click();
  const before = await committed.innerText();
  expect(before).toMatch(/^[0-9a-f]{64}$/);
  await start(people);
  await expect(committed).toHaveText(before);
  await finish(people, ana);

  const check = ana.page.getByRole('link', { name: 'Check the shuffle', exact: true });
  await check.focus();
  await ana.page.keyboard.press('Enter');
  await expect(honest(ana.page)).toBeVisible();
  await expect(ana.page.getByText('and the number that it added')).toBeVisible();
  await expect(ana.page.getByText(before).first()).toBeVisible();
  // Every tile of the deal is shown as a picture with a name.
  const tiles = ana.page.getByRole('img', { name: /^tile \d+, joins (\d-\d, ){3}\d-\d$/ });
  await expect(tiles).toHaveCount(35);
  await expect(ana.page.getByText('as committed', { exact: true })).toHaveCount(35);
  await look(ana, 'check-honest');

  // The game is available as a file and as text.
  const downloading = ana.page.waitForEvent('download');
  await ana.page.getByRole('link', { name: 'Download the game' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^senda-tsuro-\d{4}-\d\d-\d\d-game-1\.json$/);
  const text = await readFile(await download.path(), 'utf8');
  const words = await ana.page.getByRole('link', { name: 'Read it as text' }).getAttribute('href');
  const notation = await ana.page.request.get(words ?? '');
  expect(await notation.text()).toMatch(/^Senda notation 1\n/);

  // A manipulated file is detected.
  /** @type {GameFile} */
  const game = JSON.parse(text);
  const [deal] = game.steps;
  const opened = deal?.type === 'dealt' ? deal.events[0] : null;
  if (opened?.game !== 'tsuro' || opened.type !== 'opened') throw new Error('no deal');
  const [hand] = opened.hands;
  const [mine, theirs] = [hand?.[2], opened.pile.at(-1)];
  if (!hand || mine == null || theirs == null) throw new Error('a hidden tile');
  hand[2] = theirs;
  opened.pile[opened.pile.length - 1] = mine;
  await open(ana.page, game);
  await expect(wrong(ana.page)).toBeVisible();
  const sentence = `place 3: tile ${mine} was committed to, but the game had tile ${theirs}.`;
  await expect(ana.page.getByText(sentence)).toBeVisible();
  await expect(ana.page.getByText(`${theirs} instead of ${mine}`)).toBeVisible();
  await expect(tiles, 'what was found beside what had to be there').toHaveCount(37);
  await look(ana, 'check-wrong');

  // After a restart the room still has the game, also for later visitors.
  bruno.expectComplaint(/ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/);
  await server.kill();
  await server.start();
  const carla = await arrive('Carla');
  await carla.page.goto(`${link}/games/1`);
  await expect(honest(carla.page)).toBeVisible();
  await expect(carla.page.getByText('did not see the game itself')).toBeVisible();
  await carla.page.getByRole('link', { name: 'Back to the room' }).click();
  await carla.page.locator('summary', { hasText: 'Fair shuffle' }).click();
  await carla.page.getByRole('link', { name: 'Check the shuffle of game 1' }).click();
  await expect(honest(carla.page)).toBeVisible();
});

test('a server that publishes a different game afterwards is detected', async ({
  arrive,
  settle,
}) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const [ana] = people;
  if (!ana) throw new Error('nobody');
  const { link } = await settle(people);
  await start(people);
  await finish(people, ana);

  // An honest game of other players is published in place of the played one.
  const kept = new URL('../../../server/room/tests/cases/game_file/two.json', import.meta.url);
  const other = await readFile(kept, 'utf8');
  await ana.page.route('**/api/rooms/*/games/1', (route) =>
    route.fulfill({ contentType: 'application/json', body: other }),
  );
  await ana.page.goto(`${link}/games/1`);
  await expect(wrong(ana.page)).toBeVisible();
  for (const words of [
    'Before the game this browser was shown a different fingerprint',
    'The number that this browser added is not in the shuffle',
    'From step 0 on, this is not the game that this browser saw.',
  ]) {
    await expect(ana.page.getByText(words)).toBeVisible();
  }
});

test('a file that is no game is rejected with a sentence', async ({ arrive }) => {
  const ana = await arrive('Ana');
  await ana.page.goto('/check');
  await expect(ana.page.locator('body.worded')).toBeVisible();
  await look(ana, 'check-empty');
  for (const [content, words] of /** @type {const} */ ([
    ['not json', 'The file is not JSON'],
    ['{}', 'it does not name its format'],
    ['{"format": "senda-game/7"}', '“senda-game/7”, which this page does not know'],
    ['{"format": "senda-game/1"}', 'The file is damaged at rules'],
    [' '.repeat(2 ** 20 + 1), 'larger than 1 MB'],
  ])) {
    await open(ana.page, content);
    await expect(
      ana.page.getByRole('heading', { name: "This game can't be checked" }),
    ).toBeVisible();
    await expect(ana.page.getByText(words)).toBeVisible();
  }
  await look(ana, 'check-unreadable');

  const link = await ana.createRoom();
  ana.expectComplaint(/404 \(Not Found\)/);
  await ana.page.goto(`${link}/games/1`);
  await expect(ana.page.getByText("We can't find this finished game")).toBeVisible();
});

test('the tiles of every game are pictures with names', async ({ arrive, settle }) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const [ana] = people;
  if (!ana) throw new Error('nobody');
  /** @type {[import('../../client/protocol.js').GameKind, RegExp, number][]} */
  const games = [
    [
      'tortus',
      /^tile \d, (straight tile|corner tile|knight|star|hole|bottomless pit|.*arrows?)$/,
      59,
    ],
    ['section_x', /^tile \d+, .*(tunnel|bend|junction|hide-out)/, 54],
  ];
  for (const [game, name, dealt] of games) {
    await settle(people, { game, course: { until: { outcome: {} } } });
    await ana.page.getByRole('link', { name: 'Check the shuffle', exact: true }).click();
    await expect(honest(ana.page)).toBeVisible();
    const pictures = ana.page.getByRole('img', { name: /^tile / });
    expect(await pictures.count()).toBeGreaterThanOrEqual(dealt);
    await expect(ana.page.getByRole('img', { name })).toHaveCount(await pictures.count());
    await look(ana, `check-${game}`);
  }
});
