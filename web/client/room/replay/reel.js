/**
 * Puts the positions of one or more turns in a row, with a caption for each. The functions are
 * pure.
 *
 * @import {AnyEvent} from '../../protocol.js'
 * @import {Frame} from '../game/recorder.js'
 * @import {Course} from './turns.js'
 */
import { CHAIN_MS, stepTimes } from '../../games/pace.js';

/** The shortest time in milliseconds in which a caption of one step can be read. */
const READ_MS = 500;

/**
 * @typedef {object} Shot a position of the replay
 * @property {number} seat the seat whose turn it is
 * @property {Frame} frame
 * @property {readonly AnyEvent[]} events the events of all replayed turns up to this position
 * @property {string} caption the step that leads to this position; empty for the first position
 * @property {string} summary the whole turn
 * @property {number} ms the time for which the position is shown
 */

/**
 * Returns the positions of turns that follow each other. The first one is the position before them.
 *
 * @param {readonly Course[]} courses at least one
 * @param {object} words
 * @param {(versions: readonly number[]) => string} words.captionOf describes the decisions of a step
 * @param {(course: Course) => string} words.summaryOf sums up a turn
 * @returns {Shot[]}
 */
export function reelOf(courses, { captionOf, summaryOf }) {
  const steps = courses.flatMap((course) => course.steps.map((step) => ({ course, step })));
  // The first position is shown for a moment, too.
  const times = stepTimes(steps.length, CHAIN_MS - READ_MS);
  const [first] = courses;
  if (!first) return [];
  /** @type {Map<Course, { events: readonly AnyEvent[], summary: string }>} */
  const known = new Map();
  /** @type {AnyEvent[]} */
  const before = [];
  for (const course of courses) {
    known.set(course, { events: [...before], summary: summaryOf(course) });
    before.push(...(course.steps.at(-1)?.events ?? []));
  }
  const of = (/** @type {Course} */ course) => known.get(course) ?? { events: [], summary: '' };
  const { seat } = first.turn;
  return [
    {
      ...{ seat, frame: first.start, events: [], caption: '', summary: of(first).summary },
      ms: Math.min(READ_MS, ...times),
    },
    ...steps.map(({ course, step }, index) => ({
      seat: course.turn.seat,
      frame: step.frame,
      events: [...of(course).events, ...step.events],
      caption: captionOf(step.versions),
      summary: of(course).summary,
      ms: times[index] ?? 0,
    })),
  ];
}

/**
 * Returns the caption of a position while the replay runs: the step, or the whole turn where the
 * steps follow each other too quickly.
 *
 * @param {Shot} shot
 * @param {boolean} runs
 */
export function captionAt({ caption, summary, ms }, runs) {
  const tooQuick = runs && ms < READ_MS && summary !== '';
  return tooQuick ? summary : caption || summary;
}

/**
 * Returns the last turns of a list that follow each other without a gap, as far as their positions
 * are known.
 *
 * @param {readonly (Course | null)[]} courses
 * @returns {Course[]}
 */
export function lastInARow(courses) {
  /** @type {Course[]} */
  const row = [];
  for (const course of [...courses].reverse()) {
    if (course === null) break;
    row.unshift(course);
  }
  return row;
}
