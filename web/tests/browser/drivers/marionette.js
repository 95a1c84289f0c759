/**
 * WebDriver over Marionette, Firefox's own protocol: JSON commands over TCP, each prefixed with its
 * length. Debian has no geckodriver, which would only translate.
 */

import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { endProcess, FIREFOX } from './programs.js';

/** @import { Socket } from 'node:net' */
/** @import { Transport } from './browser.js' */

/** The timeout in milliseconds until Firefox has written its port, also on a busy machine. */
const START_MS = 60_000;
const LOOK_MS = 100;

/** Firefox contacts only the server under test, and shows no pages of its own. */
const PREFERENCES = {
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.aboutwelcome.enabled': false,
  'browser.safebrowsing.downloads.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'captivedetect.canonicalURL': '',
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.disable_beforeunload': true,
  'extensions.getAddons.cache.enabled': false,
  'extensions.update.enabled': false,
  'intl.accept_languages': 'en-US',
  'marionette.port': 0,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.legacyUserProfileCustomizations.stylesheets': true,
  'toolkit.telemetry.enabled': false,
};

/** A style that lets a window be as narrow as a phone. */
const NARROW = ':root { min-width: 0 !important; }\n';

/** The WebDriver commands by their Marionette names. @type {Record<string, string>} */
const COMMANDS = {
  click: 'WebDriver:ElementClick',
  execute: 'WebDriver:ExecuteScript',
  find: 'WebDriver:FindElement',
  actions: 'WebDriver:PerformActions',
  navigate: 'WebDriver:Navigate',
  back: 'WebDriver:Back',
  rect: 'WebDriver:SetWindowRect',
  screenshot: 'WebDriver:TakeScreenshot',
  session: 'WebDriver:NewSession',
};

/** @implements {Transport} */
export class Marionette {
  #socket;
  #process;
  #profile;
  #read = Buffer.alloc(0);
  #count = 0;
  /** @type {Map<number, { resolve: (value: any) => void, reject: (error: Error) => void }>} */
  #asked = new Map();

  /**
   * @param {Socket} socket
   * @param {import('node:child_process').ChildProcess} process
   * @param {string} profile the path of the profile's folder
   */
  constructor(socket, process, profile) {
    this.#socket = socket;
    this.#process = process;
    this.#profile = profile;
    socket.on('data', (/** @type {Buffer} */ data) => this.#take(data));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('Firefox has ended')));
  }

  /** Opens a headless Firefox with a new profile. */
  static async open() {
    const profile = await mkdtemp(join(tmpdir(), 'senda-firefox-'));
    const lines = Object.entries(PREFERENCES).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
    );
    await writeFile(join(profile, 'user.js'), lines.join(''));
    await mkdir(join(profile, 'chrome'));
    await writeFile(join(profile, 'chrome', 'userChrome.css'), NARROW);
    const process = spawn(
      FIREFOX,
      ['--headless', '--no-remote', '--marionette', '--profile', profile],
      {
        stdio: 'ignore',
        env: { ...globalThis.process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' },
      },
    );
    const failed = new Promise((_, reject) => {
      process.once('error', reject);
      process.once('exit', (code) => reject(new Error(`Firefox ended with ${code}`)));
    });
    const port = /** @type {number} */ (await Promise.race([portOf(profile), failed]));
    failed.catch(() => {});
    const socket = connect(port, '127.0.0.1');
    const marionette = new Marionette(socket, process, profile);
    await marionette.send('session', { capabilities: { alwaysMatch: {} } });
    return marionette;
  }

  /**
   * @param {string} command
   * @param {Record<string, unknown>} parameters
   * @returns {Promise<any>}
   */
  async send(command, parameters) {
    this.#count += 1;
    const id = this.#count;
    const message = JSON.stringify([0, id, COMMANDS[command], parameters]);
    const answered = new Promise((resolve, reject) => this.#asked.set(id, { resolve, reject }));
    this.#socket.write(`${Buffer.byteLength(message)}:${message}`);
    const answer = await answered;
    return answer !== null && typeof answer === 'object' && 'value' in answer
      ? answer.value
      : answer;
  }

  /** @param {Buffer} data */
  #take(data) {
    this.#read = Buffer.concat([this.#read, data]);
    for (;;) {
      const colon = this.#read.indexOf(':');
      const end = colon + 1 + Number(this.#read.subarray(0, Math.max(0, colon)));
      if (colon < 0 || this.#read.length < end) return;
      this.#answer(JSON.parse(String(this.#read.subarray(colon + 1, end))));
      this.#read = this.#read.subarray(end);
    }
  }

  /** @param {unknown} message an answer, or the greeting */
  #answer(message) {
    if (!Array.isArray(message)) return;
    const [, id, error, result] = message;
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    if (error) asked?.reject(new Error(`${error.error}: ${error.message}`));
    else asked?.resolve(result);
  }

  /** @param {Error} error */
  #fail(error) {
    for (const { reject } of this.#asked.values()) reject(error);
    this.#asked.clear();
  }

  async close() {
    this.#socket.destroy();
    await endProcess(this.#process);
    await rm(this.#profile, { recursive: true, force: true });
  }
}

/**
 * Returns the port of a Firefox, which it writes into its profile.
 *
 * @param {string} profile
 */
async function portOf(profile) {
  const until = Date.now() + START_MS;
  while (Date.now() < until) {
    const port = Number(
      await readFile(join(profile, 'MarionetteActivePort'), 'utf8').catch(() => 0),
    );
    if (port > 0) return port;
    await setTimeout(LOOK_MS);
  }
  throw new Error('Firefox does not say where it listens');
}
