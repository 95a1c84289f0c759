/**
 * Tests of reconnections: no message and no decision is lost.
 */

import { cable } from './cable.js';
import { expectAccessible } from './checks.js';
import { Person } from './person.js';
import { play, whoseTurn } from './table.js';
import { expect, test } from './test.js';

/** @import { ServerMessage } from '../../client/protocol.js' */
/** @import { Order } from './prepare.js' */

/** An order for a game where two players have chosen their starts. */
const STARTED = { course: { until: { phase: 'placing' } } };

/**
 * Returns an order for a game of three players, all still in, with a number of tiles.
 *
 * @param {number} tiles
 * @returns {Order}
 */
function ofThree(tiles) {
  const markers = Array.from({ length: 3 }, () => ({ out: null }));
  const board = Array.from({ length: tiles }, () => ({}));
  return { course: { until: { phase: 'placing', markers, board } } };
}

test('pages reconnect by themselves after the server was killed', async ({
  arrive,
  server,
  settle,
}) => {
  const people = [await arrive('Ana'), await arrive('Bruno'), await arrive('Chiara')];
  const watcher = await arrive('Zoe');
  const everybody = [...people, watcher];
  const tiles = 7;
  const { link } = await settle(people, ofThree(tiles));
  await watcher.page.goto(link);
  /** @type {{ position: (string | null)[], hand: string[] }[]} */
  const before = [];
  for (const person of everybody) {
    await expect(person.laid()).toHaveCount(tiles);
    before.push({ position: await person.position(), hand: await person.hand() });
    // The browser reports sockets and requests that fail while the server is down.
    person.expectComplaint(/ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/);
  }
  // Players who are still in have drawn again. While the game goes on there are at least two.
  expect(before.filter(({ hand }) => hand.length === 3).length).toBeGreaterThanOrEqual(2);

  await server.kill();
  for (const person of everybody) {
    await expect(person.page.getByText('Connection lost.', { exact: false })).toBeVisible();
  }
  await expectAccessible(watcher.page, 'a lost connection');
  await server.start();
  for (const [index, person] of everybody.entries()) {
    await expect(person.page.getByText('Connection lost.', { exact: false })).toBeHidden({
      timeout: 30_000,
    });
    await expect(person.laid()).toHaveCount(tiles);
    expect({ position: await person.position(), hand: await person.hand() }).toEqual(before[index]);
  }

  const more = await play(people, watcher, { pause: (laid) => laid === tiles + 2 });
  expect(more).toBeGreaterThan(tiles);
});

/**
 * Counts the changes in parts of a page from now on.
 *
 * @param {Person} person
 * @param {string} parts a selector
 */
async function watchChanges(person, parts) {
  const watched = await person.page.locator(parts).evaluateAll((elements) => {
    /** @type {string[]} */
    const changes = [];
    Object.assign(window, { changes });
    const observer = new MutationObserver((records) => {
      for (const { type, target, attributeName, oldValue } of records) {
        const element = target instanceof Element ? target : target.parentElement;
        const part = element?.closest('[id]')?.id;
        const now = attributeName ? element?.getAttribute(attributeName) : target.textContent;
        // The notice of the lost connection is gone.
        if (element?.closest('#board-notice')) continue;
        // An attribute that is set to its own value changes nothing.
        if (attributeName && now === oldValue) continue;
        changes.push(`${type} ${attributeName ?? ''} in #${part}, now ${now}`);
      }
    });
    for (const element of elements) {
      observer.observe(element, {
        subtree: true,
        childList: true,
        attributes: true,
        attributeOldValue: true,
        characterData: true,
      });
    }
    return elements.length;
  });
  expect(watched).toBeGreaterThan(0);
  return () =>
    person.page.evaluate(
      () => /** @type {{ changes: string[] }} */ (/** @type {unknown} */ (window)).changes,
    );
}

