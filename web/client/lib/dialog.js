/**
 * Modal dialogs that ask the reader a question.
 *
 * @import {Level} from '../protocol.js'
 * @import {Child} from './dom.js'
 * @import {Text} from './text.js'
 */
import { createButton, html } from './dom.js';
import { icon } from './icons.js';
import { pressesOf } from './keys.js';
import { showChoices, showDialog } from './layer.js';
import { createNameField } from './name-field.js';
import { isolate, shownName } from './text.js';
import { youPath } from './you-path.js';

/** The levels of the bots, the weakest first. @type {Level[]} */
export const LEVELS = ['easy', 'medium', 'hard'];

/** The number of dialogs so far, for a unique id of each heading. */
let asked = 0;

/**
 * Shows a dialog and waits until it is closed.
 *
 * @param {string} title
 * @param {(end: (answer: string | null) => void) => Child[]} content
 * @param {{ close?: string, key?: string | null, translate?: 'no' }} [leave] the label of the close
 *   button beside the heading and the key that closes the dialog; `translate` is `no` if the title
 *   is a name
 * @returns {Promise<string | null>} the answer, or `null` if the dialog was closed without one
 */
export function ask(title, content, leave) {
  asked += 1;
  const id = `dialog-${asked}`;
  return new Promise((resolve) => {
    /** @type {string | null} */
    let answer = null;
    /** @param {string | null} given */
    const end = (given) => {
      answer = given;
      dialog.close();
    };
    const heading = html('h2', { id, translate: leave?.translate }, title);
    const dialog = html(
      'dialog',
      { 'aria-labelledby': id, class: 'dialog' },
      leave?.close ? headed(heading, leave.close, () => end(null)) : heading,
      ...content(end),
    );
    dialog.addEventListener('close', () => {
      dialog.remove();
      void closed().then(() => resolve(answer));
    });
    dialog.addEventListener('keydown', (event) => {
      if (!pressesOf(event).some(({ key }) => key === leave?.key)) return;
      event.preventDefault();
      end(null);
    });
    document.body.append(dialog);
    const closed = showDialog(dialog);
  });
}

/**
 * Shows content to read until the reader closes it.
 *
 * @param {Text} text
 * @param {string} title
 * @param {Child[]} content
 * @param {string | null} key the key that opened the dialog, and that closes it as well; Escape
 *   always closes it
 */
export async function inform(text, title, content, key) {
  await ask(title, () => content, { close: text('close'), key });
}

/**
 * Shows buttons that act once the dialog is closed.
 *
 * @param {Text} text
 * @param {string} name the name of the person whom the buttons concern
 * @param {Child[]} buttons
 */
export function offer(text, name, buttons) {
  asked += 1;
  const id = `dialog-${asked}`;
  const choices = html('div', { class: 'choices' }, ...buttons);
  const heading = html('h2', { id, translate: 'no' }, isolate(shownName(name)));
  const dialog = html(
    'dialog',
    { 'aria-labelledby': id, class: 'dialog' },
    headed(heading, text('close'), () => dialog.close()),
    choices,
  );
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  showChoices(dialog, choices);
}

/**
 * Creates a heading with a close button beside it.
 *
 * @param {HTMLElement} heading
 * @param {string} words the accessible name of the button
 * @param {() => void} close
 */
function headed(heading, words, close) {
  return html(
    'div',
    { class: 'heading' },
    heading,
    createButton({ class: 'quiet square', 'aria-label': words, onclick: close }, icon('close')),
  );
}

/**
 * Creates the button that closes a dialog without an answer.
 *
 * @param {Text} text
 * @param {(answer: null) => void} end
 */
export const cancelButton = (text, end) =>
  createButton({ class: 'quiet', onclick: () => end(null) }, text('cancel'));

/**
 * Creates the last row of a dialog, which has only this button.
 *
 * @param {Parameters<typeof cancelButton>} how
 */
export const cancelRow = (...how) => html('div', { class: 'actions' }, cancelButton(...how));

/**
 * Asks the reader to confirm an action.
 *
 * @param {Text} text
 * @param {string} area the prefix of the text keys: `area.title`, `area.body`, `area.yes`
 * @param {Record<string, string | number>} [values]
 * @returns {Promise<boolean>}
 */
export const confirm = async (text, area, values) =>
  (await confirmOr(text, area, values)) === 'yes';

/**
 * Asks the reader to confirm an action, or to choose another one.
 *
 * @param {Text} text
 * @param {string} area the prefix of the text keys: `area.title`, `area.body`, `area.yes`
 * @param {Record<string, string | number>} [values]
 * @param {string} [other] the label of the other action
 * @returns {Promise<string | null>} `yes`, `other`, or `null` if the dialog was closed
 */
export const confirmOr = (text, area, values = {}, other) =>
  ask(text(`${area}.title`, values), (end) => [
    html('p', {}, text(`${area}.body`, values)),
    html(
      'div',
      { class: 'actions' },
      other !== undefined && createButton({ class: 'quiet', onclick: () => end('other') }, other),
      cancelButton(text, end),
      createButton({ class: 'danger', onclick: () => end('yes') }, text(`${area}.yes`, values)),
    ),
  ]);

/**
 * Asks the reader to choose one of several people or things.
 *
 * @template {{ name: string }} P
 * @param {Text} text
 * @param {string} title
 * @param {readonly P[]} offered
 * @param {string} [explanation]
 * @returns {Promise<P | null>} the choice, or `null` for none
 */
export async function askWhich(text, title, offered, explanation) {
  const answer = await ask(title, (end) => [
    explanation !== undefined && html('p', {}, explanation),
    html(
      'div',
      { class: 'choices' },
      offered.map(({ name }, index) =>
        createButton(
          { dir: 'auto', translate: 'no', onclick: () => end(String(index)) },
          shownName(name),
        ),
      ),
    ),
    cancelRow(text, end),
  ]);
  return answer === null ? null : (offered[Number(answer)] ?? null);
}

/**
 * Creates a form with a single field.
 *
 * @param {string} label
 * @param {HTMLInputElement} field
 * @param {(given: string) => void} chosen receives the content of the field, or an empty string
 * @param {Child[]} actions
 */
export function fieldForm(label, field, chosen, actions) {
  return html(
    'form',
    {
      onsubmit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        chosen(field.value.trim());
      },
    },
    html('label', { for: field.id }, label),
    field,
    html('div', { class: 'actions' }, actions),
  );
}

/**
 * Asks the reader for a new name.
 *
 * @param {Text} text
 * @param {string} name the current name
 * @returns {Promise<string | null>} the new name, or `null` if it stays the same
 */
export function askName(text, name) {
  return ask(text('name.title'), (end) => [
    fieldForm(
      text('name.label'),
      createNameField(name),
      (given) => end(given === '' || given === name ? null : given),
      [
        cancelButton(text, end),
        html('button', { type: 'submit', class: 'primary' }, text('name.save')),
      ],
    ),
    html('p', {}, html('a', { href: youPath() }, text('you.open'))),
  ]);
}
