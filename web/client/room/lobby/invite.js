/**
 * The invitation links of a room: one to play, one to watch.
 *
 * @import {RoomContext} from '../context.js'
 * @import {Text} from '../../lib/text.js'
 */
import { createCopyField } from '../../lib/copy-field.js';
import { inform } from '../../lib/dialog.js';
import { html } from '../../lib/dom.js';
import { inTime } from '../../lib/wait.js';

/**
 * Creates the fields and buttons for both links.
 *
 * @param {HTMLElement} parent
 * @param {Pick<RoomContext, 'world' | 'text' | 'announce'>} context
 * @returns {(alone: boolean) => void} accepts whether the reader is the only player, which makes
 *   the copy button the primary one
 */
export function createInvite(parent, { world: { location }, text, announce }) {
  const link = new URL(location.pathname, location.href).href;
  const watching = `${link}?watch`;
  const play = createCopyField({
    text,
    id: 'invite-link',
    value: link,
    words: {
      label: text('invite.link'),
      copy: text('invite.copy'),
      byHand: text('invite.select'),
    },
    announce,
  });
  const watch = createCopyField({
    text,
    id: 'watch-link',
    value: watching,
    words: {
      label: text('invite.watch'),
      copy: text('invite.copy'),
      byHand: text('invite.select'),
    },
    announce,
  });
  parent.append(play.field, play.copy);
  if (typeof navigator.share === 'function') parent.append(shareButton(text, link));
  parent.append(
    codeButton(text, link),
    play.byHand,
    html(
      'details',
      { class: 'fold watch-link' },
      html('summary', {}, text('invite.watch')),
      html('div', { class: 'invite' }, watch.field, watch.copy, watch.byHand),
    ),
  );
  return (alone) => play.copy.classList.toggle('primary', alone);
}

/**
 * @param {Text} text
 * @param {string} link
 */
function shareButton(text, link) {
  const share = html('button', { type: 'button' }, text('invite.share'));
  share.addEventListener('click', () => {
    // Closing the share sheet without a choice is not an error.
    navigator.share({ title: document.title, url: link }).catch(() => {});
  });
  return share;
}

/**
 * Creates a button that shows the link as a QR code.
 *
 * @param {Text} text
 * @param {string} link
 */
function codeButton(text, link) {
  const button = html('button', { type: 'button', 'aria-haspopup': 'dialog' }, text('invite.code'));
  button.addEventListener('click', async () => {
    const { drawCode } = await inTime(import('../../lib/qr-picture.js'));
    const code = drawCode(link, text('invite.code_label'));
    const body = html('p', {}, text(code ? 'invite.code_body' : 'invite.code_none'));
    const address = html('p', { class: 'code-link soft' }, link);
    await inform(text, text('invite.code'), [body, code, address], null);
  });
  return button;
}
