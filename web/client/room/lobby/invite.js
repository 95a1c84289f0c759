/**
 * The invitation to a room: the link for players as a code, to copy and to share, and the link for
 * spectators.
 *
 * @import {RoomView} from '../../protocol.js'
 * @import {RoomContext} from '../context.js'
 * @import {Text} from '../../lib/text.js'
 */
import { createCopyField } from '../../lib/copy-field.js';
import { inform } from '../../lib/dialog.js';
import { createButton, html, paint, part, write } from '../../lib/dom.js';
import { drawCode } from '../../lib/qr-picture.js';
import { lockButton } from './host-menu.js';

/** The windows with space for the code beside the link. */
const WIDE = '(min-width: 56rem)';

/**
 * Creates the fields and buttons for both links.
 *
 * @param {HTMLElement} parent
 * @param {RoomContext} context
 * @returns {() => void} updates the invitation to the free seats and the lock of the room
 */
export function createInvite(parent, context) {
  const { world, text } = context;
  const { location } = world;
  const link = new URL(location.pathname, location.href).href;
  const play = linkField(context, 'invite-link', link, text('invite.link'));
  const watch = linkField(context, 'watch-link', `${link}?watch`, text('invite.watch'));
  const share = typeof navigator.share === 'function' ? shareButton(text, link) : null;
  const forSpectators = html(
    'details',
    { class: 'fold watch-link' },
    html('summary', {}, text('invite.watch')),
    html('div', { class: 'invite' }, watch.field, watch.copy, watch.byHand),
  );
  parent.append(
    play.field,
    play.copy,
    ...(share ? [share] : []),
    codeButton(text, link),
    play.byHand,
    forSpectators,
  );
  const showCode = createCode(part('invite-code'), text, link);
  return () => {
    const { view, you } = context.state;
    if (!view) return;
    const others = view.seats.some((seat, at) => seat && !seat.vacant && at !== you?.seat);
    play.copy.classList.toggle('primary', view.phase === 'lobby' && !others);
    write(part('invite-note'), text(noteFor(view)));
    forSpectators.hidden = view.settings.no_spectators === true;
    paint(part('invite-lock'), you?.host === true && lockButton(context));
    if (view.phase === 'lobby') showCode();
  };
}

/**
 * Returns the key of the sentence that says what the link is good for now.
 *
 * @param {Pick<RoomView, 'locked' | 'seats' | 'settings'>} view
 */
export function noteFor({ locked, seats, settings }) {
  if (locked) return 'invite.body_locked';
  const isFree = seats.some((seat) => !seat);
  if (settings.no_spectators) return isFree ? 'invite.body_players' : 'invite.body_nobody';
  return isFree ? 'invite.body' : 'invite.body_full';
}

/**
 * @param {Pick<RoomContext, 'text' | 'announce'>} context
 * @param {string} id
 * @param {string} value
 * @param {string} label
 */
function linkField({ text, announce }, id, value, label) {
  const keys = { copy: 'invite.copy', byHand: 'invite.select' };
  return createCopyField({ text, id, value, label, keys, announce });
}

/**
 * Creates the function that draws the code once, as soon as the window has space for it.
 *
 * @param {HTMLElement} place
 * @param {Text} text
 * @param {string} link
 */
function createCode(place, text, link) {
  const wide = matchMedia(WIDE);
  let isWanted = false;
  function show() {
    if (!isWanted || place.firstChild || !wide.matches) return;
    const code = drawLink(text, link);
    if (code) place.append(code);
  }
  addEventListener('resize', show);
  return () => {
    isWanted = true;
    show();
  };
}

/**
 * @param {Text} text
 * @param {string} link
 */
const drawLink = (text, link) => drawCode(link, text('invite.code_label'));

/**
 * @param {Text} text
 * @param {string} link
 */
function shareButton(text, link) {
  const share = createButton({}, text('invite.share'));
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
  const button = createButton(
    { class: 'show-code', 'aria-haspopup': 'dialog' },
    text('invite.code'),
  );
  button.addEventListener('click', async () => {
    const code = drawLink(text, link);
    const body = html('p', {}, text(code ? 'invite.code_body' : 'invite.code_none'));
    const address = html('p', { class: 'code-link soft' }, link);
    await inform(text, text('invite.code'), [body, code, address], null);
  });
  return button;
}
