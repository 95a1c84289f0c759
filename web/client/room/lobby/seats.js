/**
 * Between games: who sits where, who is ready, and what the host can do about it.
 *
 * @import {Colour, PersonId, RoomView, SeatView} from '../../protocol.js'
 * @import {Child} from '../../lib/dom.js'
 * @import {RoomContext} from '../context.js'
 */

import { gameOf } from '../../games/index.js';
import { askColour, askHost, confirm } from '../../lib/dialog.js';
import { html, paint } from '../../lib/dom.js';
import { glyph } from '../../lib/glyph.js';
import { icon } from '../../lib/icons.js';
import { newNonce } from '../../lib/random.js';
import { list } from '../../lib/text.js';
import { sayRules } from '../../settings/options.js';
import {
  sayClock,
  sayFirst,
  sayHints,
  saySkips,
  sayStandIn,
  sayStart,
} from '../../settings/words.js';
import { addBot, botMenu, botNote } from './bots.js';
import { COLOURS, freeColours } from './colours.js';

/**
 * @param {Element} parent
 * @param {RoomContext} context
 */
export function paintSeats(parent, context) {
  const { state } = context;
  if (!state.view) return;
  const seated = state.you?.seat !== null;
  paint(
    parent,
    state.view.seats.map((seat, number) =>
      seat && !seat.vacant ? takenSeat(context, seat, number) : null,
    ),
    state.view.seats.map((seat, number) =>
      seat && !seat.vacant ? null : freeSeat(context, number, seated),
    ),
  );
}

/**
 * Paints a free seat. It is small, as there may be seven of them.
 *
 * @param {RoomContext} context
 * @param {number} number
 * @param {boolean} seated whether the reader has a seat already
 */
function freeSeat(context, number, seated) {
  const { text } = context;
  return html(
    'li',
    { key: number, class: 'seat free' },
    seated
      ? html(
          'span',
          { class: 'seat-number', title: text('seats.free') },
          html('span', { class: 'visually-hidden' }, text('seats.free')),
          String(number + 1),
        )
      : html(
          'button',
          {
            type: 'button',
            class: 'square',
            'aria-label': text('seats.sit_at', { number: number + 1 }),
            title: text('seats.sit_at', { number: number + 1 }),
            onclick: () => sit(context, number),
          },
          String(number + 1),
        ),
  );
}

/**
 * Takes a seat. A player who takes one is ready and contributes to the shuffle.
 *
 * @param {RoomContext} context
 * @param {number | null} seat the first free one if it is none
 */
function sit(context, seat) {
  void context.issue({ type: 'sit', seat, colour: null, nonce: newNonce() });
}

/**
 * @param {RoomContext} context
 * @param {SeatView} seat
 * @param {number} number
 */
function takenSeat(context, seat, number) {
  const { state, text } = context;
  const { you, view, presence } = state;
  const mine = you?.seat === number;
  const here = presence.seats.includes(number);
  return html(
    'li',
    { key: number, 'data-seat': number, class: mine ? 'seat mine' : 'seat' },
    mine
      ? html(
          'button',
          {
            type: 'button',
            class: 'quiet square',
            'aria-label': text('seats.colour', { colour: text(`colour.${seat.colour}`) }),
            onclick: () => void chooseColour(context, seat.colour),
          },
          glyph(seat.colour),
        )
      : html(
          'span',
          { class: 'seat-sign', title: text(`colour.${seat.colour}`) },
          glyph(seat.colour),
        ),
    html(
      'span',
      { class: 'who' },
      html('strong', { dir: 'auto', translate: 'no' }, seat.name),
      html('small', {}, notes(context, number, here).join(' · ')),
    ),
    // A host is ready by starting, and a bot always.
    view?.host.seat !== number &&
      !seat.bot &&
      html(
        'span',
        { class: seat.ready ? 'state ready' : 'state' },
        text(seat.ready ? 'seats.ready' : 'seats.not_ready'),
      ),
    you?.host === true &&
      !mine &&
      (seat.bot ? botMenu(context, seat, number) : hostMenu(context, seat.person, seat.name, here)),
  );
}

/**
 * @param {RoomContext} context
 * @param {number} number
 * @param {boolean} here
 */
function notes({ state, text }, number, here) {
  const seat = state.view?.seats[number];
  return [
    state.you?.seat === number && text('seats.you'),
    state.view?.host.seat === number && text('seats.host'),
    seat && botNote(text, seat),
    !here && text('seats.offline'),
  ].filter((note) => typeof note === 'string');
}

