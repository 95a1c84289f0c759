/**
 * The buttons for the next game: take a seat, get ready, start, leave the table. A sentence says
 * what the reader waits for.
 *
 * @import {PersonId, RoomView, SeatView} from '../../protocol.js'
 * @import {RoomContext} from '../context.js'
 * @import {Text} from '../../lib/text.js'
 */
import { gameOf } from '../../games/index.js';
import { createButton, html, paint } from '../../lib/dom.js';
import { prefixed } from '../../lib/files.js';
import { newNonce } from '../../lib/random.js';
import { list } from '../../lib/text.js';
import { seatsOf } from '../guests/seats.js';
import { addBot } from './bots.js';
import { addGuest, mayAddGuest } from './guests.js';

/**
 * Paints the buttons and the sentence.
 *
 * @param {Element} parent
 * @param {RoomContext} context
 * @param {object} use
 * @param {boolean} use.asked whether the reader is asked to join anyway
 * @param {(seat: number | null) => void} use.sit takes a seat
 */
export function paintReadiness(parent, context, { asked, sit }) {
  const { state, text } = context;
  const { you, view } = state;
  if (!you || !view) return;
  if (view.used_up) {
    paint(
      parent,
      html('p', { id: 'obstacle' }, text('problem.used_up')),
      html('a', { class: 'button primary', href: prefixed('/') }, text('ending.lobby')),
    );
    return;
  }
  const [first = null] = you.seat === null ? seatsOf(view, you.person) : [you.seat];
  const mine = first === null ? null : (view.seats[first] ?? null);
  const isFree = view.seats.some((seat) => !seat);
  const isOver = view.phase === 'over';
  paint(
    parent,
    mine && !you.host && askedAgain(mine, text),
    html(
      'p',
      { id: 'obstacle', class: you.host ? 'soft' : 'table-status' },
      sentenceOf(context, asked),
    ),
    html(
      'div',
      { class: 'actions' },
      // After a game the bar below the board has these.
      !isOver && !mine && !asked && isFree && joinButton(context, sit),
      !isOver && mine && !you.host && readyButton(context, mine),
      you.host && (!isOver || !mine) && startButton(context),
      you.host && isFree && !view.settings.rated && addBot(context, null),
      isFree && !asked && mayAddGuest(view) && addGuest(context),
    ),
  );
}

/**
 * Paints the button with which a player leaves the table.
 *
 * @param {Element} parent
 * @param {RoomContext} context
 */
export function paintLeave(parent, { state, text, issue }) {
  paint(
    parent,
    state.you?.seat != null &&
      state.view?.used_up === false &&
      !state.view.settings.day &&
      createButton(
        { class: 'quiet', onclick: () => issue({ type: 'stand' }) },
        text('seats.stand'),
      ),
  );
}

/**
 * Names the settings that have changed since the player was ready.
 *
 * @param {SeatView} mine
 * @param {Text} text
 */
function askedAgain({ changed }, text) {
  return (
    changed.length > 0 &&
    html(
      'p',
      { id: 'asked-again', role: 'status' },
      text('seats.again', { settings: list(changed.map((one) => text(`setting.${one}`))) }),
    )
  );
}

/**
 * @param {RoomContext} context
 * @param {(seat: number | null) => void} sit
 */
const joinButton = ({ text, state }, sit) =>
  createButton(
    { class: state.you?.host ? '' : 'primary', onclick: () => sit(null) },
    text('join.join'),
  );

/**
 * @param {RoomContext} context
 * @param {SeatView} mine
 */
const readyButton = ({ text, issue }, { ready }) =>
  createButton(
    {
      class: ready ? 'quiet' : 'primary',
      'aria-pressed': ready ? 'true' : 'false',
      onclick: () => issue({ type: 'ready', ready: !ready, nonce: ready ? null : newNonce() }),
    },
    text(ready ? 'seats.unready' : 'seats.get_ready'),
  );

/** @param {RoomContext} context */
function startButton(context) {
  const { state, text, announce, issue } = context;
  const { you, view } = state;
  if (!you || !view) return null;
  const obstacle = startObstacle(view, you.seat, text, state.presence.long_absent, you.person);
  return createButton(
    {
      class: view.phase === 'over' ? '' : 'primary',
      'aria-disabled': obstacle ? 'true' : 'false',
      'aria-describedby': 'obstacle',
      onclick: () => {
        if (obstacle) announce(obstacle);
        else void issue({ type: 'start', nonce: newNonce() });
      },
    },
    text(view.round === 0 ? 'host.start' : 'host.rematch'),
  );
}

