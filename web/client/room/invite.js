/**
 * The link that brings others here.
 *
 * @import {Text} from '../lib/text.js'
 */
import { html } from '../lib/dom.js';

/** Milliseconds for which a copy is confirmed. */
const CONFIRMED_MS = 2_500;

/**
 * @param {HTMLElement} parent
 * @param {Text} text
 * @param {(sentence: string) => void} announce
 */
export function createInvite(parent, text, announce) {
  const link = new URL(location.pathname, location.href).href;
  const field = html('input', {
    id: 'invite-link',
    type: 'text',
    readonly: true,
    value: link,
    'aria-label': text('invite.link'),
  });
  field.addEventListener('focus', () => field.select());
  const copy = html('button', { type: 'button', class: 'copy' }, text('invite.copy'));
  const byHand = html('p', { class: 'by-hand soft', hidden: true }, text('invite.select'));
  copy.addEventListener('click', async () => {
    try {
      // A page that does not come over https has no clipboard.
      await navigator.clipboard.writeText(link);
    } catch {
      field.focus();
      field.select();
      byHand.hidden = false;
      announce(text('invite.select'));
      return;
    }
    byHand.hidden = true;
    copy.textContent = text('invite.copied');
    announce(text('invite.copied'));
    setTimeout(() => {
      copy.textContent = text('invite.copy');
    }, CONFIRMED_MS);
  });
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
