/**
 * The table before a game: the empty board of the chosen game with the seats around its rim. After
 * a game the seats stand in rows without the board.
 *
 * @import {GameKind, RoomView} from '../../protocol.js'
 * @import {RoomContext} from '../context.js'
 */
import { gameOf } from '../../games/index.js';
import { askColour, askHost, confirm } from '../../lib/dialog.js';
import { html, paint } from '../../lib/dom.js';
import { glyph } from '../../lib/glyph.js';
import { newNonce } from '../../lib/random.js';
import { list } from '../../lib/text.js';
import { sayRules } from '../../settings/options.js';
import {
  sayClock,
  sayFirst,
  sayHints,
  saySkips,
  saySpectators,
  sayStandIn,
  sayStart,
} from '../../settings/words.js';
import { addBot, botMenu, botNote } from './bots.js';
import { COLOURS, freeColours } from './colours.js';

/** The frames of a token that drops onto the table and bounces. @type {Keyframe[]} */
const DROP = [
  { transform: 'translateY(-2.5rem) scale(1.15)', opacity: 0, easing: 'ease-in' },
  { transform: 'none', opacity: 1, offset: 0.5, easing: 'ease-out' },
  { transform: 'translateY(-0.5rem)', offset: 0.7, easing: 'ease-in' },
  { transform: 'none', offset: 0.88, easing: 'ease-out' },
  { transform: 'translateY(-0.125rem)', offset: 0.94, easing: 'ease-in' },
  { transform: 'none' },
];
/** The duration of the drop in milliseconds. */
const DROP_MS = 520;

export class TableStage {
  /** The owners of the seats that were drawn last. @type {(string | null)[] | null} */
  #owners = null;
  /** The board that is drawn, or that is being fetched. */
  #ground = '';

  /**
   * @param {RoomContext} context
   * @param {(seat: number | null) => void} sit takes a seat
   */
  constructor(context, sit) {
    this.context = context;
    this.sit = sit;
  }

  /** Draws the seats, and before a game the board. */
  show() {
    const { view } = this.context.state;
    if (!view) return;
    const seats = part('seats');
    paint(
      seats,
      view.seats.map((_, number) => drawSeat(this.context, number, this.sit)),
    );
    seats.dataset['count'] = String(view.seats.length);
    this.#drop(view, seats);
    if (view.phase === 'lobby') void this.#lay(view);
  }

  /**
   * Lets the tokens of new players drop onto the table.
   *
   * @param {RoomView} view
   * @param {HTMLElement} seats
   */
  #drop(view, seats) {
    const before = this.#owners;
    this.#owners = view.seats.map((seat) => (seat && !seat.vacant ? seat.person : null));
    const isStill =
      document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches || !before;
    if (isStill) return;
    for (const [number, owner] of this.#owners.entries()) {
      if (owner === null || before.includes(owner)) continue;
      seats.querySelector(`[data-seat="${number}"] > .token`)?.animate(DROP, DROP_MS);
    }
  }

  /**
   * Draws the empty board. Its drawing is fetched once for each game; the table is complete without
   * it.
   *
   * @param {RoomView} view
   */
  async #lay({ settings: { options } }) {
    const wanted = JSON.stringify(options);
    if (wanted === this.#ground) return;
    this.#ground = wanted;
    const { game } = options;
    try {
      const [{ emptyBoard }] = await Promise.all([
        gameOf(game).ground(),
        loadStyle(`games/${game}/style.css`),
      ]);
      if (this.#ground === wanted) showBoard(game, emptyBoard(options));
    } catch {
      // The picture is only decoration. The next change of the room tries again.
      if (this.#ground === wanted) this.#ground = '';
    }
  }
}

/**
 * @param {GameKind} game
 * @param {SVGElement} drawing
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
    ['settings.spectators', saySpectators(settings.no_spectators ?? false, text)],
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
