/**
 * Choosing the rules of a game: a rulebook, and under it every rule by itself.
 *
 * @import {AnyOptions, GameKind} from '../protocol.js'
 * @import {Chosen, Value} from '../games/index.js'
 * @import {Text} from '../lib/text.js'
 */
import { gameOf } from '../games/index.js';
import { make } from '../lib/paint.js';
import { bookOf, differing, keyOf } from './options.js';

/**
 * @typedef {object} OptionsForm
 * @property {HTMLElement} element
 * @property {() => AnyOptions} read what is chosen now
 * @property {(which: string, sentence: string) => boolean} complain says at a rule why it is refused; `false` if
 *   there is no such rule
 */

/**
 * @param {Text} text
 * @param {AnyOptions} options what is chosen at first
 * @returns {OptionsForm}
 */
export function createOptionsForm(text, options) {
  const kind = options.game;
  const rules = gameOf(kind).rules;
  let chosen = /** @type {Chosen} */ (/** @type {unknown} */ (options));

  const presets = [...new Set([rules.usual, ...Object.keys(rules.presets)])];
  const books = presets.map((preset) =>
    make(
      'label',
      { class: 'option rulebook' },
      make('input', {
        type: 'radio',
        name: `${kind}-preset`,
        value: preset,
        checked: preset === bookOf(rules, chosen),
        onchange: () => choose({ ...rules.presets[preset] }),
      }),
      make(
        'span',
        {},
        make('strong', {}, text(`${kind}.preset.${preset}.name`)),
        make('small', {}, text(`${kind}.preset.${preset}.changes`)),
      ),
    ),
  );
  const rows = Object.entries(rules.values).map(([name, values]) =>
    createRow(text, kind, name, values, (value) => choose({ ...chosen, [name]: value })),
  );
  const unfit = make('p', { class: 'refused', role: 'alert' });
  const count = make('span', { class: 'differs' });
  const every = make(
    'details',
    { class: 'every-rule' },
    make('summary', {}, make('span', {}, text('rules.every')), count),
    rows.map(({ element }) => element),
  );

  /** @param {Chosen} next */
  function choose(next) {
    chosen = next;
    unfit.textContent = '';
    const different = differing(rules, chosen);
    count.textContent =
      different.length === 0 ? '' : text('rules.differ', { count: different.length });
    for (const row of rows) row.show(chosen[row.name] ?? false, different.includes(row.name));
  }

  choose(chosen);
  return {
    element: make(
      'div',
      { class: 'rules' },
      make('fieldset', {}, make('legend', {}, text('rules.title')), books, unfit),
      every,
    ),
    read: () => /** @type {AnyOptions} */ (/** @type {unknown} */ ({ ...chosen, game: kind })),
    complain: (which, sentence) => {
      if (which === 'preset') {
        unfit.textContent = sentence;
        return true;
      }
      const row = rows.find((one) => one.name === which);
      if (!row) return false;
      every.open = true;
      row.complain(sentence);
      return true;
    },
  };
}

/**
 * One rule: what it is, what it changes, and whether it differs from the rulebook.
 *
 * @param {Text} text
 * @param {GameKind} kind
 * @param {string} name
 * @param {readonly Value[]} values
 * @param {(value: Value) => void} chosen
 */
function createRow(text, kind, name, values, chosen) {
  const id = `${kind}-${name}`;
  const hints = `${id}-hint ${id}-differs ${id}-refused`;
  const flag = values.every((value) => typeof value === 'boolean');
  const control = flag
    ? make('input', { type: 'checkbox', id, 'aria-describedby': hints, onchange: pick })
    : make(
        'select',
        { id, 'aria-describedby': hints, onchange: pick },
        values.map((value) =>
          make(
            'option',
            { value: String(value) },
            text(`${kind}.value.${keyOf(name, value)}`, { value: Number(value) }),
          ),
        ),
      );
  const differs = make('p', { class: 'differs', id: `${id}-differs` });
  const refused = make('p', { class: 'refused', id: `${id}-refused`, role: 'alert' });

  /** @param {Event} event */
  function pick({ target }) {
    refused.textContent = '';
    if (target instanceof HTMLInputElement) chosen(target.checked);
    else if (target instanceof HTMLSelectElement)
      chosen(values[target.selectedIndex] ?? target.value);
  }

  return {
    name,
    element: make(
      'div',
      { class: flag ? 'rule flag' : 'rule' },
      make('label', { for: id }, text(`${kind}.option.${name}.name`)),
      control,
      make('p', { class: 'soft', id: `${id}-hint` }, text(`${kind}.option.${name}.changes`)),
      differs,
      refused,
    ),
    /**
     * @param {Value} value
     * @param {boolean} different
     */
    show(value, different) {
      if (control instanceof HTMLInputElement) control.checked = value === true;
      else control.selectedIndex = values.indexOf(value);
      differs.textContent = different ? text('rules.differs') : '';
    },
    /** @param {string} sentence */
    complain(sentence) {
      refused.textContent = sentence;
      control.focus();
    },
  };
}
