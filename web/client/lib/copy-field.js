/**
 * A read-only field that shows a text, and a button that copies it to the clipboard.
 *
 * @import {Text} from './text.js'
 */
import { html } from './dom.js';

/** The time in milliseconds that the button confirms a copy. */
const CONFIRMED_MS = 2_500;

/**
 * @param {object} asked
 * @param {Text} asked.text
 * @param {string} asked.id the id of the field
 * @param {string} asked.value
 * @param {{label: string, copy: string, byHand: string}} asked.words the label of the field, the
 *   label of the button, and instructions for copying by hand if the button can't copy
 * @param {(sentence: string) => void} asked.announce reads a sentence aloud
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
      // A page that is not served over https has no clipboard.
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
