/**
 * The page of a room. It holds one state and redraws everything after each message.
 *
 * @import {Phase, Problem, ServerMessage} from '../protocol.js'
 * @import {Answer, Intent} from './commands.js'
 * @import {Delay, Ending, Finding, Line} from '../lib/connection.js'
 * @import {Question} from '../lib/notices.js'
 * @import {RoomContext} from './context.js'
 */

import { Witness } from '../check/witness.js';
import { factsOf, questionTo } from '../games/index.js';
import { boardOf } from '../games/modules.js';
import { createConnection } from '../lib/connection.js';
import { browserWorld, watchDevice } from '../lib/device.js';
import { isDrawn, part, write } from '../lib/dom.js';
import { findingOf, inquire } from '../lib/inquiry.js';
import { lastWhere } from '../lib/last.js';
import { createLater } from '../lib/later.js';
import { knowName } from '../lib/names.js';
import { never } from '../lib/never.js';
import { createAnnounce, createNotices, sayEnding } from '../lib/notices.js';
import { browserNotices, Notices } from '../lib/notify.js';
import { ProtocolError } from '../lib/packed.js';
import { sayProblem } from '../lib/problem.js';
import { newId } from '../lib/random.js';
import { openSession, proveCookie, request } from '../lib/session.js';
import { browserSound, Sound } from '../lib/sound.js';
import { fillText, loadText } from '../lib/text.js';
import { watchUnfolding } from '../lib/unfold.js';
import { outcomeOf } from './after/finish.js';
import { createReviewing } from './after/reviewing.js';
import { createCommands } from './commands.js';
import { BoardFrame, FEW } from './game/board-frame.js';
import { HintDesk } from './game/hint.js';
import { leftOutNotice } from './game/left-out.js';
import { Moments } from './game/moments.js';
import { longBreaks, mayAskForPause, pauseNotice, pauseOf } from './game/pause.js';
import { seatQuestions } from './game/seat-requests.js';
import { takeBackLabel, takeBackQuestion } from './game/take-back.js';
import { TurnWatch } from './game/turn.js';
import { vacationChoice } from './game/vacation.js';
import { createGameLoader } from './game-loader.js';
import { beginSolo } from './lobby/bots.js';
import { createInvite } from './lobby/invite.js';
import { JoinPanel } from './lobby/join.js';
import { createShuffleShare } from './lobby/shuffle-share.js';
import { watchDialogs } from './parts/dialogs.js';
import { createIdentity } from './parts/identity.js';
import { createPushOffer } from './parts/push-offer.js';
import { createRules } from './parts/rules.js';
import { createSoundDialog } from './parts/sound-dialog.js';
import { paintSurroundings } from './parts/surroundings.js';
import { ServerClock } from './server-clock.js';
import { ShownPhase } from './shown-phase.js';
import { eventsIn, fold, resumption, UNKNOWN } from './state.js';
import { createChat } from './talk/chat.js';
import { Chronicle } from './talk/chronicle.js';
import { createLog } from './talk/log.js';
import { createSheet } from './talk/sheet.js';
import { createTabs } from './talk/tabs.js';

/** The time in milliseconds without an answer to a command, after which a ping is sent. */
const LATE_MS = 3_000;

const room = decodeURIComponent(location.pathname.split('/')[2] ?? '');
const text = await loadText();
fillText(document, text);

const announce = createAnnounce(part('live'));
const witness = new Witness(() => localStorage, room, Date.now);
const notices = createNotices(part('notices'), text);

/** The seat in which the reader plays, or played the last game. */
let ownSeat = /** @type {number | null} */ (null);
const shownPhase = new ShownPhase(show);
/**
 * The path of the room. Its socket is below it, and an HTTP request to that socket returns the
 * reason for a refusal.
 */
const roomPath = `/api/rooms/${encodeURIComponent(room)}`;
const serverClock = new ServerClock({ slept: askTime });

/** @type {RoomContext} */
const context = {
  room,
  text,
  state: UNKNOWN,
  chronicle: new Chronicle(text, boardOf, (seat) => ({
    name: context.name(seat),
    bot: context.state.view?.seats[seat]?.bot ?? null,
  })),
  issue,
  say,
  announce,
  name: (seat) =>
    context.state.view?.seats[seat]?.name ?? text('seats.number', { number: seat + 1 }),
  serverTime: () => serverClock.now(),
};

