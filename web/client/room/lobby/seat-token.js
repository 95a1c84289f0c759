/**
 * The dialog with the token of a seat for an outside program.
 *
 * @import {RoomContext} from '../context.js'
 */
import { createCopyField } from '../../lib/copy-field.js';
import { inform } from '../../lib/dialog.js';
import { html } from '../../lib/dom.js';
import { loadPart } from '../../lib/text.js';

/** Fetches the texts of the dialog. */
export const loadWords = () => loadPart('room/text/*.token.json');

/**
 * Shows a token once.
 *
 * @param {Pick<RoomContext, 'text' | 'announce'>} context
 * @param {string} token
 */
export async function showToken({ text, announce }, token) {
  const { field, copy, byHand } = createCopyField({
    text,
    id: 'seat-token',
    value: token,
    label: text('token.label'),
    keys: { copy: 'token.copy', byHand: 'token.select' },
    announce,
  });
  const parts = html('div', { class: 'invite' }, field, copy, byHand);
  await inform(text, text('token.title'), [html('p', {}, text('token.body')), parts], null);
}
