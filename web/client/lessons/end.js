/**
 * The end of a course of lessons, which leads to a first game.
 *
 * @import {GameKind} from '../protocol.js'
 */
import { gameOf } from '../games/index.js';
import { drawThumbnail } from '../games/thumbnails.js';
import { paint, part } from '../lib/dom.js';
import { openSession, requestAsSelf } from '../lib/session.js';
import { soloPath } from '../lib/solo.js';
import { usualOptions } from '../settings/options.js';

/**
 * Draws the picture of the end, and starts a game against easy bots when the reader asks for it.
 *
 * @param {GameKind} game
 * @param {(error: unknown) => void} failed
 */
export function prepareEnd(game, failed) {
  paint(part('end-picture'), drawThumbnail(game));
  const button = /** @type {HTMLButtonElement} */ (part('play-easy'));
  button.addEventListener('click', async () => {
    button.disabled = true;
    try {
      location.assign(await startAlone(game));
    } catch (error) {
      failed(error);
    }
    button.disabled = false;
  });
}

/**
 * Creates a room without a clock, with as many bots as the front page suggests.
 *
 * @param {GameKind} game
 * @returns {Promise<string>} the address of the room
 */
async function startAlone(game) {
  const { fewest, most } = gameOf(game).seats;
  const settings = {
    options: usualOptions(game),
    clock: { type: 'none' },
    first: { type: 'draw' },
    public: false,
  };
  // Lessons need no session, so a learner may not have one yet.
  await openSession();
  const { path } = await requestAsSelf('POST', '/api/rooms', { settings });
  return soloPath(path, 'easy', Math.max(fewest, most / 2) - 1);
}