const connection = createConnection(
  browserWorld(() => `${roomPath}/socket${resumption(context.state)}`, {
    prepare,
    // Messages also matter on a hidden page, because the title of its tab shows whose turn it is.
    matters: () => true,
    inquire: () => inquire(`${roomPath}/socket`),
  }),
  {
    heard: createGameLoader({ take, failed: () => complain(text('problem.unreachable')) }),
    changed,
    answered: (answer) => serverClock.answered(answer),
  },
);
const commands = createCommands({ send: connection.send, newId });
const log = createLog(part('log'), text);
const surroundingsLater = createLater(showSurroundings);
const chat = createChat(context, () => complain(text('chat.unsent')));
const tabs = createTabs(part('talk'), part('open-talk'));
const sheet = createSheet(tabs.shown);
createRules();
const sound = new Sound(browserSound());
const notify = new Notices(browserNotices());
createSoundDialog(text, sound, notify);
const turn = new TurnWatch(context, sound, notify);
const hints = new HintDesk(context, {
  show: notices.showHint,
  early: notices.tell,
  propose: (action) => frame.propose(action),
});
const frame = new BoardFrame(part('board'), context, () => hints.ask());
const moments = new Moments(context, { frame, notices, sound });
const showReviewing = createReviewing(context, { log, tabs, sheet, complain });
const showInvite = createInvite(part('invite'), text, announce);
const addNumber = createShuffleShare(context, witness);
const offer = createPushOffer(context, { changed: show, say: notices.tell });
const identity = createIdentity(context, { end: connection.end, changed: show });

/**
 * Makes sure that the server knows the session and that the room exists, as a socket requires.
 *
 * @returns {Promise<Finding | null>}
 */
async function prepare() {
  try {
    await Promise.all([openSession(), request('GET', roomPath)]);
  } catch (error) {
    const found = findingOf(error);
    if (found !== null && found !== 'prepare') return found;
    throw error;
  }
  return null;
}

/** Requests the time and the missed events from the server, because the device may have slept. */
function askTime() {
  connection.probe({ type: 'sync', since: context.state.at });
  connection.ask();
}

/**
 * Returns the reason for a refusal, in the game's own words if it has any.
 *
 * @param {Problem} problem
 */
function sayRefusal(problem) {
  const game = context.state.view?.game;
  return (
    (game && boardOf(game.game).refusal?.(problem, context)) ??
    sayProblem(problem, text, context.name)
  );
}

/** @param {string} sentence */
function complain(sentence) {
  notices.complain(sentence);
  announce(sentence);
}

/**
 * @param {Intent} intent
 * @returns {Promise<Answer>}
 */
async function issue(intent) {
  const answer = await command(intent);
  if (answer.ok && 'nonce' in intent) witness.adds(intent.nonce ?? null);
  settle(answer);
  return answer;
}

/**
 * Sends a command without reporting its answer. If the answer is late, pings find out whether the
 * connection is lost in one direction only.
 *
 * @param {Intent} intent
 * @returns {Promise<Answer>}
 */
async function command(intent) {
  const late = setInterval(connection.ask, LATE_MS);
  try {
    return await commands.issue(intent);
  } finally {
    clearInterval(late);
  }
}

/** @type {RoomContext['say']} */
function say(message) {
  const sent = connection.send(message);
  if (sent) notices.settle();
  return sent;
}

/**
 * Reports the reason if a command was rejected.
 *
 * @param {Answer} answer
 */
function settle(answer) {
  if (answer.ok) notices.settle();
  else complain(sayRefusal(answer.problem));
}

/**
 * @param {Line} line
 * @param {Ending | null} ending
 * @param {Delay | null} delay
 */
function changed(line, ending, delay) {
  document.body.dataset['line'] = line;
  notices.showLine(line, delay);
  if (line === 'open') {
    // The server accepts a socket only with a valid session cookie.
    proveCookie();
    commands.resend();
    // The server assumes that a page is visible until the page reports otherwise.
    if (document.hidden) sayWhetherSeen();
  }
  if (!ending) return;
  commands.end();
  sayEnding(part('ending'), ending, text, room);
  part('room').hidden = true;
  // Without a game there are no rules and no sounds to control.
  part('tools').hidden = true;
  part('name').hidden = true;
  part('ending').hidden = false;
  part('ending').focus();
}

