/**
 * Describes the settings of a room.
 *
 * @import {Clock, First, Setting, Settings} from '../protocol.js'
 * @import {Text} from '../lib/text.js'
 */
import { never } from '../lib/never.js';
import { sayRules } from './options.js';

/**
 * @param {Clock} clock
 * @param {Text} text
 * @returns {string}
 */
export function sayClock(clock, text) {
  switch (clock.type) {
    case 'none':
      return text('clock.none');
    case 'turn':
      return text('clock.turn', { time: sayTime(clock.seconds, text) });
    case 'days':
      return text('clock.turn', { time: text('time.days', { count: clock.days }) });
    case 'bank':
      return clock.increment === 0
        ? text('clock.bank_only', { time: sayTime(clock.seconds, text) })
        : text('clock.bank', {
            time: sayTime(clock.seconds, text),
            increment: sayTime(clock.increment, text),
          });
    default:
      return never(clock);
  }
}

/**
 * @param {number} seconds
 * @param {Text} text
 */
export function sayTime(seconds, text) {
  return seconds >= 60 && seconds % 60 === 0
    ? text('time.minutes', { count: seconds / 60 })
    : text('time.seconds', { count: seconds });
}

/**
 * @param {First} first
 * @param {Text} text
 * @param {(seat: number) => string} name
 * @returns {string}
 */
export function sayFirst(first, text, name) {
  switch (first.type) {
    case 'draw':
      return text('first.draw');
    case 'winner':
      return text('first.winner');
    case 'seat':
      return text('first.seat', { name: name(first.seat) });
    default:
      return never(first);
  }
}

/**
 * Describes the substitute for absent players.
 *
 * @param {Settings['stand_in']} standIn
 * @param {Text} text
 */
export function sayStandIn(standIn, text) {
  if (!standIn) return text('stand_in.none');
  if (standIn === 'wait') return text('stand_in.wait');
  return text('stand_in.bot', { level: text(`bot.${standIn}`) });
}

/**
 * Describes the start of the first game.
 *
 * @param {Settings['starts_with']} players
 * @param {Text} text
 */
export const sayStart = (players, text) =>
  players === undefined ? text('start.host') : text('start.by_itself', { count: players });

/**
 * Describes whether players can vote to skip a slow player.
 *
 * @param {boolean} no
 * @param {Text} text
 */
export const saySkips = (no, text) => text(no ? 'skips.no' : 'skips.yes');

/** The text key of the name of each setting. @type {Readonly<Record<Setting, string>>} */
export const NAMES = {
  game: 'settings.game',
  rules: 'rules.title',
  clock: 'settings.clock',
  first: 'settings.first',
  public: 'settings.visibility',
  stand_in: 'settings.stand_in',
  hints: 'settings.hints',
  start: 'settings.start',
  skips: 'settings.skips',
  spectators: 'settings.spectators',
  hands: 'settings.hands',
  rated: 'settings.rated',
};

/**
 * Describes the current value of a setting.
 *
 * @param {Setting} setting
 * @param {Settings} settings
 * @param {Text} text
 * @param {(seat: number) => string} name
 * @returns {string}
 */
export function saySetting(setting, settings, text, name) {
  const { options, clock, first, public: listed, stand_in, hints = false, starts_with } = settings;
  switch (setting) {
    case 'game':
      return text(`game.${options.game}`);
    case 'rules':
      return sayRules(options, text);
    case 'clock':
      return sayClock(clock, text);
    case 'first':
      return sayFirst(first, text, name);
    case 'public':
      return text(listed ? 'visibility.public_short' : 'visibility.private_short');
    case 'stand_in':
      return sayStandIn(stand_in, text);
    case 'hints':
      return text(hints ? 'hints.yes' : 'hints.no');
    case 'start':
      return sayStart(starts_with, text);
    case 'skips':
      return saySkips(settings.no_skips ?? false, text);
    case 'spectators':
      return text(settings.no_spectators ? 'spectators.no' : 'spectators.yes');
    case 'hands':
      return sayHands(settings, text) || text('hands.none');
    case 'rated':
      return text(settings.rated ? 'rated.yes' : 'rated.no');
    default:
      return never(setting);
  }
}

/**
 * Describes the people who see the tiles of all players, or returns an empty text if there are
 * none.
 *
 * @param {Settings} settings
 * @param {Text} text
 */
export const sayHands = ({ hands_after: count, out_see_hands: out }, text) =>
  [count && text('hands.later', { count }), out && text('hands.out')].filter(Boolean).join(', ');

/**
 * Summarises the settings of a room in one line, which breaks only between them.
 *
 * @param {Settings} settings
 * @param {Text} text
 */
export const saySettings = (settings, text) =>
  [
    sayRules(settings.options, text),
    sayClock(settings.clock, text).replaceAll(' ', '\u00a0'),
    text(settings.public ? 'visibility.public_short' : 'visibility.private_short'),
  ].join('\u00a0· ');
