/**
 * A Senda server for tests: a separate process with its own data folder, on a free port.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** The path of the server program, which can also verify a game file. */
export const PROGRAM =
  process.env['SENDA_PROGRAM'] ??
  fileURLToPath(new URL('../../../target/debug/senda', import.meta.url));

/**
 * The path of the program with failpoints, whose clock can be advanced.
 * `cargo xtask test --only browser` builds it.
 */
const FAILPOINTS =
  process.env['SENDA_FAILPOINTS'] ??
  fileURLToPath(new URL('../../../target/debug/senda-failpoints', import.meta.url));

/** The timeout in milliseconds until the server has printed its address. */
const START_MS = 20_000;
/** The interval in milliseconds between two checks whether the server has read its orders. */
const LOOK_MS = 10;

/**
 * The limits are high because all tests come from one address and together exceed an ordinary hour.
 */
const GENEROUS = [
  ...['--rooms-per-hour', '10000', '--sessions-per-hour', '10000'],
  // Bots add no delay to their computation.
  ...['--bot-pace', '0-0'],
  // Webhooks post to a receiver of the test.
  '--allow-private-addresses',
];

export class Server {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #process;
  #listen = '127.0.0.1:0';
  #program;
  #options;
  /** The milliseconds that the server's clock was advanced. */
  #later = 0;
  /**
   * The address of the server, as in `http://127.0.0.1:4711`. It stays the same after a restart.
   */
  origin = '';
  /** The whole log of the server. */
  log = '';

  /**
   * @param {string} data the server's data folder
   * @param {string} program
   * @param {readonly string[]} options
   */
  constructor(data, program, options) {
    this.data = data;
    this.#program = program;
    this.#options = options;
  }

  /**
   * Starts a server with an empty data folder.
   *
   * @param {object} [how]
   * @param {boolean} [how.timeless] whether its clock can be advanced
   * @param {readonly string[]} [how.options] further options of its command line
   */
  static async open({ timeless = false, options = [] } = {}) {
    const data = await mkdtemp(join(tmpdir(), 'senda-'));
    const server = new Server(data, timeless ? FAILPOINTS : PROGRAM, options);
    await server.start();
    return server;
  }

  /** The path of the file with orders for the failpoints. */
  get #orders() {
    return join(this.data, 'orders');
  }

  /**
   * Advances the clock of a server that was opened as timeless.
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

  /** Starts the server unless it is running. A restart uses the same port and data. */
  async start() {
    if (this.#runs) return;
    const own = ['--listen', this.#listen, '--data', this.data];
    const child = spawn(this.#program, [...own, ...GENEROUS, ...this.#options], {
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
        // The log contains other addresses of the server.
        const address = /listening on (http:\/\/[\d.]+:\d+)/.exec(said)?.[1];
        if (address) {
          clearTimeout(timer);
          resolve(address);
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

  /** Kills the server, as a power failure would. */
  async kill() {
    const child = this.#process;
    if (!child || !this.#runs) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** Stops the server and deletes its data. */
  async close() {
    await this.kill();
    await rm(this.data, { recursive: true, force: true });
  }
}
