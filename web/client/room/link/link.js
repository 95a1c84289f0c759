/**
 * The page's link to the server: the connection, the commands that wait for an answer, and the
 * server's time.
 *
 * @import {Answer, Intent} from './commands.js'
 * @import {Delay, Ending, Finding, Line} from '../../lib/connection.js'
 * @import {PageNotices} from '../../lib/notices.js'
 * @import {Refusals} from '../parts/refusals.js'
 * @import {RoomContext} from '../context.js'
 * @import {ServerMessage} from '../../protocol.js'
 * @import {Witness} from '../../check/witness.js'
 */
import { noteKnown } from '../../lib/early-socket.js';
import { findingOf, inquire } from '../../lib/inquiry.js';
import { newId } from '../../lib/random.js';
import { openSession, proveCookie, request } from '../../lib/session.js';
import { resumption } from '../state.js';
import { createCommands } from './commands.js';
import { createGameLoader } from './game-loader.js';
import { ServerClock } from './server-clock.js';

/** The time in milliseconds without an answer to a command, after which a ping is sent. */
const LATE_MS = 3_000;

/**
 * @typedef {ReturnType<typeof createLink>} Link
 */

/**
 * Creates the link of a page. It is idle until `start` is called.
 *
 * @param {RoomContext} context
 * @param {object} use
 * @param {Pick<PageNotices, 'settle' | 'show' | 'showLine' | 'isLost'>} use.notices
 * @param {Refusals} use.refusals
 * @param {Witness} use.witness
 * @param {(ending: Ending) => void} use.ended called when the page will not reconnect
 */
export function createLink(context, { notices, refusals, witness, ended }) {
  const { world, text, room } = context;
  /**
   * The path of the room. Its socket is below it, and an HTTP request to that socket returns the
   * reason for a refusal.
   */
  const path = `/api/rooms/${encodeURIComponent(room)}`;
  /** Receives the messages of the server once the link is started. */
  let receive = (/** @type {ServerMessage} */ _down) => {};
  const clock = new ServerClock({ slept: askTime, steady: world.steady, wall: world.now });
  const connection = world.connect(
    () => `${path}/socket${resumption(context.state)}`,
    {
      prepare: () => prepare(path),
      // Messages also matter on a hidden page, because the title of its tab shows whose turn it is.
      matters: () => true,
      inquire: () => inquire(`${path}/socket`),
    },
    {
      heard: createGameLoader({
        take: (down) => receive(down),
        failed: () => refusals.complain(text('problem.unreachable')),
      }),
      changed,
      answered: (answer) => clock.answered(answer),
    },
  );
  const commands = createCommands({
    send: connection.send,
    newId,
    epoch: () => context.state.at.epoch,
  });

  /** Returns the message that requests the missed events. */
  const sync = () => ({ type: 'sync', since: context.state.at });

  /** Requests the time and the missed events from the server, because the device may have slept. */
  function askTime() {
    connection.probe(sync());
    connection.ask();
  }

  /**
   * Reports whether the page is visible. The server sends notifications only to readers without a
   * visible page who have asked for them.
   */
  function sayWhetherSeen() {
    connection.send({ type: 'look', visible: !document.hidden });
  }

  /**
   * @param {Line} line
   * @param {Ending | null} ending
   * @param {Delay | null} delay
   */
  function changed(line, ending, delay) {
    document.body.dataset['line'] = line;
    notices.showLine(line, delay);
    if (line === 'connecting') commands.hold();
    if (line === 'open') {
      // The server accepts a socket only with a valid session cookie.
      proveCookie();
      noteKnown(world.storage);
      context.guests?.passAgain();
      // The server assumes that a page is visible until the page reports otherwise.
      if (document.hidden) sayWhetherSeen();
    }
    if (!ending) return;
    commands.end();
    ended(ending);
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
      const answered = commands.issue(intent);
      // The notice about the lost connection says that the decision is safe.
      if (notices.isLost()) notices.show();
      return await answered;
    } finally {
      clearInterval(late);
    }
  }

  /** @type {RoomContext['issue']} */
  async function issue(intent) {
    const answer = await command(intent);
    if (answer.ok && 'nonce' in intent) witness.adds(intent.nonce ?? null);
    refusals.settle(answer);
    return answer;
  }

  /** @type {RoomContext['say']} */
  function say(message) {
    const sent = connection.send(message);
    if (sent) notices.settle();
    return sent;
  }

  /**
   * Connects to the server.
   *
   * @param {(down: ServerMessage) => void} inbox receives the messages of the server in order
   */
  function start(inbox) {
    receive = inbox;
    document.addEventListener('visibilitychange', sayWhetherSeen);
    world.watchDevice(connection, sync);
    connection.start();
    // The early socket needs no preparation, but the page still needs the answer. The connection
    // reports what goes wrong.
    openSession().catch(() => {});
  }

  return {
    command,
    issue,
    say,
    start,
    serverTime: () => clock.now(),
    hasUnsent: commands.hasDecision,
    /** Records the server's time in milliseconds since 1970 of a message. */
    heardTime: (/** @type {number} */ at) => clock.heard(at),
    answered: commands.answered,
    caughtUp: commands.resume,
    drop: connection.drop,
    end: connection.end,
    expectClose: connection.expectClose,
  };
}

/**
 * Makes sure that the server knows the session and that the room exists, as a socket requires.
 *
 * @param {string} path
 * @returns {Promise<Finding | null>}
 */
async function prepare(path) {
  try {
    await Promise.all([openSession(), request('GET', path)]);
  } catch (error) {
    const found = findingOf(error);
    if (found !== null && found !== 'prepare') return found;
    throw error;
  }
  return null;
}