/**
 * Returns the sentence about the start of the game, for this reader.
 *
 * @param {RoomContext} context
 * @param {boolean} asked whether the reader is asked to join anyway
 * @returns {string | null}
 */
function sentenceOf({ state, text }, asked) {
  const { you, view, presence } = state;
  if (!you || !view) return null;
  const { long_absent: absent } = presence;
  // After a game the bar below the board tells a player who wants another one.
  if (view.phase === 'over' && you.seat !== null)
    return you.host ? startsWithout(view, text, absent) : null;
  if (you.host) {
    const obstacle = startObstacle(view, you.seat, text, absent, you.person);
    return obstacle ?? startsWithout(view, text, absent);
  }
  if (you.seat !== null) return sayWait(view, you.seat, text, absent);
  if (asked) return null;
  return view.seats.some((seat) => !seat)
    ? text('watching.free')
    : text('watching.full', { count: view.seats.length });
}

/**
 * Says what a seated guest waits for.
 *
 * @param {RoomView} view
 * @param {number} own the seat of the guest
 * @param {Text} text
 * @param {number[]} absent the seats that a game starts without, if enough others remain
 * @returns {string}
 */
export function sayWait(view, own, text, absent) {
  const { host, settings, round, seats } = view;
  if (seats[own]?.ready !== true) return text('seats.waited_for', { name: host.name });
  const wait = waitingFor(view, host.seat, absent);
  const automatic = round === 0 ? settings.starts_with : undefined;
  if (automatic !== undefined && 'missing' in wait) {
    return text('seats.in_automatic', { count: automatic });
  }
  if ('missing' in wait) return text('seats.in_needs', { count: wait.missing });
  if (wait.names.length > 0) return text('seats.in_waits', { names: list(wait.names) });
  return text('seats.in', { name: host.name });
}

/**
 * Returns the reason why the game can't start yet, in words; `null` if it can.
 *
 * @param {RoomView} view
 * @param {number | null} own the seat of the host, who need not say that they are ready
 * @param {Text} text
 * @param {number[]} absent the seats that a game starts without, if enough others remain
 * @param {PersonId} [person] the host, if not the owner of that seat
 * @returns {string | null}
 */
export function startObstacle(view, own, text, absent, person) {
  const wait = waitingFor(view, own, absent, person);
  if ('missing' in wait) return text('host.needs', { count: wait.missing });
  return wait.names.length === 0 ? null : text('host.waits', { names: list(wait.names) });
}

/**
 * Returns the number of missing players, or the names of the players who are not ready.
 *
 * @param {RoomView} view
 * @param {number | null} host the seat of the host, who need not say that they are ready
 * @param {number[]} absent the seats that a game starts without, if enough others remain
 * @param {PersonId} [person] the host, whose guests are ready when the host is
 * @returns {{ missing: number } | { names: string[] }}
 */
function waitingFor(
  view,
  host,
  absent,
  person = host === null ? undefined : view.seats[host]?.person,
) {
  const taken = view.seats.flatMap((seat, number) =>
    seat && !seat.vacant ? [{ seat, number }] : [],
  );
  const { fewest } = gameOf(view.settings.options.game).seats;
  if (taken.length < fewest) return { missing: fewest - taken.length };
  const tooFew = taken.length - absent.length < fewest;
  const waiting = taken.filter(
    ({ seat, number }) =>
      !seat.ready &&
      number !== host &&
      (person === undefined || seat.guest_of !== person) &&
      (tooFew || !absent.includes(number)),
  );
  return { names: waiting.map(({ seat }) => seat.name) };
}

/**
 * Names the players whom the game starts without, for the host; `null` if there are none.
 *
 * @param {RoomView} view
 * @param {Text} text
 * @param {number[]} absent the seats that a game starts without
 */
function startsWithout(view, text, absent) {
  const names = absent.flatMap((number) => view.seats[number]?.name ?? []);
  return names.length === 0 ? null : text('host.without', { names: list(names) });
}
