/**
 * Turns a suggested decision into a draft and into words. The functions are pure.
 *
 * @import {TsuroAction, TsuroChoices, TsuroView} from '../../protocol.js'
 * @import {Words} from '../modules.js'
 * @import {Draft, Held} from './draft.js'
 */
import { never } from '../../lib/never.js';
import { NOTHING, offersOf } from './draft.js';
import { pathName, shortMark } from './words.js';

/**
 * Returns the draft that amounts to the decision, or `null` for a decision that has a button of its
 * own.
 *
 * @param {TsuroAction} action
 * @param {TsuroChoices | null} choices
 * @param {readonly Held[]} hand
 * @returns {Draft | null}
 */
export function draftFor(action, choices, hand) {
  switch (action.type) {
    case 'start':
      return { ...NOTHING, mark: action.mark };
    case 'place': {
      const { tile, rotation, port = null } = action;
      const held = hand.find(({ face }) => face.tile === tile);
      return held ? { ...NOTHING, tile: held.key, turned: { [held.key]: rotation }, port } : null;
    }
    case 'path':
      return { ...NOTHING, port: action.port };
    case 'swap': {
      const offered = offersOf(choices).flatMap(({ tiles }) => tiles);
      return { ...NOTHING, give: keysOf(hand, action.give), take: keysOf(offered, action.take) };
    }
    case 'keep':
    case 'resign':
      return null;
    default:
      return never(action);
  }
}

/**
 * Returns the keys of held tiles by their numbers. Of identical tiles, each key is used only once.
 *
 * @param {readonly Held[]} held
 * @param {readonly number[]} tiles
 */
function keysOf(held, tiles) {
  const left = [...tiles];
  return held.flatMap(({ key, face }) => {
    const at = left.indexOf(face.tile);
    if (at < 0) return [];
    left.splice(at, 1);
    return [key];
  });
}

/**
 * Describes a decision in words, as advice.
 *
 * @param {TsuroAction} action
 * @param {TsuroView} view
 * @param {number} seat the seat that would decide
 * @param {Words} words
 * @returns {string}
 */
export function proposal(action, view, seat, { text }) {
  switch (action.type) {
    case 'start':
      return text('tsuro.proposal.start', { mark: shortMark(action.mark, text) });
    case 'place': {
      const hand = view.hands[seat]?.tiles ?? [];
      const number = hand.findIndex(({ tile }) => tile === action.tile) + 1;
      return text('tsuro.proposal.place', { number });
    }
    case 'path':
      return text('tsuro.proposal.path', { path: pathName(action.port, text) });
    case 'swap':
      return text('tsuro.proposal.swap', { count: action.give.length });
    case 'keep':
    case 'resign':
      return text(`tsuro.proposal.${action.type}`);
    default:
      return never(action);
  }
}
