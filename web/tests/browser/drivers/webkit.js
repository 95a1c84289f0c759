/**
 * WebDriver over HTTP, as WebKitWebDriver implements it: with the small browser of WebKitGTK on a
 * virtual display.
 */

import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { endProcess, miniBrowser, WEBKIT_DRIVER } from './programs.js';

/** @import { ChildProcess } from 'node:child_process' */
/** @import { Transport } from './browser.js' */

/**
 * The timeout in milliseconds until the driver and the display are ready, also on a busy machine.
 */
const START_MS = 60_000;
const LOOK_MS = 100;
/** The size of the virtual display, large enough for every window of the tests. */
const DISPLAY = '1600x1200x24';

/**
 * A style that lets a window be as narrow as a phone, because the parts of its title bar take no
 * space.
 */
const NARROW = '* { min-width: 0; margin: 0; padding: 0; font-size: 2px; -gtk-icon-size: 4px; }\n';

/**
 * The WebDriver commands as method and path, which may contain a parameter.
 *
 * @type {Record<string, readonly [string, (parameters: Record<string, unknown>) => string]>}
 */
const COMMANDS = {
  click: ['POST', ({ id }) => `/element/${id}/click`],
  execute: ['POST', () => '/execute/sync'],
  find: ['POST', () => '/element'],
  actions: ['POST', () => '/actions'],
  navigate: ['POST', () => '/url'],
  back: ['POST', () => '/back'],
  rect: ['POST', () => '/window/rect'],
  screenshot: ['GET', () => '/screenshot'],
};

/** @implements {Transport} */
export class WebKit {
  #address;
  #processes;
  #home;

  /**
   * @param {string} address the address of the WebDriver session
   * @param {ChildProcess[]} processes the processes to terminate at the end, in this order
   * @param {string} home the home folder of the browser
   */
  constructor(address, processes, home) {
    this.#address = address;
    this.#processes = processes;
    this.#home = home;
  }

  /** Opens a new browser without stored data. */
  static async open() {
    const home = await mkdtemp(join(tmpdir(), 'senda-webkit-'));
    await mkdir(join(home, '.config/gtk-3.0'), { recursive: true });
    await writeFile(join(home, '.config/gtk-3.0/gtk.css'), NARROW);
    const { process: screen, display } = await openDisplay();
    const port = await freePort();
    const driver = spawn(WEBKIT_DRIVER, ['--host=127.0.0.1', `--port=${port}`], {
      stdio: 'ignore',
      env: {
        ...process.env,
        DISPLAY: display,
        GDK_BACKEND: 'x11',
        HOME: home,
        XDG_CONFIG_HOME: join(home, '.config'),
        XDG_RUNTIME_DIR: home,
        NO_AT_BRIDGE: '1',
        // There is no graphics processor.
        LIBGL_ALWAYS_SOFTWARE: '1',
        WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      },
    });
    const address = `http://127.0.0.1:${port}`;
    const options = { binary: miniBrowser(), args: ['--automation'] };
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } };
    const { sessionId } = await untilReady(() =>
      request('POST', `${address}/session`, { capabilities }),
    );
    return new WebKit(`${address}/session/${sessionId}`, [driver, screen], home);
  }

  /**
   * @param {string} command
   * @param {Record<string, unknown>} parameters
   * @returns {Promise<any>}
   */
  send(command, parameters) {
    const [method, path] = COMMANDS[command] ?? [];
    if (!method || !path) throw new Error(`no command ${command}`);
    return request(method, this.#address + path(parameters), parameters);
  }

  async close() {
    await request('DELETE', this.#address, {}).catch(() => {});
    for (const child of this.#processes) await endProcess(child);
    await rm(this.#home, { recursive: true, force: true });
  }
}

/**
 * @param {string} method
 * @param {string} address
 * @param {Record<string, unknown>} body
 * @returns {Promise<any>}
 */
async function request(method, address, body) {
  const answer = await fetch(address, {
    method,
    ...(method === 'POST' && { body: JSON.stringify(body) }),
    headers: { 'content-type': 'application/json' },
  });
  const { value } = /** @type {{ value: any }} */ (await answer.json());
  if (!answer.ok) throw new Error(`${value?.error}: ${value?.message}`);
  return value;
}

/**
 * Retries until the driver accepts connections.
 *
 * @template T
 * @param {() => Promise<T>} ask
 * @returns {Promise<T>}
 */
async function untilReady(ask) {
  const until = Date.now() + START_MS;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      // A failed `fetch` throws a `TypeError`. Any other error is an answer that refuses.
      const refused = !(error instanceof TypeError);
      if (refused || Date.now() > until) throw error;
      await setTimeout(LOOK_MS);
    }
  }
}

/** @returns {Promise<number>} an unused port */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address !== null && typeof address === 'object'
          ? resolve(address.port)
          : reject(new Error('no port is free')),
      );
    });
  });
}

/** Opens a virtual display, and waits for its number. */
async function openDisplay() {
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', DISPLAY, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  /** @type {string} */
  const number = await new Promise((resolve, reject) => {
    screen.once('error', reject);
    screen.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)));
    screen.stdout.on('data', (data) => resolve(String(data).trim()));
  });
  return { process: screen, display: `:${number}` };
}
