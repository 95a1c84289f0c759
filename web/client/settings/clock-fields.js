/**
 * The fields for the time in a room: the clock, the substitute for absent players, and the vote to
 * skip a slow turn.
 *
 * @import {Clock, Settings, StandIn} from '../protocol.js'
 * @import {Text} from '../lib/text.js'
 */
import { LEVELS } from '../lib/dialog.js';
import { html } from '../lib/dom.js';
import { choice, group, labelled, radio } from './fields.js';
import { saySkips, sayStandIn, sayTime } from './words.js';

/** The times on offer, in seconds. The server accepts any time within its limits. */
const TURN_SECONDS = [15, 30, 45, 60, 90, 120, 180, 300, 600];
const BANK_SECONDS = [60, 120, 180, 300, 600, 900, 1200, 1800, 3600];
const INCREMENT_SECONDS = [0, 2, 3, 5, 10, 15, 20, 30, 60];
/** The turn limits on offer, in days. */
const TURN_DAYS = [1, 2, 3, 7];
/** The values that are selected for a clock before the host has chosen it. */
const USUAL = { turn: 60, bank: 300, increment: 10, days: 3 };

/**
 * The ways to handle absent players, in addition to the one that the clock requires.
 *
 * @type {StandIn[]}
 */
const STAND_INS = ['wait', ...LEVELS];
/** The kinds of clocks. @type {readonly Clock['type'][]} */
const CLOCKS = ['none', 'turn', 'bank', 'days'];

/**
 * @typedef {object} ClockFields
 * @property {HTMLElement[]} elements
 * @property {() => void} refresh shows the fields of the selected clock
 * @property {(settings: Pick<Settings, 'clock' | 'stand_in' | 'no_skips'>) => void} write selects
 *   the values of the settings
 */

/**
 * @param {Text} text
 * @param {Settings} settings
 * @returns {ClockFields}
 */
export function createClockFields(text, settings) {
  const { clock } = settings;
  const inTime = (/** @type {number} */ count) => sayTime(count, text);
  const seconds = (
    /** @type {string} */ name,
    /** @type {number[]} */ offered,
    /** @type {number} */ now,
  ) =>
    choice(
      name,
      [...new Set([...offered, now])].sort((a, b) => a - b),
      now,
      inTime,
    );

  const turn = seconds('turn_seconds', TURN_SECONDS, secondsOf(clock, 'turn'));
  const bank = seconds('bank_seconds', BANK_SECONDS, secondsOf(clock, 'bank'));
  const increment = seconds(
    'increment',
    INCREMENT_SECONDS,
    clock.type === 'bank' ? clock.increment : USUAL.increment,
  );
  const days = choice(
    'turn_days',
    TURN_DAYS,
    clock.type === 'days' ? clock.days : USUAL.days,
    (count) => text('time.days', { count }),
  );
  const skips = choice('skips', ['yes', 'no'], settings.no_skips ? 'no' : 'yes', (value) =>
    saySkips(value === 'no', text),
  );
  const standIn = choice('stand_in', [undefined, ...STAND_INS], settings.stand_in, (one) =>
    sayStandIn(one, text),
  );
  const radios = CLOCKS.map((type) =>
    radio('clock', type, clock.type === type, text(`settings.clock_${type}`)),
  );
  const details = {
    none: detail(labelled(skips, text('settings.skips'))),
    turn: detail(labelled(turn, text('settings.turn_seconds'))),
    bank: detail(
      labelled(bank, text('settings.bank_seconds')),
      labelled(increment, text('settings.increment')),
    ),
    days: detail(
      labelled(days, text('settings.turn_days')),
      html('p', { class: 'soft' }, text('settings.clock_days_hint')),
    ),
  };
  const inputs = radios.map((one) => /** @type {HTMLInputElement} */ (one.firstElementChild));

  function refresh() {
    for (const input of inputs) {
      details[/** @type {Clock['type']} */ (input.value)].hidden = !input.checked;
    }
  }
  refresh();
  return {
    elements: [
      group(text('settings.clock'), radios, Object.values(details)),
      html('div', { class: 'detail' }, labelled(standIn, text('settings.stand_in'))),
    ],
    refresh,
    write({ clock, stand_in, no_skips = false }) {
      for (const input of inputs) input.checked = input.value === clock.type;
      if (clock.type === 'turn') turn.value = String(clock.seconds);
      if (clock.type === 'days') days.value = String(clock.days);
      if (clock.type === 'bank') {
        bank.value = String(clock.seconds);
        increment.value = String(clock.increment);
      }
      standIn.value = stand_in ?? '';
      skips.value = no_skips ? 'no' : 'yes';
      refresh();
    },
  };
}

/** @param {...HTMLElement} content */
const detail = (...content) => html('div', { class: 'detail' }, content);

/**
 * @param {Clock} clock
 * @param {'turn' | 'bank'} type
 */
const secondsOf = (clock, type) => (clock.type === type ? clock.seconds : USUAL[type]);

/**
 * Reads the settings of these fields.
 *
 * @param {FormData} form
 * @returns {Pick<Settings, 'clock' | 'stand_in' | 'no_skips'>}
 */
export function readTime(form) {
  const standIn = STAND_INS.find((one) => one === form.get('stand_in'));
  return {
    clock: readClock(form),
    ...(standIn ? { stand_in: standIn } : {}),
    ...(form.get('skips') === 'no' ? { no_skips: true } : {}),
  };
}

/**
 * @param {FormData} form
 * @returns {Clock}
 */
function readClock(form) {
  switch (form.get('clock')) {
    case 'turn':
      return { type: 'turn', seconds: Number(form.get('turn_seconds')) };
    case 'bank':
      return {
        type: 'bank',
        seconds: Number(form.get('bank_seconds')),
        increment: Number(form.get('increment')),
      };
    case 'days':
      return { type: 'days', days: Number(form.get('turn_days')) };
    default:
      return { type: 'none' };
  }
}
