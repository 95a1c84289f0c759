/**
 * Temporary notices over the page: the state of the connection, the absence of the reader as the
 * game sees it, questions, and rejected requests.
 *
 * @import {Delay, Ending, Line} from './connection.js'
 * @import {Text} from './text.js'
 */
import { html, paint } from './dom.js';
import { youPath } from './you-path.js';

/** The time in milliseconds that a refusal stays visible. */
const COMPLAINT_MS = 9_000;
/** The time in milliseconds that a notice about an action on the reader's behalf stays visible. */
const NEWS_MS = 7_000;
/** The time in milliseconds without a connection that is not reported. */
const PATIENCE_MS = 1_200;
/** The reasons for a wait that have a sentence of their own. */
const DELAYS = new Set([
  ...['no_storage', 'full', 'too_many', 'busy', 'not_a_socket', 'unknown_host'],
  ...['foreign_origin_scheme', 'foreign_origin_host', 'foreign_origin_site'],
]);

/**
 * A notice that waits for an answer or for a player to go on.
 *
 * @typedef {object} Question
 * @property {string} key the key of the notice; it stays the same as long as the question does
 * @property {string} words
 * @property {readonly {label: string, chosen: () => void}[]} choices the choices; the first is the
 *   usual one
 * @property {boolean} [aside] whether the question is not about the game, and nothing waits for it
 */

/**
 * Creates the notices of a page.
 *
 * @param {HTMLElement} parent
 * @param {Text} text
 * @param {string} [lostWords] the text key of the notice about a lost connection
 */
export function createNotices(parent, text, lostWords = 'line.lost') {
  let lost = false;
  /** Whether there has been a connection. Only then can it be lost, with a game that is safe. */
  let had = false;
  /** The reason for the wait, and the time of the next attempt by `performance.now()`. */
  let delay = /** @type {{sentence: string, at: number} | null} */ (null);
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let countdown;
  let complaint = '';
  /** The notice about an action on the reader's behalf. */
  let news = '';
  /** The time when a rejected request may be retried, if the server has named it. */
  let tryAt = /** @type {number | null} */ (null);
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let waiting;
  /** @type {(() => void) | null} */
  let back = null;
  /** @type {readonly Question[]} */
  let questions = [];
  /** The current advice to the reader. */
  let hint = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let patience;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let fading;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let aging;

  function show() {
    paint(
      parent,
      delay &&
        html(
          'div',
          { key: 'delay', class: 'notice warn' },
          html('p', {}, delay.sentence),
          html('p', { class: 'soft', 'aria-hidden': 'true' }, sayAgain(delay.at)),
        ),
      lost &&
        !delay &&
        html('p', { key: 'lost', class: 'notice' }, text(had ? lostWords : 'line.never')),
      back &&
        html(
          'div',
          { key: 'away', class: 'notice strong' },
          html('p', {}, text('away.explained')),
          html('button', { type: 'button', class: 'primary', onclick: back }, text('away.back')),
        ),
      questions.map(({ key, words, choices, aside }) =>
        html(
          'div',
          {
            key,
            class: aside ? 'notice aside' : 'notice strong lasting',
            role: 'group',
            'aria-label': words,
          },
          html('p', {}, words),
          choices.map(({ label, chosen }, index) =>
            html(
              'button',
              {
                key: label,
                type: 'button',
                class: index === 0 ? 'primary' : '',
                onclick: chosen,
              },
              label,
            ),
          ),
        ),
      ),
      hint !== '' &&
        html(
          'div',
          { key: 'hint', class: 'notice strong' },
          html('p', {}, hint),
          closeButton(() => showHint('')),
        ),
      news !== '' &&
        html(
          'div',
          { key: 'news', class: 'notice strong' },
          html('p', {}, news),
          closeButton(() => tell('')),
        ),
      complaint !== '' &&
        html(
          'div',
          { key: 'complaint', class: 'notice warn' },
          html('p', {}, complaint),
          tryAt !== null && html('p', { class: 'soft', 'aria-hidden': 'true' }, sayWhen(tryAt)),
          closeButton(settle),
        ),
    );
  }

  /** @param {() => void} close */
  function closeButton(close) {
    return html(
      'button',
      {
        type: 'button',
        class: 'quiet square',
        'aria-label': text('close'),
        onclick: () => close(),
      },
      '×',
    );
  }

  /**
   * @param {string} sentence the action on the reader's behalf; an empty sentence removes the
   *   notice
   */
  function tell(sentence) {
    clearTimeout(aging);
    news = sentence;
    if (sentence !== '') aging = setTimeout(() => tell(''), NEWS_MS);
    show();
  }

  /** @param {string} sentence the advice to the reader; an empty sentence removes it */
  function showHint(sentence) {
    if (hint === sentence) return;
    hint = sentence;
    show();
  }

  /** @param {number} at */
  function sayAgain(at) {
    const seconds = Math.ceil((at - performance.now()) / 1000);
    return seconds > 0 ? text('line.again', { count: seconds }) : text('line.trying');
  }

  /** @param {number} at */
  function sayWhen(at) {
    const seconds = Math.ceil((at - performance.now()) / 1000);
    return seconds > 0 ? text('problem.again', { count: seconds }) : text('problem.now');
  }

  /** @param {Delay | null} next */
  function count(next) {
    clearInterval(countdown);
    delay =
      next && DELAYS.has(next.why)
        ? { sentence: text(`line.${next.why}`, next.values), at: performance.now() + next.ms }
        : null;
    if (delay) countdown = setInterval(show, 1_000);
  }

  function settle() {
    clearTimeout(fading);
    clearInterval(waiting);
    complaint = '';
    tryAt = null;
    show();
  }

  return {
    /**
     * @param {Line} line
     * @param {Delay | null} [wait]
     */
    showLine(line, wait = null) {
      // While the connection is being tried, the reason for the wait stays valid.
      if (line !== 'connecting') count(wait);
      if (line === 'open') had = true;
      if (line === 'open' || line === 'ended') {
        clearTimeout(patience);
        patience = undefined;
        // A request that failed for lack of a connection can succeed now.
        if (lost) complaint = '';
        lost = false;
        show();
        return;
      }
      if (delay) show();
      patience ??= setTimeout(() => {
        lost = true;
        show();
      }, PATIENCE_MS);
    },

    /** Removes the refusal, after a later action has succeeded. */
    settle() {
      if (complaint !== '') settle();
    },

    /**
     * @param {boolean} away
     * @param {() => void} come brings the player back to the game
     */
    showAway(away, come) {
      back = away ? come : null;
      show();
    },

    /** @param {readonly Question[]} now all questions that wait for an answer */
    showQuestions(now) {
      questions = now;
      show();
    },

    tell,
    showHint,

    /**
     * Shows a refusal for some seconds.
     *
     * @param {string} sentence
     * @param {number | null} [againMs] the milliseconds until a retry makes sense; they are counted
     *   down
     */
    complain(sentence, againMs = null) {
      clearTimeout(fading);
      clearInterval(waiting);
      complaint = sentence;
      tryAt = againMs === null ? null : performance.now() + againMs;
      if (tryAt !== null) waiting = setInterval(show, 1_000);
      fading = setTimeout(settle, COMPLAINT_MS + (againMs ?? 0));
      show();
    },
  };
}

