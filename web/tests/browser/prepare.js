/**
 * Rooms whose games have come to some point, so that a test begins where it has something to look at. The program that
 * finds and writes them is server/app/examples/prepare; the test command builds it.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** @import { AnyAction, Clock, GameKind } from '../../client/protocol.js' */

const PROGRAM =
  process.env['SENDA_PREPARE'] ??
  fileURLToPath(new URL('../../../target/debug/examples/prepare', import.meta.url));

/**
 * What a moment of a game has to be like, compared with the view of the one who decides, or with that of spectators
 * when the game is over. An object has the same under each name, an array each item in its place and no more; of an
 * array, where the pattern is an object, some item is like it. An empty object is anything but null, or an array with
 * an item.
 *
 * @typedef {null | boolean | number | string | Pattern[] | { [name: string]: Pattern }} Pattern
 */

/**
 * @typedef {object} Course
 * @property {Pattern} until the first moment that is like this
 * @property {number} [from] decisions before which it is not looked for
 * @property {number} [before] decisions by which the room is left before that moment
 * @property {number} [after] decisions after it that are said as well
 */

/**
 * @typedef {object} Order
 * @property {GameKind} [game] Tsuro if it is not said
 * @property {Record<string, unknown>} [options] that differ from the usual ones
 * @property {Clock} [clock] none if it is not said
 * @property {Course} [course] without it no game has begun, and all are ready
 */

/** A game that has just begun. */
export const BEGUN = { course: { until: {} } };
/** A clock for each turn, which lasts longer than any test. @type {Clock} */
export const SLOW_CLOCK = { type: 'turn', seconds: 600 };

/**
 * @typedef {object} Prepared
 * @property {string} room its id
 * @property {string[]} cookies what makes a browser one of the people, as `name=value`
 * @property {{ seat: number, action: AnyAction }[]} next the decisions that follow
 */

/**
 * Writes a room into the database of a server, which may be running.
 *
 * @param {string} data the server's folder
 * @param {string[]} people the names of those at its seats, the host first
 * @param {Order} order
 * @param {AbortSignal} [signal] ends the search, which may take thousands of games
 * @returns {Promise<Prepared>}
 */
export async function prepare(data, people, order, signal) {
  const child = spawn(PROGRAM, [data], {
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(signal && { signal }),
  });
  const [answer, complaint] = [text(child.stdout), text(child.stderr)];
  child.stdin.end(JSON.stringify({ game: 'tsuro', clock: { type: 'none' }, ...order, people }));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`no room is prepared:\n${await complaint}`);
  return JSON.parse(await answer);
}
