/**
 * Decides who of the players on this device has to hold it.
 *
 * @import {AnyView} from '../../protocol.js'
 * @import {RoomState} from '../state.js'
 */
import { questionTo } from '../../games/index.js';
import { seatsOf } from './seats.js';

/**
 * @typedef {object} Plan
 * @property {number} seat the seat of the player who has to hold the device
 * @property {'held' | 'pass' | 'ask'} what whether the player holds it already, may have it at once
 *   because the tiles are open, or has to confirm that they have it
 */

/**
 * Returns the plan, or `null` where only one player, or none, plays on this device.
 *
 * @param {Pick<RoomState, 'you' | 'known' | 'holder'>} state
 * @param {object} wish
 * @param {number | null} wish.asked the seat of a player who wants to look at their own tiles
 * @param {number | null} wish.last the seat that was held last
 * @returns {Plan | null}
 */
export function planOf({ you, known, holder }, { asked, last }) {
  if (!you || known?.phase !== 'playing' || !known.game) return null;
  const { game } = known;
  const here = seatsOf(known, you.person);
  if (here.length === 0 || (here.length === 1 && here[0] === you.seat)) return null;
  const isHere = (/** @type {number | null | undefined} */ seat) =>
    seat != null && here.includes(seat);
  const questioned = here.find((seat) => questionTo(game, seat) !== null);
  const wanted = [asked, questioned, game.acting, holder, last, you.seat, here[0]];
  const seat = wanted.find(isHere) ?? 0;
  if (seat === you.seat && seat === holder) return { seat, what: 'held' };
  const isSafe = here.length === 1 || !hidesTiles(game, seat);
  return { seat, what: isSafe ? 'pass' : 'ask' };
}

/**
 * Whether a seat has tiles that spectators can't see.
 *
 * @param {AnyView} game the game as spectators see it
 * @param {number} seat
 */
export function hidesTiles(game, seat) {
  const hands = 'hands' in game ? game.hands : game.players;
  return JSON.stringify(hands[seat] ?? '').includes('null');
}
