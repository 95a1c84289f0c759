/**
 * The players during a game: whose turn it is, how much time each has left, and the buttons that
 * concern one player.
 *
 * @import {SeatFacts} from '../../games/index.js'
 * @import {Child} from '../../lib/dom.js'
 * @import {SeatView} from '../../protocol.js'
 * @import {RoomContext} from '../context.js'
 */
import { factsOf } from '../../games/index.js';
import { boardOf } from '../../games/modules.js';
import { offer } from '../../lib/dialog.js';
import { createButton, html, paint } from '../../lib/dom.js';
import { glyph } from '../../lib/glyph.js';
import { icon } from '../../lib/icons.js';
import { shownName } from '../../lib/text.js';
import { addBot, botNote } from '../lobby/bots.js';
import { after } from '../parts/later.js';
import { clockFace } from './clock-faces.js';
import { handOver, seatRequest } from './seat-requests.js';
import { urgeable, urgeButton, urgedFor } from './urge.js';
import { onVacation, sayVacation } from './vacation.js';

/**
 * @typedef {object} Player a player as the page shows them
 * @property {number} number the number of the seat
 * @property {SeatView} seat
 * @property {SeatFacts} facts
 * @property {boolean} playing whether the game is running
 * @property {boolean} turn whether it is the player's turn
 * @property {boolean} here whether the player is connected
 * @property {boolean} own whether the player is the reader
 */

/**
 * Draws the strip or list of players.
 *
 * @param {Element} parent
 * @param {RoomContext} context
 */
export function paintPlayers(parent, context) {
  const { view } = context.state;
  if (!view?.game) return;
  // The start of a round moves the players together, so the seats after them are empty.
  paint(
    parent,
    view.seats.map((seat, number) => seat && drawPlayer(context, playerOf(context, seat, number))),
  );
}

/**
 * @param {RoomContext} context
 * @param {SeatView} seat
 * @param {number} number
 * @returns {Player}
 */
function playerOf({ state: { view, you, presence } }, seat, number) {
  if (!view?.game) throw new Error('there are no players without a game');
  const playing = view.phase === 'playing';
  return {
    number,
    seat,
    facts: factsOf(view.game, number),
    playing,
    turn: playing && view.game.acting === number,
    here: presence.seats.includes(number),
    own: you?.seat === number,
  };
}

/**
 * @param {RoomContext} context
 * @param {Player} player
 */
function drawPlayer(context, player) {
  const { text, state } = context;
  const { number, seat, facts, playing, turn, own } = player;
  const name = shownName(seat.name);
  const hand = playing && handOf(context, number);
  const classes = ['player', turn && 'turn', facts.out && 'out', own && 'mine'];
  const notes = notesOn(context, player, !!hand).filter((note) => note !== false);
  return html(
    'li',
    {
      key: number,
      class: classes.filter((one) => one !== false).join(' '),
      'data-seat': number,
      'aria-current': turn ? 'true' : false,
    },
    html('span', { class: 'seat-sign', title: text(`colour.${seat.colour}`) }, glyph(seat.colour)),
    html(
      'span',
      { class: 'who' },
      html('strong', { dir: 'auto', translate: 'no', title: name }, name),
      aside(`, ${text(`colour.${seat.colour}`)}`),
      turn && aside(`, ${text('players.turn')}`),
      notes.length > 0 && aside(', '),
      html(
        'small',
        {},
        notes.map((note, index) => html('span', {}, index === 0 ? note : ` · ${note}`)),
      ),
    ),
    hand,
    state.view?.clock !== null && playing && !facts.out && clockFace(context, number),
    drawAbsence(context, player),
    drawActions(context, player),
  );
}

/**
 * Creates words for screen readers, which separate what is drawn side by side.
 *
 * @param {string} words
 */
const aside = (words) => html('span', { class: 'visually-hidden' }, words);

/**
 * Draws the buttons that concern a player. In a strip of players they would move the board, so one
 * small button there opens them in a dialog.
 *
 * @param {RoomContext} context
 * @param {Player} player
 * @returns {Child}
 */