/**
 * The button that opens the host's choices for a person, with only those that the server accepts:
 * it refuses to make a disconnected person host, and to remove the room's creator. It opens
 * a dialog, as a menu would be clipped by the list around it.
 *
 * @param {RoomContext} context
 * @param {PersonId} person
 * @param {string} name
 * @param {boolean} here whether the person is connected
 */
function hostMenu(context, person, name, here) {
  const { text } = context;
  /** @type {('pass' | 'remove')[]} */
  const choices = [];
  if (here) choices.push('pass');
  if (person !== context.state.view?.creator) choices.push('remove');
  if (choices.length === 0) return null;
  return html(
    'button',
    {
      type: 'button',
      class: 'quiet square',
      'aria-label': text('host.menu', { name }),
      'aria-haspopup': 'dialog',
      onclick: async () => {
        const chosen = await askHost(text, name, choices);
        if (chosen === 'pass') context.issue({ type: 'host', person });
        else if (chosen === 'remove' && (await confirm(text, 'remove', { name }))) {
          context.issue({ type: 'remove', person });
        }
      },
    },
    icon('more'),
  );
}

/**
 * @param {RoomContext} context
 * @param {Colour} mine
 */
async function chooseColour(context, mine) {
  const free = freeColours(context.state.view?.seats ?? []);
  const colour = await askColour(
    context.text,
    COLOURS.map((one) => ({
      colour: one,
      mine: one === mine,
      taken: one !== mine && !free.has(one),
    })),
    glyph,
  );
  if (colour) context.issue({ type: 'colour', colour });
}

/**
 * Paints the buttons for the next game: sit down, get ready, start, stand up.
 *
 * @param {Element} parent
 * @param {RoomContext} context
 * @param {boolean} asked whether the reader is asked to join anyway
 */
export function paintReadiness(parent, context, asked) {
  const { state, text } = context;
  const { you, view } = state;
  if (!you || !view) return;
  if (view.used_up) {
    paint(
      parent,
      html('p', { id: 'obstacle' }, text('problem.used_up')),
      html('a', { class: 'button primary', href: '/' }, text('ending.lobby')),
    );
    return;
  }
  const mine = you.seat === null ? null : view.seats[you.seat];
  const obstacle = startObstacle(view, you.seat, text, state.presence.long_absent);
  const without = obstacle ? null : startsWithout(view, text, state.presence.long_absent);
  paint(
    parent,
    !mine &&
      !asked &&
      view.seats.some((seat) => !seat) &&
      html(
        'button',
        {
          type: 'button',
          onclick: () => sit(context, null),
        },
        text('seats.sit_first'),
      ),
    mine &&
      !you.host &&
      mine.changed.length > 0 &&
      html(
        'p',
        { id: 'asked-again', role: 'status' },
        text('seats.again', {
          settings: list(mine.changed.map((setting) => text(`setting.${setting}`))),
        }),
      ),
    mine &&
      !you.host &&
      html(
        'button',
        {
          type: 'button',
          class: mine.ready ? 'quiet' : 'primary',
          'aria-pressed': mine.ready ? 'true' : 'false',
          onclick: () =>
            context.issue({
              type: 'ready',
              ready: !mine.ready,
              nonce: mine.ready ? null : newNonce(),
            }),
        },
        text(mine.ready ? 'seats.unready' : 'seats.get_ready'),
      ),
    you.host &&
      html(
        'button',
        {
          type: 'button',
          class: 'primary',
          'aria-disabled': obstacle ? 'true' : 'false',
          'aria-describedby': 'obstacle',
          onclick: () => {
            if (obstacle) context.announce(obstacle);
            else context.issue({ type: 'start', nonce: newNonce() });
          },
        },
        text(view.round === 0 ? 'host.start' : 'host.rematch'),
      ),
    you.host && view.seats.some((seat) => !seat) && addBot(context, null),
    mine &&
      html(
        'button',
        { type: 'button', class: 'quiet', onclick: () => context.issue({ type: 'stand' }) },
        text('seats.stand'),
      ),
    html(
      'p',
      { id: 'obstacle', class: 'soft' },
      you.host ? (obstacle ?? without) : text('seats.wait_host', { name: view.host.name }),
    ),
  );
}

/**
 * Why the game can't start yet, in words.
 *
 * @param {RoomView} view
 * @param {number | null} own the seat of the host, who need not say that they are ready
 * @param {import('../../lib/text.js').Text} text
 * @param {number[]} absent the seats that a game starts without, if enough others remain
 * @returns {string | null}
 */
