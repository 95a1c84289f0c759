/**
 * The form for the settings of a room, both for a new room and for an existing one: a choice of
 * paces, and three tabs with the rules, the clock and the people.
 *
 * @import {AnyOptions, GameKind, Settings} from '../protocol.js'
 * @import {OptionsForm} from './options-form.js'
 * @import {Candidate} from './people-fields.js'
 * @import {Text} from '../lib/text.js'
 */

import { FIRST, gameOf, howPath, KINDS } from '../games/index.js';
import { fetchWords, isWorded } from '../games/modules.js';
import { html } from '../lib/dom.js';
import { createClockFields, readTime } from './clock-fields.js';
import { radio } from './fields.js';
import { usualOptions } from './options.js';
import { createOptionsForm } from './options-form.js';
import { PACES, paceOf } from './paces.js';
import { createPeopleFields, readPeople } from './people-fields.js';
import { createTabs } from './tabs.js';

/**
 * Returns the settings of a new room.
 *
 * @param {GameKind} [kind]
 * @returns {Settings}
 */
export function usualSettings(kind = FIRST) {
  return {
    options: usualOptions(kind),
    clock: { type: 'turn', seconds: 120 },
    first: { type: 'draw' },
    public: false,
  };
}

/**
 * @typedef {{which: string}} Unfit a setting that the server has rejected
 * @typedef {object} SettingsForm
 * @property {HTMLFormElement} element
 * @property {(unfit: Unfit) => void} complain shows the setting that the server has rejected
 */
/**
 * @typedef {object} Asked
 * @property {Text} text
 * @property {Settings} settings
 * @property {Candidate[]} candidates
 * @property {number} [seated] the number of seats up to the last occupied one; games with fewer
 *   seats can't be chosen
 * @property {boolean} [sameGame] whether the game can't be changed
 * @property {string} submit the text key of the submit button
 * @property {(settings: Settings) => Promise<Unfit | null>} chosen
 */

/**
 * Creates the form. All games must be loaded, and the texts of the selected game.
 *
 * @param {Asked} asked
 * @returns {SettingsForm}
 */
export function createSettingsForm({
  text,
  settings,
  candidates,
  seated = 0,
  sameGame = false,
  submit,
  chosen,
}) {
  const clock = createClockFields(text, settings);
  const people = createPeopleFields(text, settings, candidates);
  /** The rules form of each game that has been opened. @type {Map<GameKind, OptionsForm>} */
  const rules = new Map();
  /** The game whose rules are shown. */
  let kind = settings.options.game;
  const rulesPart = html('div', {});
  const how = html('a', { target: '_blank' });
  const refused = html('p', { class: 'refused', role: 'alert' });

  const brief = html('p', { class: 'brief soft' });
  const rest = html(
    'details',
    { class: 'customize', open: !folded },
    html('summary', {}, text('settings.customize')),
    rulesPart,
    html(
      'fieldset',
      {},
      html('legend', {}, text('settings.visibility')),
      radio('public', 'no', !settings.public, text('visibility.private')),
      radio('public', 'yes', settings.public, text('visibility.public')),
    ),
    html(
      'fieldset',
      {},
      html('legend', {}, text('settings.clock')),
      radio('clock', 'none', clock.type === 'none', text('settings.clock_none')),
      radio('clock', 'turn', clock.type === 'turn', text('settings.clock_turn')),
      radio('clock', 'bank', clock.type === 'bank', text('settings.clock_bank')),
      radio('clock', 'days', clock.type === 'days', text('settings.clock_days')),
      noneDetail,
      turnDetail,
      bankDetail,
      daysDetail,
      labelled(standIn, 'settings.stand_in'),
    ),
    html(
      'fieldset',
      {},
      html('legend', {}, text('settings.first')),
      radio('first', 'draw', first.type === 'draw', text('first.draw')),
      radio('first', 'winner', first.type === 'winner', text('first.winner')),
      starters.map(({ element }) => element),
    ),
    html(
      'fieldset',
      {},
      html('legend', {}, text('settings.start')),
      html('p', { class: 'detail' }, start),
    ),
    html(
      'fieldset',
      {},
      html('legend', {}, text('settings.hints')),
      radio('hints', 'no', !settings.hints, text('hints.no'), text('hints.no_hint')),
      radio('hints', 'yes', settings.hints === true, text('hints.yes'), text('hints.yes_hint')),
    ),
    html(
      'fieldset',
      {},
      html('legend', {}, text('settings.spectators')),
      radio('spectators', 'yes', !settings.no_spectators, text('spectators.yes')),
      radio(
        'spectators',
        'no',
        settings.no_spectators === true,
        text('spectators.no'),
        text('spectators.no_hint'),
      ),
    ),
  );
  const element = html(
    'form',
    { class: 'settings' },
    html(
      'fieldset',
      { class: 'paces' },
      html('legend', { class: 'visually-hidden' }, text('pace.title')),
      paces,
    ),
    tabs.list,
    tabs.panels,
    html(
      'div',
      { class: 'submit' },
      html('p', { class: 'how' }, how),
      refused,
      html('button', { type: 'submit', class: 'primary' }, text(submit)),
    ),
  );

  /** Shows the rules of the selected game. */
  function showGame() {
    let form = rules.get(kind);
    if (!form) {
      form = createOptionsForm(
        text,
        settings.options.game === kind ? settings.options : usualOptions(kind),
      );
      rules.set(kind, form);
    }
    rulesPart.replaceChildren(form.element);
    people.showGame(kind);
    how.href = howPath(kind);
    how.textContent = text('settings.how', { game: text(`game.${kind}`) });
  }

  /** Selects the pace that the fields amount to, or none. */
  function showPace() {
    const pace = paceOf(readTime(new FormData(element)));
    for (const { firstElementChild: input } of paces) {
      if (input instanceof HTMLInputElement) input.checked = input.value === pace?.name;
    }
  }

  let changing = Promise.resolve();
  /** @param {GameKind} next */
  async function change(next) {
    kind = next;
    refused.textContent = '';
    try {
      if (!isWorded(next)) await fetchWords(next);
      if (kind === next) showGame();
    } catch {
      // The loading failed, so the selection returns to the game whose rules are shown.
      kind =
        [...rules.keys()].find((known) => rules.get(known)?.element.isConnected) ??
        settings.options.game;
      const shown = element.querySelector(`input[name="game"][value="${kind}"]`);
      if (shown instanceof HTMLInputElement) shown.checked = true;
      refused.textContent = text('problem.unreachable');
    }
  }

  /** @param {Unfit} unfit */
  function complain({ which }) {
    const row = rules.get(kind)?.complain(which, text('rules.refused'));
    if (row) tabs.reveal(row);
    else refused.textContent = text('problem.bad_settings', { which });
    row?.focus();
  }

  element.addEventListener('change', ({ target }) => {
    clock.refresh();
    showPace();
    if (!(target instanceof HTMLInputElement) || target.name !== 'game') return;
    const game = KINDS.find((kind) => kind === target.value);
    if (game) changing = change(game);
  });
  element.addEventListener('submit', async (event) => {
    event.preventDefault();
    refused.textContent = '';
    // The rules of another game may still be loading.
    await changing;
    const form = rules.get(kind);
    if (!form?.element.isConnected) return;
    const unfit = await chosen(read(new FormData(element), form.read()));
    if (unfit !== null) complain(unfit);
  });
  showGame();
  showPace();
  return { element, complain };
}

