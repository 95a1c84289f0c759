import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ServerClock } from '../../../client/room/link/server-clock.js';

/** The server's time when the page's monotonic clock shows 0. */
const SERVER = 1_700_000_000_000;

/** A page and a server, each with a clock. */
class Stage {
  /** The elapsed time in milliseconds. */
  time = 0;
  /** The time in milliseconds for which the monotonic clock stood still. */
  stopped = 0;
  /** The change of the device's clock in milliseconds. */
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

  /** The true time of the server. */
  get truth() {
    return SERVER + this.time;
  }

  /** The excess of the shown remaining time in milliseconds. */
  get tooMany() {
    return this.truth - this.clock.now();
  }

  /**
   * Delivers a message with this delay.
   *
   * @param {number} delay the delay in milliseconds
   */
  hear(delay) {
    this.clock.heard(this.truth - delay);
  }

  /**
   * Sends a ping and delivers its answer.
   *
   * @param {number} up the delay of the ping in milliseconds
   * @param {number} down the delay of the answer in milliseconds
   */
  ask(up, down) {
    const sent = this.steady;
    this.time += up;
    const time = this.truth;
    this.time += down;
    this.clock.answered({ time, sent, got: this.steady });
  }
}

test('a message with a long delay gives no player more time', () => {
  const stage = new Stage();
  stage.hear(40);
  stage.time += 60_000;
  stage.hear(12_000);
  assert.ok(stage.tooMany < 100, `${stage.tooMany}`);
  assert.ok(stage.tooMany > -100, 'and takes none away');
});

test('a change of the device clock has no effect', () => {
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

test('a page that is opened during a stall gets a better bound from a ping than from messages', () => {
  const stage = new Stage();
  stage.ask(20, 12_000);
  assert.ok(stage.tooMany <= 500, `${stage.tooMany}`);
  // The next answer is more precise.
  stage.ask(30, 30);
  assert.ok(Math.abs(stage.tooMany) < 100, `${stage.tooMany}`);
});

test('on a slow network the shown time is at most half a second too long', () => {
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

test('a device that slept shows at most the remaining time, and sends a ping', () => {
  const stage = new Stage();
  stage.ask(30, 30);
  stage.time += 40_000;
  stage.stopped = 40_000;
  assert.ok(stage.tooMany <= 500, `${stage.tooMany}`);
  assert.equal(stage.asked, 1);
  // The messages from before the sleep arrive first.
  stage.hear(39_000);
  assert.ok(stage.tooMany <= 500, `${stage.tooMany}`);
  stage.ask(50, 50);
  assert.ok(Math.abs(stage.tooMany) < 100, `${stage.tooMany}`);
  assert.equal(stage.asked, 1);
});

test('a device clock that is set ahead counts as sleep until the server answers', () => {
  for (const knowsTime of [true, false]) {
    const stage = new Stage();
    stage.ask(30, 30);
    stage.set = 180_000;
    stage.time += 1_000;
    assert.ok(stage.tooMany < -100_000, 'too little is shown for a moment');
    assert.equal(stage.asked, 1);
    if (knowsTime) stage.ask(30, 30);
    else {
      // The room is on another server, so the answer proves only that messages are recent.
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
  // The new server is five seconds behind the previous one.
  const sent = stage.steady;
  stage.time += 60;
  stage.clock.answered({ time: stage.truth - 5_000, sent, got: stage.steady });
  assert.ok(Math.abs(stage.tooMany - 5_000) < 100, `${stage.tooMany}`);
});

test('a drift between the clocks is followed', () => {
  const stage = new Stage();
  stage.ask(30, 30);
  for (let hour = 0; hour < 48; hour += 1) {
    // The page's clock runs 40 millionths slower, which is 144 ms in an hour.
    stage.time += 3_600_000;
    stage.stopped += 144;
    stage.hear(60);
    assert.ok(Math.abs(stage.tooMany) < 500, `after ${hour} hours: ${stage.tooMany}`);
  }
});
