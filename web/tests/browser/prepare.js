/**
 * Prepares rooms with half-played games, so that a test starts where it has something to check. The
 * program that finds and writes them is server/app/examples/prepare, and the test command builds
 * it.
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
 * A pattern for a position of a game. It is matched against the view of the player who decides, or
 * against that of spectators when the game is over. An object matches if each of its names matches.
 * An array matches if it has the same length and each item matches. An object that is matched
 * against an array matches if some item does. An empty object matches anything except null, and an
 * array with at least one item.
 *
 * @typedef {null | boolean | number | string | Pattern[] | { [name: string]: Pattern }} Pattern
 */

/**
 * @typedef {object} Course
 * @property {Pattern} until the first position that matches
 * @property {number} [from] the number of decisions before the search starts
 * @property {number} [before] the number of decisions to stop short of that position
 * @property {number} [after] the number of following decisions to return
 */

/**
 * @typedef {object} Order
 * @property {GameKind} [game] the game; Tsuro by default
 * @property {Record<string, unknown>} [options] the options that differ from the default ones
 * @property {Clock} [clock] the clock; none by default
 * @property {Course} [course] the course of the game; without it no game has started, and all
 *   players are ready
 */

/** An order for a game that has just started. */
export const BEGUN = { course: { until: {} } };
/** A clock with a limit for each turn that is longer than any test. @type {Clock} */
export const SLOW_CLOCK = { type: 'turn', seconds: 600 };

/**
 * @typedef {object} Prepared
 * @property {string} room the id of the room
 * @property {string[]} cookies the session cookie of each person, as `name=value`
 * @property {{ seat: number, action: AnyAction }[]} next the following decisions
 */

/**
 * Writes a room into the database of a server, which may be running.
 *
 * @param {string} data the server's data folder
 * @param {string[]} people the names of the players, the host first
 * @param {Order} order
 * @param {AbortSignal} [signal] aborts the search, which may take thousands of games
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
