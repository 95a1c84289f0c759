/**
 * Receives the messages of the server, updates the state of the page, and passes each message to
 * the parts that it concerns.
 *
 * @import {Chat} from '../talk/chat.js'
 * @import {HintDesk} from '../game/hint.js'
 * @import {Identity} from '../parts/identity.js'
 * @import {Link} from './link.js'
 * @import {OperatorNotice, Problem, ServerMessage} from '../../protocol.js'
 * @import {Refusals} from '../parts/refusals.js'
 * @import {RoomContext} from '../context.js'
 * @import {RoomState} from '../state.js'
 * @import {Tabs} from '../talk/tabs.js'
 * @import {Witness} from '../../check/witness.js'
 */
import { knowName } from '../../lib/names.js';
import { never } from '../../lib/never.js';
import { ProtocolError } from '../../lib/packed.js';
import { fold } from '../state.js';

/** The codes of refusals that may concern a chat message. */
const CHAT_REFUSALS = ['too_fast', 'bad_chat', 'hushed', 'hands_shown'];

/**
 * @param {RoomContext} context
 * @param {object} parts
 * @param {Pick<Link, 'answered' | 'caughtUp' | 'drop' | 'expectClose' | 'heardTime'>} parts.link
 * @param {Pick<Refusals, 'refuse'>} parts.refusals
 * @param {Pick<Identity, 'isStill'>} parts.identity
 * @param {Pick<Witness, 'see'>} parts.witness
 * @param {Pick<Chat, 'show' | 'refused'>} parts.chat
 * @param {Pick<Tabs, 'count'>} parts.tabs
 * @param {Pick<HintDesk, 'take'>} parts.hints
 * @param {(notice: OperatorNotice | null) => void} parts.operator shows the notice of the operator
 * @param {() => void} parts.happened called after each update of the room's events
 * @param {() => void} parts.show redraws the page
 * @returns {(down: ServerMessage) => void}
 */
export function createInbox(context, parts) {
  const { link, refusals, identity, witness, chat, tabs, hints, operator, happened, show } = parts;

  /**
   * Updates the state of the page; returns whether the message fits the known state.
   *
   * @param {ServerMessage} down
   */
  function update(down) {
    try {
      context.state = fold(context.state, down);
      return true;
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      // The update does not fit, so the known state is discarded. The next connection starts with a
      // full snapshot.
      context.state = { ...context.state, known: null };
      link.drop(error);
      return false;
    }
  }

  /** @param {Problem} problem */
  function refusedWithoutId(problem) {
    if (CHAT_REFUSALS.includes(problem.code)) chat.refused();
    void refusals.refuse(problem);
  }

  return (down) => {
    if (down.type === 'you' && !identity.isStill(down)) return;
    if (down.type === 'update') link.heardTime(down.now);
    if (down.type === 'step') link.heardTime(down.at);
    if (!update(down)) return;
    if (down.type === 'update') link.caughtUp();
    knowNames(context.state);
    switch (down.type) {
      case 'you':
      case 'presence':
        break;
      case 'update':
      case 'step':
        witness.see(context.state);
        happened();
        break;
      case 'ack':
        link.answered(down);
        return;
      case 'nak':
        link.answered(down);
        if (down.id === undefined) refusedWithoutId(down.problem);
        return;
      case 'chat':
        tabs.count('chat', chat.show(context.state.chat, down.all ? [] : down.lines));
        return;
      case 'hint':
        hints.take(down.hint);
        return;
      case 'closing':
        link.expectClose(down.again_ms);
        return;
      case 'operator_notice':
        operator(down.notice);
        return;
      case 'pong':
        return;
      default:
        never(down);
    }
    show();
  };
}

/**
 * Registers the names that the page shows, so that translation programs leave them alone.
 *
 * @param {RoomState} state
 */
function knowNames({ you, view, presence, chat }) {
  if (you) knowName(you.name);
  if (view) knowName(view.host.name);
  for (const seat of view?.seats ?? []) if (seat) knowName(seat.name);
  for (const { name } of [...presence.people, ...chat]) knowName(name);
}
