/**
 * Turns a suggested decision into a draft and into words. The functions are pure.
 *
 * @import {SectionXAction, SectionXKind, SectionXView} from '../../protocol.js'
 * @import {Words} from '../modules.js'
 * @import {Draft, Making, Tool} from './draft.js'
 */
import { never } from '../../lib/never.js';
import { NOTHING } from './draft.js';
import { look } from './geometry.js';
import { legalAt, legalOther } from './rotations.js';
import { kindWords, placeWords } from './words.js';

/**
 * Returns the draft that amounts to the decision, or `null` for a decision that has a button of its
 * own.
 *
 * @param {SectionXAction} action
 * @param {Making} making
 * @returns {Draft | null}
 */
export function draftFor(action, making) {
  switch (action.type) {
    case 'place':
      return laid(making, { type: 'stock', at: action.stock }, action.cell, action.rotation);
    case 'turn':
      return laid(making, { type: 'tile', cell: action.cell }, action.cell, action.rotation);
    case 'relocate':
      return laid(making, { type: 'tile', cell: action.from }, action.to, action.rotation);
    case 'exchange': {
      const { a, b, rotation_a: turned, rotation_b: other } = action;
      const draft = laid(making, { type: 'tile', cell: a }, b, turned);
      const kind = making.plan.tile(b)?.kind;
      const legal = legalOther({ ...making, draft });
      return { ...draft, other: alike(making, kind, other, legal) };
    }
    case 'step':
      return { ...NOTHING, tool: { type: 'prisoner', number: action.prisoner }, to: action.to };
    case 'door':
      return { ...NOTHING, tool: { type: 'door', from: action.from }, to: action.to };
    case 'give_door':
      return { ...NOTHING, tool: { type: 'give' }, to: action.section };
    case 'draw':
    case 'skip_tile':
    case 'fight_choice':
    case 'end_turn':
    case 'resign':
      return null;
    default:
      return never(action);
  }
}

/**
 * Returns a draft that lays a tile in the requested rotation, or in a legal one that looks the
 * same.
 *
 * @param {Making} making
 * @param {Extract<Tool, { type: 'stock' | 'tile' }>} tool
 * @param {string} to
 * @param {number} rotation
 * @returns {Draft}
 */
function laid(making, tool, to, rotation) {
  const draft = { ...NOTHING, tool, to };
  const { plan, stock } = making;
  const kind = tool.type === 'stock' ? stock[tool.at] : plan.tile(tool.cell)?.kind;
  return { ...draft, turned: alike(making, kind, rotation, legalAt({ ...making, draft }, to)) };
}

/**
 * Returns the legal rotation that looks like the requested one. The list of legal rotations
 * contains only one of each look.
 *
 * @param {Making} making
 * @param {SectionXKind | null | undefined} kind
 * @param {number} rotation
 * @param {readonly number[]} legal
 */
function alike({ plan }, kind, rotation, legal) {
  if (kind == null) return rotation;
  const sections = plan.sections(kind);
  const wanted = look(sections, rotation);
  return legal.find((one) => look(sections, one) === wanted) ?? rotation;
}

/**
 * Describes a decision in words, as advice.
 *
 * @param {SectionXAction} action
 * @param {SectionXView} view
 * @param {number} seat the seat that would decide
 * @param {Words} words
 * @returns {string}
 */
export function proposal(action, view, seat, { text, name }) {
  const say = (/** @type {Record<string, string | number>} */ values = {}) =>
    text(`section_x.proposal.${action.type}`, values);
  switch (action.type) {
    case 'draw':
      return say({ pile: action.pile + 1 });
    case 'place': {
      const kind = view.players[seat]?.stock?.[action.stock] ?? null;
      return say({ cell: action.cell, tile: kind === null ? '' : kindWords(kind, text) });
    }
    case 'exchange':
      return say({ a: action.a, b: action.b });
    case 'relocate':
      return say({ from: action.from, to: action.to });
    case 'turn':
      return say({ cell: action.cell });
    case 'fight_choice':
      return action.keep === seat
        ? text('section_x.proposal.fight_own')
        : say({ name: name(action.keep) });
    case 'step': {
      const { prisoners } = view;
      const walks = prisoners.find((one) => one.seat === seat && one.number === action.prisoner);
      return say({ from: placeWords(walks?.at ?? '', text), to: placeWords(action.to, text) });
    }
    case 'door':
      return action.from === null
        ? say({ cell: placeWords(action.to, text) })
        : text('section_x.proposal.door_moved', {
            from: placeWords(action.from, text),
            cell: placeWords(action.to, text),
          });
    case 'give_door':
      return say({ cell: placeWords(action.section, text) });
    case 'skip_tile':
    case 'end_turn':
    case 'resign':
      return say();
    default:
      return never(action);
  }
}
