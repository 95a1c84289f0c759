/**
 * The form for the rules of a game: a choice of rulebooks, and below it each rule on its own.
 *
 * @import {AnyOptions, GameKind} from '../protocol.js'
 * @import {Chosen, DrawRule, Value} from '../games/index.js'
 * @import {Text} from '../lib/text.js'
 */
import { gameOf } from '../games/index.js';
import { html, paint } from '../lib/dom.js';
import { bookOf, chosenValue, differing, keyOf } from './options.js';

/**
 * @typedef {object} OptionsForm
 * @property {HTMLElement} element
 * @property {() => AnyOptions} read returns the current choice
 * @property {(which: string, sentence: string) => HTMLElement | null} complain shows the reason for
 *   a refusal at a rule; returns the control of the rule, or `null` if there is no such rule
 */

/** The media query for windows where all rules are visible beside each other. */
const WIDE = '(min-width: 56rem)';

/**
 * @param {Text} text
 * @param {AnyOptions} options the initial choice
 * @returns {OptionsForm}
 */
export function createOptionsForm(text, options) {
  const kind = options.game;
  const rules = gameOf(kind).rules;
  let chosen = /** @type {Chosen} */ (/** @type {unknown} */ (options));

  const presets = [...new Set([rules.usual, ...Object.keys(rules.presets)])];
  const radios = presets.map((preset) =>
    html('input', {
      type: 'radio',
      name: `${kind}-preset`,
      value: preset,
      onchange: () => choose({ ...rules.presets[preset] }),
    }),
  );
  const books = presets.map((preset, at) =>
    html(
      'label',
      { class: 'option rulebook' },
      radios[at],
      html(
        'span',
        {},
        html('strong', {}, text(`${kind}.preset.${preset}.name`)),
        html('small', {}, text(`${kind}.preset.${preset}.changes`)),
      ),
    ),
  );
  const rows = Object.entries(rules.values).map(([name, values]) =>
    createRow(text, kind, name, values, (value) => choose({ ...chosen, [name]: value })),
  );
  const unfit = html('p', { class: 'refused', role: 'alert' });
  const count = html('span', { class: 'differs' });
  const every = html(
    'details',
    { class: 'every-rule', open: matchMedia(WIDE).matches },
    html('summary', {}, html('span', {}, text('rules.every')), count),
    html(
      'div',
      { class: 'every-rule-rows' },
      rows.map(({ element }) => element),
    ),
  );

  /** @param {Chosen} next */
  function choose(next) {
    chosen = next;
    unfit.textContent = '';
    const book = bookOf(rules, chosen);
    for (const radio of radios) radio.checked = radio.value === book;
    const different = differing(rules, chosen);
    count.textContent =
      different.length === 0 ? '' : text('rules.differ', { count: different.length });
    for (const row of rows) row.show(chosenValue(chosen, row.name), different.includes(row.name));
  }

  choose(chosen);
  // The drawings are not needed to choose, so nothing waits for them.
  gameOf(kind)
    .ruleDrawings?.()
    .then(({ drawRule }) => {
      for (const row of rows) row.illustrate(drawRule);
    })
    .catch(() => {});
  return {
    element: html(
      'div',
      { class: 'rules' },
      html(
        'fieldset',
        { class: 'rulebooks' },
        html('legend', { class: 'visually-hidden' }, text('rules.title')),
        books,
        unfit,
      ),
      every,
    ),
    read: () => /** @type {AnyOptions} */ (/** @type {unknown} */ ({ ...chosen, game: kind })),
    complain: (which, sentence) => {
      if (which === 'preset') {
        unfit.textContent = sentence;
        return radios.find(({ checked }) => checked) ?? null;
      }
      const row = rows.find((one) => one.name === which);
      if (row) every.open = true;
      return row?.complain(sentence) ?? null;
    },
  };
}

/**
 * Creates the row of one rule: its name, its effect, and whether it differs from the rulebook.
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
    ? html('input', { type: 'checkbox', id, 'aria-describedby': hints, onchange: pick })
    : html(
        'select',
        { id, 'aria-describedby': hints, onchange: pick },
        values.map((value) =>
          html(
            'option',
            { value: String(value) },
            text(`${kind}.value.${keyOf(name, value)}`, { value: Number(value) }),
          ),
        ),
      );
  const picture = html('span', { class: 'rule-picture', 'aria-hidden': 'true' });
  /** @type {DrawRule | null} */
  let draw = null;
  let shown = values[0] ?? false;
  const paintPicture = () => {
    if (draw !== null) paint(picture, draw(name, shown));
  };
  const differs = html('p', { class: 'differs', id: `${id}-differs` });
  const refused = html('p', { class: 'refused', id: `${id}-refused`, role: 'alert' });

  /** @param {Event} event */
  function pick({ target }) {
    refused.textContent = '';
    if (target instanceof HTMLInputElement) chosen(target.checked);
    else if (target instanceof HTMLSelectElement)
      chosen(values[target.selectedIndex] ?? target.value);
  }

  return {
    name,
    element: html(
      'div',
      { class: flag ? 'rule flag' : 'rule' },
      picture,
      html('label', { for: id }, text(`${kind}.option.${name}.name`)),
      control,
      html('p', { class: 'soft', id: `${id}-hint` }, text(`${kind}.option.${name}.changes`)),
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
      shown = value;
      paintPicture();
    },
    /** @param {DrawRule} drawRule */
    illustrate(drawRule) {
      draw = drawRule;
      paintPicture();
    },
    /** @param {string} sentence */
    complain(sentence) {
      refused.textContent = sentence;
      return control;
    },
  };
}
