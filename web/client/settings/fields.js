/** The fields that the parts of the settings form share. */
import { html } from '../lib/dom.js';

/**
 * @param {string} name
 * @param {string} value
 * @param {boolean} checked
 * @param {string} label
 * @param {string} [hint]
 * @param {boolean} [disabled]
 */
export function radio(name, value, checked, label, hint, disabled = false) {
  return html(
    'label',
    { class: 'option' },
    html('input', { type: 'radio', name, value, checked, disabled }),
    html('span', {}, label, hint !== undefined && html('small', {}, hint)),
  );
}

/**
 * @param {string} title
 * @param {...(HTMLElement | readonly HTMLElement[])} content
 */
export function group(title, ...content) {
  return html('fieldset', {}, html('legend', {}, title), ...content.flat());
}

/**
 * @param {HTMLSelectElement} select
 * @param {string} label
 */
export function labelled(select, label) {
  return html('p', { class: 'field' }, html('label', { for: select.id }, label), select);
}

/**
 * Creates a selection from values and their descriptions.
 *
 * @template {string | number | undefined} V
 * @param {string} name
 * @param {readonly V[]} offered the values; `undefined` is sent as an empty string
 * @param {V} now
 * @param {(value: V) => string} say
 */
export function choice(name, offered, now, say) {
  return html(
    'select',
    { name, id: `settings-${name}` },
    offered.map((value) =>
      html('option', { value: value ?? '', selected: value === now }, say(value)),
    ),
  );
}
