/**
 * Draws notices that have no state of their own.
 *
 * @import {Question, Summary} from '../notices.js'
 * @import {Text} from '../text.js'
 */
import { createButton, html } from '../dom.js';
import { icon } from '../icons.js';

/**
 * Returns the remaining seconds until a moment, rounded up.
 *
 * @param {number} at the moment by `performance.now()`
 */
export const secondsUntil = (at) => Math.ceil((at - performance.now()) / 1000);

/**
 * Draws the button that closes a notice.
 *
 * @param {Text} text
 * @param {() => void} close
 */
export const closeButton = (text, close) =>
  createButton(
    { class: 'quiet square', 'aria-label': text('close'), onclick: () => close() },
    icon('close'),
  );

/**
 * Draws a sentence that the reader can close, or nothing if it is empty.
 *
 * @param {Text} text
 * @param {string} key the key of the notice
 * @param {string} words
 * @param {() => void} close
 */
export const drawSentence = (text, key, words, close) =>
  words !== '' &&
  html(
    'div',
    { key, class: `notice strong ${key}` },
    html('p', {}, words),
    closeButton(text, close),
  );

/**
 * Draws the notice that the game counts the reader as away.
 *
 * @param {Text} text
 * @param {() => void} come brings the player back to the game
 */
export const drawAway = (text, come) =>
  html(
    'div',
    { key: 'away', class: 'notice strong' },
    html('p', {}, text('away.explained')),
    createButton({ class: 'primary', onclick: come }, text('away.back')),
  );

/** Draws a question with its choices. @param {Question} question */
export const drawQuestion = ({ key, words, choices, aside }) =>
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
      createButton({ key: label, class: index === 0 ? 'primary' : '', onclick: chosen }, label),
    ),
  );

/** Draws what the other players have done. @param {Summary} summary */
export const drawSummary = ({ words, button, label, chosen }) =>
  html(
    'div',
    { key: 'summary', class: 'notice strong summary' },
    html('p', {}, words),
    chosen &&
      createButton(
        { key: 'replay', 'aria-label': label, title: label, onclick: chosen },
        icon('replay'),
        html('span', {}, button),
      ),
  );
