/**
 * An estimate of the server's time. A message proves only that the server's clock had reached its
 * timestamp when the message arrived. Its delay is unknown, and treating each message as new would
 * show players more time than is left. So the message with the least delay counts as a lower bound,
 * and the answer to a ping adds an upper bound.
 *
 * The estimate runs on the browser's monotonic clock. The device's own clock may be set at any
 * time. It serves only to detect that the device has slept, because the monotonic clock may stand
 * still during sleep.
 */

/**
 * The maximum drift between the clocks of two machines in milliseconds per millisecond: twice that
 * of a cheap quartz.
 */
const SKEW = 1e-4;
/**
 * The maximum excess of the shown time in milliseconds, if the network is too slow for a better
 * estimate.
 */
const SLACK_MS = 400;
/** The age in milliseconds from which the bound of a ping is worse than the later messages. */
const BOUND_LASTS_MS = 600_000;
/** The minimum jump of the device's clock in milliseconds that counts as sleep. */
const SLEPT_MS = 1_000;

export class ServerClock {
  /** The bounds of the difference between the server's time and the monotonic clock. */
  #least = -Infinity;
  #most = Infinity;
  /** The time of the last update of the bounds, on the monotonic clock. */
  #at = 0;
  /** The time when the last ping was answered. */
  #bounded = 0;
  /** The difference between the device's clock and the monotonic clock. @type {number | null} */
  #gap = null;
  /** Whether the device may have slept, for a duration that no message has clarified yet. */
  #slept = false;

  /**
   * @param {object} use
   * @param {() => void} use.slept sends a ping to the server; the answer goes to {@link answered}
   * @param {() => number} [use.steady] returns the milliseconds of a monotonic clock
   * @param {() => number} [use.wall] returns the device's time in milliseconds since 1970
   */
  constructor({ slept, steady = () => performance.now(), wall = Date.now }) {
    this.slept = slept;
    this.steady = steady;
    this.wall = wall;
  }

  /** Returns the server's time in milliseconds since 1970, or up to {@link SLACK_MS} less. */
  now() {
    const now = this.steady();
    this.#watchSleep(now);
    if (this.#least === -Infinity) return this.wall();
    const bounded = this.#most < Infinity && now - this.#bounded < BOUND_LASTS_MS;
    return now + (bounded ? Math.max(this.#least, this.#most - SLACK_MS) : this.#least);
  }

  /**
   * Takes the timestamp of a message that has just arrived.
   *
   * @param {number} time the server's time when it wrote the message
   */
  heard(time) {
    const now = this.steady();
    this.#watchSleep(now);
    this.#age(now);
    this.#least = Math.max(this.#least, time - now);
    // The bounds contradict each other, so the server's clock has changed.
    if (this.#least > this.#most && !this.#slept) this.#most = Infinity;
  }

  /**
   * Takes the answer to a ping.
   *
   * @param {object} answer
   * @param {number | undefined} answer.time the server's time; without it the answer proves only
   *   that the connection works
   * @param {number} answer.sent the time when the ping was sent, on the monotonic clock
   * @param {number} answer.got the time when the answer arrived
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
      // The next message sets a new lower bound.
      this.#least = -Infinity;
    }
    this.#slept = false;
  }

  /** Widens the bounds by the drift since their last update. @param {number} now */
  #age(now) {
    const skew = (now - this.#at) * SKEW;
    this.#least -= skew;
    this.#most += skew;
    this.#at = now;
  }

  /**
   * Detects sleep by a jump of the device's clock. The device may have slept for as long as the
   * jump. Until the server answers, the estimate assumes that, so that no more time is shown than
   * is left.
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
