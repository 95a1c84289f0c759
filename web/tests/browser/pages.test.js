/**
 * Tests of every screen: accessible, small to load, and without layout shifts.
 */

import { look, watchRequests, watchShifts, watchTransfer } from './checks.js';
import { SLOW_CLOCK } from './prepare.js';
import { play, start, whoseTurn } from './table.js';
import { expect, MOVING, test } from './test.js';

/** @import { Person } from './person.js' */

/** The maximum number of bytes of a first visit: two seconds on a slow mobile network. */
const FIRST_LOAD_BYTES = 150_000;
/** The maximum number of requests of a first visit, including the page and its socket. */
const FIRST_LOAD_REQUESTS = 12;
/**
 * The layout shift below which a movement is invisible. The metric's own threshold for a good page
 * is 0.1.
 */
const LEAST_SHIFT = 0.02;
/** The pages that explain how to play a game, by game. */
const HOW = { Tsuro: '/how/tsuro', Tortus: '/how/tortus', 'Section X': '/how/section-x' };
/** The pages with the lessons of each game. */
const LEARN = ['/learn/tsuro', '/learn/tortus', '/learn/section-x'];

test('the lobby and the page for an unknown address', async ({ arrive }) => {
  const ana = await arrive('Ana');
  const bruno = await arrive('Bruno');
  await bruno.createRoom({ listed: true });

  await ana.page.goto('/');
  await expect(ana.page.getByRole('link', { name: "Join Bruno's room" })).toBeVisible();
  await look(ana, 'lobby');
  await ana.page.getByRole('radio', { name: 'Tortus' }).check();
  await ana.openOptions('Game');
  await expect(ana.page.getByRole('link', { name: 'How to play Tortus' })).toHaveAttribute(
    'href',
    '/how/tortus',
  );
  await ana.unfold(ana.page.locator('.every-rule'));
  await expect(
    ana.page.getByRole('checkbox', { name: 'Opening a wrong tile costs a pawn' }),
    'the usual rules know no penalty',
  ).not.toBeChecked();
  await look(ana, 'lobby-tortus');

  ana.expectComplaint(/404 \(Not Found\)/);
  expect((await ana.page.goto('/nowhere'))?.status()).toBe(404);
  await expect(ana.page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await look(ana, 'not-found');
  await ana.page.goto('/r/aaaaaaaaaa');
  await expect(ana.page.getByRole('heading', { name: "We can't find that room" })).toBeVisible();
  await look(ana, 'no-such-room');
});

test('the pages that explain how to play each game', async ({ arrive }) => {
  const { page } = await arrive('Ana');
  for (const [game, path] of Object.entries(HOW)) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: `How to play ${game}` })).toBeVisible();
    await look({ page }, path.slice(1).replaceAll('/', '-'));
    // Each picture is a part of a board with something on it.
    const pictures = page.locator('svg.figure');
    expect(await pictures.count()).toBeGreaterThan(3);
    await expect(
      pictures.filter({ hasNot: page.locator('.tile, .marker, .zone-owner') }),
    ).toHaveCount(0);
    // The page links to the other games.
    const games = page.getByRole('navigation', { name: 'How to play' });
    await expect(games.getByRole('link', { name: 'Tsuro' })).toHaveAttribute('href', HOW.Tsuro);
    await expect(games.getByRole('link', { name: 'Tortus' })).toHaveAttribute('href', HOW.Tortus);
    await expect(games.getByRole('link', { name: 'Section X' })).toHaveAttribute(
      'href',
      HOW['Section X'],
    );
    // Each section can be reached from the top, and from anywhere by its address.
    const contents = page.getByRole('navigation', { name: 'On this page' });
    const links = await contents.getByRole('link').all();
    expect(links.length).toBeGreaterThan(5);
    for (const link of links) {
      const part = page.getByRole('heading', {
        level: 2,
        name: await link.innerText(),
        exact: true,
      });
      await link.click();
      await expect(part).toBeInViewport();
    }
    const { hash } = new URL(page.url());
    await page.goto('about:blank');
    await page.goto(`${path}${hash}`);
    await expect(page.getByRole('heading', { level: 2 }).last()).toBeInViewport();
  }
});

