/**
 * One's name, and the devices on which one is the same person.
 */

import { createCopyField } from '../lib/copy-field.js';
import { confirm } from '../lib/dialog.js';
import { html, paint, part } from '../lib/dom.js';
import { createAnnounce, createNotices } from '../lib/notices.js';
import { sayError } from '../lib/problem.js';
import { drawCode } from '../lib/qr-picture.js';
import { openSession, rename, request, requestAsSelf } from '../lib/session.js';
import { fillText, loadText } from '../lib/text.js';
import { sayLeft } from '../lib/time.js';
import { watchPasskeys } from './passkeys.js';
import { watchPush } from './push-switch.js';

/**
 * @typedef {object} Device
 * @property {string} id
 * @property {string} device what it is, in a few words of its browser; empty where that is not known
 * @property {boolean} here whether it is this one
 * @property {number} since milliseconds since 1970
 * @property {number | null} seen
 */

const text = await loadText();
fillText(document, text);
document.title = text('title.you');
const announce = createAnnounce(part('live'));
const notices = createNotices(part('notices'), text);
const name = /** @type {HTMLInputElement} */ (part('name'));
const code = /** @type {HTMLInputElement} */ (part('code'));

/**
 * Does something that may fail, and says why if it does.
 *
 * @param {() => Promise<void>} act
 */
async function attempt(act) {
  try {
    await act();
    notices.settle();
  } catch (error) {
    const sentence = sayError(error, text);
    notices.complain(sentence, null);
    announce(sentence);
  }
}

async function showDevices() {
  /** @type {{devices: Device[]}} */
  const { devices } = await requestAsSelf('GET', '/api/session/devices');
  paint(part('devices'), devices.map(item));
}

/** @param {Device} of */
function item({ id, device, here, seen }) {
  const what = device === '' ? text('you.some_device') : device;
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
  const when = here ? text('you.this_device') : seen && text('you.seen', { day: day.format(seen) });
  return html(
    'li',
    { key: id },
    html('span', { class: 'who' }, html('strong', {}, what), html('small', {}, when || '')),
    html(
      'button',
      {
        type: 'button',
        class: 'quiet',
        'aria-label': text('you.sign_out_named', { device: what }),
        onclick: () => attempt(() => signOut(id, here)),
      },
      text('you.sign_out'),
    ),
  );
}

/**
 * @param {string} id
 * @param {boolean} here
 */
async function signOut(id, here) {
  if (!(await confirm(text, here ? 'sign_out_here' : 'sign_out'))) return;
  await request('DELETE', `/api/session/devices/${id}`);
  if (here) location.assign('/');
  else await showDevices();
}

/**
 * Something that is shown once, with a button that copies it.
 *
 * @param {HTMLElement} place
 * @param {string} id
 * @param {string} value
 * @param {string} label
 * @param {import('../lib/dom.js').Child[]} more
 */
function showOnce(place, id, value, label, ...more) {
  const words = { label, copy: text('you.copy'), byHand: text('you.select') };
  const { field, copy, byHand } = createCopyField({ text, id, value, words, announce });
  place.replaceChildren(html('div', { class: 'shown-code' }, field, copy, byHand, ...more));
}

async function makeLink() {
  /** @type {{code: string, lasts_ms: number}} */
  const made = await requestAsSelf('POST', '/api/session/link', {});
  // Behind the # it reaches no server and no log.
  const link = new URL(`/you#${made.code}`, location.href).href;
  const lasts = text('you.link_lasts', { time: sayLeft(made.lasts_ms, text) });
  const picture = drawCode(link, text('you.link_code'));
  showOnce(part('link'), 'link-field', link, text('you.link'), html('p', {}, lasts), picture);
}

async function makeRecovery() {
  /** @type {{code: string}} */
  const made = await requestAsSelf('POST', '/api/session/recovery', {});
  const keep = html('p', {}, text('you.recovery_keep'));
  showOnce(part('recovery'), 'recovery-field', made.code, text('you.recovery'), keep);
}

/**
 * Becomes the person whose code it is.
 *
 * @param {string} given
 */
async function enter(given) {
  await request('POST', '/api/session/enter', { code: given });
  location.assign('/');
}

/** The code in the address of a link, which is taken out of it at once. */
function codeInAddress() {
  const given = location.hash.slice(1);
  if (given !== '') history.replaceState(history.state, '', location.pathname);
  return given;
}

async function forget() {
  if (!(await confirm(text, 'forget'))) return;
  await request('DELETE', '/api/session');
  location.assign('/');
}

const given = codeInAddress();
part('entry').hidden = given === '';
part('enter').addEventListener('click', () => attempt(() => enter(given)));
part('stay').addEventListener('click', () => {
  part('entry').hidden = true;
  part('main').focus();
});
part('make-link').addEventListener('click', () => attempt(makeLink));
part('forget').addEventListener('click', () => attempt(forget));
part('make-recovery').addEventListener('click', () => attempt(makeRecovery));
part('name-form').addEventListener('submit', (event) => {
  event.preventDefault();
  void attempt(async () => {
    name.value = await rename(name.value.trim());
    announce(text('you.saved'));
  });
});
part('code-form').addEventListener('submit', (event) => {
  event.preventDefault();
  void attempt(() => enter(code.value));
});
await attempt(async () => {
  name.value = await openSession();
  await showDevices();
  await watchPasskeys(text, { announce, attempt });
  await watchPush(text, { announce, attempt });
});
