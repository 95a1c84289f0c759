/**
 * The parts around the board of a room: the players or seats, the places after a game, the shuffle
 * and the rules.
 *
 * @import {GameKind} from '../protocol.js'
 * @import {Table} from './page.js'
 */

import { gameOf, learnPath } from '../games/index.js';
import { paint, part, write } from '../lib/dom.js';
import { paintPlaces, paintShuffle, sayCommitted } from './finish.js';
import { paintPlayers } from './players.js';
import { paintRules } from './rules.js';
import { lockButton, paintReadiness, paintSeats, paintSettings, paintWatchers } from './seats.js';

/**
 * Draws the parts around the board.
 *
 * @param {Table} table
 * @param {number | null} ownSeat the seat in which the reader plays, or played the last game
 * @param {boolean} asked whether the reader is asked to join
 */
export function paintSurroundings(table, ownSeat, asked) {
  const { state, chronicle } = table;
  const { you, view } = state;
  if (!you || !view) return;
  paintPlayers(part('players'), table);
  // Parts that are hidden during a game are drawn only after it, to keep each move fast.
  if (document.body.dataset['phase'] !== 'playing') {
    paintSeats(part('seats'), table);
    paintReadiness(part('readiness'), table, asked);
    paintWatchers(part('watchers'), table);
    paintSettings(part('settings'), table);
    paintLearn(table, view.settings.options.game);
  }
  paint(part('lock'), view.phase === 'playing' && you.host && lockButton(table));
  write(part('shuffle-title'), sayCommitted(table));
  paintShuffle(part('shuffle'), table);
  const finishers =
    chronicle.players.length > 0 ? chronicle.players : view.seats.filter((seat) => seat !== null);
  paintPlaces(part('result'), table, finishers, ownSeat);
  paintRules(table);
  part('change-settings').hidden = !you.host;
}

/**
 * Updates the link to the lessons of the selected game, and hides it if the game has none.
 *
 * @param {Table} table
 * @param {GameKind} game
 */
function paintLearn({ text }, game) {
  part('learn').hidden = gameOf(game).lessons.length === 0;
  part('learn').setAttribute('href', learnPath(game));
  write(part('learn'), text('room.learn', { game: text(`game.${game}`) }));
}
