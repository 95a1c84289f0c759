/**
 * The link that brings others here.
 *
 * @import {Text} from '../lib/text.js'
 */
import { createCopyField } from '../lib/copy-field.js';
import { html } from '../lib/dom.js';

/**
 * @param {HTMLElement} parent
 * @param {Text} text
 * @param {(sentence: string) => void} announce
 */
export function createInvite(parent, text, announce) {
  const link = new URL(location.pathname, location.href).href;
  const words = {
    label: text('invite.link'),
    copy: text('invite.copy'),
    byHand: text('invite.select'),
  };
  const id = 'invite-link';
  const { field, copy, byHand } = createCopyField({ text, id, value: link, words, announce });
  parent.append(field, copy);
  if (typeof navigator.share === 'function') parent.append(shareButton(text, link));
  parent.append(byHand);
}

/**
 * @param {Text} text
 * @param {string} link
 */
function shareButton(text, link) {
  const share = html('button', { type: 'button' }, text('invite.share'));
  share.addEventListener('click', () => {
    // Someone who closes the sheet again has not failed.
    navigator.share({ title: document.title, url: link }).catch(() => {});
  });
  return share;
}
