/**
 * What the panel says and offers under a view. Pure.
 *
 * @import {Face, TsuroChoices, TsuroView} from '../../../protocol.js'
 * @import {Composition} from './compose.js'
 * @import {Card} from './hand.js'
 * @import {PanelState} from './panel.js'
 * @import {Names, Text} from './words.js'
 */
import { never } from '../never.js';
import { isBlocked, rotationOf } from './compose.js';
import { markWords, pathWords } from './words.js';

/**
 * @typedef {object} Situation
 * @property {TsuroView} view
 * @property {number | null} own the viewer's seat
 * @property {string | null} words what the placement in view would do
 * @property {boolean} chosen whether a tile is chosen
 * @property {number} ways in how many rotations it can be laid
 * @property {string | null} mark the start mark that is chosen
 * @property {boolean} blocked whether a tile is looked at that can't be laid
 * @property {boolean} busy whether a decision is on its way
 * @property {Text} text
 * @property {Names} name
 */

/**
 * @param {Situation} situation
 * @returns {PanelState}
 */
export function panelState(situation) {
  const { view, own, chosen, mark, busy, text, name } = situation;
  const { choices } = view;
  const complete = choices?.type === 'start' ? mark !== null : chosen;
  const dragon = view.dragon === null ? text('tsuro.dragon.beside') : text('tsuro.dragon.held', { name: name(view.dragon) });
  return {
    status: status(situation),
    tone: tone(situation),
    seated: own !== null,
    turnable: chosen && situation.ways > 1 && view.phase !== 'over',
    commit: choices === null ? null : text(choices.type === 'start' ? 'tsuro.start.commit' : 'tsuro.place.commit'),
    ready: choices !== null && complete && !busy,
    pile: text('tsuro.pile', { count: view.pile }),
    dragon: view.dragon_in_play ? dragon : null,
    held: view.dragon !== null,
  };
}

/**
 * How the tiles in hand are shown.
 *
 * @param {readonly Face[]} hand
 * @param {TsuroChoices | null} choices
 * @param {Composition} composition
 * @param {Text} text
 * @returns {Card[]}
 */
export function cardsOf(hand, choices, composition, text) {
  return hand.map((face, index) => {
    const rotation = rotationOf(choices, face, composition);
    return {
      face,
      rotation,
      chosen: face.tile === composition.tile,
      blocked: isBlocked(choices, face.tile) ? text('tsuro.blocked') : null,
      label: text('tsuro.hand.tile', {
        number: index + 1,
        count: hand.length,
        paths: pathWords(face, rotation, text),
      }),
    };
  });
}

/** @param {Situation} situation */
function tone({ view, blocked, words }) {
  if (view.choices === null) return 'calm';
  const forced = view.choices.type === 'place' && view.choices.forced;
  return blocked || (forced && words === null) ? 'warn' : 'act';
}

/** @param {Situation} situation */
function status(situation) {
  const { view, own, text, name } = situation;
  const { choices } = view;
  if (choices === null) return waiting(view, own, text, name);
  switch (choices.type) {
    case 'start':
      return situation.mark === null
        ? text('tsuro.start.choose')
        : text('tsuro.start.words', { mark: markWords(situation.mark, text) });
    case 'place': {
      if (situation.blocked) return text('tsuro.blocked');
      const forced = choices.forced ? [text('tsuro.forced')] : [];
      const fixed = situation.chosen && situation.ways === 1 ? [text('tsuro.one_way')] : [];
      return [...forced, situation.words ?? text('tsuro.place.choose'), ...fixed].join(' ');
    }
    case 'path':
    case 'swap':
      return text('tsuro.status.yours');
    default:
      return never(choices);
  }
}

/**
 * @param {TsuroView} view
 * @param {number | null} own
 * @param {Text} text
 * @param {Names} name
 */
function waiting(view, own, text, name) {
  if (view.turn === null || view.phase === 'over') return text('tsuro.status.over');
  if (view.turn === own) return text('tsuro.status.yours');
  return text(view.phase === 'starting' ? 'tsuro.status.starting' : 'tsuro.status.placing', { name: name(view.turn) });
}
