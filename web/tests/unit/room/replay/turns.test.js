import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Recorder } from '../../../../client/room/game/recorder.js';
import { captionAt, lastInARow, reelOf } from '../../../../client/room/replay/reel.js';
import { courseOf, othersSince, turnsOf } from '../../../../client/room/replay/turns.js';

/** @import {TimelineEntry} from '../../../../client/protocol.js' */

/** @param {number} version @param {object} happening @returns {any} */
const entry = (version, happening) => ({ version, at: 0, happening });
/** @param {number} version @param {number} seat @param {...any} events */
const played = (version, seat, ...events) => entry(version, { type: 'played', seat, events });
/** @param {number} seat */
const turn = (seat) => ({ game: 'tortus', type: 'turn', seat });
/** @param {string} type */
const event = (type) => ({ game: 'tortus', type });

/** Two turns of two decisions each, and the beginning of a third. */
const ENTRIES = /** @type {TimelineEntry[]} */ ([
  entry(10, { type: 'started', events: [event('opened'), turn(0)] }),
  played(11, 0, event('rotated')),
  played(12, 0, event('acted'), turn(1)),
  played(14, 1, event('moved')),
  played(15, 1, event('moved'), turn(0)),
  played(16, 0, event('rotated')),
]);

/** @param {readonly number[]} versions */
function recorderOf(versions) {
  const recorder = new Recorder();
  for (const version of versions)
    recorder.record(/** @type {any} */ ({ version, view: { game: 'tortus', version } }), 1);
  return recorder;
}

test('a turn ends with the event that begins the next one', () => {
  const turns = turnsOf(ENTRIES);
  assert.deepEqual(
    turns.map(({ seat, over, decisions }) => [seat, over, decisions.map(({ version }) => version)]),
    [
      [0, true, [11, 12]],
      [1, true, [14, 15]],
      [0, false, [16]],
    ],
  );
  assert.equal(turns[1]?.begun?.type, 'turn');
});

test('before the first turn, decisions of one player in a row belong together', () => {
  const turns = turnsOf(
    /** @type {TimelineEntry[]} */ ([
      entry(1, { type: 'started', events: [event('opened')] }),
      played(2, 0, event('placed')),
      played(3, 0, event('placed')),
      played(4, 1, event('placed'), turn(0)),
    ]),
  );
  assert.deepEqual(
    turns.map(({ seat, over }) => [seat, over]),
    [
      [0, true],
      [1, true],
    ],
  );
});

test('the turns of the others are those since the own one', () => {
  const turns = turnsOf(ENTRIES);
  const seats = (/** @type {number | null} */ own) =>
    othersSince(turns, own).map(({ seat }) => seat);
  assert.deepEqual(seats(0), [1]);
  assert.deepEqual(seats(1), [], 'the turn of the other has not ended');
  assert.deepEqual(seats(null), [1], 'a spectator sees the last turn that has ended');
});

test('a turn is shown from the position before it, one step a decision', () => {
  const [, second] = turnsOf(ENTRIES);
  assert.ok(second);
  const course = courseOf(second, recorderOf([10, 11, 12, 14, 15, 16]), () => true);
  assert.equal(course?.start.version, 12);
  assert.deepEqual(
    course?.steps.map(({ frame, versions }) => [frame.version, versions]),
    [
      [14, [14]],
      [15, [15]],
    ],
  );
  assert.deepEqual(
    course?.steps.map(({ events }) => events.map(({ type }) => type)),
    [
      ['turn', 'moved'],
      ['turn', 'moved', 'moved'],
    ],
    'with the events of this turn alone',
  );
});

test('a position that was not seen joins two decisions, and an unseen start is no replay', () => {
  const [, second] = turnsOf(ENTRIES);
  assert.ok(second);
  const joined = courseOf(second, recorderOf([12, 15]), () => true);
  assert.deepEqual(
    joined?.steps.map(({ versions }) => versions),
    [[14, 15]],
  );
  assert.equal(
    courseOf(second, recorderOf([14, 15]), () => true),
    null,
  );
  assert.equal(
    courseOf(second, recorderOf([12]), () => true),
    null,
  );
});

test('a decision without a line in the log is no step of its own', () => {
  const [, second] = turnsOf(ENTRIES);
  assert.ok(second);
  const course = courseOf(second, recorderOf([12, 14, 15]), (version) => version !== 15);
  assert.deepEqual(
    course?.steps.map(({ frame, versions }) => [frame.version, versions]),
    [[15, [14]]],
  );
});

test('the recorder keeps the last positions, and none of another game', () => {
  const recorder = recorderOf(Array.from({ length: 400 }, (_, version) => version));
  assert.equal(recorder.after(399, Number.POSITIVE_INFINITY)?.version, 399);
  assert.equal(recorder.after(100, 101)?.version, 100);
  assert.equal(recorder.after(99, 100), null);
  recorder.record(/** @type {any} */ ({ version: 400, view: { game: 'tsuro' } }), 1);
  assert.equal(recorder.after(399, 400), null);
  recorder.record(/** @type {any} */ ({ version: 2, view: { game: 'tsuro', of: 2 } }), 2);
  assert.equal(recorder.after(400, 401), null, 'nor one of another epoch');
});

test('a replay has the positions of all turns in a row, and takes at most four seconds', () => {
  const turns = turnsOf(ENTRIES);
  const recorder = recorderOf([10, 11, 12, 14, 15]);
  const courses = turns.slice(0, 2).map((one) => courseOf(one, recorder, () => true));
  const reel = reelOf(lastInARow(courses), {
    captionOf: (versions) => `step ${versions}`,
    summaryOf: ({ turn: { seat } }) => `turn of ${seat}`,
  });
  assert.deepEqual(
    reel.map(({ frame, seat, caption }) => [frame.version, seat, caption]),
    [
      [10, 0, ''],
      [11, 0, 'step 11'],
      [12, 0, 'step 12'],
      [14, 1, 'step 14'],
      [15, 1, 'step 15'],
    ],
  );
  assert.ok(reel.reduce((all, { ms }) => all + ms, 0) <= 4_000.001);
  assert.equal(reel.at(-1)?.events.length, 6, 'the marks of the first turn stay');
  assert.deepEqual(lastInARow([...courses, null]), [], 'nothing follows a gap');
});

test('steps that follow each other too quickly to read share the summary of the turn', () => {
  const shot = /** @type {any} */ ({ caption: 'step', summary: 'turn', ms: 150 });
  assert.equal(captionAt(shot, true), 'turn');
  assert.equal(captionAt(shot, false), 'step');
  assert.equal(captionAt({ ...shot, ms: 900 }, true), 'step');
});
