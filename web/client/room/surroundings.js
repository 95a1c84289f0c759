/**
 * What stands round the board of a room: who plays or has a seat, the places after a game, its shuffle and its rules.
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
 * @param {Table} table
 * @param {number | null} ownSeat in which the reader plays, or played the last game
 * @param {boolean} asked whether the reader is asked to join
 */
export function paintSurroundings(table, ownSeat, asked) {
  const { state, chronicle } = table;
  const { you, view } = state;
  if (!you || !view) return;
  paintPlayers(part('players'), table);
  // What is not seen during a game is painted when it is over: a move has enough to do.
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
 * The way to the lessons of the game that is going to be played, if it has any.
 *
 * @param {Table} table
 * @param {GameKind} game
 */
function paintLearn({ text }, game) {
  part('learn').hidden = gameOf(game).lessons.length === 0;
  part('learn').setAttribute('href', learnPath(game));
  write(part('learn'), text('room.learn', { game: text(`game.${game}`) }));
}