/**
 * @param {Text} text
 * @param {string} name
 * @param {() => void} chosen
 */
function createPace(text, name, chosen) {
  const label = radio('pace', name, false, text(`pace.${name}`), text(`pace.${name}_hint`));
  label.firstElementChild?.addEventListener('change', chosen);
  return label;
}

/**
 * @param {Text} text
 * @param {GameKind} now
 * @param {number} seated
 */
function createKinds(text, now, seated) {
  return html(
    'fieldset',
    { class: 'kinds' },
    html('legend', { class: 'visually-hidden' }, text('settings.game')),
    KINDS.map((kind) => {
      const { most } = gameOf(kind).seats;
      const isSmall = seated > most;
      const hint = isSmall ? text('settings.seats_taken', { count: most }) : sayPlayers(kind, text);
      return radio('game', kind, kind === now, text(`game.${kind}`), hint, isSmall);
    }),
  );
}

/**
 * Describes the possible numbers of players of a game.
 *
 * @param {GameKind} kind
 * @param {Text} text
 */
function sayPlayers(kind, text) {
  const { fewest, most } = gameOf(kind).seats;
  const players = fewest === most ? 'settings.players_only' : 'settings.players';
  return text(players, { fewest, most, count: most });
}

/**
 * @param {FormData} form
 * @param {AnyOptions} options the game and its rules
 * @returns {Settings}
 */
export function read(form, options) {
  const standIn = STAND_INS.find((one) => one === form.get('stand_in'));
  const players = Number(form.get('starts_with'));
  return {
    options,
    clock: readClock(form),
    first: readFirst(form.get('first'), gameOf(options.game).seats.most),
    public: form.get('public') === 'yes',
    ...(standIn ? { stand_in: standIn } : {}),
    ...(form.get('hints') === 'yes' ? { hints: true } : {}),
    ...(players > 0 ? { starts_with: players } : {}),
    ...(form.get('skips') === 'no' ? { no_skips: true } : {}),
    ...(form.get('spectators') === 'no' ? { no_spectators: true } : {}),
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

/**
 * @param {FormDataEntryValue | null} value
 * @param {number} most the number of seats of the game
 * @returns {First}
 */
function readFirst(value, most) {
  if (value === 'winner') return { type: 'winner' };
  if (value === null || value === 'draw' || Number(value) >= most) return { type: 'draw' };
  return { type: 'seat', seat: Number(value) };
}
