/**
 * The form for a game against bots that starts with one click.
 *
 * @import {GameKind, Level, Settings} from '../protocol.js'
 * @import {Text} from '../lib/text.js'
 */
import { FIRST, gameOf, KINDS } from '../games/index.js';
import { LEVELS } from '../lib/dialog.js';
import { html } from '../lib/dom.js';
import { usualOptions } from '../settings/options.js';

/**
 * @typedef {object} Solo
 * @property {Settings} settings
 * @property {Level} level
 * @property {number} bots
 */

/**
 * Creates the form for a game against bots.
 *
 * @param {object} asked
 * @param {Text} asked.text
 * @param {(solo: Solo) => Promise<void>} asked.chosen
 */
export function createSolo({ text, chosen }) {
  const game = select(
    'solo-game',
    KINDS.map((kind) => [kind, text(`game.${kind}`)]),
    FIRST,
  );
  const level = select(
    'solo-level',
    LEVELS.map((one) => [one, text(`bot.${one}`)]),
    'medium',
  );
  const bots = html('select', { id: 'solo-bots' });
  const kindNow = () => /** @type {GameKind} */ (game.value);
  function offerBots() {
    const { fewest, most } = gameOf(kindNow()).seats;
    // Half the seats make a game where players meet but that is still easy to follow.
    const usual = Math.max(fewest, most / 2) - 1;
    const counts = Array.from({ length: most - fewest + 1 }, (_, more) => fewest - 1 + more);
    bots.replaceChildren(
      ...counts.map((count) =>
        html('option', { value: count, selected: count === usual }, String(count)),
      ),
    );
    several.hidden = counts.length < 2;
  }
  const several = labelled(bots, text('solo.bots'));
  const submit = html('button', { type: 'submit', class: 'primary' }, text('solo.play'));
  const element = html(
    'form',
    { class: 'solo' },
    labelled(game, text('settings.game')),
    several,
    labelled(level, text('solo.level')),
    submit,
  );
  game.addEventListener('change', offerBots);
  element.addEventListener('submit', async (event) => {
    event.preventDefault();
    submit.disabled = true;
    await chosen({
      settings: {
        options: usualOptions(kindNow()),
        clock: { type: 'none' },
        first: { type: 'draw' },
        public: false,
      },
      level: /** @type {Level} */ (level.value),
      bots: Number(bots.value),
    });
    submit.disabled = false;
  });
  offerBots();
  return element;
}

/**
 * @param {string} id
 * @param {[string, string][]} options
 * @param {string} chosen
 */
function select(id, options, chosen) {
  return html(
    'select',
    { id },
    options.map(([value, words]) => html('option', { value, selected: value === chosen }, words)),
  );
}

/**
 * @param {HTMLSelectElement} element
 * @param {string} words
 */
function labelled(element, words) {
  return html('p', { class: 'field' }, html('label', { for: element.id }, words), element);
}
