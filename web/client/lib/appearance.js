/**
 * The appearance that the owner of this device has chosen: the colour scheme of the pages and the
 * skin of the boards. The script of the first paint applies it.
 */

/** The colour schemes. @type {readonly Theme[]} */
export const THEMES = ['system', 'light', 'dark'];
/** The skins of the boards. @type {readonly Skin[]} */
export const SKINS = ['classic', 'paper', 'slate', 'contrast'];
/** The key of the choice in the local storage, which the script of the first paint reads. */
export const KEY = 'senda.appearance';

/** @typedef {'system' | 'light' | 'dark'} Theme `system` follows the operating system */
/** @typedef {'classic' | 'paper' | 'slate' | 'contrast'} Skin */
/** @typedef {{ theme: Theme, skin: Skin }} Choice */

/**
 * @typedef {object} World the part of the browser that the appearance needs
 * @property {() => Pick<Storage, 'getItem' | 'setItem'>} storage returns the local storage, which a
 *   browser may refuse
 * @property {Pick<EventTarget, 'addEventListener' | 'dispatchEvent'>} page dispatches `storage`
 */

/** @returns {World} */
function ownWorld() {
  return { storage: () => localStorage, page: window };
}

/**
 * Reads a stored choice. Unknown values are replaced with the defaults.
 *
 * @param {string | null} stored
 * @returns {Choice}
 */
export function readChoice(stored) {
  /** @type {any} */
  let known = null;
  try {
    known = JSON.parse(stored ?? 'null');
  } catch {
    // A damaged entry is no choice.
  }
  return {
    theme: THEMES.find((theme) => theme === known?.theme) ?? 'system',
    skin: SKINS.find((skin) => skin === known?.skin) ?? 'classic',
  };
}

/** The choice of this device, in sync with the other tabs. */
export class Appearance {
  /** @type {(() => void)[]} */
  #followers = [];
  #world;

  /** @param {World} world */
  constructor(world = ownWorld()) {
    this.#world = world;
    this.choice = readChoice(this.#stored());
    world.page.addEventListener('storage', (event) => {
      const { key, newValue } = /** @type {StorageEvent} */ (event);
      if (key !== KEY) return;
      this.choice = readChoice(newValue);
      for (const follow of this.#followers) follow();
    });
  }

  /**
   * Changes a part of the choice, keeps it for the next visit, and applies it to this page.
   *
   * @param {Partial<Choice>} change
   */
  change(change) {
    this.choice = { ...this.choice, ...change };
    try {
      this.#world.storage().setItem(KEY, JSON.stringify(this.choice));
    } catch {
      // Without a storage the choice lasts as long as the page.
    }
    this.#world.page.dispatchEvent(new CustomEvent('appearance', { detail: this.choice }));
  }

  /**
   * Calls a function after each change in another tab.
   *
   * @param {() => void} follow
   */
  follow(follow) {
    this.#followers.push(follow);
  }

  #stored() {
    try {
      return this.#world.storage().getItem(KEY);
    } catch {
      return null;
    }
  }
}
