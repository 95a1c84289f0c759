/**
 * Chooses the room that a television without a room of its own shows: the liveliest public game,
 * and another one once that game is over or stands still.
 *
 * @import {ListedRoom} from '../lobby/page.js'
 */

/** The time in milliseconds for which the result of a game is shown. */
export const RESULT_MS = 20_000;
/** The time in milliseconds without a change after which a game stands still. */
export const STILL_MS = 180_000;
/** The time in milliseconds for which a game that stood still is not chosen again. */
const REST_MS = 600_000;

export class Channel {
  /** @type {ListedRoom[]} */
  #rooms = [];
  /**
   * The rooms that stood still, each with the time until which it rests.
   *
   * @type {Map<string, number>}
   */
  #resting = new Map();
  /** The time of the last change in the shown room. */
  #changed = 0;
  /** The time at which its game was over, or `null`. @type {number | null} */
  #over = null;
  /** The shown room. @type {string | null} */
  room = null;

  /** @param {ListedRoom[]} rooms the public rooms, as the server lists them */
  list(rooms) {
    this.#rooms = rooms;
  }

  /** The public rooms that wait for players, fullest first. */
  get open() {
    const open = this.#rooms.filter(
      ({ state, seated, seats }) => state === 'open' && seated < seats,
    );
    return open.sort((one, other) => other.seated - one.seated);
  }

  /**
   * Notes that the shown room has changed.
   *
   * @param {number} now
   * @param {boolean} isOver whether its game is over, or none has begun
   */
  changes(now, isOver) {
    this.#changed = now;
    if (!isOver) this.#over = null;
    else this.#over ??= now;
  }

  /** Notes that the shown room can't be shown any more. @param {number} now */
  leave(now) {
    if (this.room !== null) this.#resting.set(this.room, now + REST_MS);
    this.room = null;
  }

  /**
   * Chooses the room to show.
   *
   * @param {number} now
   * @returns {string | null}
   */
  choose(now) {
    for (const [room, until] of this.#resting) if (until <= now) this.#resting.delete(room);
    const isShown = (/** @type {ListedRoom} */ one) => one.room === this.room;
    const isStill = now - this.#changed >= STILL_MS;
    const isDone = this.#over !== null && now - this.#over >= RESULT_MS;
    const isShowing = this.room !== null && !isStill && (this.#over === null || !isDone);
    if (isShowing) return this.room;
    if (isStill && this.room !== null) this.#resting.set(this.room, now + REST_MS);
    const running = this.#rooms.filter(
      (one) => one.state === 'running' && (!this.#resting.has(one.room) || isShown(one)),
    );
    // The television itself is one of the spectators of the shown room.
    const liveliness = (/** @type {ListedRoom} */ one) =>
      this.#resting.has(one.room) ? -1 : 2 * one.seated + one.watching - Number(isShown(one));
    const [best] = running.sort((one, other) => liveliness(other) - liveliness(one));
    const next = best?.room ?? null;
    if (next !== this.room) {
      this.#changed = now;
      this.#over = null;
    }
    this.room = next;
    return next;
  }
}