test('the documentation', async ({ arrive }) => {
  const { page } = await arrive('Ana');
  await page.goto('/');
  await page.getByRole('link', { name: 'Documentation' }).click();
  await expect(page.getByRole('heading', { name: 'Documentation' })).toBeVisible();
  // The document is there before the texts of the header.
  await expect(page.getByRole('combobox', { name: 'Language' })).toBeVisible();
  await look({ page }, 'docs');
  await page.getByRole('link', { name: 'Hosting' }).click();
  await expect(page).toHaveTitle('Hosting Senda - Senda');
  await expect(page.getByRole('table').first()).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Language' })).toBeVisible();
  await look({ page }, 'docs-hosting');
  // A link leads to a section, and to another document.
  await page.getByRole('link', { name: 'Move to another database' }).click();
  const section = page.getByRole('heading', { name: 'Move to another database' });
  await expect(section).toBeInViewport();
  await page.getByRole('link', { name: 'Documentation' }).click();
  await page.getByRole('link', { name: 'Decisions' }).click();
  await expect(page.getByRole('heading', { name: 'Decisions' })).toBeVisible();
});

test('a room before a game and at its start', async ({ arrive, settle }) => {
  const people = [await arrive('Ana'), await arrive('Bruno'), await arrive('Chiara')];
  const watcher = await arrive('Zoe');
  const [ana] = people;
  if (!ana) throw new Error('nobody');
  const { link } = await settle(people, { clock: SLOW_CLOCK });
  await watcher.page.goto(link);
  await expect(ana.page.getByText('1 spectator')).toBeVisible();
  await look(ana, 'room');
  await start(people);
  const first = await whoseTurn(people);
  await first.startMarks().nth(3).click();
  await look(first, 'start');
});

test('a room in a game', async ({ arrive, settle }) => {
  const people = [await arrive('Ana'), await arrive('Bruno'), await arrive('Chiara')];
  const watcher = await arrive('Zoe');
  const until = { phase: 'placing', board: Array.from({ length: 6 }, () => ({})) };
  const { link } = await settle(people, { clock: SLOW_CLOCK, course: { until } });
  await watcher.page.goto(link);
  await expect(watcher.laid()).toHaveCount(6);
  const person = await whoseTurn(people);
  await person.legalTiles().first().click();
  await look(person, 'turn');
  await look(watcher, 'watching');
  await person.commit().click();
  await expect(watcher.laid()).toHaveCount(7);
});

test('a room after a game', async ({ arrive, settle }) => {
  const people = [await arrive('Ana'), await arrive('Bruno'), await arrive('Chiara')];
  const [ana] = people;
  if (!ana) throw new Error('nobody');
  await settle(people, { course: { until: { phase: 'over' }, before: 1 } });
  await play(people, ana);
  await expect(ana.verdict()).toBeVisible();
  await ana.page.evaluate(() => scrollTo(0, 0));
  await expect(ana.rematch()).toBeInViewport({ ratio: 1 });
  await look(ana, 'over');
});

/**
 * Visits a page for the first time, and checks the cost.
 *
 * @param {Person} person
 * @param {string} path
 */
async function visit(person, path) {
  const transferred = watchTransfer(person.page);
  const requested = watchRequests(person.page);
  const shifted = await watchShifts(person.page);
  await person.page.goto(path, { waitUntil: 'networkidle' });
  await expect(person.page.getByRole('heading', { level: 2 }).first()).toBeAttached();
  const bytes = await transferred();
  expect(bytes, path).toBeGreaterThan(10_000);
  expect(bytes, path).toBeLessThan(FIRST_LOAD_BYTES);
  const requests = requested();
  expect(requests.length, `${path}: ${requests.join(' ')}`).toBeGreaterThan(4);
  expect(requests.length, `${path}: ${requests.join(' ')}`).toBeLessThanOrEqual(
    FIRST_LOAD_REQUESTS,
  );
  // All texts arrive in one bundle.
  expect(requests.filter((address) => address.includes('/text/'))).toEqual([]);
  expect(await shifted(), path).toBeLessThan(LEAST_SHIFT);
}

test('a first visit is small, and nothing shifts', async ({ arrive, settle }) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const { link } = await settle(people);
  await visit(await arrive('Chiara', MOVING), '/');
  for (const path of [...Object.values(HOW), ...LEARN]) await visit(await arrive('Duarte'), path);
  const waiting = await arrive('Elena');
  await visit(waiting, link);
  // The modules of a game's board are fetched when one starts.
  await expect(waiting.page.locator('link[href$="/games/tsuro/board.js"]')).toHaveCount(0);
  await start(people);
  await expect(waiting.squares()).toHaveCount(36);
  const watcher = await arrive('Félix', MOVING);
  await visit(watcher, link);
  await expect(watcher.squares()).toHaveCount(36);
});

