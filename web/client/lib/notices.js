/**
 * Temporary notices: the state of the connection, the absence of the reader as the game sees it,
 * questions, and rejected requests. They are over the page, or during a game one at a time beside
 * the hand, where space is reserved for them.
 *
 * @import {Delay, Line} from './connection.js'
 * @import {Text} from './text.js'
 */
import { html, paint } from './dom.js';
import { drawAway, drawQuestion, drawSentence, drawSummary } from './notices/drawing.js';
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
 * The summary of the other players' turns.
 *
 * @typedef {object} Summary
 * @property {string} words
 * @property {string} button the short label of the button
 * @property {string} label the label of the button in full
 * @property {(() => void) | null} chosen called when the button is pressed; `null` for no button
 */

/**
 * The place of the notices beside the hand.
 *
 * @typedef {object} GamePlace
 * @property {HTMLElement} element
 * @property {() => boolean} isOpen returns whether the place is visible now
 * @property {() => boolean} hasUnsent returns whether a decision waits for the connection
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
 * @param {GamePlace | null} [place]
 */
export function createNotices(parent, text, lostWords = 'line.lost', place = null) {
  const line = new LineNotice(text, lostWords, show, place?.hasUnsent);
  const refusal = new RefusalNotice(text, show);
  /** Brings the reader back to the game, while it counts them as away. */
  let back = /** @type {(() => void) | null} */ (null);
  /** @type {readonly Question[]} */
  let questions = [];
  /** The current advice to the reader. */
  let hint = '';
  /** @type {Summary | null} */
  let summary = null;
  /** The notice about an action on the reader's behalf. */
  let news = '';
  /** The notice of the server's operator. */
  let operator = '';
  /** The sentence about the player whom the game waits for, if that player is absent. */
  let absence = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let aging;

  /** Draws all notices, the most urgent first. */
  const drawAll = () =>
    [
      line.draw(),
      refusal.draw(),
      back && drawAway(text, back),
      ...questions.filter(({ aside }) => !aside).map(drawQuestion),
      drawSentence(text, 'news', news, () => tell('')),
      drawSentence(text, 'operator', operator, () => showOperator('')),
      drawSentence(text, 'hint', hint, () => showHint('')),
      place?.isOpen() && summary && drawSummary(summary),
      absence !== '' && html('p', { key: 'absence', class: 'notice calm' }, absence),
      ...questions.filter(({ aside }) => aside).map(drawQuestion),
    ].filter(Boolean);

  function show() {
    const all = drawAll();
    const isBeside = place?.isOpen() ?? false;
    // The reserved space has room for one notice. The next one follows when this one is done.
    if (place) paint(place.element, isBeside ? all.slice(0, 1) : []);
    paint(parent, isBeside ? [] : all);
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

  /** @param {string} sentence the notice of the operator; an empty sentence removes it */
  function showOperator(sentence) {
    operator = sentence;
    show();
  }

  return {
    tell,
    showHint,
    showOperator,
    /** @param {Summary | null} next what the other players have done; `null` removes it */
    showSummary(next) {
      if (next === null && summary === null) return;
      summary = next;
      show();
    },

    /** Draws the notices again after their place or the unsent decisions have changed. */
    show,
    /** Returns whether the connection is reported as lost. */
    isLost: () => line.isLost,

    /** @param {string} sentence the absence of a player; an empty sentence removes it */
    showAbsence(sentence) {
      if (absence === sentence) return;
      absence = sentence;
      show();
    },

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
