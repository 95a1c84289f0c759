/**
 * A notice outside of the page that it is the reader's turn, while they look at something else. On this device only, and
 * only if they want it.
 */

/** Where the choice is kept. */
const KEY = 'senda.notify';

/**
 * @typedef {object} NoticeWorld what the browser offers
 * @property {typeof Notification | undefined} Notice
 * @property {boolean} secure whether the page came by a way on which browsers allow notices
 * @property {() => boolean} hidden whether nobody sees the page
 * @property {() => Pick<Storage, 'getItem' | 'setItem'>} memory a browser may refuse it
 * @property {() => void} focus brings the page to the front
 */

/** Why there are none: `insecure` over plain http, `refused` by the reader, `missing` in this browser. */
/** @typedef {'insecure' | 'refused' | 'missing' | null} Hindrance */

/** @returns {NoticeWorld} */
export const browserNotices = () => ({
  Notice: globalThis.Notification,
  secure: isSecureContext,
  hidden: () => document.hidden,
  memory: () => localStorage,
  focus: () => window.focus(),
});

export class Notices {
  /** @type {Notification | null} */
  #shown = null;

  /** @param {NoticeWorld} world */
  constructor(world) {
    this.world = world;
    this.on = this.#read() === 'on' && this.hindrance() === null;
  }

  /** @returns {Hindrance} */
  hindrance() {
    const { Notice, secure } = this.world;
    if (!secure) return 'insecure';
    if (!Notice) return 'missing';
    return Notice.permission === 'denied' ? 'refused' : null;
  }

  /**
   * Switches them on or off; the browser asks the reader the first time.
   *
   * @param {boolean} on
   */
  async change(on) {
    const { Notice } = this.world;
    if (on && this.hindrance() === null && Notice?.permission !== 'granted') {
      await Notice?.requestPermission();
    }
    this.on = on && Notice?.permission === 'granted' && this.hindrance() === null;
    this.#write(this.on ? 'on' : 'off');
  }

  /**
   * Tells who does not see the page.
   *
   * @param {string} title
   * @param {string} tag of the room: a later notice replaces the one before
   * @param {string} icon
   */
  tell(title, tag, icon) {
    const { Notice, hidden, focus } = this.world;
    if (!this.on || !Notice || !hidden()) return;
    try {
      const notice = new Notice(title, { tag, icon });
      notice.onclick = () => {
        focus();
        notice.close();
      };
      this.#shown = notice;
    } catch {
      // Browsers on phones show them for installed services only.
    }
  }

  /** The reader sees the page, or need not decide any more. */
  settle() {
    this.#shown?.close();
    this.#shown = null;
  }

  #read() {
    try {
      return this.world.memory().getItem(KEY);
    } catch {
      return null;
    }
  }

  /** @param {string} choice */
  #write(choice) {
    try {
      this.world.memory().setItem(KEY, choice);
    } catch {
      // It holds for as long as the page is open.
    }
  }
}
