/**
 * The parts that the sections of the operator's page share.
 *
 * @import {Child} from '../lib/dom.js'
 * @import {Text} from '../lib/text.js'
 */
import { ask, cancelButton } from '../lib/dialog.js';
import { createButton, html } from '../lib/dom.js';
import { operate } from './operator-api.js';

/**
 * @typedef {object} Desk the context of the page
 * @property {Text} text
 * @property {(act: () => Promise<unknown>) => Promise<void>} attempt runs an action and shows the
 *   error if it fails
 * @property {(done: string) => void} report shows what was done, and has it read aloud
 */

/**
 * Creates a row of a list: a title, notes, and a button that opens a dialog.
 *
 * @param {string} key
 * @param {Child} title
 * @param {string} notes
 * @param {...Child} rest
 */
export const row = (key, title, notes, ...rest) =>
  html(
    'li',
    { key },
    html(
      'span',
      { class: 'who' },
      html('strong', { dir: 'auto', translate: 'no' }, title),
      html('small', {}, notes),
    ),
    ...rest,
  );

/**
 * Creates a list of names and values.
 *
 * @param {string} className
 * @param {[string, Child][]} pairs
 */
export const facts = (className, pairs) =>
  html(
    'dl',
    { class: className },
    pairs.flatMap(([name, value]) => [html('dt', {}, name), html('dd', {}, value)]),
  );

/**
 * Asks for the duration of a ban and its reason, and bans the subject.
 *
 * @param {Desk} desk
 * @param {string} subject the id of a person, or a network
 * @param {string} name the words for the subject
 * @returns {Promise<boolean>} whether the subject was banned
 */
export async function ban({ text, report }, subject, name) {
  const days = html('input', {
    id: 'ban-days',
    type: 'number',
    min: '1',
    max: '3650',
    inputmode: 'numeric',
  });
  const reason = html('input', { id: 'ban-reason', maxlength: '300', autocomplete: 'off' });
  const chosen = await ask(text('admin.ban_title', { name }), (end) => [
    html('p', {}, text('admin.ban_body')),
    html(
      'form',
      {
        onsubmit: (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          end('yes');
        },
      },
      html('label', { for: days.id }, text('admin.ban_days')),
      days,
      html('label', { for: reason.id }, text('admin.ban_reason')),
      reason,
      html(
        'div',
        { class: 'actions' },
        cancelButton(text, end),
        html('button', { type: 'submit', class: 'danger' }, text('admin.ban')),
      ),
    ),
  ]);
  if (chosen === null) return false;
  const words = reason.value.trim();
  await operate('POST', 'bans', {
    subject,
    ...(days.value !== '' && { days: Number(days.value) }),
    ...(words !== '' && { reason: words }),
  });
  report(text('admin.banned_done', { name }));
  return true;
}

/**
 * Lifts a ban.
 *
 * @param {string} subject
 */
export const unban = (subject) => operate('DELETE', `bans?subject=${encodeURIComponent(subject)}`);

/**
 * Creates the button of a row that opens its dialog.
 *
 * @param {Text} text
 * @param {string} name the words for the row
 * @param {() => void} open
 */
export const openButton = (text, name, open) =>
  createButton(
    {
      'aria-haspopup': 'dialog',
      'aria-label': text('admin.open_named', { name }),
      onclick: open,
    },
    text('admin.open'),
  );
