/**
 * Follows the tiles of Section X from the piles into stocks and onto the board, for the
 * verification of shuffles.
 *
 * @import {SectionXEvent, SectionXKind} from '../../protocol.js'
 * @import {Card, Moved} from '../cards.js'
 * @import {Fields} from '../../lib/shape.js'
 */

import { never } from '../../lib/never.js';
import { isList, isNumber, isSeat } from '../../lib/shape.js';

/** The kinds of tiles. A shuffle names each kind by its index here. */
export const KINDS = /** @type {const} @satisfies {readonly SectionXKind[]} */ ([
  'straight',
  'wide_bend',
  'sharp_bend',
  'y_junction',
  'left_junction',
  'right_junction',
  'four_way',
  'two_bends',
  'straight_and_bend',
  'two_straights',
  'three_straights',
  'three_bends',
  'straight_and_two_bends',
  'hide_out_end',
  'hide_out_straight',
  'hide_out_bend',
  'hide_out_junction',
]);

/** The number of tiles that look different. */
export const DIFFERENT = KINDS.length;

/**
 * @param {SectionXKind | null} kind
 * @returns {Card}
 */
const cardOf = (kind) => (kind === null ? null : KINDS.indexOf(kind));

/**
 * Returns the movement of tiles that an event causes. A new round takes back the tiles that were
 * left in stocks.
 *
 * @param {SectionXEvent} event
 * @returns {Moved}
 */
export function moved(event) {
  switch (event.type) {
    case 'opened':
    case 'round': {
      const piles = event.piles.map((pile) => pile.map(cardOf));
      return {
        type: 'dealt',
        first: event.type === 'opened' ? event.first : null,
        hands: [],
        piles,
        board: [],
      };
    }
    case 'drew':
      return { type: 'drew', seat: event.seat, pile: event.pile, card: cardOf(event.tile) };
    case 'placed':
      return { type: 'played', seat: event.seat, card: cardOf(event.tile) };
    case 'turn':
    case 'exchanged':
    case 'relocated':
    case 'turned':
    case 'skipped':
    case 'tied':
    case 'fought':
    case 'stepped':
    case 'zone_taken':
    case 'door_put':
    case 'key_due':
    case 'key_won':
    case 'key_lost':
    case 'collapsed':
    case 'last_round':
    case 'resigned':
    case 'set_up':
    case 'over':
      return { type: 'nothing' };
    default:
      return never(event);
  }
}

/** The kinds of events that do not concern tiles in piles and stocks. */
const OTHERS = new Set([
  'set_up',
  'turn',
  'exchanged',
  'relocated',
  'turned',
  'skipped',
  'tied',
  'fought',
  'stepped',
  'zone_taken',
  'door_put',
  'key_due',
  'key_won',
  'key_lost',
  'collapsed',
  'last_round',
  'resigned',
  'over',
]);

/** @param {unknown} value */
const isKind = (value) => KINDS.some((kind) => kind === value);
/** @param {unknown} value */
const isTile = (value) => value === null || isKind(value);
/** @param {unknown} value */
const arePiles = (value) => isList(value, (pile) => isList(pile, isTile));

/** @param {Fields} event */
export function isEvent(event) {
  switch (event['type']) {
    case 'opened':
      return isSeat(event['first']) && arePiles(event['piles']);
    case 'round':
      return arePiles(event['piles']);
    case 'drew':
      return isSeat(event['seat']) && isNumber(event['pile']) && isTile(event['tile']);
    case 'placed':
      return isSeat(event['seat']) && isKind(event['tile']);
    default:
      return OTHERS.has(String(event['type']));
  }
}
