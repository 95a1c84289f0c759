/**
 * What lies over the page for a while: how the connection is, that one is away, what was refused.
 *
 * @import {Delay, Ending, Line} from './connection.js'
 * @import {Text} from './text.js'
 */
import { html, paint } from './dom.js';
import { youPath } from './you-path.js';

/** Milliseconds for which a refusal can be read. */
const COMPLAINT_MS = 9_000;
/** Milliseconds for which it can be read what was done for somebody. */
const NEWS_MS = 7_000;
/** Milliseconds without a connection that are not worth a word. */
const PATIENCE_MS = 1_200;
/** Why a connection waits, where there is more to say than that it does. */
const DELAYS = new Set([
  ...['no_storage', 'full', 'too_many', 'busy', 'not_a_socket', 'unknown_host'],
  ...['foreign_origin_scheme', 'foreign_origin_host', 'foreign_origin_site'],
]);

/**
 * What waits for an answer, or for somebody to go on.
 *
 * @typedef {object} Question
 * @property {string} key of the notice, the same as long as it is the same question
 * @property {string} words
 * @property {readonly {label: string, chosen: () => void}[]} choices the first is the usual one
 * @property {boolean} [aside] whether it is not about the game, and nothing waits for it
 */

/**
 * @param {HTMLElement} parent
 * @param {Text} text
 * @param {string} [lostWords] the key of what is said when a connection is lost
 */
export function createNotices(parent, text, lostWords = 'line.lost') {
  let lost = false;
  /** Whether there was a connection: only then one can be lost, with a game that is safe. */
  let had = false;
  /** Why it waits, and at what time it tries again, by `performance.now()`. */
  let delay = /** @type {{sentence: string, at: number} | null} */ (null);
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let countdown;
  let complaint = '';
  /** What was done for the reader. */
  let news = '';
  /** When what was refused may be tried again, if the server has said so. */
  let tryAt = /** @type {number | null} */ (null);
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let waiting;
  /** @type {(() => void) | null} */
  let back = null;
  /** @type {readonly Question[]} */
  let questions = [];
  /** What the reader is advised to do. */
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

  /** @param {string} sentence what was done for the reader; an empty one takes it away */
  function tell(sentence) {
    clearTimeout(aging);
    news = sentence;
    if (sentence !== '') aging = setTimeout(() => tell(''), NEWS_MS);
    show();
  }

  /** @param {string} sentence what the reader is advised to do; an empty one takes it away */
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
      // While it tries, the reason still stands.
      if (line !== 'connecting') count(wait);
      if (line === 'open') had = true;
      if (line === 'open' || line === 'ended') {
        clearTimeout(patience);
        patience = undefined;
        // What was refused for want of a connection can be done now.
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

    /** Something was done that could be done: what was refused before it need not be read any more. */
    settle() {
      if (complaint !== '') settle();
    },

    /**
     * @param {boolean} away
     * @param {() => void} come
     */
    showAway(away, come) {
      back = away ? come : null;
      show();
    },

    /** @param {readonly Question[]} now all that wait for an answer */
    showQuestions(now) {
      questions = now;
      show();
    },

    tell,
    showHint,

    /**
     * @param {string} sentence
     * @param {number | null} [againMs] milliseconds after which to try again: they are counted down
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

/** What is said for the close codes after which there is no coming back. */
const ENDINGS = new Map([
  [4500, 'flood'],
  [4501, 'bad_frame'],
  [4502, 'removed'],
  [4503, 'too_many_tabs'],
  [4504, 'full'],
  [4505, 'locked'],
  [4506, 'outdated'],
]);

/** The problems found before a socket that have words of their own. */
const PROBLEMS = new Set([
  ...['no_such_room', 'corrupt', 'newer', 'signed_out', 'other_person', 'no_cookies'],
]);
/** What the button says that loads the page again, where that is not only to try again. */
const AGAIN = new Map([
  ['outdated', 'fault.reload'],
  ['signed_out', 'signed_out.stay'],
  ['other_person', 'fault.reload'],
  ['no_cookies', 'fault.reload'],
]);

/**
 * Says why this page will not come back, and what to do.
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

/** Sentences that stay in the region: what was said just now can be read again. */
const KEPT = 6;

/**
 * The one live region: what it says is read out, politely, after what is being read.
 *
 * @param {Element} region
 * @returns {(sentence: string) => void}
 */
export function createAnnounce(region) {
  return (sentence) => {
    const line = document.createElement('p');
    // Only heard: in one piece.
    line.textContent = sentence;
    region.append(line);
    while (region.childElementCount > KEPT) region.firstElementChild?.remove();
  };
}