for (const game of /** @type {const} */ (['tsuro', 'tortus', 'section_x'])) {
  test(`a waiting room draws the board of ${game} only together with its style`, async ({
    arrive,
    settle,
  }) => {
    const people = [await arrive('Ana'), await arrive('Bruno')];
    const { link } = await settle(people, { game });
    const { page } = await arrive('Chiara');
    // Records for each drawing whether the page has the style sheet of the game at that moment.
    await page.addInitScript((sheet) => {
      /** @type {boolean[]} */
      const drawn = [];
      Object.assign(window, { drawn });
      new MutationObserver((changes) => {
        for (const { target, addedNodes } of changes) {
          if (!(target instanceof Element) || target.id !== 'table-board') continue;
          for (const node of addedNodes)
            if (node instanceof SVGElement)
              drawn.push([...document.styleSheets].some(({ href }) => href?.endsWith(sheet)));
        }
      }).observe(document, { subtree: true, childList: true });
    }, `/games/${game}/style.css`);
    await page.goto(link);
    await expect(page.locator('#table-board > svg')).toBeVisible();
    expect(await page.evaluate(() => /** @type {any} */ (window).drawn)).toEqual([true]);
    const sheets = page.locator('link[href*="/games/"][href$="/style.css"]');
    await expect(sheets, 'the style of this game alone').toHaveCount(1);
  });
}

test('a room of Tortus is small as well, before and during its game', async ({
  arrive,
  settle,
}) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const { link } = await settle(people, { game: 'tortus' });
  await visit(await arrive('Chiara'), link);
  await start(people, 7);
  const watcher = await arrive('Duarte');
  await visit(watcher, link);
  await expect(watcher.squares()).toHaveCount(49);
  await expect(watcher.page.locator('link[href$="/games/tsuro/style.css"]')).toHaveCount(0);
});

test('a room of Section X is small as well, before and during its game', async ({
  arrive,
  settle,
}) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const { link } = await settle(people, { game: 'section_x' });
  await visit(await arrive('Chiara'), link);
  await people[0]?.button('Start the game').click();
  for (const person of people) await expect(person.squares()).toHaveCount(127);
  const watcher = await arrive('Duarte');
  await visit(watcher, link);
  await expect(watcher.squares()).toHaveCount(127);
  await expect(watcher.page.locator('link[href$="/games/tsuro/style.css"]')).toHaveCount(0);
  // The page contains the style of the current game, and does not request it again.
  await expect(watcher.page.locator('link[href$="/games/section_x/style.css"]')).toHaveCount(1);
  // The sentences of these languages are the longest ones.
  for (const [locale, language] of /** @type {const} */ ([
    ['fr-FR', 'fr'],
    ['it-IT', 'it'],
  ])) {
    const reader = await arrive('Elena', { locale });
    await visit(reader, link);
    await expect(reader.page.locator('html')).toHaveAttribute('lang', language);
    await expect(reader.squares()).toHaveCount(127);
  }
});

test('a full server creates no room, and states when to retry', async ({ arrive }) => {
  const ana = await arrive('Ana');
  const { page } = ana;
  ana.expectComplaint(/status of 503/);
  await page.goto('/');
  await page.route(
    '**/api/rooms',
    (route) =>
      route.fulfill({
        status: 503,
        contentType: 'application/problem+json',
        headers: { 'retry-after': '3' },
        body: JSON.stringify({ code: 'full', status: 503 }),
      }),
    { times: 1 },
  );
  await expect(page.locator('#name')).not.toBeEmpty();
  await ana.create();
  await expect(page.locator('#notices')).toContainText('The server is full.');
  await expect(page.locator('#live')).toContainText('You can try again in 3 seconds.');
  await expect(page.locator('#notices')).toContainText(/You can try again in [12] second/);
  await expect(page.locator('#notices')).toContainText('You can try again now.');
  await ana.button('Play with friends').click();
  await page.waitForURL(/\/r\/\w+$/);
});

test('the forms that start a game are visible to a newcomer without scrolling', async ({
  arrive,
}) => {
  const { page } = await arrive('Ana', { viewport: { width: 1280, height: 800 } });
  await page.goto('/');
  for (const name of ['Play with friends', 'Play the computer']) {
    await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
  }
});

test('the list of rooms does not wait for a session', async ({ arrive }) => {
  const host = await arrive('Ana');
  await host.openRoom({ listed: true });
  const bruno = await arrive('Bruno');
  const { page } = bruno;
  bruno.expectComplaint(/status of 429/);
  await page.route(
    '**/api/session',
    (route) =>
      route.fulfill({
        status: 429,
        contentType: 'application/problem+json',
        headers: { 'retry-after': '2' },
        body: JSON.stringify({ code: 'too_many', status: 429 }),
      }),
    { times: 1 },
  );
  await page.goto('/');
  await expect(page.locator('#notices')).toContainText(/You can try again in [12] second/);
  await expect(page.locator('#rooms li').filter({ hasText: 'Ana' }).first()).toBeVisible();
  await expect(page.locator('#name')).toHaveText('');
  // This needs no action of the visitor.
  await expect(page.locator('#name')).not.toHaveText('');
});
