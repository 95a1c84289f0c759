/**
 * The server's time, as a page knows it. A message shows only that the server's clock was at least so far when it came:
 * how long it was under way is unknown, and a page that took each for new would show its player more time than is left.
 * So the earliest arrivals count, and the answer to a question bounds the time from the other side as well.
 *
 * It runs on the browser's monotonic clock. The device's own time may be set at any moment, and is looked at only for
 * whether the device has slept, for which that clock may stand still.
 */

/** How far the clocks of two machines go apart in a millisecond: twice what a cheap quartz does. */
const SKEW = 1e-4;
/** Milliseconds that may be shown too many, where the network answers too slowly to know better. */
const SLACK_MS = 400;
/** Milliseconds after which an answer is too old to say more than messages do that have come since. */
const BOUND_LASTS_MS = 600_000;
/** Milliseconds by which the device's time must jump ahead to be taken for sleep. */
const SLEPT_MS = 1_000;

export class ServerClock {
  /** The server's time less the page's is this at least, and at most that. */
  #least = -Infinity;
  #most = Infinity;
  /** When that was found out, on the monotonic clock. */
  #at = 0;
  /** When the last question was answered. */
  #bounded = 0;
  /** The device's time less the monotonic one. @type {number | null} */
  #gap = null;
  /** Whether the device may have slept, and nothing says yet for how long. */
  #slept = false;

  /**
   * @param {object} use
   * @param {() => void} use.slept asks the server, by a question that {@link answered} is given the answer of
   * @param {() => number} [use.steady] milliseconds on a clock that nobody sets
   * @param {() => number} [use.wall] milliseconds since 1970 by the device
   */
  constructor({ slept, steady = () => performance.now(), wall = Date.now }) {
    this.slept = slept;
    this.steady = steady;
    this.wall = wall;
  }

  /** Milliseconds since 1970: what the server's clock shows, or up to {@link SLACK_MS} less. */
  now() {
    const now = this.steady();
    this.#watchSleep(now);
    if (this.#least === -Infinity) return this.wall();
    const bounded = this.#most < Infinity && now - this.#bounded < BOUND_LASTS_MS;
    return now + (bounded ? Math.max(this.#least, this.#most - SLACK_MS) : this.#least);
  }

  /**
   * A message has come that the server wrote at that time.
   *
   * @param {number} time
   */
  heard(time) {
    const now = this.steady();
    this.#watchSleep(now);
    this.#age(now);
    this.#least = Math.max(this.#least, time - now);
    // The server's clock is another one than before.
    if (this.#least > this.#most && !this.#slept) this.#most = Infinity;
  }

  /**
   * The server has answered a question.
   *
   * @param {object} answer
   * @param {number | undefined} answer.time the server's; without one nothing is known but that the answer is new
   * @param {number} answer.sent when the question was sent, on the monotonic clock
   * @param {number} answer.got when the answer came
   */
  answered({ time, sent, got }) {
    this.#gap ??= this.wall() - got;
    this.#age(got);
    if (time !== undefined) {
      const [least, most] = [time - got, time - sent];
      const fits = (/** @type {number} */ bound) => least <= bound && bound <= most;
      this.#least = fits(this.#least) ? this.#least : least;
      this.#most = fits(this.#most) ? this.#most : most;
      this.#bounded = got;
    } else if (this.#slept) {
      // The next message says it.
      this.#least = -Infinity;
    }
    this.#slept = false;
  }

  /** @param {number} now */
  #age(now) {
    const skew = (now - this.#at) * SKEW;
    this.#least -= skew;
    this.#most += skew;
    this.#at = now;
  }

  /**
   * A device that has slept may have slept for as long as its time has jumped: until the server has said so, no more time
   * is shown than there is then.
   *
   * @param {number} now
   */
  #watchSleep(now) {
    const gap = this.wall() - now;
    const jumped = gap - (this.#gap ?? gap);
    this.#gap = gap;
    if (jumped < SLEPT_MS || this.#least === -Infinity) return;
    this.#least += jumped;
    this.#most = Infinity;
    this.#slept = true;
    this.slept();
  }
}
