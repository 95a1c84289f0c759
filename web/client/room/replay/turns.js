/**
 * Divides the decisions of a game into turns, and finds the positions between them. The functions
 * are pure.
 *
 * @import {AnyEvent, TimelineEntry} from '../../protocol.js'
 * @import {Frame, Recorder} from '../game/recorder.js'
 */
import { lastIndexWhere } from '../../lib/last.js';

/**
 * @typedef {object} Decision
 * @property {number} version
 * @property {number} before the version of the decision before it, or of the deal
 * @property {number} next the version of the decision after it; infinite for the last one
 * @property {AnyEvent[]} events
 */
/**
 * @typedef {object} Turn
 * @property {number} seat the seat whose turn it is
 * @property {AnyEvent | null} begun the event that began the turn; `null` where there is none
 * @property {Decision[]} decisions the decisions of the turn, of whichever player
 * @property {boolean} over whether the turn has ended
 */
/**
 * @typedef {object} Step a step of a turn that is shown again
 * @property {Frame} frame the position after the step
 * @property {readonly number[]} versions the versions of its decisions
 * @property {readonly AnyEvent[]} events the events of the turn up to this step
 */
/** @typedef {{ turn: Turn, start: Frame, steps: Step[] }} Course a turn with its positions */

/**
 * Divides the decisions of a game into turns. Before the first turn of a game, such as during the
 * preparations, the decisions of one player in a row count as a turn.
 *
 * @param {readonly TimelineEntry[]} entries the deal and the decisions that were not taken back
 * @returns {Turn[]}
 */
export function turnsOf(entries) {
  /** @type {Turn[]} */
  const turns = [];
  /** @type {{ seat: number, begun: AnyEvent } | null} */
  let next = null;
  for (const [index, { version, happening }] of entries.entries()) {
    if (!('events' in happening)) continue;
    const { events } = happening;
    if (happening.type !== 'started') {
      const seat = 'seat' in happening ? happening.seat : null;
      let turn = turns.at(-1);
      const isOther = turn?.begun === null && turn.seat !== seat;
      if (!turn || turn.over || isOther) {
        if (turn) turn.over = true;
        turn = {
          seat: next?.seat ?? seat ?? 0,
          begun: next?.begun ?? null,
          decisions: [],
          over: false,
        };
        turns.push(turn);
        next = null;
      }
      turn.decisions.push({
        version,
        before: entries[index - 1]?.version ?? version - 1,
        next: entries[index + 1]?.version ?? Number.POSITIVE_INFINITY,
        events,
      });
      turn.over = events.some(({ type }) => type === 'turn' || type === 'over');
    }
    for (const event of events)
      if (event.type === 'turn') next = { seat: event.seat, begun: event };
  }
  return turns;
}

/**
 * Returns the turns of the other players since the viewer's last own turn that have ended. For a
 * spectator the result is the last turn that has ended.
 *
 * @param {readonly Turn[]} turns
 * @param {number | null} own the viewer's seat
 * @returns {Turn[]}
 */
export function othersSince(turns, own) {
  if (own === null) return turns.filter(({ over }) => over).slice(-1);
  const running = turns.at(-1)?.seat === own ? turns.length - 1 : turns.length;
  const mine = lastIndexWhere(turns.slice(0, running), ({ seat }) => seat === own);
  return turns.slice(mine + 1, running).filter(({ over }) => over);
}

/**
 * Returns the positions of a turn, or `null` if the page has not seen the position before it or
 * none after it. Decisions without a position of their own are one step with the next one.
 *
 * @param {Turn} turn
 * @param {Pick<Recorder, 'after'>} recorder
 * @param {(version: number) => boolean} isTold whether the log has a line for the decision; one
 *   without, such as the end of a turn, is no step of its own
 * @returns {Course | null}
 */
export function courseOf(turn, recorder, isTold) {
  const [first] = turn.decisions;
  const start = first ? recorder.after(first.before, first.version) : null;
  if (start === null) return null;
  /** @type {Step[]} */
  const steps = [];
  const events = turn.begun === null ? [] : [turn.begun];
  /** @type {number[]} */
  let versions = [];
  for (const decision of turn.decisions) {
    versions.push(decision.version);
    events.push(...decision.events.filter(({ type }) => type !== 'turn'));
    const frame = recorder.after(decision.version, decision.next);
    if (frame === null) continue;
    const step = { frame, versions, events: [...events] };
    const last = steps.at(-1);
    if (last && !versions.some(isTold))
      steps[steps.length - 1] = { ...step, versions: last.versions };
    else steps.push(step);
    versions = [];
  }
  return steps.length === 0 ? null : { turn, start, steps };
}
