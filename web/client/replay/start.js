/**
 * The dialog that opens a new room from a replay: for games that continue from the selected
 * position, or that repeat the deal. The page fetches this module and its texts on demand.
 *
 * @import {Level, Settings} from '../protocol.js'
 * @import {Text} from '../lib/text.js'
 * @import {Viewer} from './address.js'
 * @import {Film} from './film.js'
 */
import { createRoom } from '../lib/create-room.js';
import { ask, cancelButton, inform, LEVELS } from '../lib/dialog.js';
import { html } from '../lib/dom.js';
import { PROBLEMS, sayError } from '../lib/problem.js';
import { soloPath } from '../lib/solo.js';
import { loadPart, shownName } from '../lib/text.js';

/** The choice of people as the opponents. */
const FRIENDS = 'friends';
/** The level of bots that is offered first. */
const USUAL = 'medium';

/**
 * @typedef {object} Selected the selected position of a replay
 * @property {string} id the id of the game
 * @property {Film} film
 * @property {number} step
 * @property {Viewer} viewer
 * @property {number | null} own the seat in which the reader played
 */

/**
 * Asks for the reader's seat and opponents, opens the room and goes there.
 *
 * @param {Text} text
 * @param {Selected} selected
 * @param {'position' | 'deal'} from
 */
export async function startFrom(text, { id, film, step, viewer, own }, from) {
  await Promise.all([loadPart('replay/text/*.onward.json'), loadPart(PROBLEMS)]);
  const { players, options } = film.replay;
  const isPosition = from === 'position';
  if (isPosition && step === film.end) {
    await inform(text, text('onward.position'), [html('p', {}, text('onward.over'))], null);
    return;
  }
  const seats = players.map(({ name }, seat) => ({ value: String(seat), words: shownName(name) }));
  const seat = typeof viewer === 'number' ? viewer : (own ?? 0);
  const seatField = select('start-seat', seats, String(seat));
  const known = select(
    'start-known',
    [
      { value: 'all', words: text('onward.all') },
      ...seats.map(({ value, words }) => ({ value, words: text('onward.knew', { name: words }) })),
    ],
    typeof viewer === 'number' ? String(viewer) : 'all',
  );
  const against = select(
    'start-against',
    [
      ...LEVELS.map((level) => ({
        value: level,
        words: text('onward.bots', { level: text(`bot.${level}`) }),
      })),
      { value: FRIENDS, words: text('onward.friends') },
    ],
    USUAL,
  );
  const label = (/** @type {HTMLSelectElement} */ field, /** @type {string} */ key) => [
    html('label', { for: field.id }, text(key)),
    field,
  ];
  const chosen = await ask(text(`onward.${from}`), (end) => [
    html('p', {}, text(isPosition ? 'onward.position_body' : 'onward.deal_body')),
    html(
      'form',
      {
        class: 'start-form',
        onsubmit: (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          end('yes');
        },
      },
      label(seatField, 'onward.seat'),
      isPosition && label(known, 'onward.known'),
      label(against, 'onward.against'),
      html(
        'div',
        { class: 'actions' },
        cancelButton(text, end),
        html('button', { type: 'submit', class: 'primary' }, text('onward.open')),
      ),
    ),
  ]);
  if (chosen === null) return;
  /** @type {Settings} */
  const settings = {
    options,
    clock: { type: 'none' },
    first: { type: 'draw' },
    public: false,
    start: {
      game: id,
      seats: players.length,
      ...(isPosition && { step }),
      ...(isPosition && known.value !== 'all' && { viewer: Number(known.value) }),
    },
  };
  try {
    const path = await createRoom(text, settings, Number(seatField.value));
    if (path === null) return;
    const level = /** @type {Level} */ (against.value);
    location.assign(against.value === FRIENDS ? path : soloPath(path, level, players.length - 1));
  } catch (error) {
    await inform(text, text(`onward.${from}`), [html('p', {}, sayError(error, text))], null);
  }
}

/**
 * @param {string} id
 * @param {readonly { value: string, words: string }[]} options
 * @param {string} chosen
 */
const select = (id, options, chosen) =>
  html(
    'select',
    { id },
    options.map(({ value, words }) => html('option', { value, selected: value === chosen }, words)),
  );
