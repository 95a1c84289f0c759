/**
 * Plays a whole game alone against bots by clicks: each hint is carried out on the board or beside
 * it.
 */

import { setTimeout } from 'node:timers/promises';

/** @import { Browser } from './browser.js' */

/** The timeout in milliseconds of a bot's move or a hint on a busy machine. */
const MOVE_MS = 90_000;
/**
 * The interval in milliseconds between two hints, which the server's rate limit allows permanently.
 */
const HINT_MS = 3_000;
const LOOK_MS = 100;
/** The number of decisions after which a game counts as endless. */
const MOST = 600;

/** The button that confirms the assembled decision, while it is enabled. */
const COMMIT = '.board-commit:not([aria-disabled="true"], .absent)';
/** The confirm button on the board. */
const CHECK = '.confirm';
/**
 * The buttons for decisions without a choice on the board, in order of preference. The hint tells
 * whether to stop or to end.
 */
const PLAIN = ['.sx-answers button', '.sx-skip', '.sx-end', '.tortus-end:not(.absent)'];

/**
 * The kind of input that the page waits for, as its reader sees it.
 *
 * @typedef {'over' | 'report' | 'pile' | 'decide' | null} Asked
 */

/**
 * Starts a game against bots on the front page.
 *
 * @param {Browser} browser
 * @param {string} origin
 * @param {{ kind: string, bots?: number, level: string }} wishes
 */
export async function beginSolo(browser, origin, { kind, bots, level }) {
  await browser.go(`${origin}/`);
  await browser.until('a name', () => document.querySelector('#name')?.textContent);
  await browser.run((game) => {
    const card = document.querySelector(`#game-cards input[value="${game}"]`);
    if (card instanceof HTMLInputElement) card.click();
  }, kind);
  await browser.until(
    'the texts of the game',
    (game) => document.getElementById('start')?.dataset['game'] === game,
    kind,
  );
  await browser.run(
    ([count, how]) => {
      const choose = (/** @type {string} */ id, /** @type {string | null | undefined} */ value) => {
        const select = /** @type {HTMLSelectElement} */ (document.getElementById(id));
        if (value == null) return;
        select.value = value;
        select.dispatchEvent(new Event('change', { bubbles: true }));
      };
      choose('solo-bots', count);
      choose('solo-level', how);
    },
    [bots === undefined ? null : String(bots), level],
  );
  await browser.click('#play-computer');
  await browser.until('a board', () => document.querySelector('.board-picture .cell') !== null);
}

/** @param {Browser} browser @returns {Promise<Asked>} */
function asked(browser) {
  return browser.run(() => {
    const drawn = (/** @type {string} */ selector) =>
      [...document.querySelectorAll(selector)].some((one) => one.getClientRects().length > 0);
    if (document.body.dataset['phase'] === 'over') return drawn('#winner h2') ? 'over' : null;
    if (drawn('.sx-banner button')) return 'report';
    if (!/Your turn/.test(document.title)) return null;
    if (drawn('.board-panel.drawing .sx-pile:not([aria-disabled="true"])')) return 'pile';
    // The title of the page lags slightly behind.
    return drawn('.board-hint:not([aria-disabled="true"])') ? 'decide' : null;
  });
}

/** Returns the number of log lines. Each decision adds at least one. @param {Browser} browser */
const lines = (browser) => browser.run(() => document.querySelectorAll('#log li').length);

/**
 * Plays until the game is over.
 *
 * @param {Browser} browser
 * @returns {Promise<{ decisions: number, verdict: string }>}
 */
export async function playSolo(browser) {
  let last = 0;
  for (let decisions = 0; decisions < MOST; ) {
    const what = await untilAsked(browser);
    if (what === 'over') return { decisions, verdict: await verdictOf(browser) };
    if (what === 'report') {
      await browser.click('.sx-banner button');
      continue;
    }
    const before = await lines(browser);
    if (what === 'pile') await browser.click('.sx-pile:not([aria-disabled="true"])');
    else {
      const free = last + HINT_MS - Date.now();
      if (free > 0) {
        // The game may be over after the pause.
        await setTimeout(free);
        continue;
      }
      last = Date.now();
      await decide(browser, decisions % 2 === 0 ? CHECK : COMMIT);
    }
    decisions += 1;
    await untilDecided(browser, before);
  }
  throw new Error(`after ${MOST} decisions the game is not over`);
}

/** @param {Browser} browser */
async function untilAsked(browser) {
  const end = Date.now() + MOVE_MS;
  for (;;) {
    const what = await asked(browser);
    if (what !== null) return what;
    if (Date.now() > end) throw new Error(`nothing is asked\n${await browser.said()}`);
    await setTimeout(LOOK_MS);
  }
}

/**
 * @param {Browser} browser
 * @param {number} before the number of log lines before the decision
 */
async function untilDecided(browser, before) {
  await browser.until(
    'what was decided',
    (had) =>
      document.querySelectorAll('#log li').length > (had ?? 0) ||
      document.querySelector('.sx-banner:not([hidden])') !== null,
    before,
  );
}

/**
 * Requests a hint, and requests it again while the server refuses it: the hints of one address are
 * limited.
 *
 * @param {Browser} browser
 */
async function hintOf(browser) {
  const end = Date.now() + MOVE_MS;
  for (;;) {
    await browser.click('.board-hint');
    const answer = await browser.until(
      'a hint',
      () => {
        const said = document.querySelector('.notice.hint > p')?.textContent;
        const warned = document.querySelector('.notice.warn') !== null;
        return said || warned ? { hint: said ?? '', refused: warned } : null;
      },
      undefined,
      MOVE_MS,
    );
    if (answer && !answer.refused) return answer.hint;
    if (Date.now() > end) throw new Error('the server gives no hint');
    await browser.until('the end of the refusal', () => !document.querySelector('.notice.warn'));
  }
}

/**
 * Requests a hint and carries it out.
 *
 * @param {Browser} browser
 * @param {string} by the preferred control for the confirmation: on the board, or beside it
 */
async function decide(browser, by) {
  const hint = await hintOf(browser);
  const before = await lines(browser);
  if (/^(Stop here|Keep your|Keep [^ ]+'s|End turn)/.test(hint)) {
    await decidePlainly(browser, hint, before);
    return;
  }
  await browser.until(
    'a decision that is put together',
    (one) => document.querySelector(one) !== null,
    COMMIT,
  );
  if (by === CHECK && (await browser.has(CHECK))) await browser.press(CHECK);
  else await browser.click(COMMIT);
}

/**
 * @param {Browser} browser
 * @param {string} hint
 * @param {number} before the number of log lines before the decision
 */
async function decidePlainly(browser, hint, before) {
  if (hint.startsWith('Keep your tiles') && (await browser.has('.offer-buttons')))
    return browser.click('.offer-buttons button', 'Keep my tiles');
  if (hint.startsWith('End turn') && (await browser.has(COMMIT))) return browser.click(COMMIT);
  for (const button of PLAIN) {
    if (!(await browser.has(button))) continue;
    await browser.click(button);
    break;
  }
  // If the action would lose something, it must be confirmed a second time.
  const again = await browser.until(
    'what was decided, or a question',
    (had) =>
      document.querySelectorAll('#log li').length > (had ?? 0)
        ? 'no'
        : document.querySelector('.board-commit:not([aria-disabled="true"], .absent)') && 'yes',
    before,
  );
  if (again === 'yes') await browser.click(COMMIT);
}

/** @param {Browser} browser */
const verdictOf = (browser) =>
  browser.run(() => document.querySelector('#winner h2')?.textContent ?? '');
