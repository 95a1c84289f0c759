/**
 * The form for the settings of a room, both for a new room and for an existing one.
 *
 * @import {AnyOptions, Clock, First, GameKind, Settings, StandIn} from '../protocol.js'
 * @import {OptionsForm} from './options-form.js'
 * @import {Text} from '../lib/text.js'
 */

import { FIRST, gameOf, howPath, KINDS } from '../games/index.js';
import { fetchWords, isWorded } from '../games/modules.js';
import { LEVELS } from '../lib/dialog.js';
import { html } from '../lib/dom.js';
import { sayRules, usualOptions } from './options.js';
import { createOptionsForm } from './options-form.js';
import { sayClock, saySkips, sayStandIn, sayStart, sayTime } from './words.js';

/** The times on offer, in seconds. The server accepts any time within its limits. */
const TURN_SECONDS = [15, 30, 45, 60, 90, 120, 180, 300, 600];
const BANK_SECONDS = [60, 120, 180, 300, 600, 900, 1200, 1800, 3600];
const INCREMENT_SECONDS = [0, 2, 3, 5, 10, 15, 20, 30, 60];

/** The turn limits on offer, in days. */
const TURN_DAYS = [1, 2, 3, 7];

/**
 * The ways to handle absent players, in addition to the one that the clock requires.
 *
 * @type {StandIn[]}
 */
const STAND_INS = ['wait', ...LEVELS];

/**
 * Returns the settings of a new room.
 *
 * @returns {Settings}
 */
export function usualSettings() {
  return {
    options: usualOptions(FIRST),
    clock: { type: 'turn', seconds: 120 },
    first: { type: 'draw' },
    public: false,
  };
}

/**
 * @typedef {{seat: number, name: string}} Candidate a player who can be chosen to play first
 * @typedef {{which: string}} Unfit a setting that the server has rejected
 * @typedef {object} SettingsForm
 * @property {HTMLFormElement} element
 */

/**
 * Creates the form. All games must be loaded, and the texts of the selected game.
 *
 * @param {object} asked
 * @param {Text} asked.text
 * @param {Settings} asked.settings
 * @param {Candidate[]} asked.candidates
 * @param {number} [asked.seated] the number of seats up to the last occupied one; games with fewer
 *   seats can't be chosen
 * @param {boolean} [asked.folded] whether everything except the game is folded away behind a
 *   one-line summary
 * @param {string} asked.submit the text key of the submit button
 * @param {(settings: Settings) => Promise<Unfit | null>} asked.chosen
 * @returns {SettingsForm}
 */
