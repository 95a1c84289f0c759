/**
 * The commitment of the shuffle, and the links to the checks of finished games.
 *
 * @import {RoomContext} from '../context.js'
 */
import { html, paint } from '../../lib/dom.js';
import { prefixed } from '../../lib/files.js';

/**
 * Shows the commitment of the shuffle and links to the checks of finished games.
 *
 * @param {Element} parent
 * @param {RoomContext} context
 */
export function paintShuffle(parent, context) {
  const { state, text, room } = context;
  if (!state.view) return;
  const { commitment, phase, round } = state.view;
  const finished = Array.from(
    { length: phase === 'playing' ? round - 1 : round },
    (_, at) => at + 1,
  );
  paint(
    parent,
    html('p', {}, text('shuffle.explained')),
    html(
      'dl',
      { class: 'facts hex' },
      html(
        'div',
        {},
        html('dt', {}, text(phase === 'over' ? 'shuffle.commitment_next' : 'shuffle.commitment')),
        html('dd', {}, html('code', {}, commitment)),
      ),
      finished.length > 0 &&
        html(
          'div',
          {},
          html('dt', {}, text('shuffle.games')),
          html(
            'dd',
            { class: 'games' },
            finished.map((game) =>
              html(
                'a',
                {
                  key: game,
                  href: checkPath(room, game),
                  'aria-label': text('shuffle.check_game', { round: game }),
                },
                text('shuffle.game', { round: game }),
              ),
            ),
          ),
        ),
    ),
  );
}

/**
 * Returns the path of the page that checks a finished game.
 *
 * @param {string} room
 * @param {number} round
 */
export function checkPath(room, round) {
  return prefixed(`/r/${encodeURIComponent(room)}/games/${round}`);
}