/**
 * Reports whether the page is visible. The server sends notifications only to readers without a
 * visible page who have asked for them.
 */
function sayWhetherSeen() {
  connection.send({ type: 'look', visible: !document.hidden });
}

/** @param {ServerMessage} down */
function take(down) {
  if (down.type === 'you' && !identity.isStill(down)) return;
  if (down.type === 'update') serverClock.heard(down.now);
  if (down.type === 'step') serverClock.heard(down.at);
  try {
    context.state = fold(context.state, down);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    // The update does not fit, so the known state is discarded. The next connection starts with a
    // full snapshot.
    context.state = { ...context.state, known: null };
    connection.drop(error);
    return;
  }
  knowNames();
  switch (down.type) {
    case 'you':
    case 'presence':
      break;
    case 'update':
    case 'step':
      witness.see(context.state);
      tellNews();
      void beginSolo(context);
      addNumber();
      break;
    case 'ack':
      commands.answered(down);
      return;
    case 'nak':
      commands.answered(down);
      if (down.id === undefined) refusedWithoutId(down.problem);
      return;
    case 'chat':
      tabs.count('chat', chat.show(context.state.chat, down.all ? [] : down.lines));
      return;
    case 'hint':
      hints.take(down.hint);
      return;
    case 'closing':
      connection.expectClose(down.again_ms);
      return;
    case 'pong':
      return;
    default:
      never(down);
  }
  show();
}

/** Registers the names that the page shows, so that translation programs leave them alone. */
function knowNames() {
  const { you, view, presence, chat: lines } = context.state;
  if (you) knowName(you.name);
  if (view) knowName(view.host.name);
  for (const seat of view?.seats ?? []) if (seat) knowName(seat.name);
  for (const { name } of [...presence.people, ...lines]) knowName(name);
}

/** @param {Problem} problem */
function refusedWithoutId(problem) {
  if (['too_fast', 'bad_chat', 'hushed'].includes(problem.code)) chat.refused();
  complain(sayRefusal(problem));
}

/**
 * Adds new events to the log, and announces them if they continue the known ones. If many arrive at
 * once, only their number is announced.
 */
function tellNews() {
  const { happenings, continued, you } = context.state;
  const fresh = context.chronicle.tell(happenings, continued);
  if (!continued) return;
  if (context.state.steps > FEW) announce(text('line.missed', { count: fresh.length }));
  else for (const entry of fresh) announce(entry.sentences.join(' '));
  const forced = lastWhere(fresh, (entry) => entry.forced !== null && entry.forced === you?.seat);
  if (forced) {
    const what = forced.sentences.slice(1).join(' ');
    notices.tell(text('turn.played_for_you', { what }));
  }
  tabs.count('log', fresh.length);
  if (context.state.steps <= FEW) playNews();
}

/** Plays the sounds of the new events. */
function playNews() {
  const { happenings, at, steps } = context.state;
  const since = at.version - steps;
  const fresh = happenings.filter(({ version }) => version > since);
  const names = eventsIn(fresh).flatMap((event) => boardOf(event.game).soundsOf(event));
  if (names.length > 0) sound.play(...new Set(names));
}

/** Redraws the page: at once everything that a move needs, and later the parts around the board. */
function show() {
  const { you, view } = context.state;
  if (!you || !view) return;
  const focused = document.activeElement;
  const phase = shownPhase.follow(view.phase, moments.endingRestsIn());
  const turned = document.body.dataset['phase'] !== phase;
  if (turned) arrange(phase);
  document.body.dataset['phase'] = phase;
  if (view.phase === 'playing') ownSeat = you.seat;
  else if (view.phase === 'over') ownSeat ??= you.seat;
  write(part('name'), you.name);
  const { watching } = context.state.presence;
  // Before a game the spectators are listed beside the seats.
  const unsaid = watching === 0 || phase === 'lobby';
  write(part('watching'), unsaid ? '' : text('watchers.short', { count: watching }));
  part('own-tabs').hidden = you.tabs < 2;
  write(part('own-tabs'), you.tabs < 2 ? '' : text('tabs.open', { count: you.tabs }));
  showPhase(phase);
  // The turn is announced before the question of the board.
  turn.show();
  frame.show();
  hints.follow();
  moments.tellOut();
  keepFocus(focused);
  if (turned) showSurroundings();
  else surroundingsLater();
  if (shownPhase.justEnded) moments.celebrate(ownSeat);
}

