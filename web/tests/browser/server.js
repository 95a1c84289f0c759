/**
 * A Senda server of a test's own: a real process with a folder of its own, on a free port.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROGRAM =
  process.env['SENDA_PROGRAM'] ??
  fileURLToPath(new URL('../../../target/debug/senda', import.meta.url));

/** Milliseconds in which the server must say where it listens. */
const START_MS = 20_000;

export class Server {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #process;
  #data;
  #listen = '127.0.0.1:0';
  /** Where it listens, as in `http://127.0.0.1:4711`; the same after a restart. */
  origin = '';

  /** @param {string} data the folder that it keeps */
  constructor(data) {
    this.#data = data;
  }

  /** A running server with an empty folder. */
  static async open() {
    const server = new Server(await mkdtemp(join(tmpdir(), 'senda-')));
    await server.start();
    return server;
  }

  /** Starts it, the second time on the same port with what it has kept. */
  async start() {
    const child = spawn(PROGRAM, ['--listen', this.#listen, '--data', this.#data], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    this.origin = await new Promise((resolve, reject) => {
      let said = '';
      const timer = setTimeout(() => reject(new Error(`the server says nothing:\n${said}`)), START_MS);
      const listen = (/** @type {Buffer} */ text) => {
        said += text;
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

  /** Ends it as a loss of power would. */
  async kill() {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** Ends it for good. */
  async close() {
    await this.kill();
    await rm(this.#data, { recursive: true, force: true });
  }
}
