/**
 * Bots in a room: the note beside their names, the host's controls for them, and a game against
 * bots that starts by itself.
 *
 * @import {BotKind, SeatView} from '../../protocol.js'
 * @import {RoomContext} from '../context.js'
 */
import { inform } from '../../lib/dialog.js';
import { createButton, html } from '../../lib/dom.js';
import { newNonce, newToken } from '../../lib/random.js';
import { soloOf } from '../../lib/solo.js';
import { inTime } from '../../lib/wait.js';
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
    async ({ askBot }) => {
      const chosen = await askBot(context.text, title, now);
      if (chosen !== null) await letPlay(context, seat, chosen);
    },
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
 * Adds, changes or removes a bot. The token of an outside program is generated here, shown once and
 * not stored.
 *
 * @param {RoomContext} context
 * @param {number | null} seat
 * @param {BotKind | 'remove'} chosen
 */
async function letPlay(context, seat, chosen) {
  const { text, issue } = context;
  if (chosen !== 'outside') {
    await issue({ type: 'bot', seat, level: chosen === 'remove' ? null : chosen });
    return;
  }
  const dialog = await fetchTokenDialog();
  if (!dialog) {
    const words = html('p', {}, text('problem.unreachable'));
    await inform(text, text('token.title'), [words], null);
    return;
  }
  const token = newToken();
  const { ok } = await issue({ type: 'token', seat, token });
  if (ok) await dialog.showToken(context, token);
}

/** Fetches the dialog with a token, which hardly any room needs; `null` if that fails. */
async function fetchTokenDialog() {
  try {
    const dialog = await inTime(import('./seat-token.js'));
    await dialog.loadWords();
    return dialog;
  } catch {
    return null;
  }
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
