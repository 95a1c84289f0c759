/**
 * Bots at the table: what is said of them, what the host can do with them, and a game against them that begins by itself.
 *
 * @import {SeatView} from '../protocol.js'
 * @import {Table} from './page.js'
 */
import { askLevel } from '../lib/dialog.js';
import { html } from '../lib/dom.js';
import { newNonce } from '../lib/random.js';
import { soloOf } from '../lib/solo.js';

/**
 * What is said of a seat's bot beside its name.
 *
 * @param {Table['text']} text
 * @param {SeatView} seat
 * @returns {string | false}
 */
export const botNote = (text, seat) =>
  !!seat.bot && !seat.vacant && text('bot.note', { level: text(`bot.${seat.bot}`) });

/**
 * The host's button for a bot that has a seat.
 *
 * @param {Table} table
 * @param {SeatView} seat
 * @param {number} number
 */
export function botMenu({ text, issue }, seat, number) {
  return html(
    'button',
    {
      type: 'button',
      class: 'quiet square',
      'aria-label': text('host.menu', { name: seat.name }),
      'aria-haspopup': 'dialog',
      onclick: async () => {
        const chosen = await askLevel(text, text('bot.change', { name: seat.name }), seat.bot);
        if (chosen === null) return;
        issue({ type: 'bot', seat: number, level: chosen === 'remove' ? null : chosen });
      },
    },
    '⋯',
  );
}

/**
 * The host's button that lets a bot play: on that seat, or on the first free one.
 *
 * @param {Table} table
 * @param {number | null} seat
 */
export function addBot({ text, issue }, seat) {
  return html(
    'button',
    {
      type: 'button',
      'aria-haspopup': 'dialog',
      onclick: async () => {
        const level = await askLevel(text, text('bot.which'), null);
        if (level !== null && level !== 'remove') issue({ type: 'bot', seat, level });
      },
    },
    text(seat === null ? 'bot.add' : 'bot.take_over'),
  );
}

/**
 * Lets the bots sit that the address asks for, and starts, once; only the host of a room can, before its first game.
 *
 * @param {Table} table
 * @returns {Promise<void>}
 */
export async function beginSolo({ state: { you, view }, issue }) {
  const asked = soloOf(location.hash);
  if (!asked || !you || !view) return;
  // Whatever comes of it: a reload begins nothing anew.
  history.replaceState(history.state, '', location.pathname + location.search);
  const { level, bots } = asked;
  if (!you.host || view.phase !== 'lobby' || view.round > 0) return;
  for (let bot = 0; bot < bots; bot += 1) {
    const { ok } = await issue({ type: 'bot', seat: null, level });
    if (!ok) return;
  }
  await issue({ type: 'start', nonce: newNonce() });
}