export function createSettingsForm({
  text,
  settings,
  candidates,
  seated = 0,
  folded = false,
  submit,
  chosen,
}) {
  const { clock, first } = settings;
  const turn = seconds('turn_seconds', TURN_SECONDS, clock.type === 'turn' ? clock.seconds : 60);
  const bank = seconds('bank_seconds', BANK_SECONDS, clock.type === 'bank' ? clock.seconds : 300);
  const increment = seconds(
    'increment',
    INCREMENT_SECONDS,
    clock.type === 'bank' ? clock.increment : 10,
  );

  const days = html(
    'select',
    { name: 'turn_days', id: 'settings-turn_days' },
    TURN_DAYS.map((count) => {
      const selected = count === (clock.type === 'days' ? clock.days : 3);
      return html('option', { value: count, selected }, text('time.days', { count }));
    }),
  );
  const skips = html(
    'select',
    { name: 'skips', id: 'settings-skips' },
    [false, true].map((no) =>
      html(
        'option',
        { value: no ? 'no' : 'yes', selected: no === (settings.no_skips ?? false) },
        saySkips(no, text),
      ),
    ),
  );

  const standIn = html(
    'select',
    { name: 'stand_in', id: 'settings-stand_in' },
    [undefined, ...STAND_INS].map((one) =>
      html(
        'option',
        { value: one ?? '', selected: one === settings.stand_in },
        sayStandIn(one, text),
      ),
    ),
  );

  const start = html('select', {
    name: 'starts_with',
    id: 'settings-starts_with',
    'aria-label': text('settings.start'),
  });

  /** Offers the numbers of players that the game allows. */
  function showStarts() {
    const { fewest, most } = gameOf(kind).seats;
    const players = Array.from({ length: most - fewest + 1 }, (_, at) => fewest + at);
    const now = start.options.length > 0 ? start.value : String(settings.starts_with ?? '');
    start.replaceChildren(
      ...[undefined, ...players].map((count) => {
        const value = count === undefined ? '' : String(count);
        return html('option', { value, selected: value === now }, sayStart(count, text));
      }),
    );
  }

  /**
   * @param {string} name
   * @param {number[]} offered
   * @param {number} now
   */
  function seconds(name, offered, now) {
    const all = [...new Set([...offered, now])].sort((a, b) => a - b);
    return html(
      'select',
      { name, id: `settings-${name}` },
      all.map((value) => html('option', { value, selected: value === now }, sayTime(value, text))),
    );
  }

  /**
   * @param {string} name
   * @param {string} value
   * @param {boolean} checked
   * @param {string} label
   * @param {string} [hint]
   * @param {boolean} [disabled]
   */
  function radio(name, value, checked, label, hint, disabled = false) {
    return html(
      'label',
      { class: 'option' },
      html('input', { type: 'radio', name, value, checked, disabled }),
      html('span', {}, label, hint !== undefined && html('small', {}, hint)),
    );
  }

  /** @param {GameKind} kind */
  function gameOption(kind) {
    const { fewest, most } = gameOf(kind).seats;
    const players = fewest === most ? 'settings.players_only' : 'settings.players';
    return radio(
      'game',
      kind,
      settings.options.game === kind,
      text(`game.${kind}`),
      seated > most
        ? text('settings.seats_taken', { count: most })
        : text(players, { fewest, most, count: most }),
      seated > most,
    );
  }

  /**
   * @param {HTMLSelectElement} select
   * @param {string} label
   */
  function labelled(select, label) {
    return html('p', { class: 'field' }, html('label', { for: select.id }, text(label)), select);
  }

  const noneDetail = html('div', { class: 'detail' }, labelled(skips, 'settings.skips'));
  const daysDetail = html(
    'div',
    { class: 'detail' },
    labelled(days, 'settings.turn_days'),
    html('p', { class: 'soft' }, text('settings.clock_days_hint')),
  );
  const turnDetail = html('div', { class: 'detail' }, labelled(turn, 'settings.turn_seconds'));
  const bankDetail = html(
    'div',
    { class: 'detail' },
    labelled(bank, 'settings.bank_seconds'),
    labelled(increment, 'settings.increment'),
  );

  /** The rules form of each game that has been opened. @type {Map<GameKind, OptionsForm>} */
  const rules = new Map();
  /** The game whose rules are shown. */
  let kind = settings.options.game;
  const rulesPart = html('div', {});
  const how = html('a', { target: '_blank' });
  const starters = candidates.map(({ seat, name }) => ({
    seat,
    element: radio('first', String(seat), first.type === 'seat' && first.seat === seat, name),
  }));
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
  );
  const element = html(
    'form',
    { class: 'settings' },
    // With a single game there is no choice.
    KINDS.length > 1 &&
      html(
        'fieldset',
        { class: 'kinds' },
        html('legend', {}, text('settings.game')),
        KINDS.map(gameOption),
        html('p', { class: 'detail' }, how),
      ),
    brief,
    rest,
    html(
      'div',
      { class: 'submit' },
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
    showStarts();
    how.href = howPath(kind);
    how.textContent = text('settings.how', { game: text(`game.${kind}`) });
    for (const { seat, element } of starters) element.hidden = seat >= gameOf(kind).seats.most;
    showBrief();
  }

  /** Summarises the settings that are folded away. */
  function showBrief() {
    const form = rules.get(kind);
    brief.hidden = rest.open || !form;
    if (!form) return;
    const now = read(new FormData(element), form.read());
    brief.textContent = [
      sayRules(now.options, text),
      sayClock(now.clock, text),
      text(now.public ? 'visibility.public_short' : 'visibility.private_short'),
    ].join(' · ');
  }

  const unfold = () => {
    const type = new FormData(element).get('clock');
    noneDetail.hidden = type !== 'none';
    turnDetail.hidden = type !== 'turn';
    bankDetail.hidden = type !== 'bank';
    daysDetail.hidden = type !== 'days';
  };
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
  rest.addEventListener('toggle', showBrief);
  element.addEventListener('change', ({ target }) => {
    unfold();
    showBrief();
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
    if (unfit === null) return;
    // The rejected setting must be visible.
    rest.open = true;
    if (form.complain(unfit.which, text('rules.refused'))) return;
    refused.textContent = text('problem.bad_settings', { which: unfit.which });
  });
  showGame();
  unfold();
  return { element };
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
