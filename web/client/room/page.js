/**
 * The page of a room. It holds one state and redraws everything after each message.
 *
 * @import {ClientMessage, Phase, Problem, ServerMessage} from '../protocol.js'
 * @import {Answer, Intent} from './commands.js'
 * @import {Delay, Ending, Finding, Line} from '../lib/connection.js'
 * @import {Question} from '../lib/notices.js'
 * @import {RoomState} from './state.js'
 * @import {Text} from '../lib/text.js'
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
import { BoardFrame, FEW } from './board-frame.js';
import { beginSolo } from './bots.js';
import { createChat } from './chat.js';
import { Chronicle } from './chronicle.js';
import { createCommands } from './commands.js';
import { watchDialogs } from './dialogs.js';
import { outcomeOf } from './finish.js';
import { createGameLoader } from './game-loader.js';
import { HintDesk } from './hint.js';
import { createIdentity } from './identity.js';
import { createInvite } from './invite.js';
import { JoinPanel } from './join.js';
import { leftOutNotice } from './left-out.js';
import { createLog } from './log.js';
import { Moments } from './moments.js';
import { longBreaks, mayAskForPause, pauseNotice, pauseOf } from './pause.js';
import { createPushOffer } from './push-offer.js';
import { createReviewing } from './reviewing.js';
import { createRules } from './rules.js';
import { seatQuestions } from './seat-requests.js';
import { ServerClock } from './server-clock.js';
import { createSheet } from './sheet.js';
import { ShownPhase } from './shown-phase.js';
import { createShuffleShare } from './shuffle-share.js';
import { createSoundDialog } from './sound-dialog.js';
import { eventsIn, fold, resumption, UNKNOWN } from './state.js';
import { paintSurroundings } from './surroundings.js';
import { createTabs } from './tabs.js';
import { takeBackLabel, takeBackQuestion } from './take-back.js';
import { TurnWatch } from './turn.js';
import { vacationChoice } from './vacation.js';

/**
 * @typedef {object} Table the context that the parts of the page share
 * @property {string} room the id of the room
 * @property {Text} text
 * @property {RoomState} state
 * @property {Chronicle} chronicle
 * @property {(intent: Intent) => Promise<Answer>} issue sends a command, and reports the reason if
 *   it is rejected
 * @property {(message: Exclude<ClientMessage, {id: string}>) => boolean} say sends a message that
 *   is no command; returns whether it could be sent
 * @property {(sentence: string) => void} announce
 * @property {(seat: number) => string} name
 * @property {() => number} serverTime returns the server's time in milliseconds since 1970
 */

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

/** @type {Table} */
const table = {
  room,
  text,
  state: UNKNOWN,
  chronicle: new Chronicle(text, boardOf, (seat) => ({
    name: table.name(seat),
    bot: table.state.view?.seats[seat]?.bot ?? null,
  })),
  issue,
  say,
  announce,
  name: (seat) => table.state.view?.seats[seat]?.name ?? text('seats.number', { number: seat + 1 }),
  serverTime: () => serverClock.now(),
};

