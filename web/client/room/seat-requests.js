/**
 * Somebody who watches asks the host for the seat of a player who is gone.
 *
 * @import {Question} from '../lib/notices.js'
 * @import {Table} from './page.js'
 */
import { html } from '../lib/dom.js';

/**
 * The button by which somebody who watches asks the host for the seat of who is gone, or asks no more.
 *
 * @param {Table} table
 * @param {number} seat
 */
export function seatRequest({ text, name, state, say }, seat) {
  const own = state.presence.people.find(({ person }) => person === state.you?.person);
  const asks = own?.asks_for === seat;
  return html(
    'button',
    {
      type: 'button',
      'aria-pressed': asks ? 'true' : 'false',
      'aria-label': text(asks ? 'players.asked_named' : 'players.ask_named', { name: name(seat) }),
      onclick: () => say({ type: 'ask_seat', ...(asks ? {} : { seat }) }),
    },
    text(asks ? 'players.asked' : 'players.ask'),
  );
}

/** Who asked for a seat and was not given it, as long as they go on asking. @type {Set<string>} */
const passedOver = new Set();

/**
 * What those ask the host who would play on for somebody who is gone.
 *
 * @param {Table} table
 * @param {() => void} changed called when one of them is passed over
 * @returns {Question[]}
 */
export function seatQuestions({ state: { view, you, presence }, text, name, issue }, changed) {
  const asking = presence.people.flatMap(({ person, name: asker, asks_for: seat }) =>
    seat === undefined ? [] : [{ key: `seat-${seat}-${person}`, person, asker, seat }],
  );
  for (const key of passedOver) if (!asking.some((one) => one.key === key)) passedOver.delete(key);
  if (view?.phase !== 'playing' || you?.host !== true) return [];
  const open = asking.filter(({ key }) => !passedOver.has(key));
  return open.map(({ key, person, asker, seat }) => ({
    key,
    words: text('players.asks', { name: asker, owner: name(seat) }),
    choices: [
      {
        label: text('players.hand'),
        chosen: () => void issue({ type: 'hand', seat, person }),
      },
      {
        label: text('players.pass_over'),
        chosen: () => {
          passedOver.add(key);
          changed();
        },
      },
    ],
  }));
}
