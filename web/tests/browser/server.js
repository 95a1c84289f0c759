/**
 * A Senda server of a test's own: a real process with a folder of its own, on a free port.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** The server's program, which can also check a game's file. */
export const PROGRAM =
  process.env['SENDA_PROGRAM'] ??
  fileURLToPath(new URL('../../../target/debug/senda', import.meta.url));

/** The same program, to which can be said that it is later than it is: `cargo xtask test --only browser` builds it. */
const FAILPOINTS =
  process.env['SENDA_FAILPOINTS'] ??
  fileURLToPath(new URL('../../../target/debug/senda-failpoints', import.meta.url));

/** Milliseconds in which the server must say where it listens. */
const START_MS = 20_000;
/** Milliseconds between two looks whether a timeless server has seen what it is told. */
const LOOK_MS = 10;

/** All tests come from one address: together they are more than an hour of an ordinary one. */
const GENEROUS = [
  ...['--rooms-per-hour', '10000', '--sessions-per-hour', '10000'],
  // Bots take no longer than they think.
  ...['--bot-pace', '0-0'],
  // What it posts to is a receiver of a test's own.
  '--allow-private-addresses',
];

export class Server {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #process;
  #listen = '127.0.0.1:0';
  #program;
  /** Milliseconds that have passed beside those that did. */
  #later = 0;
  /** Where it listens, as in `http://127.0.0.1:4711`; the same after a restart. */
  origin = '';
  /** All that it has written to its log. */
  log = '';

  /**
   * @param {string} data the folder that it keeps
   * @param {string} program
   */
  constructor(data, program) {
    this.data = data;
    this.#program = program;
  }

  /**
   * A running server with an empty folder.
   *
   * @param {object} [how]
   * @param {boolean} [how.timeless] whether time can be let pass for it
   */
  static async open({ timeless = false } = {}) {
    const data = await mkdtemp(join(tmpdir(), 'senda-'));
    const server = new Server(data, timeless ? FAILPOINTS : PROGRAM);
    await server.start();
    return server;
  }

  /** The file with what the server is told of time. */
  get #orders() {
    return join(this.data, 'orders');
  }

  /**
   * Lets time pass for a server that is timeless.
   *
   * @param {number} milliseconds
   */
  async pass(milliseconds) {
    this.#later += milliseconds;
    const order = `later ${this.#later}\n`;
    await writeFile(this.#orders, order);
    const obeyed = () => readFile(`${this.#orders}.obeyed`, 'utf8').catch(() => '');
    const until = Date.now() + START_MS;
    while ((await obeyed()) !== order) {
      if (Date.now() > until) throw new Error('the server does not look at what it is told');
      await setTimeout(LOOK_MS);
    }
  }

  /** Starts it unless it runs, the second time on the same port with what it has kept. */
  async start() {
    if (this.#runs) return;
    const own = ['--listen', this.#listen, '--data', this.data];
    const child = spawn(this.#program, [...own, ...GENEROUS], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, SENDA_FAULTS: this.#orders },
    });
    this.#process = child;
    this.origin = await new Promise((resolve, reject) => {
      let said = '';
      const timer = globalThis.setTimeout(
        () => reject(new Error(`the server says nothing:\n${said}`)),
        START_MS,
      );
      const listen = (/** @type {Buffer} */ text) => {
        said += text;
        this.log += text;
        const address = /http:\/\/[\d.]+:\d+/.exec(said);
        if (address) {
          clearTimeout(timer);
          resolve(address[0]);
        }
      };
      child.stdout.on('data', listen);
      child.stderr.on('data', listen);
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${said}`)));
    });
    this.#listen = new URL(this.origin).host;
  }

  get #runs() {
    const child = this.#process;
    return child !== undefined && child.exitCode === null && child.signalCode === null;
  }

  /** Ends it as a loss of power would. */
  async kill() {
    const child = this.#process;
    if (!child || !this.#runs) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** Ends it for good. */
  async close() {
    await this.kill();
    await rm(this.data, { recursive: true, force: true });
  }
}