export function startObstacle(view, own, text, absent) {
  const taken = view.seats.flatMap((seat, number) =>
    seat && !seat.vacant ? [{ seat, number }] : [],
  );
  const { fewest } = gameOf(view.settings.options.game).seats;
  if (taken.length < fewest) return text('host.needs', { count: fewest - taken.length });
  const tooFew = taken.length - absent.length < fewest;
  const waiting = taken.filter(
    ({ seat, number }) => !seat.ready && number !== own && (tooFew || !absent.includes(number)),
  );
  if (waiting.length === 0) return null;
  return text('host.waits', { names: list(waiting.map(({ seat }) => seat.name)) });
}

/**
 * Names the players whom the game starts without, for the host; `null` if there are none.
 *
 * @param {RoomView} view
 * @param {import('../../lib/text.js').Text} text
 * @param {number[]} absent the seats that a game starts without
 */
function startsWithout(view, text, absent) {
  const names = absent.flatMap((number) => view.seats[number]?.name ?? []);
  return names.length === 0 ? null : text('host.without', { names: list(names) });
}

/**
 * Paints the lists of the spectators and, for the host, of the people who were removed.
 *
 * @param {Element} parent
 * @param {RoomContext} context
 */
export function paintWatchers(parent, context) {
  const { state, text } = context;
  const { people, watching } = state.presence;
  const host = state.you?.host === true;
  /** @type {Child[]} */
  const watchers = people.map((person) =>
    html(
      'li',
      { key: `person-${person.person}` },
      html('span', { dir: 'auto', translate: 'no' }, person.name),
      person.person === state.you?.person && html('small', {}, text('seats.you')),
      person.host && html('small', {}, text('seats.host')),
      host && !person.host && hostMenu(context, person.person, person.name, true),
    ),
  );
  const barred = host ? (state.view?.barred ?? []) : [];
  paint(
    parent,
    html(
      'p',
      { class: 'soft' },
      watching === 0 ? text('watchers.none') : text('watchers.count', { count: watching }),
    ),
    watchers.length > 0 && html('ul', { class: 'people' }, watchers),
    watching > people.length &&
      people.length > 0 &&
      html('p', { class: 'soft' }, text('watchers.more', { count: watching - people.length })),
    barred.length > 0 && html('h3', {}, text('barred.title')),
    barred.length > 0 &&
      html(
        'ul',
        { class: 'people' },
        barred.map((one) =>
          html(
            'li',
            { key: `barred-${one.barred}` },
            html('span', { dir: 'auto', translate: 'no' }, one.name),
            html(
              'button',
              {
                type: 'button',
                onclick: () => context.issue({ type: 'readmit', barred: one.barred }),
              },
              text('barred.readmit'),
            ),
          ),
        ),
      ),
  );
}

/**
 * The settings in words, for those who don't choose them.
 *
 * @param {Element} parent
 * @param {RoomContext} context
 */
export function paintSettings(parent, context) {
  const { state, text, name } = context;
  if (!state.view) return;
  const { settings } = state.view;
  const rows = [
    ['settings.game', text(`game.${settings.options.game}`)],
    ['rules.title', sayRules(settings.options, text)],
    ['settings.clock', sayClock(settings.clock, text)],
    ['settings.first', sayFirst(settings.first, text, name)],
    ['settings.start', sayStart(settings.starts_with, text)],
    ...(settings.clock.type === 'none'
      ? [['settings.skips', saySkips(settings.no_skips ?? false, text)]]
      : []),
    ['settings.stand_in', sayStandIn(settings.stand_in, text)],
    ['settings.hints', sayHints(settings.hints ?? false, text)],
    [
      'settings.visibility',
      text(settings.public ? 'visibility.public_short' : 'visibility.private_short'),
    ],
    ['settings.entry', text(state.view.locked ? 'entry.locked' : 'entry.open')],
  ];
  paint(
    parent,
    html(
      'dl',
      { class: 'facts' },
      rows.map(([key, value]) =>
        html('div', {}, html('dt', {}, text(key ?? '')), html('dd', {}, value)),
      ),
    ),
    state.you?.host === true && lockButton(context),
  );
}

/**
 * The host's button that locks the room, or unlocks it.
 *
 * @param {RoomContext} context
 */
export function lockButton({ state, text, issue }) {
  const locked = state.view?.locked === true;
  return html(
    'button',
    { type: 'button', class: 'quiet', onclick: () => issue({ type: 'lock', locked: !locked }) },
    text(locked ? 'host.unlock' : 'host.lock'),
  );
}
