/**
 * Whom the reader does not want to hear, and whether they want to hear anybody: kept on this device alone.
 *
 * @import {ChatLine, PersonId} from '../protocol.js'
 */

/** Whether all of the chat is hidden, in every room. */
const HIDDEN = 'senda.chat-hidden';
/** Who is not heard, room by room. */
const MUTED = 'senda.muted';
/** Rooms that are remembered, the last ones. */
const ROOMS = 30;

/** @typedef {Pick<Storage, 'getItem' | 'setItem'>} Memory */
/** @typedef {{ person: PersonId, name: string }} Muted */

export class ChatWishes {
  /**
   * @param {() => Memory} memory a browser may refuse it
   * @param {string} room
   */
  constructor(memory, room) {
    this.memory = memory;
    this.room = room;
    this.hidden = this.#read(HIDDEN) === true;
    /** @type {Muted[]} */
    this.muted = this.#rooms().find(([id]) => id === room)?.[1] ?? [];
  }

  /**
   * The lines that the reader wants to see.
   *
   * @param {ChatLine[]} lines
   */
  wanted(lines) {
    return lines.filter(({ person }) => this.wants(person));
  }

  /** @param {PersonId} person */
  wants(person) {
    return !this.hidden && !this.muted.some((one) => one.person === person);
  }

  /** @param {boolean} hidden */
  hide(hidden) {
    this.hidden = hidden;
    this.#write(HIDDEN, hidden);
  }

  /** @param {Muted} who */
  mute(who) {
    this.unmute(who.person);
    this.muted = [...this.muted, who];
    this.#keep();
  }

  /** @param {PersonId} person */
  unmute(person) {
    this.muted = this.muted.filter((one) => one.person !== person);
    this.#keep();
  }

  #keep() {
    const others = this.#rooms().filter(([id]) => id !== this.room);
    this.#write(MUTED, [...others, [this.room, this.muted]].slice(-ROOMS));
  }

  /** @returns {[string, Muted[]][]} */
  #rooms() {
    const kept = this.#read(MUTED);
    return Array.isArray(kept) ? kept : [];
  }

  /** @param {string} key */
  #read(key) {
    try {
      return JSON.parse(this.memory().getItem(key) ?? 'null');
    } catch {
      return null;
    }
  }

  /**
   * @param {string} key
   * @param {unknown} value
   */
  #write(key, value) {
    try {
      this.memory().setItem(key, JSON.stringify(value));
    } catch {
      // It holds for as long as the page is open.
    }
  }
}
