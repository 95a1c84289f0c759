/**
 * The form for the settings of a room, both for a new room and for an existing one: a choice of
 * paces, and four tabs with the rules, the clock, the people and the spectators.
 *
 * @import {AnyOptions, GameKind, Settings} from '../protocol.js'
 * @import {OptionsForm} from './options-form.js'
 * @import {Candidate} from './people-fields.js'
 * @import {Text} from '../lib/text.js'
 */

import { FIRST, gameOf, howPath, KINDS } from '../games/index.js';
import { fetchWords, isWorded } from '../games/modules.js';
import { html } from '../lib/dom.js';
import { list } from '../lib/text.js';
import { createClockFields, readTime } from './clock-fields.js';
import { radio } from './fields.js';
import { usualOptions } from './options.js';
import { createOptionsForm } from './options-form.js';
import { PACES, paceOf } from './paces.js';
import { createPeopleFields, readPeople } from './people-fields.js';
import { createTabs } from './tabs.js';
import { saySetting } from './words.js';

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
  const { start } = settings;
  // A game that starts from a finished one has its rules.
  const rulesPart = html('div', { inert: start !== undefined });
  const how = html('a', { target: '_blank' });
  const refused = html('p', { class: 'refused', role: 'alert' });
  const paces = PACES.map((pace) => createPace(text, pace.name, () => clock.write(pace)));
  // With a single game there is no choice.
  const games = sameGame || start || KINDS.length < 2 ? [] : [createKinds(text, kind, seated)];
  const tabs = createTabs(text('options.title'), [
    {
      id: 'game',
      title: text('settings.game'),
      content: [...games, rulesPart],
    },
    { id: 'clock', title: text('settings.clock'), content: clock.elements },
    { id: 'people', title: text('settings.people'), content: people.elements },
    { id: 'watching', title: text('settings.spectators'), content: people.watching },
  ]);
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

  /** Changes the fields that contradict rated games, if these are selected, and says so. */
  function adapt() {
    const now = read(new FormData(element), settings.options);
    const said = element.querySelector('.rated-adapted');
    if (!said || !now.rated) {
      said?.replaceChildren();
      return;
    }
    const fit = fitForRatings(now);
    const changed = /** @type {const} */ (['clock', 'stand_in', 'hints']).filter(
      (key) => JSON.stringify(now[key]) !== JSON.stringify(fit[key]),
    );
    if (changed.length === 0) return;
    clock.write(fit);
    const hints = element.querySelector('input[name="hints"][value="no"]');
    if (hints instanceof HTMLInputElement) hints.checked = true;
    const changes = changed.map((key) => saySetting(key, fit, text, String));
    said.textContent = text('rated.adapted', { changes: list(changes) });
  }

  element.addEventListener('change', ({ target }) => {
    adapt();
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
    const given = read(new FormData(element), form.read());
    const unfit = await chosen({ ...given, ...(start && { start }) });
    if (unfit !== null) complain(unfit);
  });
  showGame();
  showPace();
  return { element, complain };
}

/**
 * Returns settings without what contradicts rated games.
 *
 * @param {Settings} settings
 * @returns {Settings}
 */
export function fitForRatings({ hints: _, stand_in, ...settings }) {
  const { clock } = settings;
  return {
    ...settings,
    ...(stand_in === 'wait' ? { stand_in } : {}),
    clock: clock.type === 'none' ? usualSettings().clock : clock,
  };
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
  return { options, ...readTime(form), ...readPeople(form, options.game) };
}
