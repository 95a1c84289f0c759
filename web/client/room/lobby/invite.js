/**
 * The invitation to a room: the link for players as a code, to copy and to share, and the link for
 * spectators.
 *
 * @import {RoomContext} from '../context.js'
 * @import {Text} from '../../lib/text.js'
 */
import { createCopyField } from '../../lib/copy-field.js';
import { inform } from '../../lib/dialog.js';
import { html, paint, part, write } from '../../lib/dom.js';
import { inTime } from '../../lib/wait.js';
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
  parent.append(
    play.field,
    play.copy,
    ...(share ? [share] : []),
    codeButton(text, link),
    play.byHand,
    html(
      'details',
      { class: 'fold watch-link' },
      html('summary', {}, text('invite.watch')),
      html('div', { class: 'invite' }, watch.field, watch.copy, watch.byHand),
    ),
  );
  const showCode = createCode(part('invite-code'), text, link);
  return () => {
    const { view, you } = context.state;
    if (!view) return;
    const others = view.seats.some((seat, at) => seat && !seat.vacant && at !== you?.seat);
    play.copy.classList.toggle('primary', view.phase === 'lobby' && !others);
    write(part('invite-note'), text(noteFor(view)));
    paint(part('invite-lock'), you?.host === true && lockButton(context));
    if (view.phase === 'lobby') showCode();
  };
}

/**
 * Returns the key of the sentence that says what the link is good for now.
 *
 * @param {{ locked: boolean, seats: readonly unknown[] }} view
 */
function noteFor({ locked, seats }) {
  if (locked) return 'invite.body_locked';
  return seats.some((seat) => !seat) ? 'invite.body' : 'invite.body_full';
}

/**
 * @param {Pick<RoomContext, 'text' | 'announce'>} context
 * @param {string} id
 * @param {string} value
 * @param {string} label
 */
function linkField({ text, announce }, id, value, label) {
  const words = { label, copy: text('invite.copy'), byHand: text('invite.select') };
  return createCopyField({ text, id, value, words, announce });
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
  let isDrawn = false;
  let isWanted = false;
  async function show() {
    if (isDrawn || !wide.matches) return;
    isDrawn = true;
    try {
      const code = await drawLink(text, link);
      if (code) place.replaceChildren(code);
    } catch {
      // The link is there without its picture. The next change of the room tries again.
      isDrawn = false;
    }
  }
  addEventListener('resize', () => {
    if (isWanted) void show();
  });
  return () => {
    isWanted = true;
    void show();
  };
}

/**
 * @param {Text} text
 * @param {string} link
 */
async function drawLink(text, link) {
  const { drawCode } = await inTime(import('../../lib/qr-picture.js'));
  return drawCode(link, text('invite.code_label'));
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
  const button = html(
    'button',
    { type: 'button', class: 'show-code', 'aria-haspopup': 'dialog' },
    text('invite.code'),
  );
  button.addEventListener('click', async () => {
    const code = await drawLink(text, link);
    const body = html('p', {}, text(code ? 'invite.code_body' : 'invite.code_none'));
    const address = html('p', { class: 'code-link soft' }, link);
    await inform(text, text('invite.code'), [body, code, address], null);
  });
  return button;
}
