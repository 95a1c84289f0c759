/**
 * Notifications of the browser that it is the reader's turn while the page is hidden. They are
 * shown on this device only, and only after the reader has switched them on.
 */

/** The key of the choice in the local storage. */
const KEY = 'senda.notify';

/**
 * @typedef {object} NoticeWorld the browser features for notifications
 * @property {typeof Notification | undefined} Notice
 * @property {boolean} secure whether the page is a secure context, which browsers require for
 *   notifications
 * @property {() => boolean} hidden whether the page is hidden
 * @property {() => Pick<Storage, 'getItem' | 'setItem'>} memory returns the local storage, which a
 *   browser may refuse
 * @property {() => void} focus brings the page to the front
 */

/**
 * The reason why there are no notifications: `insecure` over plain http, `refused` by the reader,
 * `missing` in this browser.
 */
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
   * Switches the notifications on or off. The browser asks the reader for permission the first
   * time.
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
   * Shows a notification if the page is hidden.
   *
   * @param {string} title
   * @param {string} tag the tag of the room; a later notification replaces the earlier one
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
      // Browsers on phones show notifications only for installed services.
    }
  }

  /** Closes the notification, because the page is visible or the decision is made. */
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
      // The choice lasts for as long as the page is open.
    }
  }
}
