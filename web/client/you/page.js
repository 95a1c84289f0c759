/**
 * The page with the reader's name and devices.
 */

import { createAnnounce } from '../lib/announce.js';
import { watchAppearance } from '../lib/appearance-dialog.js';
import { createCopyField } from '../lib/copy-field.js';
import { confirm } from '../lib/dialog.js';
import { createButton, html, paint, part, write } from '../lib/dom.js';
import { noteEntered } from '../lib/entered.js';
import { prefixed } from '../lib/files.js';
import { watchLanguage } from '../lib/language-switch.js';
import { selectOnFocus, showName } from '../lib/name-field.js';
import { createNotices } from '../lib/notices.js';
import { forgetPerson } from '../lib/person.js';
import { PROBLEMS, sayError } from '../lib/problem.js';
import { drawCode } from '../lib/qr-picture.js';
import { openSession, rename, request, requestAsSelf } from '../lib/session.js';
import { signedOutQuestion, watchSignOut } from '../lib/signed-out.js';
import { fillText, loadText } from '../lib/text.js';
import { sayDate, sayLeft } from '../lib/time.js';
import { cameFrom } from '../lib/you-path.js';
import { watchPage } from './page-switch.js';
import { watchPasskeys } from './passkeys.js';
import { watchPush } from './push-switch.js';

/**
 * @typedef {object} Device
 * @property {string} id
 * @property {string} device a short description of the browser, or an empty string if it is unknown
 * @property {boolean} here whether this is the current device
 * @property {number} since milliseconds since 1970
 * @property {number | null} seen
 */

/** The interval in milliseconds between two checks whether a shown link is used. */
const LINK_LOOK_MS = 3_000;

const text = await loadText(PROBLEMS, 'text/*.push.json', 'you/text/*.json');
fillText(document, text);
document.title = text('title.you');
watchAppearance(text);
watchLanguage();
const announce = createAnnounce(part('live'));
const notices = createNotices(part('notices'), text);
const name = /** @type {HTMLInputElement} */ (part('name'));
selectOnFocus(name);
const code = /** @type {HTMLInputElement} */ (part('code'));
/** The path that the reader came from. */
const from = cameFrom(location.search);

/**
 * Runs an action, and shows the error if it fails.
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

/**
 * Starts a section of the page. An error is shown in that section and does not stop the others.
 *
 * @param {() => Promise<unknown>} act
 * @param {string} note the id of the element that shows the error
 */
async function begin(act, note) {
  try {
    await act();
  } catch (error) {
    write(part(note), sayError(error, text));
  }
}

/**
 * Shows the reader's devices.
 *
 * @returns {Promise<Device[]>}
 */
async function showDevices() {
  /** @type {{devices: Device[]}} */
  const { devices } = await requestAsSelf('GET', '/api/session/devices');
  paint(part('devices'), devices.map(item));
  return devices;
}