/** Redraws the parts around the board, and the log. */
function showSurroundings() {
  const focused = document.activeElement;
  log.show(context.chronicle.entries);
  showReviewing(ownSeat);
  join.show();
  chat.follow();
  paintSurroundings(context, ownSeat, join.isShown);
  const { view, you } = context.state;
  const others = view?.seats.filter((seat, at) => seat && !seat.vacant && at !== you?.seat) ?? [];
  showInvite(view?.phase === 'lobby' && others.length === 0);
  keepFocus(focused);
}

/**
 * Moves the focus to the main content if the focused control has disappeared. Otherwise the browser
 * would move it to the top of the page.
 *
 * @param {Element | null} before the element that had the focus
 */
function keepFocus(before) {
  // Nothing had the focus. Checking whether the whole page is visible would force a layout.
  if (before === null || before === document.body) return;
  const gone = !(before.isConnected && isDrawn(before));
  const now = document.activeElement;
  if (gone && (now === before || now === document.body))
    part('main').focus({ preventScroll: true });
}

/**
 * Arranges the page for the phase. Before the first game the invitation link is open. After a game
 * it is folded away, and the button for the next game is above the seats.
 *
 * @param {Phase} phase
 */
function arrange(phase) {
  part('about').toggleAttribute('open', phase === 'lobby');
  if (phase === 'over') part('seats').before(part('readiness'));
  else part('seats').after(part('readiness'));
}

/**
 * Shows the parts that belong to the phase.
 *
 * @param {Phase} phase the phase that the page shows
 */
function showPhase(phase) {
  const { you, view } = context.state;
  if (!you || !view) return;
  const playing = view.phase === 'playing';
  const seat = you.seat === null ? null : view.seats[you.seat];
  const out = view.game && you.seat !== null && factsOf(view.game, you.seat).out;
  part('board').hidden = phase === 'lobby';
  part('players-panel').hidden = phase !== 'playing';
  part('places').hidden = !(phase === 'over' && outcomeOf(view.game));
  part('gather').hidden = phase === 'playing';
  part('resign').hidden = !(playing && seat && !out);
  part('give-up').hidden = !(playing && seat);
  part('webhook').hidden = !you.host;
  part('webhook-playing').hidden = !(playing && you.host);
  part('pause').hidden = !mayAskForPause(context);
  write(part('pause'), text(longBreaks(view) ? 'pause.ask_until_all' : 'pause.ask'));
  const vacation = vacationChoice(context);
  part('vacation').hidden = vacation === null;
  write(part('vacation'), vacation?.label ?? '');
  const label = takeBackLabel(context);
  part('take-back').hidden = label === null;
  write(part('take-back'), label ?? '');
  void offer.make(you, view);
  const questions = [
    pauseNotice(context),
    takeBackQuestion(context),
    gameQuestion(),
    ...seatQuestions(context, show),
    leftOutNotice(context, show),
  ];
  notices.showQuestions(
    [identity.question, ...questions, offer.question()].filter((asked) => asked !== null),
  );
  notices.showAway(playing && seat?.away === true && !out, () => void issue({ type: 'back' }));
}

/**
 * Returns the question that another player asks by the rules of the game, until it is answered.
 *
 * @returns {Question | null}
 */
function gameQuestion() {
  const { you, view } = context.state;
  const game = view?.phase === 'playing' ? view.game : null;
  const question = game && you && you.seat !== null ? questionTo(game, you.seat) : null;
  return (
    question && {
      key: 'asked',
      words: text(question.key, { name: context.name(question.by) }),
      choices: question.answers.map(({ key, action }) => ({
        label: text(key),
        chosen: () => void issue({ type: 'act', version: context.state.at.version, action }),
      })),
    }
  );
}

part('pause').addEventListener('click', () => {
  if (context.state.view) void issue(pauseOf(context.state.view));
});
part('vacation').addEventListener('click', () => void vacationChoice(context)?.chosen());
part('take-back').addEventListener('click', () => {
  void issue({ type: 'ask_take_back', version: context.state.at.version });
});
const { rename } = watchDialogs(context, { complain, command, settle });
const join = new JoinPanel(context, { rename, changed: surroundingsLater });
watchUnfolding();
document.addEventListener('visibilitychange', sayWhetherSeen);
watchDevice(connection, () => ({ type: 'sync', since: context.state.at }));
connection.start();
