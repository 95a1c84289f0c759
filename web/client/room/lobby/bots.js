/**
 * Bots in a room: the note beside their names, the host's controls for them, and a game against
 * bots that starts by itself.
 *
 * @import {BotKind, SeatView} from '../../protocol.js'
 * @import {RoomContext} from '../context.js'
 */
import { createButton } from '../../lib/dom.js';
import { newNonce } from '../../lib/random.js';
import { soloOf } from '../../lib/solo.js';
import { onDemand } from '../parts/on-demand.js';

/**
 * Returns the note beside the name of a bot's seat, or `false` if no bot plays there.
 *
 * @param {RoomContext['text']} text
 * @param {SeatView} seat
 * @returns {string | false}
 */
export const botNote = (text, seat) =>
  !!seat.bot && !seat.vacant && text('bot.note', { level: text(`bot.${seat.bot}`) });

/**
 * Asks the host for another bot on a seat, or for its removal.
 *
 * @param {RoomContext} context
 * @param {SeatView} seat
 * @param {number} number
 */
export const changeBot = (context, seat, number) =>
  chooseFor(context, number, context.text('bot.change', { name: seat.name }), seat.bot);

/**
 * Asks the host for a bot, and adds it on the given seat or on the first free one.
 *
 * @param {RoomContext} context
 * @param {number | null} seat
 */
export const chooseBot = (context, seat) =>
  chooseFor(context, seat, context.text('bot.which'), null);

/**
 * @param {RoomContext} context
 * @param {number | null} seat
 * @param {string} title
 * @param {BotKind | null} now the bot on the seat, if there is one
 */
const chooseFor = (context, seat, title, now) =>
  onDemand(
    context,
    () => import('./choices.js'),
    ({ changeSeatBot }) => changeSeatBot(context, seat, title, now),
  );

/**
 * Creates the host's button that adds a bot, on the given seat or on the first free one.
 *
 * @param {RoomContext} context
 * @param {number | null} seat
 */
export function addBot(context, seat) {
  const { text } = context;
  return createButton(
    { 'aria-haspopup': 'dialog', onclick: () => void chooseBot(context, seat) },
    text(seat === null ? 'bot.add' : 'bot.take_over'),
  );
}

/**
 * Adds the bots that the address asks for and starts the game, once. Only the host of a room can do
 * so, before its first game.
 *
 * @param {RoomContext} context
 * @returns {Promise<void>}
 */
export async function beginSolo({ world: { location }, state: { you, view }, issue }) {
  const asked = soloOf(location.hash);
  if (!asked || !you || !view) return;
  // The request is removed from the address, so that a reload does not repeat it.
  history.replaceState(history.state, '', location.pathname + location.search);
  const { level, bots } = asked;
  if (!you.host || view.phase !== 'lobby' || view.round > 0) return;
  for (let bot = 0; bot < bots; bot += 1) {
    const { ok } = await issue({ type: 'bot', seat: null, level });
    if (!ok) return;
  }
  await issue({ type: 'start', nonce: newNonce() });
}
