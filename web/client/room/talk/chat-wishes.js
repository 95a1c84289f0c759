/**
 * The chat preferences of the reader: the muted people, and whether the whole chat is hidden. They
 * are stored only on this device.
 *
 * @import {ChatLine, PersonId} from '../../protocol.js'
 */

/** The key of the setting that hides the chat in every room. */
const HIDDEN = 'senda.chat-hidden';
/** The key of the muted people, grouped by room. */
const MUTED = 'senda.muted';
/** The number of rooms whose muted people are kept, the latest ones. */
const ROOMS = 30;

/** @typedef {Pick<Storage, 'getItem' | 'setItem'>} Memory */
/** @typedef {{ person: PersonId, name: string }} Muted */

export class ChatWishes {
  /**
   * @param {() => Memory} memory returns the local storage, which a browser may refuse
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
   * Returns the lines that the reader wants to see.
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
      // The preference lasts for as long as the page is open.
    }
  }
}