test('a player who was cut off sees the missed events, and keeps an unfinished decision', async ({
  arrive,
  settle,
}) => {
  const people = [await arrive('Ana'), await arrive('Bruno'), await arrive('Chiara')];
  const cables = new Map();
  for (const person of people) cables.set(person, await cable(person));
  await settle(people, ofThree(1));
  const acting = await whoseTurn(people);
  const away = /** @type {Person} */ (people.find((person) => person !== acting));
  const line = cables.get(away);

  // The player has an unfinished decision and an unfinished message.
  await away.tiles().nth(1).click();
  await away.button('Rotate').click();
  await away.openChat();
  await away.page.locator('#chat-text').fill('one moment, I am');
  const chosen = () => away.tiles().nth(1).getAttribute('aria-pressed');
  expect(await chosen()).toBe('true');
  const hand = await away.hand();
  const log = await away.page.locator('#log li').count();

  const changes = await watchChanges(away, '#board, #log, #chat-lines, #seats, #settings');
  await line.pull();
  line.heard.length = 0;
  await line.plug();
  expect(line.dialled.at(-1)).toMatch(/\?epoch=\d+&version=\d+$/);
  // The chat is the last message after a reconnection.
  await expect
    .poll(() => line.heard.some((/** @type {ServerMessage} */ { type }) => type === 'chat'))
    .toBe(true);
  const update = line.heard.find((/** @type {ServerMessage} */ { type }) => type === 'update');
  expect(update.happenings).toEqual([]);
  await away.page.evaluate(() => new Promise((painted) => requestAnimationFrame(painted)));
  expect(await changes(), 'nothing has happened, and nothing moves').toEqual([]);

  await line.pull();
  await acting.takeTurn();
  await expect(acting.laid()).toHaveCount(2);
  await expect(away.laid()).toHaveCount(1);
  await line.plug();
  await expect(away.laid()).toHaveCount(2);
  expect(await away.position()).toHaveLength(36);
  await expect(away.page.locator('#log li')).toHaveCount(log + 1);
  expect(await chosen()).toBe('true');
  expect(await away.hand()).toEqual(hand);
  await expect(away.page.locator('#chat-text')).toHaveValue('one moment, I am');
});

test('a decision whose connection was cut right after sending counts once', async ({
  arrive,
  settle,
}) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const cables = new Map();
  for (const person of people) cables.set(person, await cable(person));
  await settle(people, STARTED);
  const acting = await whoseTurn(people);
  const other = /** @type {Person} */ (people.find((person) => person !== acting));
  const line = cables.get(acting);
  line.cutAfter(/"type":"act"/);
  await acting.takeTurn();
  await expect(acting.laid()).toHaveCount(1);
  await expect(other.laid()).toHaveCount(1);
  await expect(acting.page.locator('body')).toHaveAttribute('data-line', 'open');
  const acts = line.sent.filter((/** @type {string} */ message) =>
    message.includes('"type":"act"'),
  );
  const ids = acts.slice(-2).map((/** @type {string} */ message) => JSON.parse(message).id);
  expect(ids[0], 'sent again with the same id').toBe(ids[1]);
  await expect(acting.page.locator('#board-notice')).not.toContainText('meanwhile');
});

test('a second tab follows, reports itself, and leaves an unfinished decision in the first unchanged', async ({
  arrive,
  settle,
}) => {
  const people = [await arrive('Ana'), await arrive('Bruno')];
  const { link } = await settle(people, STARTED);
  const acting = await whoseTurn(people);
  await expect(acting.page.locator('#own-tabs')).toBeHidden();
  const second = new Person(acting.name, await acting.page.context().newPage());
  await second.page.goto(link);
  for (const tab of [acting, second]) {
    await expect(tab.page.getByRole('img', { name: 'Open in 2 tabs' })).toBeVisible();
  }

  await acting.legalTiles().first().click();
  await expect(acting.page.locator('[aria-pressed="true"]').first()).toBeVisible();
  await expect(second.tiles().and(second.page.locator('[aria-pressed="true"]'))).toHaveCount(0);
  await second.takeTurn();
  for (const tab of [acting, second]) {
    await expect(tab.laid()).toHaveCount(1);
    await expect(tab.commit()).toBeHidden();
  }
  expect(second.complaints).toEqual([]);
  await second.page.close();
  await expect(acting.page.locator('#own-tabs')).toBeHidden();
});

test('a page from before an update reloads if it lacks a module', async ({ arrive }) => {
  const ana = await arrive('Ana');
  const { page } = ana;
  await ana.openRoom();
  await expect(ana.button('Change')).toBeVisible();
  ana.expectComplaint(/404 \(Not Found\)/);
  let asked = 0;
  await page.route('**/room/lobby/settings-dialog.js', (route) => {
    asked += 1;
    // The page requests the module of another version of the client.
    const url = route
      .request()
      .url()
      .replace(/\/a\/\w+\//, '/a/0123456789abcdef/');
    return route.continue(asked === 1 ? { url } : {});
  });
  const again = page.waitForEvent('load');
  await ana.button('Change').click();
  await again;
  await ana.button('Change').click();
  await expect(ana.button('Save settings')).toBeVisible();
  expect(asked).toBe(2);
});