/** @param {Device} of */
function item({ id, device, here, seen }) {
  const what = device === '' ? text('you.some_device') : device;
  const when = here ? text('you.this_device') : seen && text('you.seen', { day: sayDate(seen) });
  return html(
    'li',
    { key: id },
    html('span', { class: 'who' }, html('strong', {}, what), html('small', {}, when || '')),
    createButton(
      {
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
  if (here) {
    await goAsAnother(prefixed('/'));
    return;
  }
  await showDevices();
  announce(text('you.signed_out'));
  part('devices-title').focus();
}

/**
 * Shows a value once, with a button that copies it.
 *
 * @param {HTMLElement} place
 * @param {string} id
 * @param {string} value
 * @param {string} label
 * @param {import('../lib/dom.js').Child[]} more
 */
function showOnce(place, id, value, label, ...more) {
  const keys = { copy: 'you.copy', byHand: 'you.select' };
  const { field, copy, byHand } = createCopyField({ text, id, value, label, keys, announce });
  place.replaceChildren(html('div', { class: 'shown-code' }, field, copy, byHand, ...more));
}

/** Stops the observation of the link that is shown. */
let forgetLink = () => {};

/**
 * Replaces the link by a sentence once it is used or has expired, because it is no use any more.
 *
 * @param {Device[]} before the devices when the link was created; the next one has used it
 * @param {number} lastsMs
 */
function watchLink(before, lastsMs) {
  const known = new Set(before.map(({ id }) => id));
  forgetLink();
  /** @param {string} sentence */
  const end = (sentence) => {
    forgetLink();
    // The place is a live region, so the sentence is also read aloud.
    part('link').replaceChildren(html('p', {}, sentence));
  };
  const look = async () => {
    if (document.hidden) return;
    // Without an answer the link stays, and the page asks again.
    const devices = await showDevices().catch(() => before);
    const used = devices.find(({ id }) => !known.has(id));
    if (used) {
      const device = used.device === '' ? text('you.some_device') : used.device;
      end(text('you.link_used', { device }));
    }
  };
  const looking = setInterval(() => void look(), LINK_LOOK_MS);
  const expiring = setTimeout(() => end(text('you.link_expired')), lastsMs);
  forgetLink = () => {
    clearInterval(looking);
    clearTimeout(expiring);
  };
}

async function makeLink() {
  // Without the list of devices the link works as well, but the page can't tell when it is used.
  const before = await showDevices().catch(() => null);
  /** @type {{code: string, lasts_ms: number}} */
  const made = await requestAsSelf('POST', '/api/session/link', {});
  // The fragment of an address is sent to no server and written to no log.
  const link = new URL(prefixed(`/you#${made.code}`), location.href).href;
  const lasts = text('you.link_lasts', { time: sayLeft(made.lasts_ms, text) });
  const picture = drawCode(link, text('you.link_code'));
  showOnce(part('link'), 'link-field', link, text('you.link'), html('p', {}, lasts), picture);
  if (before) watchLink(before, made.lasts_ms);
}

async function makeRecovery() {
  /** @type {{code: string}} */
  const made = await requestAsSelf('POST', '/api/session/recovery', {});
  const keep = html('p', {}, text('you.recovery_keep'));
  showOnce(part('recovery'), 'recovery-field', made.code, text('you.recovery'), keep);
}

/**
 * Leaves the page as another person, after the data of the previous person is deleted.
 *
 * @param {string} path
 */
async function goAsAnother(path) {
  await forgetPerson();
  location.assign(path);
}

/**
 * Leaves the page as the person that the reader has signed in as.
 *
 * @param {{name: string}} person
 */
async function enterAs(person) {
  noteEntered(person.name);
  await goAsAnother(from);
}

/**
 * Signs in as the person that the code belongs to.
 *
 * @param {string} given
 */
async function enter(given) {
  /** @type {{name: string}} */
  const person = await request('POST', '/api/session/enter', { code: given });
  await enterAs(person);
}

/**
 * Returns the code in the fragment of the address, and removes it from the address at once. Returns
 * an empty string if the fragment names a section of the page.
 */
function codeInAddress() {
  const given = location.hash.slice(1);
  if (given === '' || document.getElementById(given)) return '';
  history.replaceState(history.state, '', location.pathname);
  return given;
}

async function forget() {
  if (!(await confirm(text, 'forget'))) return;
  await request('DELETE', '/api/session');
  await goAsAnother(prefixed('/'));
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
part('code-part').addEventListener('submit', (event) => {
  event.preventDefault();
  void attempt(() => enter(code.value));
});
part('back').setAttribute('href', from);
write(part('back'), text(from === prefixed('/') ? 'you.back_lobby' : 'you.back_room'));
watchSignOut((session) => {
  const settle = () => notices.showQuestions([]);
  const question = signedOutQuestion(session, text, settle, () => {
    settle();
    code.focus();
  });
  notices.showQuestions([question]);
  announce(question.words);
  // The page still shows the data of the former person.
  showName(name, session.name);
  forgetLink();
  for (const id of ['link', 'recovery', 'passkeys']) part(id).replaceChildren();
  void begin(showDevices, 'devices-note');
});
await Promise.all([
  attempt(async () => {
    showName(name, (await openSession()).name);
  }),
  begin(showDevices, 'devices-note'),
  begin(() => watchPage(text, { announce, attempt }), 'page-note'),
  begin(() => watchPasskeys(text, { announce, attempt, entered: enterAs }), 'passkey-note'),
  begin(() => watchPush(text, { announce, attempt }), 'push-note'),
]);