/** The text keys for the close codes that forbid a reconnection. */
const ENDINGS = new Map([
  [4500, 'flood'],
  [4501, 'bad_frame'],
  [4502, 'removed'],
  [4503, 'too_many_tabs'],
  [4504, 'full'],
  [4505, 'locked'],
  [4506, 'outdated'],
]);

/** The problems found before a socket was opened that have texts of their own. */
const PROBLEMS = new Set([
  ...['no_such_room', 'corrupt', 'newer', 'signed_out', 'other_person', 'no_cookies'],
]);
/** The labels of the reload button, for reasons where a reload is more than a retry. */
const AGAIN = new Map([
  ['outdated', 'fault.reload'],
  ['signed_out', 'signed_out.stay'],
  ['other_person', 'fault.reload'],
  ['no_cookies', 'fault.reload'],
]);

/**
 * Shows why this page will not reconnect, and the possible next steps.
 *
 * @param {HTMLElement} parent
 * @param {Ending} ending
 * @param {Text} text
 * @param {string} room
 */
export function sayEnding(parent, ending, text, room) {
  const reason =
    'code' in ending
      ? (ENDINGS.get(ending.code) ?? 'other')
      : PROBLEMS.has(ending.problem)
        ? ending.problem
        : 'other';
  const again = reason !== 'no_such_room' && reason !== 'removed';
  const back = reason === 'signed_out' && youPath('code');
  paint(
    parent,
    html('h1', {}, text(`ending.${reason}.title`)),
    html('p', {}, text(`ending.${reason}.body`, { room })),
    html(
      'div',
      { class: 'actions' },
      back && html('a', { class: 'button primary', href: back }, text('signed_out.come_back')),
      again &&
        html(
          'button',
          { type: 'button', class: back ? '' : 'primary', onclick: () => location.reload() },
          text(AGAIN.get(reason) ?? 'ending.again'),
        ),
      html('a', { class: again ? 'button' : 'button primary', href: '/' }, text('ending.lobby')),
    ),
  );
}

/** The number of sentences that stay in the live region, so that recent ones can be read again. */
const KEPT = 6;

/**
 * Creates the announcer for the only live region of the page. Screen readers read each sentence
 * politely, after the current one.
 *
 * @param {Element} region
 * @returns {(sentence: string) => void}
 */
export function createAnnounce(region) {
  return (sentence) => {
    const line = document.createElement('p');
    // The sentence is only read aloud, so it is a single text node without marked names.
    line.textContent = sentence;
    region.append(line);
    while (region.childElementCount > KEPT) region.firstElementChild?.remove();
  };
}
