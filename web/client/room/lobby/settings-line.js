/**
 * The settings of a room in words: in one line, and in full for those who want the details.
 *
 * @import {Setting, Start} from '../../protocol.js'
 * @import {Child} from '../../lib/dom.js'
 * @import {RoomContext} from '../context.js'
 */
import { dayPath } from '../../games/index.js';
import { html, paint, write } from '../../lib/dom.js';
import { prefixed } from '../../lib/files.js';
import { describeRules } from '../../settings/options.js';
import { NAMES, sayClock, sayHands, saySetting } from '../../settings/words.js';

/**
 * Writes the most important settings in one line.
 *
 * @param {Element} parent
 * @param {RoomContext} context
 */
export function writeSettingsLine(parent, { state: { view }, text }) {
  if (!view) return;
  const { options, clock, public: isPublic, start, day } = view.settings;
  const { rulebook, rules } = describeRules(options, text);
  const changed = rules.filter(({ differs }) => differs).length;
  const parts = [
    text(`game.${options.game}`),
    rulebook,
    changed > 0 && text('settings.house_rules', { count: changed }),
    view.settings.rated && text('rated.yes'),
    clock.type === 'none' ? text('settings.no_clock') : sayClock(clock, text),
    start && text(startKey(start)),
    day && text('settings.day'),
    text(isPublic ? 'visibility.public_short' : 'visibility.private_short'),
    view.locked && text('settings.locked'),
    sayHands(view.settings, text),
  ];
  write(parent, parts.filter(Boolean).join(' · '));
}

/**
 * Returns the key of the sentence about the finished game that the room's games start from.
 *
 * @param {Start} start
 */
const startKey = ({ step }) => (step === undefined ? 'settings.repeats' : 'settings.continues');

/**
 * Paints all settings.
 *
 * @param {Element} parent
 * @param {RoomContext} context
 */
export function paintSettings(parent, { state, text, name }) {
  if (!state.view) return;
  const { settings } = state.view;
  /** @type {Setting[]} */
  const shown = [
    'game',
    'rules',
    'clock',
    'first',
    'start',
    ...(settings.clock.type === 'none' ? /** @type {const} */ (['skips']) : []),
    'stand_in',
    // A person who plays with bots alone may ask for hints whatever the settings say.
    ...(state.view.hints && !settings.hints ? [] : /** @type {const} */ (['hints'])),
    'spectators',
    'hands',
    'rated',
    'public',
  ];
  const row = (/** @type {string} */ key, /** @type {Child} */ value) =>
    html('div', {}, html('dt', {}, text(key)), html('dd', {}, value));
  const { start, day } = settings;
  const origin = start && prefixed(`/g/${start.game}#${start.step ?? 0}`);
  paint(
    parent,
    html(
      'dl',
      { class: 'facts' },
      start && row('settings.begins', html('a', { href: origin }, text(startKey(start)))),
      day &&
        row(
          'settings.begins',
          html('a', { href: dayPath(settings.options.game) }, text('settings.day')),
        ),
      shown.map((one) => row(NAMES[one] ?? '', saySetting(one, settings, text, name))),
      row('settings.entry', text(state.view.locked ? 'entry.locked' : 'entry.open')),
    ),
  );
}
