/**
 * Reads and validates the file of a finished game. The reader may open any file at all.
 *
 * @import {GameFile, GameKind} from '../protocol.js'
 * @import {Fields} from '../lib/shape.js'
 */

import { isList, isNumber, isObject, isSeat, MOST_SEATS } from '../lib/shape.js';
import { isEvent, isGame } from './cards.js';

/**
 * The supported formats. The second added decisions that are taken back, the third added decisions
 * taken back together with later ones, and the fourth games that start from a finished one.
 */
const FORMATS = ['senda-game/1', 'senda-game/2', 'senda-game/3', 'senda-game/4'];
/** The number of last decisions that can be taken back. */
export const TAKE_BACK_REACH = 32;
/** The maximum size of a file in bytes. The longest honest file has some 100 KiB. */
export const MOST_BYTES = 1024 * 1024;
/** The maximum number of items in all shuffles of a file. An honest file has some thousand. */
const MOST_SHUFFLED = 20_000;
/** The error for a file that is no valid Senda game, with a code for the reason. */
export class Unreadable extends Error {
  /**
   * @param {'too_large' | 'not_json' | 'no_format' | 'unknown_format' | 'malformed'} code
   * @param {string} [detail] the place or the cause
   */
  constructor(code, detail = '') {
    super(`${code} ${detail}`);
    this.code = code;
    this.detail = detail;
  }
}

/**
 * Parses and validates a file.
 *
 * @param {string} text
 * @returns {GameFile}
 */
export function readGame(text) {
  if (text.length > MOST_BYTES) throw new Unreadable('too_large');
  /** @type {unknown} */
  let value;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Unreadable('not_json', error instanceof Error ? error.message : '');
  }
  const { format } = isObject(value) ? value : {};
  if (typeof format !== 'string') throw new Unreadable('no_format');
  if (!FORMATS.includes(format)) throw new Unreadable('unknown_format', format.slice(0, 40));
  mustBeGame(/** @type {Fields} */ (value));
  return /** @type {GameFile} */ (value);
}

/**
 * @param {boolean} holds
 * @param {string} place
 * @returns {asserts holds}
 */
function must(holds, place) {
  if (!holds) throw new Unreadable('malformed', place);
}

/**
 * @param {unknown} value
 * @param {number} bytes
 */
const isHex = (value, bytes) =>
  typeof value === 'string' && value.length === 2 * bytes && /^[0-9a-f]*$/.test(value);
/** @param {Fields} file */
function mustBeGame(file) {
  const { seats, nonces, steps, outcome, options } = file;
  for (const key of ['rules', 'round']) must(isNumber(file[key]), key);
  const game = isObject(options) ? options['game'] : null;
  must(isGame(game), 'options');
  must(file['first'] === null || isSeat(file['first']), 'first');
  must(
    isList(
      seats,
      (seat) =>
        isObject(seat) && typeof seat['name'] === 'string' && typeof seat['colour'] === 'string',
    ),
    'seats',
  );
  const count = /** @type {unknown[]} */ (seats).length;
  must(count > 0 && count <= MOST_SEATS, 'seats');
  must(isHex(file['commitment'], 32), 'commitment');
  must(isHex(file['secret'], 32), 'secret');
  must(
    isList(nonces, (nonce) => nonce === null || isHex(nonce, 16)),
    'nonces',
  );
  must(/** @type {unknown[]} */ (nonces).length === count, 'nonces');
  must(isObject(outcome) && isList(outcome['places'], (place) => isNumber(place)), 'outcome');
  must(/** @type {any} */ (outcome).places.length === count, 'outcome');
  must(Array.isArray(steps), 'steps');
  let shuffled = 0;
  for (const [number, step] of steps.entries()) {
    const place = `steps/${number}`;
    must(isObject(step) && isNumber(step['at'], 2 ** 53), place);
    shuffled += mustBeStep(step, place, game);
    must(shuffled <= MOST_SHUFFLED, `${place}/shuffles`);
  }
}

/**
 * @param {Fields} step
 * @param {string} place
 * @param {GameKind} game
 * @returns {number} the number of shuffled items
 */
function mustBeStep(step, place, game) {
  switch (step['type']) {
    case 'took_back':
      must(isSeat(step['seat']) && isNumber(step['agreed'] ?? 1, 256), place);
      return 0;
    case 'revised':
      must(isNumber(step['rules']), place);
      return 0;
    case 'seated':
      must(isSeat(step['seat']) && typeof step['name'] === 'string', place);
      return 0;
    case 'played':
      must(isSeat(step['seat']) && isObject(step['action']), place);
      must(['player', 'clock', 'away', 'bot', 'stand_in'].includes(String(step['by'])), place);
      break;
    case 'dealt':
      break;
    default:
      must(false, place);
  }
  must(
    isList(step['events'], (event) => isObject(event) && isEvent(game, event)),
    `${place}/events`,
  );
  must(isList(step['shuffles'], isShuffle), `${place}/shuffles`);
  const sizes = /** @type {any[]} */ (step['shuffles']).map((one) => one.count ?? one.items.length);
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** @param {unknown} value */
function isShuffle(value) {
  if (!isObject(value) || !isNumber(value['number'])) return false;
  return value['type'] === 'pick'
    ? isNumber(value['count']) && isNumber(value['drawn'])
    : value['type'] === 'order' && isList(value['items'], (item) => isNumber(item));
}
