/**
 * The parts around the board of a room: the players or seats, the shuffle and the rules.
 *
 * @import {GameKind} from '../../protocol.js'
 * @import {JoinPanel} from '../lobby/join.js'
 * @import {RoomContext} from '../context.js'
 * @import {TableStage} from '../lobby/seats.js'
 */

import { gameOf, learnPath } from '../../games/index.js';
import { part, write } from '../../lib/dom.js';
import { paintShuffle } from '../after/shuffle.js';
import { paintPlayers } from '../game/players.js';
import { paintLeave, paintReadiness } from '../lobby/readiness.js';
import { paintSettings, writeSettingsLine } from '../lobby/settings-line.js';
import { paintWatchers, sayWatchers } from '../lobby/spectators.js';
import { paintRules } from './rules.js';

/**
 * Draws the parts around the board.
 *
 * @param {RoomContext} context
 * @param {JoinPanel} join
 * @param {Pick<TableStage, 'show'>} table
 */
export function paintSurroundings(context, join, table) {
  const { state, text } = context;
  const { you, view } = state;
  if (!you || !view) return;
  paintPlayers(part('players'), context);
  // Parts that are hidden during a game are drawn only after it, to keep each move fast.
  if (document.body.dataset['phase'] !== 'playing') {
    table.show();
    paintReadiness(part('readiness'), context, { asked: join.isShown, sit: join.sit });
    paintLeave(part('leave'), context);
    // A host can start the game without a seat of their own.
    part('next-game').hidden = join.isShown && !you.host;
    write(part('watchers-title'), sayWatchers(context));
    paintWatchers(part('watchers'), context);
    writeSettingsLine(part('settings-line'), context);
    paintSettings(part('settings'), context);
    paintLearn(context, view.settings.options.game);
  }
  write(part('shuffle-title'), text('shuffle.title'));
  paintShuffle(part('shuffle'), context);
  paintRules(context);
  part('change-settings').hidden = !you.host;
}

/**
 * Updates the link to the lessons of the selected game, and hides it if the game has none.
 *
 * @param {RoomContext} context
 * @param {GameKind} game
 */
function paintLearn({ text, room }, game) {
  part('learn').hidden = gameOf(game).lessons.length === 0;
  part('learn').setAttribute('href', `${learnPath(game)}?room=${encodeURIComponent(room)}`);
  write(part('learn'), text('room.learn', { game: text(`game.${game}`) }));
}
