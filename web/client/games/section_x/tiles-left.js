/**
 * Lists the tiles that may still be drawn, by kind, as far as the viewer knows.
 *
 * @import {SectionXKind} from '../../protocol.js'
 * @import {Plan} from './plan.js'
 * @import {Text} from './words.js'
 */
import { html } from '../../lib/dom.js';
import { pictureOf } from './tile.js';
import { kindWords } from './words.js';

/**
 * Counts the tiles of each kind that the viewer cannot see. They are in the piles or in the stocks
 * of other players.
 *
 * @param {Plan} plan
 * @returns {{ kind: SectionXKind, left: number, count: number }[]}
 */
export function leftOf({ view }) {
  /** @type {(SectionXKind | null)[]} */
  const seen = [
    ...view.tiles.map(({ kind }) => kind),
    ...view.players.flatMap(({ stock }) => stock),
  ];
  return view.kinds.map(({ kind, count }) => ({
    kind,
    count,
    left: count - seen.filter((one) => one === kind).length,
  }));
}

/**
 * @param {Plan} plan
 * @param {Text} text
 * @returns {HTMLElement[]}
 */
export function drawLeft(plan, text) {
  const all = leftOf(plan);
  const total = all.reduce((sum, { left }) => sum + left, 0);
  return [
    html('p', {}, text('section_x.left.total', { count: total })),
    html(
      'ul',
      { class: 'sx-left' },
      ...all.map(({ kind, left, count }) =>
        html(
          'li',
          { class: left === 0 ? 'none' : '' },
          pictureOf(plan.sections(kind), 0),
          html('span', {}, kindWords(kind, text)),
          html('strong', {}, text('section_x.left.of', { left, count })),
        ),
      ),
    ),
  ];
}
