/**
 * Fetches the parts of the page for the end of a game, which a first look at a running game or at
 * the table does not need.
 *
 * @import {After, Page} from './parts.js'
 * @import {RoomContext} from '../context.js'
 * @import {ServerMessage} from '../../protocol.js'
 */
import { factsOf } from '../../games/index.js';

/** @type {typeof import('./parts.js') | null} */
let parts = null;

/** Fetches the parts, unless the page already has them. */
export async function fetchAfter() {
  parts ??= await import('./parts.js');
}

/**
 * Returns whether a message needs parts that have not been fetched. After a step a player may be
 * out, or the game over.
 *
 * @param {Extract<ServerMessage, {type: 'update' | 'step'}>} down
 */
export function lacksAfter(down) {
  if (parts !== null) return false;
  if (down.type === 'step') return true;
  const { phase, seats, game } = down.view;
  return phase === 'over' || (game !== null && seats.some((_, seat) => factsOf(game, seat).out));
}

/**
 * Returns a function for the parts of a page, which are created as soon as they have been fetched.
 *
 * @param {RoomContext} context
 * @param {() => Page} page
 * @returns {() => After | null}
 */
export function createAfterLater(context, page) {
  /** @type {After | null} */
  let after = null;
  // A reader who does something may soon end the game.
  const begin = () => void fetchAfter().catch(() => {});
  for (const type of ['pointerdown', 'keydown']) {
    document.addEventListener(type, begin, { once: true });
  }
  return () => {
    after ??= parts?.createAfter(context, page()) ?? null;
    return after;
  };
}
