/**
 * Temporary notices over the page: the state of the connection, the absence of the reader as the
 * game sees it, questions, and rejected requests.
 *
 * @import {Delay, Line} from './connection.js'
 * @import {Text} from './text.js'
 */
import { paint } from './dom.js';
import { drawAway, drawQuestion, drawSentence } from './notices/drawing.js';
import { LineNotice } from './notices/line.js';
import { RefusalNotice } from './notices/refusal.js';

/** The time in milliseconds that a notice about an action on the reader's behalf stays visible. */
const NEWS_MS = 7_000;

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
 * @typedef {ReturnType<typeof createNotices>} PageNotices
 */

/**
 * Creates the notices of a page.
 *
 * @param {HTMLElement} parent
 * @param {Text} text
 * @param {string} [lostWords] the text key of the notice about a lost connection
 */
export function createNotices(parent, text, lostWords = 'line.lost') {
  const line = new LineNotice(text, lostWords, show);
  const refusal = new RefusalNotice(text, show);
  /** Brings the reader back to the game, while it counts them as away. */
  let back = /** @type {(() => void) | null} */ (null);
  /** @type {readonly Question[]} */
  let questions = [];
  /** The current advice to the reader. */
  let hint = '';
  /** The notice about an action on the reader's behalf. */
  let news = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let aging;

  function show() {
    paint(
      parent,
      line.draw(),
      back && drawAway(text, back),
      questions.map(drawQuestion),
      drawSentence(text, 'hint', hint, () => showHint('')),
      drawSentence(text, 'news', news, () => tell('')),
      refusal.draw(),
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

  return {
    tell,
    showHint,

    /**
     * @param {Line} next
     * @param {Delay | null} [wait]
     */
    showLine(next, wait = null) {
      // A request that failed for lack of a connection can succeed now.
      if (line.follow(next, wait)) refusal.remove();
    },

    /** Removes the refusal, after a later action has succeeded. */
    settle: () => refusal.remove(),

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

    /**
     * Shows a refusal for some seconds.
     *
     * @param {string} sentence
     * @param {number | null} [againMs] the milliseconds until a retry makes sense; they are counted
     *   down
     */
    complain: (sentence, againMs = null) => refusal.show(sentence, againMs),
  };
}
