/**
 * Tells the reader of a running game who sees the tiles of all players: spectators some turns
 * later, and players who are out.
 *
 * @import {RoomContext} from '../context.js'
 */
import { factsOf, gameOf } from '../../games/index.js';
import { boardOf } from '../../games/modules.js';
import { html, paint, part, write } from '../../lib/dom.js';
import { glyph } from '../../lib/glyph.js';
import { loadStyle } from '../../lib/styles.js';
import { list, loadPart } from '../../lib/text.js';
import { NAMES, sayHands } from '../../settings/words.js';

/** The note in the list of players, and the one of a spectator below the board. */
const ofTable = html('p', { class: 'hands-note soft' });
/** The hands that the list of players has no place for. */
const ofHands = html('ul', { class: 'hands-open' });
const ofSpectator = html('p', { class: 'hands-note' });

/**
 * Shows the notes, or hides them before and after a game.
 *
 * @param {RoomContext} context
 */
export async function showHandsNote(context) {
  await Promise.all([loadPart('room/text/*.hands.json'), loadStyle('room/game/hands-note.css')]);
  const { text, state } = context;
  const { view, you } = state;
  const isPlaying = view?.phase === 'playing';
  const own = isPlaying ? sayOwn(context) : '';
  if (!ofTable.isConnected) {
    part('players-panel').append(ofHands, ofTable);
    part('watch-tools').prepend(ofSpectator);
  }
  const value = view && isPlaying ? sayHands(view.settings, text) : '';
  const all = value && text('log.setting', { setting: text(NAMES.hands), value });
  const isWatching = you?.seat === null;
  ofTable.classList.toggle('watches', isWatching);
  ofHands.hidden = own === '';
  write(ofTable, isWatching ? all : own || all);
  write(ofSpectator, isWatching ? own : '');
  await paintHands(context, own !== '');
  ofTable.hidden = ofTable.textContent === '';
  ofSpectator.hidden = ofSpectator.textContent === '';
}

/**
 * Shows the hands that the game does not show beside the names.
 *
 * @param {RoomContext} context
 * @param {boolean} sees whether the reader sees the hands of others
 */
async function paintHands({ state, text, name }, sees) {
  const { view, you } = state;
  const game = view?.game;
  if (!game || !sees) {
    ofHands.replaceChildren();
    return;
  }
  const hands = await gameOf(game.game).openHand?.();
  const rows = view.seats.flatMap((seat, number) => {
    if (!seat || !hands) return [];
    const own = you?.seat ?? null;
    const isShown = boardOf(game.game).handOf(game, number, { text, name }, own) !== null;
    const tiles = isShown || number === own ? [] : hands.tilesOf(game, number, text);
    if (tiles.length === 0) return [];
    const names = list(tiles.map(({ words }) => words));
    return html(
      'li',
      { key: number },
      glyph(seat.colour),
      html(
        'span',
        {
          class: 'open-hand',
          role: 'img',
          'aria-label': text('hands.of', { name: name(number), tiles: names }),
        },
        tiles.map(({ picture }) => picture),
      ),
    );
  });
  paint(ofHands, rows);
}

/**
 * Describes the view of the reader, if it is not that of a player who plays on.
 *
 * @param {RoomContext} context
 */
function sayOwn({ state: { view, you }, text }) {
  if (!view?.game || !you) return '';
  const { hands_after: count, out_see_hands: out } = view.settings;
  if (you.seat !== null) {
    return out && factsOf(view.game, you.seat).out ? text('hands.own') : '';
  }
  // The host sees the game as it is.
  if (!count || you.host) return '';
  return text(isOpen(view.game) ? 'hands.late' : 'hands.soon', { count });
}

/**
 * Whether a spectator sees the tiles of all players.
 *
 * @param {NonNullable<import('../../protocol.js').RoomView['game']>} game
 */
function isOpen(game) {
  const hands = 'hands' in game ? game.hands : game.players;
  return !JSON.stringify(hands).includes('null');
}
