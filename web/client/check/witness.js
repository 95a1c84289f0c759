/**
 * Records on this device the events of a game as they arrive. The record exposes a server that
 * later publishes a different game.
 *
 * @import {AnyEvent} from '../protocol.js'
 * @import {RoomState} from '../room/state.js'
 * @import {Noted} from './check.js'
 */
import { lastIndexWhere } from '../lib/last.js';

/** The number of games that are kept, enough for an evening. A game takes some 50 KB. */
const REMEMBERED = 12;
const PREFIX = 'senda.seen.';
/** The prefix of the keys for the nonce that this device contributes to the next game of a room. */
const PENDING = 'senda.adds.';

/**
 * @typedef {Noted & {at: number, epoch: number, version: number, events: AnyEvent[]}} Seen the
 *   record of a game; `version` is the version of the latest of `events`, and values that were
 *   hidden at the time are `null` in them
 * @typedef {Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>} Memory
 */

export class Witness {
  /**
   * @param {() => Memory} memory returns the local storage, which a browser may refuse
   * @param {string} room
   * @param {() => number} now returns the milliseconds since 1970
   */
  constructor(memory, room, now) {
    this.memory = memory;
    this.room = room;
    this.now = now;
  }

  /**
   * Returns the record of the game with this number.
   *
   * @param {number} round
   * @returns {Seen | null}
   */
  of(round) {
    return JSON.parse(this.#read(this.#key(round)) ?? 'null');
  }

  /** @param {string} key */
  #read(key) {
    try {
      return this.memory().getItem(key);
    } catch {
      return null;
    }
  }

  /**
   * @param {string} key
   * @param {string | null} value
   */
  #write(key, value) {
    try {
      if (value === null) this.memory().removeItem(key);
      else this.memory().setItem(key, value);
    } catch {
      // The storage is full or forbidden. The game is then checked without the record.
    }
  }

  /**
   * Stores the nonce that the server has accepted from this device for the seed of the next game,
   * or `null` when it was withdrawn.
   *
   * @param {string | null} nonce
   */
  adds(nonce) {
    this.#write(PENDING + this.room, nonce);
  }

  /** Whether this device has contributed a nonce to the next game. */
  hasAdded() {
    return this.#read(PENDING + this.room) !== null;
  }

  /**
   * Records new events of the state. The first version of an event counts and is never replaced by
   * a later one.
   *
   * @param {RoomState} state
   */
  see({ you, view, at, happenings }) {
    if (!you || !view) return;
    const playing = view.phase === 'playing';
    const own = you.seat === null ? null : view.seats[you.seat];
    // The player has left the seat, or has declared on another device that they are not ready.
    if (!playing && !(own && (you.host || own.ready))) this.adds(null);
    const round = playing ? view.round : view.round + 1;
    const before = this.of(round);
    const seen = before?.epoch === at.epoch ? before : this.#fresh(at.epoch, view.commitment);
    const told = playing ? happenings : [];
    this.#fold(round, seen, told, you.seat !== null);
    // The last events of a game arrive in the update that ends it.
    const last = view.phase === 'over' ? this.of(view.round) : null;
    if (last) this.#fold(view.round, last, happenings, false);
    // The nonce belonged to the game that has started.
    if (playing) this.adds(null);
  }

  /**
   * @param {number} epoch
   * @param {string} commitment
   * @returns {Seen}
   */
  #fresh(epoch, commitment) {
    return { at: this.now(), epoch, commitment, version: 0, events: [] };
  }

  /**
   * @param {number} round
   * @param {Seen} seen
   * @param {RoomState['happenings']} happenings
   * @param {boolean} seated
   */
  #fold(round, seen, happenings, seated) {
    const start = lastIndexWhere(happenings, ({ happening }) => happening.type === 'started');
    const game = start < 0 ? [] : happenings.slice(start);
    const [started] = game;
    if (started?.happening.type === 'started' && started.happening.round === round) {
      const fresh = game.filter(({ version }) => version > seen.version);
      for (const { version, happening } of fresh) {
        const nonce = this.#read(PENDING + this.room);
        if (happening.type === 'started' && seated && nonce !== null) seen.nonce = nonce;
        if (happening.type === 'started' || happening.type === 'played') {
          seen.events.push(...happening.events);
        }
        seen.version = version;
      }
      if (fresh.length === 0 && this.of(round)) return;
    } else if (this.of(round)) return;
    this.#keep(round, seen);
  }

  /**
   * @param {number} round
   * @param {Seen} seen
   */
  #keep(round, seen) {
    this.#write(this.#key(round), JSON.stringify(seen));
    const games = this.#games();
    for (const key of games.slice(0, -REMEMBERED)) this.#write(key, null);
  }

  /** Returns the keys of the recorded games, the oldest first. */
  #games() {
    const keys = [];
    try {
      const memory = this.memory();
      for (let at = 0; at < memory.length; at += 1) keys.push(memory.key(at) ?? '');
    } catch {
      // The storage is forbidden, as above.
    }
    const at = (/** @type {string} */ key) => Number(JSON.parse(this.#read(key) ?? '{}').at);
    const games = keys.filter((key) => key.startsWith(PREFIX));
    return games.sort((a, b) => at(a) - at(b));
  }

  /** @param {number} round */
  #key(round) {
    return `${PREFIX}${this.room}.${round}`;
  }
}
