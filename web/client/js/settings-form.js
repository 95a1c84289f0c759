/**
 * The form of a room's settings: for a room to be made, and for one that is there.
 *
 * @import {AnyOptions, Clock, First, Settings} from '../protocol.js'
 * @import {Text} from './text.js'
 */
import { sayTime } from './chronicle.js';
import { GAMES } from './game.js';
import { createOptionsForm } from './options-form.js';
import { usualOptions } from './options.js';
import { make } from './paint.js';

/** The times on offer, in seconds; the server takes any within its limits. */
const TURN_SECONDS = [15, 30, 45, 60, 90, 120, 180, 300, 600];
const BANK_SECONDS = [60, 120, 180, 300, 600, 900, 1200, 1800, 3600];
const INCREMENT_SECONDS = [0, 2, 3, 5, 10, 15, 20, 30, 60];

/** What a new room has. */
export const USUAL = /** @type {Settings} */ ({
  options: usualOptions(GAMES[0].kind),
  clock: { type: 'turn', seconds: 120 },
  first: { type: 'draw' },
  public: false,
});

/**
 * @typedef {{seat: number, name: string}} Candidate someone who can be chosen to play first
 * @typedef {{which: string}} Unfit a setting that the server has refused
 * @typedef {object} SettingsForm
 * @property {HTMLFormElement} element
 */

/**
 * @param {object} asked
 * @param {Text} asked.text
 * @param {Settings} asked.settings
 * @param {Candidate[]} asked.candidates
 * @param {string} asked.submit the key of the button's text
 * @param {(settings: Settings) => Promise<Unfit | null>} asked.chosen
 * @returns {SettingsForm}
 */
export function createSettingsForm({ text, settings, candidates, submit, chosen }) {
  const { clock, first } = settings;
  const turn = seconds('turn_seconds', TURN_SECONDS, clock.type === 'turn' ? clock.seconds : 60);
  const bank = seconds('bank_seconds', BANK_SECONDS, clock.type === 'bank' ? clock.seconds : 300);
  const increment = seconds(
    'increment',
    INCREMENT_SECONDS,
    clock.type === 'bank' ? clock.increment : 10,
  );

  /**
   * @param {string} name
   * @param {number[]} offered
   * @param {number} now
   */
  function seconds(name, offered, now) {
    const all = [...new Set([...offered, now])].sort((a, b) => a - b);
    return make(
      'select',
      { name, id: `settings-${name}` },
      all.map((value) =>
        make('option', { value, selected: value === now }, sayTime(value, text)),
      ),
    );
  }

  /**
   * @param {string} name
   * @param {string} value
   * @param {boolean} checked
   * @param {string} label
   * @param {string} [hint]
   */
  function radio(name, value, checked, label, hint) {
    return make(
      'label',
      { class: 'option' },
      make('input', { type: 'radio', name, value, checked }),
      make('span', {}, label, hint !== undefined && make('small', {}, hint)),
    );
  }

  /**
   * @param {HTMLSelectElement} select
   * @param {string} label
   */
  function labelled(select, label) {
    return make('p', { class: 'field' }, make('label', { for: select.id }, text(label)), select);
  }

  const noneDetail = make('p', { class: 'detail soft' }, text('settings.clock_none_hint'));
  const turnDetail = make('div', { class: 'detail' }, labelled(turn, 'settings.turn_seconds'));
  const bankDetail = make(
    'div',
    { class: 'detail' },
    labelled(bank, 'settings.bank_seconds'),
    labelled(increment, 'settings.increment'),
  );

  const games = GAMES.map(({ kind }) =>
    createOptionsForm(text, settings.options.game === kind ? settings.options : usualOptions(kind)),
  );
  const refused = make('p', { class: 'refused', role: 'alert' });

  const element = make(
    'form',
    { class: 'settings' },
    // What can't be chosen is not asked.
    GAMES.length > 1 && make(
      'fieldset',
      {},
      make('legend', {}, text('settings.game')),
      GAMES.map(({ kind, fewest, most }) =>
        radio(
          'game',
          kind,
          settings.options.game === kind,
          text(`game.${kind}`),
          text('settings.players', { fewest, most }),
        ),
      ),
    ),
    games.map((game) => game.element),
    make(
      'fieldset',
      {},
      make('legend', {}, text('settings.visibility')),
      radio('public', 'no', !settings.public, text('visibility.private')),
      radio('public', 'yes', settings.public, text('visibility.public')),
    ),
    make(
      'fieldset',
      {},
      make('legend', {}, text('settings.clock')),
      radio('clock', 'none', clock.type === 'none', text('settings.clock_none')),
      radio('clock', 'turn', clock.type === 'turn', text('settings.clock_turn')),
      radio('clock', 'bank', clock.type === 'bank', text('settings.clock_bank')),
      noneDetail,
      turnDetail,
      bankDetail,
    ),
    make(
      'fieldset',
      {},
      make('legend', {}, text('settings.first')),
      radio('first', 'draw', first.type === 'draw', text('first.draw')),
      radio('first', 'winner', first.type === 'winner', text('first.winner')),
      candidates.map(({ seat, name }) =>
        radio(
          'first',
          String(seat),
          first.type === 'seat' && first.seat === seat,
          name,
        ),
      ),
    ),
    make('div', { class: 'submit' }, refused, make('button', { type: 'submit', class: 'primary' }, text(submit))),
  );

  /** The rules of the game that is chosen. */
  const chosenGame = () => {
    const kind = new FormData(element).get('game') ?? settings.options.game;
    return games.find((game) => game.read().game === kind) ?? games[0];
  };
  const unfold = () => {
    const type = new FormData(element).get('clock');
    const shown = chosenGame();
    for (const game of games) game.element.hidden = game !== shown;
    noneDetail.hidden = type !== 'none';
    turnDetail.hidden = type !== 'turn';
    bankDetail.hidden = type !== 'bank';
  };
  element.addEventListener('change', unfold);
  element.addEventListener('submit', async (event) => {
    event.preventDefault();
    refused.textContent = '';
    const rules = chosenGame();
    const unfit = await chosen(read(new FormData(element), rules?.read() ?? settings.options));
    if (unfit === null || rules?.complain(unfit.which, text('rules.refused'))) return;
    refused.textContent = text('problem.bad_settings', { which: unfit.which });
  });
  unfold();
  return { element };
}

/**
 * @param {FormData} form
 * @param {AnyOptions} options the game and its rules
 * @returns {Settings}
 */
export function read(form, options) {
  return {
    options,
    clock: readClock(form),
    first: readFirst(form.get('first')),
    public: form.get('public') === 'yes',
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
    default:
      return { type: 'none' };
  }
}

/**
 * @param {FormDataEntryValue | null} value
 * @returns {First}
 */
function readFirst(value) {
  if (value === 'winner') return { type: 'winner' };
  if (value === null || value === 'draw') return { type: 'draw' };
  return { type: 'seat', seat: Number(value) };
}
