/**
 * A text to be taken elsewhere: a field that shows it, and a button that copies it.
 *
 * @import {Text} from './text.js'
 */
import { html } from './dom.js';

/** Milliseconds for which a copy is confirmed. */
const CONFIRMED_MS = 2_500;

/**
 * @param {object} asked
 * @param {Text} asked.text
 * @param {string} asked.id of the field
 * @param {string} asked.value
 * @param {{label: string, copy: string, byHand: string}} asked.words what the field is, what is on the button, and how to
 *   copy where the button can't
 * @param {(sentence: string) => void} asked.announce
 * @returns {{field: HTMLInputElement, copy: HTMLButtonElement, byHand: HTMLElement}}
 */
export function createCopyField({ text, id, value, words, announce }) {
  const field = html('input', {
    id,
    type: 'text',
    readonly: true,
    value,
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-label': words.label,
  });
  field.addEventListener('focus', () => field.select());
  const copy = html('button', { type: 'button', class: 'copy' }, words.copy);
  const byHand = html('p', { class: 'by-hand soft', hidden: true }, words.byHand);
  copy.addEventListener('click', async () => {
    try {
      // A page that does not come over https has no clipboard.
      await navigator.clipboard.writeText(value);
    } catch {
      field.focus();
      field.select();
      byHand.hidden = false;
      announce(words.byHand);
      return;
    }
    byHand.hidden = true;
    copy.textContent = text('copied');
    announce(text('copied'));
    setTimeout(() => {
      copy.textContent = words.copy;
    }, CONFIRMED_MS);
  });
  return { field, copy, byHand };
}
