/**
 * The part of the review that describes the selected step: the move, its grade, the better move and
 * the reasons.
 *
 * @import {WorstMoment} from '../../protocol.js'
 * @import {Words} from '../../games/modules.js'
 * @import {RoomContext} from '../context.js'
 * @import {Replay} from './replay.js'
 */
import { createButton, html, paint } from '../../lib/dom.js';
import { glyph } from '../../lib/glyph.js';
import { sayProposal, sayReasons } from '../game/hint.js';
import { sayStep } from './chances.js';
import { gradeOf } from './grades.js';

/** @typedef {'better' | 'chosen'} Which the decision of a moment that is shown on the board */

/**
 * Describes a step.
 *
 * @param {HTMLElement} parent
 * @param {Replay} replay
 * @param {{ step: number, which: Which }} at
 * @param {RoomContext} context
 * @param {Words} words
 * @param {{ choose: (which: Which) => void, find: (version: number) => void }} on
 */
export function paintStep(parent, replay, { step, which }, context, words, on) {
  const { text } = words;
  const decision = replay.decision(step);
  const moment = replay.moment(step);
  const entry = context.chronicle.entries.find(({ version }) => version === decision?.version);
  paint(
    parent,
    html(
      'p',
      { class: 'review-head' },
      decision && headOf(decision.seat, context, words),
      decision?.loss != null && badge(decision.loss, words),
      html('small', { class: 'soft' }, sayStep(step, replay, text)),
    ),
    moment
      ? sayMoment(moment, words)
      : html('p', { key: 'told' }, entry?.sentences.join(' ') ?? ''),
    moment && html('div', { key: 'choice', class: 'review-choices' }, choices(which, text, on)),
    entry &&
      moment &&
      html(
        'p',
        { key: 'log' },
        createButton(
          { class: 'quiet', onclick: () => on.find(moment.version) },
          text('review.log'),
        ),
      ),
  );
}

/**
 * Creates the shape and the name of a player.
 *
 * @param {number} seat
 * @param {RoomContext} context
 * @param {Words} words
 */
export function headOf(seat, { chronicle }, words) {
  const colour = chronicle.players[seat]?.colour ?? null;
  return html(
    'strong',
    { class: 'review-who' },
    colour && glyph(colour),
    html('span', { dir: 'auto', translate: 'no' }, words.name(seat)),
  );
}

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
    { key: 'moment', class: 'review-moment' },
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

/**
 * @param {Which} which
 * @param {Words['text']} text
 * @param {{ choose: (which: Which) => void }} on
 */
const choices = (which, text, { choose }) =>
  /** @type {const} */ (['chosen', 'better']).map((one) =>
    createButton(
      { 'aria-pressed': String(which === one), onclick: () => choose(one) },
      text(`review.show_${one}`),
    ),
  );
