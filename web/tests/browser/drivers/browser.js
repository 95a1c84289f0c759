/**
 * A browser of another vendor, driven by WebDriver with mouse and keyboard.
 */

import { setTimeout } from 'node:timers/promises';

import { Marionette } from './marionette.js';
import { WebKit } from './webkit.js';

/**
 * @typedef {object} Transport sends WebDriver commands to a browser
 * @property {(command: string, parameters: Record<string, unknown>) => Promise<any>} send
 * @property {() => Promise<void>} close
 */
/** @typedef {{ [name: string]: string }} Handle an element, as WebDriver identifies it */

/** The key of an element's identifier in WebDriver. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
/** The timeout of an expectation in milliseconds. */
const PATIENCE_MS = 30_000;
const LOOK_MS = 50;
/** The timeout of a screenshot in milliseconds. */
const PICTURE_MS = 15_000;
/**
 * The WebDriver errors for an element that moves, is covered for a moment or is redrawn. The action
 * is retried.
 */
const PASSING = /click intercepted|not interactable|stale element|move target out of bounds/;

/** The functions that open each browser, by its name. */
export const BROWSERS = /** @type {const} */ ({
  Firefox: () => Marionette.open(),
  WebKitGTK: () => WebKit.open(),
});

export class Browser {
  #transport;

  /** @param {Transport} transport */
  constructor(transport) {
    this.#transport = transport;
  }

  /** @param {keyof typeof BROWSERS} name */
  static async open(name) {
    return new Browser(await BROWSERS[name]());
  }

  close() {
    return this.#transport.close();
  }

  /** @param {string} address */
  async go(address) {
    await this.#transport.send('navigate', { url: address });
    // Records the errors of the page from now on, for the end of the test.
    await this.run(() => {
      const own = /** @type {{ faults?: string[] }} */ (/** @type {unknown} */ (window));
      const faults = own.faults ?? [];
      own.faults = faults;
      addEventListener('error', (event) => faults.push(String(event.message)), true);
      addEventListener('unhandledrejection', (event) => faults.push(String(event.reason)));
    });
  }

  back() {
    return this.#transport.send('back', {});
  }

  /**
   * Resizes the viewport of the page to this size.
   *
   * @param {{ width: number, height: number }} size
   */
  async resize({ width, height }) {
    await this.#transport.send('rect', { width, height });
    const [inner, outer] = /** @type {[number, number]} */ (
      await this.run(() => [innerWidth, innerHeight])
    );
    await this.#transport.send('rect', { width: 2 * width - inner, height: 2 * height - outer });
    await this.until(
      `a page of ${width}x${height}`,
      ([wide, high]) => innerWidth === wide && innerHeight === high,
      [width, height],
    );
  }

  /**
   * Runs a function in the page.
   *
   * @template T
   * @template A
   * @param {(argument: A) => T} script a function without references to its surroundings
   * @param {A} [argument]
   * @returns {Promise<T>}
   */
  run(script, argument) {
    return this.#transport.send('execute', {
      script: `return (${script})(arguments[0])`,
      args: [argument ?? null],
    });
  }

  /**
   * Waits until a function in the page returns a truthy value.
   *
   * @template T
   * @template A
   * @param {string} what the name of the expected thing, for the error message
   * @param {(argument: A) => T} script
   * @param {A} [argument]
   * @param {number} [patience] the timeout in milliseconds
   * @returns {Promise<T>}
   */
  async until(what, script, argument, patience = PATIENCE_MS) {
    const end = Date.now() + patience;
    for (;;) {
      const found = await this.run(script, argument);
      if (found) return found;
      if (Date.now() > end) throw new Error(`there is not ${what}\n${await this.said()}`);
      await setTimeout(LOOK_MS);
    }
  }

  /** Returns the text of the page, for error messages. */
  said() {
    return this.run(() => document.body.innerText.slice(0, 2_000));
  }

  /**
   * Clicks an element, as soon as one can be clicked.
   *
   * @param {string} selector
   * @param {string} [words] the whole text of the element, or its label
   */
  async click(selector, words) {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      const handle = await this.#find(selector, words);
      try {
        if (handle) {
          await this.#transport.send('click', { id: handle[ELEMENT] });
          return;
        }
      } catch (error) {
        if (!PASSING.test(String(error)) || Date.now() > end) throw error;
      }
      if (Date.now() > end)
        throw new Error(`there is no ${selector} “${words ?? ''}”\n${await this.said()}`);
      await setTimeout(LOOK_MS);
    }
  }

  /**
   * Clicks the centre of a drawn element at its position on the page. WebDriver's own click does
   * not support SVG groups.
   *
   * @param {string} selector
   */
  async press(selector) {
    const { x, y } = await this.until(
      `a ${selector}`,
      (one) => {
        const element = document.querySelector(one);
        element?.scrollIntoView({ block: 'center' });
        const box = element?.getBoundingClientRect();
        return (
          box &&
          box.width > 0 && {
            x: Math.round(box.left + box.width / 2),
            y: Math.round(box.top + box.height / 2),
          }
        );
      },
      selector,
    ).then((found) => found || { x: 0, y: 0 });
    const actions = [
      { type: 'pointerMove', x, y, duration: 0, origin: 'viewport' },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    const parameters = { pointerType: 'mouse' };
    await this.#transport.send('actions', {
      actions: [{ type: 'pointer', id: 'mouse', parameters, actions }],
    });
  }

  /**
   * Types with the keyboard into the focused element. WebDriver's own way to fill a field puts the
   * caret at its end.
   *
   * @param {string} typed
   */
  async type(typed) {
    const keys = [...typed].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.#transport.send('actions', {
      actions: [{ type: 'key', id: 'keys', actions: keys }],
    });
  }

  /**
   * Whether there is such an element that is drawn.
   *
   * @param {string} selector
   * @param {string} [words]
   */
  async has(selector, words) {
    return (await this.#find(selector, words)) !== null;
  }

  /**
   * @param {string} selector
   * @param {string} [words]
   * @returns {Promise<Handle | null>}
   */
  async #find(selector, words) {
    return /** @type {any} */ (
      await this.run(
        ([one, said]) =>
          [...document.querySelectorAll(one ?? '')].find(
            (element) =>
              element.getClientRects().length > 0 &&
              getComputedStyle(element).visibility === 'visible' &&
              (said == null ||
                [element.textContent?.trim(), element.getAttribute('aria-label')].includes(said)),
          ) ?? null,
        [selector, words],
      )
    );
  }

  /**
   * Returns the errors of the page, including a visible error panel.
   *
   * @returns {Promise<string[]>}
   */
  faults() {
    return this.run(() => {
      const own = /** @type {{ faults?: string[] }} */ (/** @type {unknown} */ (window));
      const shown = document.getElementById('fault')?.hidden === false;
      return [...(own.faults ?? []), ...(shown ? ['the fault bar is shown'] : [])];
    });
  }

  /** Returns the number of pixels that the page is wider than its window. */
  overflow() {
    return this.run(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  }

  /**
   * Takes a screenshot of the window. Returns `null` if the browser takes too long, as WebKitGTK
   * without a graphics processor sometimes does while the page works on.
   *
   * @returns {Promise<Buffer | null>}
   */
  async picture() {
    const taken = this.#transport.send('screenshot', { full: false });
    taken.catch(() => {});
    const picture = await Promise.race([taken, setTimeout(PICTURE_MS, null, { ref: false })]);
    return picture === null ? null : Buffer.from(picture, 'base64');
  }
}
