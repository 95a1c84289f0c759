/**
 * Measures the time until a page shows its main content on a slow phone and a slow mobile network,
 * with Chromium's emulation: `cargo xtask page-speed`. Cold is a browser without a cache, warm one
 * that has visited the same page before. With `--json` a line of JSON follows the table.
 */

import { loadavg } from 'node:os';
import process, { argv, env } from 'node:process';

import { chromium } from '@playwright/test';

import { flags } from './playwright.config.js';
import { prepare } from './prepare.js';
import { Server } from './server.js';

/** @import { Browser, BrowserContext, CDPSession } from '@playwright/test' */
/** @import { GameKind } from '../../client/protocol.js' */

/**
 * Slow 4G: bytes per second in each direction, and milliseconds from each request to the first byte
 * of its answer.
 */
const NETWORK = {
  offline: false,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
  latency: 150,
};
/** The slowdown of the emulated device compared with this machine. */
const SLOWDOWN = 4;
/** The number of loads of each page. The median counts. */
const TIMES = 5;
/** The number of decisions after which a game counts as half played. */
const MIDDLE = 16;
const PEOPLE = ['Ana', 'Bruno', 'Chiara', 'Duarte'];
/** The time in milliseconds after which a page is not expected to show anything more. */
const PATIENCE_MS = 60_000;

/** The games, and the number of players in each. @type {Record<GameKind, number>} */
const GAMES = { tsuro: 4, tortus: 2, section_x: 4 };

/** The limits for each kind of page: milliseconds cold and warm, and requests. */
const TARGETS = {
  lobby: { cold: 2_500, warm: 1_000, requests: 12 },
  room: { cold: 3_500, warm: 1_500, requests: 12 },
};

/**
 * @typedef {object} Place a page to measure
 * @property {keyof typeof TARGETS} kind
 * @property {string} name
 * @property {string} path
 * @property {string} shown a selector that matches the main content once it is there
 * @property {string | null} cookie the session of the visitor as `name=value`, or `null` for a
 *   newcomer
 * @property {string} locale the language of the visitor's browser
 */

/**
 * @typedef {object} Load
 * @property {number} ms the milliseconds from the navigation until the main content was painted
 * @property {number} requests the number of requests until then, including the page and its socket
 * @property {number} bytes the number of bytes received until then, including headers
 */

/**
 * Records when a matching element is painted, in milliseconds since the navigation.
 *
 * @param {string} selector
 */
function watchFor(selector) {
  const seen = () => {
    const element = document.querySelector(selector);
    const there = element?.checkVisibility({ visibilityProperty: true }) === true;
    if (there)
      requestAnimationFrame(() => Reflect.get(window, 'tellShown')(`${performance.now()}`));
    else requestAnimationFrame(seen);
  };
  requestAnimationFrame(seen);
}

/**
 * Records the network traffic with timestamps, in seconds of the browser's own clock.
 *
 * @param {CDPSession} devtools
 */
function listen(devtools) {
  /** @type {Map<string, number>} */
  const asked = new Map();
  /** @type {{ at: number, bytes: number }[]} */
  const came = [];
  /** @param {{ requestId: string, timestamp: number }} one */
  const ask = ({ requestId, timestamp }) => void asked.set(requestId, timestamp);
  /** @param {{ requestId: string }} one */
  const forget = ({ requestId }) => void asked.delete(requestId);
  devtools.on('Network.requestWillBeSent', (event) => {
    if (event.request.url.startsWith('http')) ask(event);
  });
  devtools.on('Network.requestServedFromCache', forget);
  devtools.on('Network.responseReceived', (event) => {
    if (event.response.fromDiskCache || event.response.fromPrefetchCache) forget(event);
  });
  devtools.on('Network.webSocketWillSendHandshakeRequest', ask);
  devtools.on('Network.dataReceived', ({ timestamp, encodedDataLength }) => {
    came.push({ at: timestamp, bytes: encodedDataLength });
  });
  devtools.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const bytes = encodedDataLength - (bodies.get(requestId) ?? 0);
    if (asked.has(requestId)) came.push({ at: timestamp, bytes });
  });
  /** @type {Map<string, number>} */
  const bodies = new Map();
  devtools.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    bodies.set(requestId, (bodies.get(requestId) ?? 0) + encodedDataLength);
  });
  devtools.on('Network.webSocketFrameReceived', ({ timestamp, response }) => {
    came.push({ at: timestamp, bytes: Buffer.byteLength(response.payloadData) });
  });
  return { asked, came };
}

/**
 * Loads a page once and measures it.
 *
 * @param {BrowserContext} context
 * @param {string} origin
 * @param {Place} place
 * @returns {Promise<Load>}
 */
