/**
 * The end of a course of lessons, which leads to a first game.
 *
 * @import {GameKind, Settings} from '../protocol.js'
 * @import {Text} from '../lib/text.js'
 */
import { gameOf } from '../games/index.js';
import { drawThumbnail } from '../games/thumbnails.js';
import { createRoom } from '../lib/create-room.js';
import { paint, part } from '../lib/dom.js';
import { openSession } from '../lib/session.js';
import { soloPath } from '../lib/solo.js';
import { usualOptions } from '../settings/options.js';

/**
 * Draws the picture of the end, and starts a game against easy bots when the reader asks for it.
 *
 * @param {Text} text
 * @param {GameKind} game
 * @param {(error: unknown) => void} failed
 */
export function prepareEnd(text, game, failed) {
  paint(part('end-picture'), drawThumbnail(game));
  const button = /** @type {HTMLButtonElement} */ (part('play-easy'));
  button.addEventListener('click', async () => {
    button.disabled = true;
    try {
      const path = await startAlone(text, game);
      if (path !== null) location.assign(path);
    } catch (error) {
      failed(error);
    }
    button.disabled = false;
  });
}

/**
 * Creates a room without a clock, with as many bots as the front page suggests.
 *
 * @param {Text} text
 * @param {GameKind} game
 * @returns {Promise<string | null>} the address of the room; `null` if the reader has no code for
 *   opening rooms
 */
async function startAlone(text, game) {
  const { fewest, most } = gameOf(game).seats;
  /** @type {Settings} */
  const settings = {
    options: usualOptions(game),
    clock: { type: 'none' },
    first: { type: 'draw' },
    public: false,
  };
  // Lessons need no session, so a learner may not have one yet.
  await openSession();
  const path = await createRoom(text, settings);
  return path && soloPath(path, 'easy', Math.max(fewest, most / 2) - 1);
}
