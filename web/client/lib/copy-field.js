/**
 * A read-only field that shows a text, and a button that copies it to the clipboard.
 *
 * @import {Text} from './text.js'
 */
import { createButton, html } from './dom.js';

/** The time in milliseconds that the button confirms a copy. */
const CONFIRMED_MS = 2_500;

/**
 * @param {object} asked
 * @param {Text} asked.text
 * @param {string} asked.id the id of the field
 * @param {string} asked.value
 * @param {string} asked.label the label of the field
 * @param {{copy: string, byHand: string}} asked.keys the text keys of the button, and of the
 *   instructions for copying by hand if the button can't copy; the language can change meanwhile
 * @param {(sentence: string) => void} asked.announce reads a sentence aloud
 * @returns {{field: HTMLInputElement, copy: HTMLButtonElement, byHand: HTMLElement}}
 */
export function createCopyField({ text, id, value, label, keys, announce }) {
  const field = html('input', {
    id,
    type: 'text',
    readonly: true,
    value,
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-label': label,
  });
  field.addEventListener('focus', () => field.select());
  const copy = createButton({ class: 'copy' }, text(keys.copy));
  const byHand = html('p', { class: 'by-hand soft', hidden: true }, text(keys.byHand));
  copy.addEventListener('click', async () => {
    try {
      // A page that is not served over https has no clipboard.
      await navigator.clipboard.writeText(value);
    } catch {
      field.focus();
      field.select();
      byHand.hidden = false;
      announce(text(keys.byHand));
      return;
    }
    byHand.hidden = true;
    copy.textContent = text('copied');
    announce(text('copied'));
    setTimeout(() => {
      copy.textContent = text(keys.copy);
    }, CONFIRMED_MS);
  });
  return { field, copy, byHand };
}