const connection = createConnection(
  browserWorld(() => `${roomPath}/socket${resumption(table.state)}`, {
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
const chat = createChat(table, () => complain(text('chat.unsent')));
const tabs = createTabs(part('talk'), part('open-talk'));
const sheet = createSheet(tabs.shown);
createRules();
const sound = new Sound(browserSound());
const notify = new Notices(browserNotices());
createSoundDialog(text, sound, notify);
const turn = new TurnWatch(table, sound, notify);
const hints = new HintDesk(table, {
  show: notices.showHint,
  early: notices.tell,
  propose: (action) => frame.propose(action),
});
const frame = new BoardFrame(part('board'), table, () => hints.ask());
const moments = new Moments(table, { frame, notices, sound });
const showReviewing = createReviewing(table, { log, tabs, sheet, complain });
const showInvite = createInvite(part('invite'), text, announce);
const addNumber = createShuffleShare(table, witness);
const offer = createPushOffer(table, { changed: show, say: notices.tell });
const identity = createIdentity(table, { end: connection.end, changed: show });

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
  connection.probe({ type: 'sync', since: table.state.at });
  connection.ask();
}

/**
 * Returns the reason for a refusal, in the game's own words if it has any.
 *
 * @param {Problem} problem
 */
function sayRefusal(problem) {
  const game = table.state.view?.game;
  return (
    (game && boardOf(game.game).refusal?.(problem, table)) ?? sayProblem(problem, text, table.name)
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

/** @type {Table['say']} */
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
    table.state = fold(table.state, down);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    // The update does not fit, so the known state is discarded. The next connection starts with a
    // full snapshot.
    table.state = { ...table.state, known: null };
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
      witness.see(table.state);
      tellNews();
      void beginSolo(table);
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
      tabs.count('chat', chat.show(table.state.chat, down.all ? [] : down.lines));
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
  const { you, view, presence, chat: lines } = table.state;
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
  const { happenings, continued, you } = table.state;
  const fresh = table.chronicle.tell(happenings, continued);
  if (!continued) return;
  if (table.state.steps > FEW) announce(text('line.missed', { count: fresh.length }));
  else for (const entry of fresh) announce(entry.sentences.join(' '));
  const forced = lastWhere(fresh, (entry) => entry.forced !== null && entry.forced === you?.seat);
  if (forced) {
    const what = forced.sentences.slice(1).join(' ');
    notices.tell(text('turn.played_for_you', { what }));
  }
  tabs.count('log', fresh.length);
  if (table.state.steps <= FEW) playNews();
}

/** Plays the sounds of the new events. */
function playNews() {
  const { happenings, at, steps } = table.state;
  const since = at.version - steps;
  const fresh = happenings.filter(({ version }) => version > since);
  const names = eventsIn(fresh).flatMap((event) => boardOf(event.game).soundsOf(event));
  if (names.length > 0) sound.play(...new Set(names));
}

/** Redraws the page: at once everything that a move needs, and later the parts around the board. */
function show() {
  const { you, view } = table.state;
  if (!you || !view) return;
  const focused = document.activeElement;
  const phase = shownPhase.follow(view.phase, moments.endingRestsIn());
  const turned = document.body.dataset['phase'] !== phase;
  if (turned) arrange(phase);
  document.body.dataset['phase'] = phase;
  if (view.phase === 'playing') ownSeat = you.seat;
  else if (view.phase === 'over') ownSeat ??= you.seat;
  write(part('name'), you.name);
  const { watching } = table.state.presence;
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
  log.show(table.chronicle.entries);
  showReviewing(ownSeat);
  join.show();
  chat.follow();
  paintSurroundings(table, ownSeat, join.isShown);
  const { view, you } = table.state;
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
  const { you, view } = table.state;
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
  part('pause').hidden = !mayAskForPause(table);
  write(part('pause'), text(longBreaks(view) ? 'pause.ask_until_all' : 'pause.ask'));
  const vacation = vacationChoice(table);
  part('vacation').hidden = vacation === null;
  write(part('vacation'), vacation?.label ?? '');
  const label = takeBackLabel(table);
  part('take-back').hidden = label === null;
  write(part('take-back'), label ?? '');
  void offer.make(you, view);
  const questions = [
    pauseNotice(table),
    takeBackQuestion(table),
    gameQuestion(),
    ...seatQuestions(table, show),
    leftOutNotice(table, show),
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
  const { you, view } = table.state;
  const game = view?.phase === 'playing' ? view.game : null;
  const question = game && you && you.seat !== null ? questionTo(game, you.seat) : null;
  return (
    question && {
      key: 'asked',
      words: text(question.key, { name: table.name(question.by) }),
      choices: question.answers.map(({ key, action }) => ({
        label: text(key),
        chosen: () => void issue({ type: 'act', version: table.state.at.version, action }),
      })),
    }
  );
}

part('pause').addEventListener('click', () => {
  if (table.state.view) void issue(pauseOf(table.state.view));
});
part('vacation').addEventListener('click', () => void vacationChoice(table)?.chosen());
part('take-back').addEventListener('click', () => {
  void issue({ type: 'ask_take_back', version: table.state.at.version });
});
const { rename } = watchDialogs(table, { complain, command, settle });
const join = new JoinPanel(table, { rename, changed: surroundingsLater });
watchUnfolding();
document.addEventListener('visibilitychange', sayWhetherSeen);
watchDevice(connection, () => ({ type: 'sync', since: table.state.at }));
connection.start();
