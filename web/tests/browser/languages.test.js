/**
 * Tests of the interface in other languages than that in which the other tests read it.
 */

import { readdirSync, readFileSync } from 'node:fs';

import { expectAccessible } from './checks.js';
import { leaveEntries, soon } from './soon.js';
import { expect, test } from './test.js';

/** @import { Locator, Page } from '@playwright/test' */
/** @import { Person } from './person.js' */

const CLIENT = new URL('../../client/', import.meta.url);
/** The languages of the client but English. */
const LANGUAGES = readdirSync(new URL('text/', CLIENT), { encoding: 'utf8' })
  .map((file) => /^([a-z]+)\.json$/.exec(file)?.[1] ?? 'en')
  .filter((language) => language !== 'en');
/** The shortest sentence of another language that is looked for on pages, in letters. */
const SHORTEST = 4;
/** The most decisions of a person in a game of Tsuro. */
const ENDLESS = 60;

/** @typedef {Record<string, string | Record<string, string>>} Sentences */

/**
 * Returns all sentences of a language by their keys.
 *
 * @param {string} language
 * @returns {Sentences}
 */
function sentencesOf(language) {
  const files = readdirSync(CLIENT, { recursive: true, encoding: 'utf8' }).filter((path) =>
    new RegExp(`(^|/)text/${language}\\..*json$`).test(path),
  );
  return Object.assign(
    {},
    ...files.map((path) => JSON.parse(readFileSync(new URL(path, CLIENT), 'utf8'))),
  );
}

/**
 * Returns the sentences of the other languages, without placeholders, that are none of the
 * language's. The languages' own names are on every page.
 *
 * @param {string} language
 */
function foreignTo(language) {
  const saidIn = (/** @type {string} */ one) => {
    const { 'language.name': _, ...sentences } = sentencesOf(one);
    return Object.values(sentences).flatMap((sentence) => Object.values(formsOf(sentence)));
  };
  const own = new Set(saidIn(language));
  const others = ['en', ...LANGUAGES].filter((one) => one !== language);
  return [...new Set(others.flatMap(saidIn))].filter(
    (one) => !one.includes('{') && one.length >= SHORTEST && !own.has(one),
  );
}

/** @param {string | Record<string, string>} sentence */
const formsOf = (sentence) => (typeof sentence === 'string' ? { other: sentence } : sentence);

/**
 * Returns a pattern of a sentence with any values.
 *
 * @param {string | Record<string, string> | undefined} sentence
 */
