/**
 * A connection whose socket, network, clock and device a test controls.
 */

import assert from 'node:assert/strict';

import { createConnection } from '../../../client/lib/connection.js';
import { watchDevice } from '../../../client/lib/device.js';

/** A connection whose socket, network and clock a test controls. */
export class Stage {
  /**
   * @type {{sent: any[], closed: boolean, protocol: string, onopen: any, onmessage: any, onclose: any, send: any, close: any}[]}
   */
  sockets = [];
  /** @type {{action: () => void, ms: number, at: number}[]} */
  timers = [];
  now = 0;
  /** @type {any[]} */
  heard = [];
  /** @type {string[]} */
  lines = [];
  /** @type {any} */
  ending = null;
  /** @type {any} */
  delay = null;
  /** @type {any} the result of the preparation before a socket; an error is thrown */
  obstacle = null;
  /** Whether missing messages matter to the page. */
  matters = true;
  /** The number of times that the connection was prepared. */
  prepared = 0;
  /** @type {any} the server's reason for rejected sockets; an error is thrown */
  finding = null;
  /** The number of inquiries for the reason. */
  inquired = 0;
  /** @type {any[]} the answers of the server to pings */
  answers = [];

  /**
   * @param {object} [how]
   * @param {boolean} [how.answered] whether the page uses the server's time
   * @param {boolean} [how.early] whether a socket was opened before the connection
   */
  constructor({ answered = false, early = false } = {}) {
    this.#hasEarly = early;
    this.connection = this.#connect(answered);
  }

  /** Whether there is an early socket that has not been taken. */
  #hasEarly = false;

  #socket() {
    const socket = {
      protocol: 'senda.v2',
      sent: /** @type {any[]} */ ([]),
      closed: false,
      onopen: null,
      onmessage: null,
      onclose: null,
      send: (/** @type {string} */ data) => socket.sent.push(JSON.parse(data)),
      close: () => {
        socket.closed = true;
      },
    };
    this.sockets.push(socket);
    return socket;
  }

  /** @param {boolean} listens */
  #connect = (listens) =>
    createConnection(
      {
        dial: (protocols) => {
          assert.deepEqual(protocols, ['senda.v2', 'senda.v1']);
          return this.#socket();
        },
        early: () => {
          const socket = this.#hasEarly ? this.#socket() : null;
          this.#hasEarly = false;
          return socket;
        },
        later: (action, ms) => {
          const timer = { action, ms, at: this.now + ms };
          this.timers.push(timer);
          return () => {
            this.timers = this.timers.filter((one) => one !== timer);
          };
        },
        random: () => 0.5,
        now: () => this.now,
        matters: () => this.matters,
        inquire: async () => {
          this.inquired += 1;
          if (this.finding instanceof Error) throw this.finding;
          return this.finding;
        },
        prepare: async () => {
          this.prepared += 1;
          if (this.obstacle instanceof Error) throw this.obstacle;
          return this.obstacle;
        },
      },
      {
        heard: (message) => this.heard.push(message),
        changed: (line, ending, delay) => {
          this.lines.push(line);
          this.ending = ending;
          this.delay = delay;
        },
        ...(listens && { answered: (answer) => void this.answers.push(answer) }),
      },
    );

  get socket() {
    const socket = this.sockets.at(-1);
    assert.ok(socket);
    return socket;
  }

  /** Lets the callbacks of settled promises run. */
  async settle() {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  }

  /** Starts the connection and opens its socket. */
  async open() {
    this.connection.start();
    await this.settle();
    this.socket.onopen();
  }

  /** Advances the clock to the next timer and runs it. */
  async ring() {
    const timer = this.timers.sort((a, b) => a.at - b.at).shift();
    assert.ok(timer, 'nothing is to come');
    this.now = timer.at;
    timer.action();
    await this.settle();
    return timer.ms;
  }

  /**
   * Advances the clock, and runs the timers in between.
   *
   * @param {number} ms
   */
  async pass(ms) {
    const until = this.now + ms;
    for (;;) {
      const [next] = this.timers.sort((a, b) => a.at - b.at);
      if (!next || next.at > until) break;
      await this.ring();
    }
    this.now = until;
  }

  /** The delays of the timers in milliseconds. */
  get waits() {
    return this.timers.map(({ ms }) => ms).sort((a, b) => a - b);
  }
}

/** The timeout of a connection attempt in milliseconds. */
export const ATTEMPT = 8_000;
/** The time in milliseconds without a message after which the page sends a ping. */
export const QUIET = 20_500;

/** A page's device, with the connection of the page. */
export class Device extends Stage {
  page = new EventTarget();
  sheet = new EventTarget();
  seen = true;
  clock = 1_000_000;
  look = () => {};

  /** @param {(() => unknown) | null} question */
  constructor(question = () => ({ type: 'sync' })) {
    super();
    watchDevice(this.connection, question, {
      page: this.page,
      sheet: this.sheet,
      isSeen: () => this.seen,
      now: () => this.clock,
      every: (action, ms) => {
        assert.equal(ms, 5_000);
        this.look = action;
      },
    });
  }

  /** @param {string} type */
  async on(type, properties = {}) {
    const target = type === 'visibilitychange' ? this.sheet : this.page;
    target.dispatchEvent(Object.assign(new Event(type), properties));
    await this.settle();
  }
}
