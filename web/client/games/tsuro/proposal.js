/**
 * A decision that is advised: what is put together for it, and how it is said. Pure.
 *
 * @import {TsuroAction, TsuroChoices, TsuroView} from '../../protocol.js'
 * @import {Words} from '../modules.js'
 * @import {Draft, Held} from './draft.js'
 */
import { never } from '../../lib/never.js';
import { NOTHING, offersOf } from './draft.js';
import { markWords, pathName } from './words.js';

/** Degrees of a quarter turn. */
const QUARTER = 90;

/**
 * The draft that is that decision; `null` for one that is made by a button of its own.
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
 * The keys of tiles by their numbers, each of those that are alike once.
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
 * What that decision would be, as advice.
 *
 * @param {TsuroAction} action
 * @param {TsuroView} view
 * @param {number} seat whose
 * @param {Words} words
 * @returns {string}
 */
export function proposal(action, view, seat, { text }) {
  switch (action.type) {
    case 'start':
      return text('tsuro.proposal.start', { mark: markWords(action.mark, text) });
    case 'place': {
      const hand = view.hands[seat]?.tiles ?? [];
      const number = hand.findIndex(({ tile }) => tile === action.tile) + 1;
      const square = view.choices?.type === 'place' ? view.choices.square : '';
      return action.rotation === 0
        ? text('tsuro.proposal.place', { number, square })
        : text('tsuro.proposal.place_turned', {
            number,
            square,
            degrees: QUARTER * action.rotation,
          });
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
