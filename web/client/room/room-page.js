/**
 * The page of a room. It holds one state and redraws everything after each message.
 *
 * @import {RoomWorld} from './world.js'
 */
import { Witness } from '../check/witness.js';
import { createAnnounce } from '../lib/announce.js';
import { part } from '../lib/dom.js';
import { takeEntered } from '../lib/entered.js';
import { watchLanguage } from '../lib/language-switch.js';
import { createNotices } from '../lib/notices.js';
import { Notices } from '../lib/notify.js';
import { watchInstallation } from '../lib/offline.js';
import { createOperator } from '../lib/operator.js';
import { Sound } from '../lib/sound.js';
import { fillText, translatePage } from '../lib/text.js';
import { watchUnfolding } from '../lib/unfold.js';
import { createContext } from './context.js';
import { createInbox } from './link/inbox.js';
import { createLink } from './link/link.js';
import { beginSolo } from './lobby/bots.js';
import { createLessonCall } from './lobby/lesson-call.js';
import { createShuffleShare } from './lobby/shuffle-share.js';
import { createControls } from './parts/controls.js';
import { createDeviceDialog } from './parts/device-dialog.js';
import { watchDialogs } from './parts/dialogs.js';
import { showEnding } from './parts/ending.js';
import { createIdentity } from './parts/identity.js';
import { after, createEndingsFetch, fetchSoon, onceFetched, table } from './parts/later.js';
import { createMenu } from './parts/menu.js';
import { createNews } from './parts/news.js';
import { createPlay } from './parts/play.js';
import { createPush } from './parts/push.js';
import { createQuestions } from './parts/questions.js';
import { createRefusals } from './parts/refusals.js';
import { createRules } from './parts/rules.js';
import { Screen } from './parts/screen.js';
import { createTalk } from './parts/talk.js';

/**
 * Creates the parts of the page, connects them with each other, and connects to the server.
 *
 * @param {RoomWorld} world
 */
export async function createRoomPage(world) {
  const text = await world.loadText();
  fillText(document, text);
  const announce = createAnnounce(part('live'));
  const beside = part('board-notice');
  const notices = createNotices(part('notices'), text, 'line.lost', {
    element: beside,
    isOpen: () =>
      document.body.dataset['phase'] === 'playing' && beside.parentElement !== part('board'),
    hasUnsent: () => link.hasUnsent(),
  });
  const entered = takeEntered();
  if (entered !== null) {
    notices.tell(text('you.entered', { name: entered }));
    announce(text('you.entered', { name: entered }));
  }
  watchInstallation();
  const context = createContext(world, { text, announce, link: () => link });
  const witness = new Witness(world.storage, context.room, world.now);
  const refusals = createRefusals(context, notices);
  const link = createLink(context, {
    notices,
    refusals,
    witness,
    ended: (ending) => void showEnding(context, ending),
  });
  // Parts redraw the page through the screen, which is created after them.
  const show = () => screen.show();

  const talk = createTalk(context, refusals);
  createRules(context, refusals);
  createMenu();
  const sound = new Sound(world.sound);
  const notifications = new Notices(world.notifications);
  createDeviceDialog(text, sound, notifications, refusals.complain);
  const ending = onceFetched(() =>
    after.module?.createAfter(context, {
      frame: play.frame,
      talk,
      complain: refusals.complain,
      unsent: () => notices.tell(text('chat.unsent')),
    }),
  );
  const play = createPlay(context, { notices, notifications, sound, after: ending, talk });
  const tellLessons = createLessonCall(context);
  const shareShuffle = createShuffleShare(context, witness);
  const offer = createPush(context, { changed: show, say: notices.tell });
  const identity = createIdentity(context, { end: link.end, changed: show });
  const showControls = createControls(context);
  const showQuestions = createQuestions(context, { notices, identity, offer, changed: show });
  const { rename } = watchDialogs(context, { ...refusals, command: link.command });
  const seats = onceFetched(() =>
    table.module?.createTable(context, { rename, changed: () => screen.showAroundLater() }),
  );
  const screen = new Screen(context, {
    play,
    showControls,
    showQuestions,
    around: { talk, table: seats, after: ending },
  });
  watchUnfolding();
  fetchSoon();
  watchLanguage(translatePage);
  document.addEventListener('languagechange', () => {
    context.chronicle.tell(context.state.happenings, false);
    play.frame.rebuild();
    show();
    play.hints.repeat();
  });

  const tellNews = createNews(context, { notices, sound, tabs: talk.tabs });
  const fetchEndings = createEndingsFetch();
  const inbox = createInbox(context, {
    ...{ link, refusals, identity, witness, show },
    ...{ chat: talk.chat, tabs: talk.tabs, hints: play.hints },
    operator: createOperator({ text, notices, announce }),
    happened() {
      tellNews();
      void beginSolo(context);
      shareShuffle();
      tellLessons();
      fetchEndings();
    },
  });
  link.start(inbox);
}
