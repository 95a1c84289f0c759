/**
 * How the front page asks of a room that it has made for a game against bots that begins by itself: in the part of the
 * address that no server is told.
 *
 * @import {Level} from '../protocol.js'
 */
import { LEVELS } from './dialog.js';

const SOLO = /^#solo=(?<level>[a-z]+)\.(?<bots>[1-7])$/;

/**
 * @param {string} path that of the room
 * @param {Level} level
 * @param {number} bots
 */
export const soloPath = (path, level, bots) => `${path}#solo=${level}.${bots}`;

/**
 * @param {string} hash
 * @returns {{level: Level, bots: number} | null} what is asked for, if anything
 */
export function soloOf(hash) {
  const asked = SOLO.exec(hash)?.groups;
  const level = LEVELS.find((one) => one === asked?.['level']);
  return level ? { level, bots: Number(asked?.['bots']) } : null;
}
