/**
 * The handover of an absent player's seat: by the host, or at the request of a spectator.
 *
 * @import {Question} from '../../lib/notices.js'
 * @import {RoomContext} from '../context.js'
 */
import { askWhich, LEVELS } from '../../lib/dialog.js';
import { createButton } from '../../lib/dom.js';

/**
 * Creates the host's button that gives the seat of an absent player to a spectator or to a bot.
 *
 * @param {RoomContext} context
 * @param {number} seat
 */
export function handOver(context, seat) {
  const { text, issue, state } = context;
  const people = state.presence.people.filter(({ person }) => person !== state.you?.person);
  const bots = LEVELS.map((level) => ({
    name: text('bot.of_level', { level: text(`bot.${level}`) }),
    level,
  }));
  const values = { name: context.name(seat) };
  return createButton(
    {
      'aria-haspopup': 'dialog',
      'aria-label': text('players.hand_named', values),
      onclick: async () => {
        const to = await askWhich(text, text('players.hand_to', values), [...people, ...bots]);
        if (!to) return;
        if ('level' in to) await issue({ type: 'bot', seat, level: to.level });
        else await issue({ type: 'hand', seat, person: to.person });
      },
    },
    text('players.hand'),
  );
}

/**
 * Creates the spectator's button that requests the seat of an absent player, or withdraws the
 * request.
 *
 * @param {RoomContext} context
 * @param {number} seat
 */
export function seatRequest({ text, name, state, say }, seat) {
  const own = state.presence.people.find(({ person }) => person === state.you?.person);
  const asks = own?.asks_for === seat;
  return createButton(
    {
      'aria-pressed': asks ? 'true' : 'false',
      'aria-label': text(asks ? 'players.asked_named' : 'players.ask_named', { name: name(seat) }),
      onclick: () => say({ type: 'ask_seat', ...(asks ? {} : { seat }) }),
    },
    text(asks ? 'players.asked' : 'players.ask'),
  );
}

/** The requests that the host has dismissed, until they are withdrawn. @type {Set<string>} */
const passedOver = new Set();

/**
 * Returns the host's questions about spectators who request the seat of an absent player.
 *
 * @param {RoomContext} context
 * @param {() => void} changed called when the host has dismissed a request
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
        label: text('players.asks_yes'),
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