async function load(context, origin, { path, shown }) {
  const page = await context.newPage();
  await page.addInitScript(watchFor, shown);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', NETWORK);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  // Playwright's own ways to wait load a script of 330 KB into the page, which would slow it down.
  const shownMs = new Promise((resolve, reject) => {
    devtools.on('Runtime.bindingCalled', ({ payload }) => resolve(payload));
    setTimeout(() => reject(new Error(`${path} never shows ${shown}`)), PATIENCE_MS).unref();
  });
  await devtools.send('Runtime.enable');
  await devtools.send('Runtime.addBinding', { name: 'tellShown' });
  const { asked, came } = listen(devtools);
  await page.goto(`${origin}${path}`, { waitUntil: 'commit', timeout: PATIENCE_MS });
  const ms = Number(await shownMs);
  // The browser's own clock started with the navigation.
  const until = Math.min(...asked.values()) + ms / 1000;
  await page.close();
  return {
    ms,
    requests: [...asked.values()].filter((at) => at <= until).length,
    bytes: came.filter(({ at }) => at <= until).reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/**
 * @param {readonly number[]} numbers
 * @returns {number} the median
 */
function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

/** @param {readonly Load[]} loads */
function medians(loads) {
  return {
    ms: median(loads.map(({ ms }) => ms)),
    requests: median(loads.map(({ requests }) => requests)),
    bytes: median(loads.map(({ bytes }) => bytes)),
  };
}

/**
 * Measures a page repeatedly, cold and warm.
 *
 * @param {Browser} browser
 * @param {Server} server
 * @param {Place} place
 */
async function measure(browser, server, place) {
  /** @type {Load[]} */
  const cold = [];
  /** @type {Load[]} */
  const warm = [];
  for (let time = 0; time < TIMES; time += 1) {
    const { locale } = place;
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale });
    if (place.cookie !== null) {
      const [name = '', value = ''] = place.cookie.split('=');
      await context.addCookies([{ name, value, url: server.origin }]);
    }
    cold.push(await load(context, server.origin, place));
    warm.push(await load(context, server.origin, place));
    await context.close();
  }
  return { place: place.name, kind: place.kind, cold: medians(cold), warm: medians(warm) };
}

/**
 * Returns the pages to measure: the lobby with a room in its list, and for each game a half-played
 * room as the player on turn sees it. The room with the largest board is also measured in the
 * language with the longest sentences.
 *
 * @param {Server} server
 * @returns {Promise<Place[]>}
 */
async function places(server) {
  const locale = 'en-GB';
  /** @type {Place[]} */
  const all = [];
  for (const [game, seats] of /** @type {[GameKind, number][]} */ (Object.entries(GAMES))) {
    const course = { until: {}, from: MIDDLE };
    const { room, cookies, next } = await prepare(server.data, PEOPLE.slice(0, seats), {
      game,
      course: { ...course, after: 1 },
    });
    const shown = '#board [role="gridcell"]';
    const cookie = cookies[next[0]?.seat ?? 0] ?? null;
    all.push({ kind: 'room', name: `room: ${game}`, path: `/r/${room}`, shown, cookie, locale });
  }
  const largest = all.find(({ name }) => name.endsWith('section_x'));
  if (largest) all.push({ ...largest, name: `${largest.name}, in Italian`, locale: 'it-IT' });
  const lobby = { name: 'lobby', path: '/', shown: '#rooms li', cookie: null, locale };
  return [{ kind: 'lobby', ...lobby }, ...all];
}

/**
 * Opens a public room so that the lobby lists it, and stays in it.
 *
 * @param {Browser} browser
 * @param {Server} server
 */
async function openRoom(browser, server) {
  const page = await browser.newPage();
  await page.goto(server.origin);
  await page.locator('#open-options').click();
  await page.getByRole('tab', { name: 'People' }).click();
  await page.getByRole('radio', { name: 'Public: listed in the lobby' }).check();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.locator('#play-friends').click();
  await page.getByRole('button', { name: 'Skip' }).click();
  await page.getByText('Host').first().waitFor();
}

/** @typedef {Awaited<ReturnType<typeof measure>>} Row */

/** @param {readonly Row[]} rows */
function print(rows) {
  console.log('| page | cold, s | requests | KB | warm, s | requests | KB |');
  console.log('|---|---|---|---|---|---|---|');
  for (const { place, cold, warm } of rows) {
    const cells = [cold, warm].flatMap(({ ms, requests, bytes }) => [
      (ms / 1000).toFixed(2),
      requests,
      (bytes / 1000).toFixed(1),
    ]);
    console.log(`| ${[place, ...cells].join(' | ')} |`);
  }
}

/**
 * @param {readonly Row[]} rows
 * @returns {string[]} the limits that were exceeded
 */
function misses(rows) {
  return rows.flatMap(({ place, kind, cold, warm }) => {
    const most = TARGETS[kind];
    return [
      ...(cold.ms > most.cold ? [`${place} takes more than ${most.cold} ms cold`] : []),
      ...(warm.ms > most.warm ? [`${place} takes more than ${most.warm} ms warm`] : []),
      ...(cold.requests > most.requests
        ? [`${place} makes more than ${most.requests} requests`]
        : []),
    ];
  });
}

const server = await Server.open();
const executablePath = env['CHROMIUM'] ?? '/usr/bin/chromium';
const browser = await chromium.launch({ executablePath, args: flags });
try {
  await openRoom(browser, server);
  /** @type {Row[]} */
  const rows = [];
  for (const place of await places(server)) rows.push(await measure(browser, server, place));
  print(rows);
  const [busy = 0] = loadavg();
  console.log(`\nload of the machine: ${busy.toFixed(1)}`);
  if (argv.includes('--json')) console.log(JSON.stringify(rows));
  const missed = misses(rows);
  for (const miss of missed) console.error(miss);
  if (missed.length > 0) process.exitCode = 1;
} finally {
  await browser.close();
  await server.close();
}
