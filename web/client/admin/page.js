/**
 * The page of the operator. It asks for the token and shows nothing before the server has accepted
 * it.
 */
import { ABOUT } from '../games/index.js';
import { createAnnounce } from '../lib/announce.js';
import { watchAppearance } from '../lib/appearance-dialog.js';
import { part, write } from '../lib/dom.js';
import { watchLanguage } from '../lib/language-switch.js';
import { createNotices } from '../lib/notices.js';
import { PROBLEMS } from '../lib/problem.js';
import { fillText, loadText } from '../lib/text.js';
import { hasToken, isLockedOut, keepToken } from './operator-api.js';
import { createPeople } from './people.js';
import { createReports } from './reports.js';
import { createRooms } from './rooms.js';
import { createServer } from './server.js';
import { sayFailure } from './words.js';

const text = await loadText(PROBLEMS, 'admin/text/*.json', ...ABOUT);
fillText(document, text);
document.title = text('admin.page_title');
watchAppearance(text);
watchLanguage();
const notices = createNotices(part('notices'), text);
const announce = createAnnounce(part('live'));
const token = /** @type {HTMLInputElement} */ (part('token'));

/**
 * Shows the form for the token, with the reason if the last one was refused.
 *
 * @param {string} why
 */
function askToken(why) {
  keepToken('');
  part('desk').hidden = true;
  part('tools').hidden = true;
  part('entry').hidden = false;
  write(part('entry-note'), why);
  token.focus();
}

/**
 * Runs an action, and shows the error if it fails.
 *
 * @param {() => Promise<unknown>} act
 */
async function attempt(act) {
  try {
    await act();
    notices.settle();
  } catch (error) {
    const sentence = sayFailure(error, text);
    if (isLockedOut(error)) {
      askToken(sentence);
      return;
    }
    notices.complain(sentence, null);
    announce(sentence);
  }
}

const desk = { text, attempt, report: (/** @type {string} */ done) => write(part('done'), done) };
const server = createServer(desk);
const rooms = createRooms(desk);
const people = createPeople(desk);
const reports = createReports(desk, { openRoom: rooms.open, showBans: people.show });

/** Shows everything anew. */
const show = () =>
  attempt(async () => {
    await server.show();
    part('entry').hidden = true;
    part('desk').hidden = false;
    part('tools').hidden = false;
    await Promise.all([rooms.show(), people.show(), reports.show()]);
  });

part('entry-form').addEventListener('submit', async (event) => {
  event.preventDefault();
  keepToken(token.value.trim());
  write(part('entry-note'), '');
  await show();
  if (part('desk').hidden) return;
  token.value = '';
  part('main').focus();
});
part('refresh').addEventListener('click', show);
part('leave').addEventListener('click', () => askToken(''));
if (hasToken()) await show();
else askToken('');
