/**
 * The request of the front page to a new room for a game against bots that starts by itself. It is
 * in the fragment of the address, which browsers never send to a server.
 *
 * @import {Level} from '../protocol.js'
 */
import { LEVELS } from './dialog.js';

const SOLO = /^#solo=(?<level>[a-z]+)\.(?<bots>[1-7])$/;

/**
 * @param {string} path the path of the room
 * @param {Level} level
 * @param {number} bots
 */
export const soloPath = (path, level, bots) => `${path}#solo=${level}.${bots}`;

/**
 * @param {string} hash
 * @returns {{level: Level, bots: number} | null} the requested game, or `null` if there is no such
 *   request
 */
export function soloOf(hash) {
  const asked = SOLO.exec(hash)?.groups;
  const level = LEVELS.find((one) => one === asked?.['level']);
  return level ? { level, bots: Number(asked?.['bots']) } : null;
}
