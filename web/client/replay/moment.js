/**
 * The part of a review that describes a pointed out move: the better move, the reasons, and the
 * buttons that show both on the board.
 *
 * @import {WorstMoment} from '../protocol.js'
 * @import {Words} from '../games/modules.js'
 */
import { createButton, html } from '../lib/dom.js';
import { sayProposal, sayReasons } from '../room/game/hint.js';
import { gradeOf } from './grades.js';

/** @typedef {'better' | 'chosen'} Which the decision of a moment that is shown on the board */

/**
 * Creates the grade of a decision, with its loss.
 *
 * @param {number} loss
 * @param {Words} words
 */
export function badge(loss, { text }) {
  const grade = gradeOf(loss);
  return html(
    'span',
    { class: `grade ${grade}` },
    text(`review.grade.${grade}`),
    loss > 0 && ' ',
    loss > 0 && html('span', {}, text('review.loss', { loss })),
  );
}

/**
 * Describes a moment.
 *
 * @param {WorstMoment} moment
 * @param {Which | null} which the decision that is shown on the board
 * @param {Words} words
 * @param {{ choose: (which: Which) => void, find: (() => void) | null }} on
 */
export function momentOf(moment, which, words, { choose, find }) {
  const { text } = words;
  const choices = /** @type {const} */ (['chosen', 'better']);
  return html(
    'div',
    { class: 'review-moment' },
    sayMoment(moment, words),
    html(
      'div',
      { class: 'review-choices' },
      choices.map((one) =>
        createButton(
          { 'aria-pressed': String(which === one), onclick: () => choose(one) },
          text(`review.show_${one}`),
        ),
      ),
    ),
    find && html('p', {}, createButton({ class: 'quiet', onclick: find }, text('review.log'))),
  );
}

/**
 * @param {WorstMoment} moment
 * @param {Words} words
 */
function sayMoment({ seat, action, reasons, better, loss, view }, words) {
  const { text } = words;
  const before = better.share;
  const lines = /** @type {const} */ ([
    ['chosen', action, reasons],
    ['better', better.action, better.reasons],
  ]);
  return html(
    'div',
    {},
    before !== null &&
      html('p', {}, text('review.instead', { before, after: Math.max(0, before - loss) })),
    html(
      'dl',
      {},
      lines.map(([which, decided, why]) =>
        html(
          'div',
          {},
          html('dt', {}, text(`review.${which}`)),
          html(
            'dd',
            {},
            [sayProposal(decided, view, seat, words), ...sayReasons(why, view.game, words)].join(
              ' ',
            ),
          ),
        ),
      ),
    ),
  );
}