function drawActions(context, player) {
  const { number, seat, facts, playing } = player;
  const actions = () =>
    [
      number === urgeable(context) && urgeButton(context, number),
      ...(playing && !facts.out ? seatButtons(context, player) : []),
    ].filter(Boolean);
  const now = actions();
  if (now.length === 0) return null;
  const { text } = context;
  return html(
    'span',
    { class: 'player-actions' },
    html('span', { class: 'player-buttons' }, now),
    createButton(
      {
        class: 'player-more',
        'aria-haspopup': 'dialog',
        'aria-label': text('players.more', { name: seat.name }),
        onclick: () => offer(text, seat.name, actions()),
      },
      icon('more'),
    ),
  );
}

/**
 * Returns the drawing of a player's hand, where the game shows it beside the name.
 *
 * @param {RoomContext} context
 * @param {number} number
 */
function handOf({ state: { view, you }, text, name }, number) {
  const game = view?.game;
  return game && boardOf(game.game).handOf(game, number, { text, name }, you?.seat ?? null);
}

/**
 * Returns the notes below a player's name.
 *
 * @param {RoomContext} context
 * @param {Player} player
 * @param {boolean} showsHand whether the player's hand is drawn
 * @returns {(string | false)[]}
 */
function notesOn(context, { number, seat, facts, playing, here, own }, showsHand) {
  const { state, text } = context;
  const { score, held } = facts;
  const urged = urgedFor(context);
  return [
    score !== null && text(score.key, { count: score.count }),
    facts.out && text('players.out'),
    botNote(text, seat),
    !!context.guests && context.guests.note(seat),
    playing && seat.vacant && text('players.vacant'),
    playing && seat.away && !seat.vacant && text('players.away'),
    playing && onVacation(seat, context.serverTime()) && sayVacation(seat, text),
    !here && !seat.vacant && text('seats.offline'),
    own && text('seats.you'),
    playing && !showsHand && held !== null && text(held.key, { count: held.count }),
    state.view?.host.seat === number && text('seats.host'),
    urged?.seat === number && text('players.urged', urged),
  ];
}

/**
 * Draws the mark of an absent player. The notes contain it as well if there is space for them.
 *
 * @param {RoomContext} context
 * @param {Player} player
 */
function drawAbsence({ text }, { seat, playing, here }) {
  if (!playing || seat.vacant || (here && !seat.away)) return null;
  return html(
    'span',
    { class: 'absence', 'aria-hidden': 'true' },
    text(seat.away ? 'players.away' : 'players.offline'),
  );
}

/**
 * Creates the buttons that give the seat of a running game to another person, or end the game.
 *
 * @param {RoomContext} context
 * @param {Player} player
 * @returns {Child[]}
 */
function seatButtons(context, { number, seat, here }) {
  const { view, you } = context.state;
  const isHost = you?.host === true;
  const { hands_after: later, out_see_hands: out, rated } = view?.settings ?? {};
  // People who may have seen the tiles of others may not play on.
  const watches = you?.seat === null && !later && !out && !rated;
  // The creator of the room keeps their seat, even if another person is host.
  const isFree = !here && !seat.bot && (seat.vacant || seat.person !== view?.creator);
  return [
    seat.vacant && isHost && !rated && addBot(context, number),
    isFree && isHost && !rated && handOver(context, number),
    isFree && !seat.vacant && !isHost && watches && seatRequest(context, number),
    seat.vacant && watches && takeButton(context, number, seat),
    seat.vacant && after.module?.earlyEndButton(context),
  ];
}

/**
 * Creates the spectator's button that takes a vacant seat.
 *
 * @param {RoomContext} context
 * @param {number} number
 * @param {SeatView} seat
 */
const takeButton = ({ text, issue }, number, { name }) =>
  createButton(
    {
      'aria-label': text('players.take_named', { name }),
      onclick: () => issue({ type: 'sit', seat: number, colour: null, nonce: null }),
    },
    text('players.take'),
  );
