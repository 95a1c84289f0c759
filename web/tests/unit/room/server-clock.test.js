import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ServerClock } from '../../../client/room/server-clock.js';

/** What the server's clock shows when the page's monotonic one shows 0. */
const SERVER = 1_700_000_000_000;

/** A page and a server, each with a clock. */
class Stage {
  /** Milliseconds that have passed. */
  time = 0;
  /** Milliseconds for which the monotonic clock stood still. */
  stopped = 0;
  /** Milliseconds by which the device's time was set. */
  set = 0;
  asked = 0;
  clock = new ServerClock({
    slept: () => {
      this.asked += 1;
    },
    steady: () => this.steady,
    wall: () => 1_600_000_000_000 + this.time + this.set,
  });

  get steady() {
    return this.time - this.stopped;
  }

  /** What the server's clock shows. */
  get truth() {
    return SERVER + this.time;
  }

  /** Milliseconds that the page shows too many. */
  get tooMany() {
    return this.truth - this.clock.now();
  }

  /**
   * A message comes that was under way for so long.
   *
   * @param {number} delay
   */
  hear(delay) {
    this.clock.heard(this.truth - delay);
  }

  /**
   * A question comes back whose answer was under way for so long.
   *
   * @param {number} up
   * @param {number} down
   */
  ask(up, down) {
    const sent = this.steady;
    this.time += up;
    const time = this.truth;
    this.time += down;
    this.clock.answered({ time, sent, got: this.steady });
  }
}

test('a message that was held up for long gives nobody more time', () => {
  const stage = new Stage();
  stage.hear(40);
  stage.time += 60_000;
  stage.hear(12_000);
  assert.ok(stage.tooMany < 100, `${stage.tooMany}`);
  assert.ok(stage.tooMany > -100, 'and takes none away');
});

test("the device's own time may be set", () => {
  const stage = new Stage();
  stage.hear(20);
  stage.ask(30, 30);
  for (const set of [-180_000, -3_600_000]) {
    stage.set = set;
    stage.time += 1_000;
    assert.ok(Math.abs(stage.tooMany) < 100, `${set}: ${stage.tooMany}`);
    stage.hear(50);
    assert.ok(Math.abs(stage.tooMany) < 100, `${set}: ${stage.tooMany}`);
  }
  assert.equal(stage.asked, 0);
});

test('a page that comes in the middle of a stall knows by its question what it can not know by messages', () => {
  const stage = new Stage();
  stage.ask(20, 12_000);
  assert.ok(stage.tooMany <= 500, `${stage.tooMany}`);
  // The next answer is better.
  stage.ask(30, 30);
  assert.ok(Math.abs(stage.tooMany) < 100, `${stage.tooMany}`);
});

test('on a slow network no more than half a second too many is shown', () => {
  for (const [up, down] of /** @type {const} */ ([
    [300, 300],
    [100, 1_500],
    [1_500, 100],
    [0, 5_000],
  ])) {
    const stage = new Stage();
    stage.hear(down);
    stage.ask(up, down);
    assert.ok(stage.tooMany <= 500, `${up} and ${down}: ${stage.tooMany}`);
  }
});

test('a device that slept shows at most what is left, and asks', () => {
  const stage = new Stage();
  stage.ask(30, 30);
  stage.time += 40_000;
  stage.stopped = 40_000;
  assert.ok(stage.tooMany <= 500, `${stage.tooMany}`);
  assert.equal(stage.asked, 1);
  // What was sent before it slept comes first.
  stage.hear(39_000);
  assert.ok(stage.tooMany <= 500, `${stage.tooMany}`);
  stage.ask(50, 50);
  assert.ok(Math.abs(stage.tooMany) < 100, `${stage.tooMany}`);
  assert.equal(stage.asked, 1);
});

test('a device whose time is set ahead is taken to have slept until the server answers', () => {
  for (const knowsTime of [true, false]) {
    const stage = new Stage();
    stage.ask(30, 30);
    stage.set = 180_000;
    stage.time += 1_000;
    assert.ok(stage.tooMany < -100_000, 'too little is shown for a moment');
    assert.equal(stage.asked, 1);
    if (knowsTime) stage.ask(30, 30);
    else {
      // The room is on another server: the answer says only that messages are new.
      const sent = stage.steady;
      stage.time += 60;
      stage.clock.answered({ time: undefined, sent, got: stage.steady });
      stage.hear(30);
    }
    assert.ok(Math.abs(stage.tooMany) < 100, `${stage.tooMany}`);
  }
});

test('another server has another clock', () => {
  const stage = new Stage();
  stage.ask(30, 30);
  stage.hear(10);
  // It is five seconds behind the one before.
  const sent = stage.steady;
  stage.time += 60;
  stage.clock.answered({ time: stage.truth - 5_000, sent, got: stage.steady });
  assert.ok(Math.abs(stage.tooMany - 5_000) < 100, `${stage.tooMany}`);
});

test('clocks that do not run alike are followed', () => {
  const stage = new Stage();
  stage.ask(30, 30);
  for (let hour = 0; hour < 48; hour += 1) {
    // The page's runs 40 millionths slower: 144 ms in an hour.
    stage.time += 3_600_000;
    stage.stopped += 144;
    stage.hear(60);
    assert.ok(Math.abs(stage.tooMany) < 500, `after ${hour} hours: ${stage.tooMany}`);
  }
});
