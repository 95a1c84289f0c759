/**
 * Tells a player why a game runs without them: it began while they were disconnected.
 *
 * @import {Question} from '../../lib/notices.js'
 * @import {RoomContext} from '../context.js'
 */

/** The number of the game whose notice was dismissed. @type {number | null} */
let dismissed = null;

/**
 * The notice, until it is dismissed or the game ends; `null` for everyone else.
 *
 * @param {Pick<RoomContext, 'state' | 'text'>} context
 * @param {() => void} changed called when the notice is dismissed
 * @returns {Question | null}
 */
export function leftOutNotice({ state: { you, view }, text }, changed) {
  if (!you?.left_out || !view || view.round === dismissed) return null;
  const { round } = view;
  return {
    key: `left-out-${round}`,
    words: text('left_out.body'),
    choices: [
      {
        label: text('left_out.watch'),
        chosen: () => {
          dismissed = round;
          changed();
        },
      },
    ],
  };
}