function patternOf(sentence) {
  const forms = Object.values(formsOf(sentence ?? 'no such sentence')).map((form) =>
    form
      .split(/\{\w+\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.+'),
  );
  return new RegExp(`^(?:${forms.join('|')})$`);
}

/**
 * Expects the page to be in a language, without any sentence of another one.
 *
 * @param {Page} page
 * @param {string} language
 * @param {string} what
 */
async function expectIn(page, language, what) {
  await expect(page.locator('html'), what).toHaveAttribute('lang', language);
  const sentences = foreignTo(language);
  expect(sentences.length, 'there is something to look for').toBeGreaterThan(1_000);
  const found = await page.evaluate((all) => {
    const foreign = new Set(all);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const heard = [];
    for (let node = texts.nextNode(); node; node = texts.nextNode()) heard.push(node.nodeValue);
    for (const element of document.querySelectorAll('body *'))
      for (const name of ['aria-label', 'aria-description', 'title', 'placeholder', 'alt'])
        heard.push(element.getAttribute(name));
    return heard.map((one) => one?.trim() ?? '').filter((one) => foreign.has(one));
  }, sentences);
  expect([...new Set(found)], what).toEqual([]);
}

/**
 * Starts a game alone against an easy bot.
 *
 * @param {Page} page
 * @param {string} game
 */
async function playAlone(page, game) {
  await page.goto('/');
  await page.locator(`#game-cards input[value="${game}"]`).check({ force: true });
  await expect(page.locator('#start')).toHaveAttribute('data-game', game);
  await page.locator('#solo-level').selectOption('easy');
  const opponents = page.locator('#solo-bots');
  if (await opponents.isEnabled()) await opponents.selectOption('1');
  await page.locator('#play-computer').click();
  await expect(page.locator('.board-picture .cell').first()).toBeVisible();
}

/**
 * Lays tiles until the game of Tsuro is over.
 *
 * @param {Page} page
 */
async function layTiles(page) {
  const over = page.locator('body[data-phase="over"]');
  const commit = page.locator('.board-commit:not([aria-disabled="true"], .absent):visible');
  const start = page.locator('.board-picture [role="radio"]:not([aria-disabled="true"])');
  const tile = page.locator('.hand-tile:not([aria-disabled="true"])');
  const asked = async () => (await over.count()) > 0 || (await isMine(page));
  for (let turn = 0; turn < ENDLESS; turn += 1) {
    await soon(asked, 'the game goes on').toBe(true);
    if ((await over.count()) > 0) return;
    if ((await start.count()) > 0) await start.first().click();
    else await tile.first().click();
    const lines = await page.locator('#log li').count();
    await commit.click();
    await soon(() => page.locator('#log li').count()).toBeGreaterThan(lines);
  }
  throw new Error('the game does not end');
}

/** Whether the reader is asked for a decision. @param {Page} page */
const isMine = async (page) => (await page.locator('.player.turn.mine').count()) > 0;

for (const language of LANGUAGES) {
  test(`a whole game of Tsuro is played in the language ${language}, from the front page on`, async ({
    arrive,
  }) => {
    const own = sentencesOf(language);
    const { page } = await arrive('Ana', { locale: language });
    await page.goto('/');
    await expect(page.locator('#play-computer')).toHaveText(String(own['start.computer']));
    await expectIn(page, language, 'the front page');
    await expectAccessible(page, `the front page in ${language}`);
    await playAlone(page, 'tsuro');
    await expectIn(page, language, 'a game');
    await expectAccessible(page, `a game in ${language}`);
    await layTiles(page);
    await expect(page.locator('#rematch')).toBeVisible();
    await expectIn(page, language, 'the result');
    await expectAccessible(page, `the result in ${language}`);
  });
}

/** The pages without a room. */
const PAGES = [
  ...['/how/tsuro', '/how/tortus', '/how/section-x'],
  ...['/learn/tsuro', '/learn/tortus', '/learn/section-x'],
  ...['/check', '/you', '/nowhere', '/r/k7m2p9qx4t'],
];

for (const language of LANGUAGES) {
  test(`every page speaks the language ${language}`, async ({ arrive }) => {
    const ana = await arrive('Ana', { locale: language });
    ana.expectComplaint(/status of 404/);
    const { page } = ana;
    for (const path of PAGES) {
      await page.goto(path);
      await expect(page.locator('body.worded')).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expectIn(page, language, path);
    }
  });

  test(`the rooms of Tortus and Section X speak the language ${language}`, async ({ arrive }) => {
    const { page } = await arrive('Ana', { locale: language });
    for (const game of ['tortus', 'section_x']) {
      await playAlone(page, game);
      await soon(() => isMine(page)).toBe(true);
      await page.keyboard.press('h');
      await expect(page.locator('.notice.hint > p')).not.toBeEmpty();
      await expectIn(page, language, `a hint in ${game}`);
      for (const open of ['.board-keys', '#open-rules']) {
        await page.locator(open).first().click();
        await expect(page.locator('dialog[open]')).toBeVisible();
        await expectIn(page, language, `${open} in ${game}`);
        await page.keyboard.press('Escape');
        await expect(page.locator('dialog[open]')).toHaveCount(0);
        await leaveEntries(page);
      }
    }
  });
}

/**
 * Returns the last line of the log on a page.
 *
 * @param {Person} person
 * @returns {Locator}
 */
const lastLine = ({ page }) => page.locator('#log li > span').last();

test('three people in one room read three languages, and a switch keeps the draft', async ({
  arrive,
  settle,
}) => {
  const ana = await arrive('Ana', { locale: 'en-GB' });
  const bruno = await arrive('Bruno', { locale: 'pt-PT' });
  const course = { until: { choices: { type: 'place' } } };
  const { link } = await settle([ana, bruno], { course });
  const chiara = await arrive('Chiara', { locale: 'it-IT' });
  await chiara.page.goto(link);
  await expect(chiara.page.locator('.board-picture .cell').first()).toBeVisible();
  await expectIn(bruno.page, 'pt', 'the page of a player');
  await expectIn(chiara.page, 'it', 'the page of a spectator');

  const mover = (await isMine(ana.page)) ? ana : bruno;
  const ghost = mover.page.locator('.layer-ghost .tile');
  await mover.page.locator('.hand-tile:not([aria-disabled="true"])').first().click();
  await expect(ghost).toHaveCount(1);
  const drawn = await ghost.innerHTML();
  await mover.page.locator('#open-device').click();
  await mover.page.locator('#language').selectOption('fr');
  await expect(mover.page.locator('html')).toHaveAttribute('lang', 'fr');
  await mover.page.locator('#device-close').click();
  await expectIn(mover.page, 'fr', 'the page after the switch');
  expect(await ghost.innerHTML(), 'the draft').toBe(drawn);

  await mover.page.locator('.board-commit:visible').click();
  const readers = [ana, bruno, chiara].map((reader) => {
    const language =
      reader === mover ? 'fr' : reader === ana ? 'en' : reader === bruno ? 'pt' : 'it';
    return { reader, played: patternOf(sentencesOf(language)['tsuro.log.placed']) };
  });
  for (const { reader, played } of readers) await expect(lastLine(reader)).toHaveText(played);
});

test('a switch leaves no sentence of the former language at the table', async ({ arrive }) => {
  const ana = await arrive('Ana');
  const { page } = ana;
  await ana.createRoom();
  await page.locator('#open-device').click();
  await page.locator('#language').selectOption('pt');
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt');
  await page.locator('#device-close').click();
  await expectIn(page, 'pt', 'the table');
  await page.locator('#change-settings').click();
  await expect(page.locator('#settings-dialog')).toBeVisible();
  for (const tab of await page.locator('#settings-dialog [role="tab"]').all()) {
    await tab.click();
    await expectIn(page, 'pt', 'the options');
  }
});

/** The widths in pixels at which pages are looked at with long sentences, each with a height. */
const WINDOWS = [
  { width: 1280, height: 800 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
  { width: 320, height: 640 },
];
/** The length that is added to each sentence of the pseudo-language. */
const LONGER = 0.4;

/**
 * Returns a sentence in a pseudo-language: with accents, in brackets, and longer.
 *
 * @param {string} sentence
 */
function pseudo(sentence) {
  const accented = sentence
    .split(/(\{\w+\})/)
    .map((part) => (part.startsWith('{') ? part : part.replace(/[aeiouAEIOU]/g, '$&\u0301')))
    .join('')
    .normalize('NFC');
  const letters = Math.ceil(sentence.replaceAll(/\{\w+\}/g, '').length * LONGER);
  const words = ' ~~~~'.repeat(Math.ceil(letters / 5)).slice(0, letters);
  return `[${accented}${words}]`;
}

/**
 * Lets a page load its sentences in the pseudo-language.
 *
 * @param {Page} page
 */
async function speakPseudo(page) {
  await page.context().route(/[./]en(\.[\w-]+)?\.json$/, async (route) => {
    const response = await route.fetch();
    const body = JSON.stringify(
      JSON.parse(await response.text(), (_, one) => (typeof one === 'string' ? pseudo(one) : one)),
    );
    await route.fulfill({ response, body });
  });
}

/**
 * Returns the excess width of the page, and the buttons whose label is cut off.
 *
 * @param {Page} page
 * @returns {Promise<string[]>}
 */
const cutOff = (page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const found = scrollWidth > clientWidth ? [`${scrollWidth} of ${clientWidth} pixels`] : [];
    for (const button of document.querySelectorAll('button, .button')) {
      const isSeen = button.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      // A person's own name is shortened, and its whole length is read.
      if (!isSeen || button.id === 'name' || getComputedStyle(button).clipPath !== 'none') continue;
      const { scrollHeight, clientHeight } = button;
      const isCut = button.scrollWidth > button.clientWidth + 1 || scrollHeight > clientHeight + 5;
      if (isCut) found.push(`${button.id || button.className}: ${button.textContent?.trim()}`);
    }
    return found;
  });

/**
 * Expects sentences of any length to fit into the page in every window.
 *
 * @param {Page} page
 * @param {string} what
 */
async function expectFits(page, what) {
  for (const size of WINDOWS) {
    await page.setViewportSize(size);
    await soon(() => cutOff(page), `${what} at ${size.width}`).toEqual([]);
  }
}

test('long sentences fit into every page and every game', async ({ arrive }) => {
  const ana = await arrive('Ana', { serviceWorkers: 'block' });
  ana.expectComplaint(/status of 404/);
  const { page } = ana;
  await speakPseudo(page);
  for (const path of ['/', ...PAGES]) {
    await page.goto(path);
    await expect(page.locator('body.worded')).toBeVisible();
    await expectFits(page, path);
  }
  for (const game of ['tsuro', 'tortus', 'section_x']) {
    await playAlone(page, game);
    await soon(() => isMine(page)).toBe(true);
    await expect(page.locator('.board-status')).toContainText('~');
    await expectFits(page, game);
    await page.locator('#open-rules').click();
    await expectFits(page, `the rules of ${game}`);
    await page.locator('#rules-close').click();
  }
});
