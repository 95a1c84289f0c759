/**
 * A connection whose socket, network, clock and device are in the hands of a test.
 */

import assert from 'node:assert/strict';

import { createConnection } from '../../../client/lib/connection.js';
import { watchDevice } from '../../../client/lib/device.js';

/** A socket, a network and a clock in the hands of a test. */
export class Stage {
  /** @type {{sent: any[], closed: boolean, protocol: string, onopen: any, onmessage: any, onclose: any, send: any, close: any}[]} */
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
  /** @type {any} what there is to find before a socket; an error is thrown */
  obstacle = null;
  /** Whether the page misses something while nothing comes. */
  matters = true;
  /** How often that was looked for. */
  prepared = 0;
  /** @type {any} what the server says of the sockets that it refuses; an error is thrown */
  finding = null;
  /** How often it was asked. */
  inquired = 0;
  /** @type {any[]} what the server has answered whether it is there */
  answers = [];

  /** @param {{answered?: boolean}} [listens] whether the page wants to know what the server's clock shows */
  constructor({ answered = false } = {}) {
    this.connection = this.#connect(answered);
  }

  /** @param {boolean} listens */
  #connect = (listens) =>
    createConnection(
      {
        dial: (protocols) => {
          assert.deepEqual(protocols, ['senda.v2', 'senda.v1']);
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

  /** Lets promises that are settled go on. */
  async settle() {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  }

  /** A connection that is open. */
  async open() {
    this.connection.start();
    await this.settle();
    this.socket.onopen();
  }

  /** Lets the next timer ring. */
  async ring() {
    const timer = this.timers.sort((a, b) => a.at - b.at).shift();
    assert.ok(timer, 'nothing is to come');
    this.now = timer.at;
    timer.action();
    await this.settle();
    return timer.ms;
  }

  /**
   * Lets so much time pass.
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

  /** When the timers ring, in milliseconds from when they were set. */
  get waits() {
    return this.timers.map(({ ms }) => ms).sort((a, b) => a - b);
  }
}

/** Milliseconds for an attempt to connect. */
export const ATTEMPT = 8_000;
/** Milliseconds without a message after which the server is asked whether it is there. */
export const QUIET = 20_500;

/** A page's device, and the page's connection on it. */
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
