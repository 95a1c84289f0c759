/**
 * The table before and after a game: the seats, the buttons beside them, the invitation and the
 * settings.
 *
 * @import {GameKind} from '../../protocol.js'
 * @import {RoomContext} from '../context.js'
 */
import { gameOf, learnPath } from '../../games/index.js';
import { puzzlesPath } from '../../games/puzzle-path.js';
import { html, part, write } from '../../lib/dom.js';
import { createInvite } from './invite.js';
import { JoinPanel } from './join.js';
import { paintLeave, paintReadiness } from './readiness.js';
import { TableStage } from './seats.js';
import { paintSettings, writeSettingsLine } from './settings-line.js';
import { paintWatchers, sayWatchers } from './spectators.js';

/** @typedef {ReturnType<typeof createTable>} Table */

/**
 * @param {RoomContext} context
 * @param {ConstructorParameters<typeof JoinPanel>[1]} use
 */
export function createTable(context, use) {
  const join = new JoinPanel(context, use);
  const stage = new TableStage(context, join.sit);
  const showInvite = createInvite(part('invite'), context);
  return {
    /** Whether the reader is asked to join. */
    get isAsking() {
      return join.isShown;
    },

    /** Draws the table. */
    show() {
      const { you, view } = context.state;
      if (!you || !view) return;
      join.show();
      // Parts that are hidden during a game are drawn only after it, to keep each move fast.
      if (document.body.dataset['phase'] === 'playing') return;
      stage.show();
      paintReadiness(part('readiness'), context, { asked: join.isShown, sit: join.sit });
      paintLeave(part('leave'), context);
      // A host can start the game without a seat of their own.
      part('next-game').hidden = join.isShown && !you.host;
      write(part('watchers-title'), sayWatchers(context));
      paintWatchers(part('watchers'), context);
      writeSettingsLine(part('settings-line'), context);
      paintSettings(part('settings'), context);
      paintLearn(context, view.settings.options.game);
      part('change-settings').hidden = !you.host;
      showInvite();
    },
  };
}

/** The link to the puzzles. The page of a running game has no use for it. */
let toPuzzles = /** @type {HTMLAnchorElement | null} */ (null);

/**
 * Updates the links to the lessons of the selected game, hidden if the game has none, and to its
 * puzzles.
 *
 * @param {RoomContext} context
 * @param {GameKind} game
 */
function paintLearn({ text, room }, game) {
  const query = `?room=${encodeURIComponent(room)}`;
  const name = { game: text(`game.${game}`) };
  part('learn').hidden = gameOf(game).lessons.length === 0;
  part('learn').setAttribute('href', learnPath(game) + query);
  write(part('learn'), text('room.learn', name));
  toPuzzles ??= html('a', { target: '_blank', rel: 'opener' });
  toPuzzles.setAttribute('href', puzzlesPath(game) + query);
  write(toPuzzles, text('room.puzzles', name));
  if (!toPuzzles.isConnected) part('learn').after(toPuzzles);
}
