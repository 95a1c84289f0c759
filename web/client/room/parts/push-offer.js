/**
 * The offer to enable push notifications, made once to a player of a game that lasts for days.
 *
 * @import {Question} from '../../lib/notices.js'
 * @import {RoomView, You} from '../../protocol.js'
 * @import {RoomContext} from '../context.js'
 * @import {Text} from '../../lib/text.js'
 */
import { browserPush, Push } from '../../lib/push.js';
import { requestAsSelf } from '../../lib/session.js';
import { youPath } from '../../lib/you-path.js';

/** The key in the local storage that records that the offer was made. */
const MADE = 'senda.push-offered';

/** @typedef {'unknown' | 'asking' | 'made' | 'open'} State */

/**
 * Creates the offer of a page.
 *
 * @param {Pick<RoomContext, 'world' | 'text'>} context
 * @param {Pick<PushOffer['use'], 'changed' | 'say'>} page
 */
export function createPushOffer({ world, text }, page) {
  const push = new Push(browserPush(requestAsSelf));
  const go = (/** @type {string} */ path) => location.assign(path);
  return new PushOffer({ push, memory: world.storage, text, go, ...page });
}

export class PushOffer {
  /** @type {State} */
  #state = 'unknown';

  /**
   * @param {object} use
   * @param {Push} use.push
   * @param {() => Pick<Storage, 'getItem' | 'setItem'>} use.memory returns the local storage, which
   *   a browser may refuse
   * @param {Text} use.text
   * @param {() => void} use.changed called when the offer is made or answered
   * @param {(sentence: string) => void} use.say reports the result
   * @param {(path: string) => void} use.go
   */
  constructor(use) {
    this.use = use;
  }

  /**
   * Makes the offer, if it is useful to the reader.
   *
   * @param {Pick<You, 'seat'>} you
   * @param {Pick<RoomView, 'settings'>} view
   */
  async make({ seat }, { settings }) {
    if (this.#state !== 'unknown' || seat === null || settings.clock.type !== 'days') return;
    this.#state = 'asking';
    const { push } = this.use;
    const hindrance = push.hindrance();
    // A phone may require Senda on the home screen first. The offer explains that.
    const isPossible = hindrance === null || hindrance === 'home';
    const isDone = !isPossible || this.#wasMade() || (await push.isOn().catch(() => true));
    this.#state = isDone ? 'made' : 'open';
    if (!isDone) this.use.changed();
  }

  /** @returns {Question | null} */
  question() {
    if (this.#state !== 'open') return null;
    const { text, push, go } = this.use;
    const yes =
      push.hindrance() === null
        ? { label: text('push.offer_yes'), chosen: () => void this.#accept() }
        : {
            label: text('push.offer_how'),
            chosen: () => {
              this.#answered();
              go(youPath('push'));
            },
          };
    const no = { label: text('push.offer_no'), chosen: () => this.#answered() };
    return { key: 'push-offer', words: text('push.offer'), choices: [yes, no], aside: true };
  }

  async #accept() {
    const { text, push, say } = this.use;
    this.#answered();
    try {
      const isOn = await push.turnOn(text);
      say(
        text(isOn ? 'push.is_on' : push.hindrance() === 'refused' ? 'push.refused' : 'push.is_off'),
      );
    } catch {
      say(text('push.failed'));
    }
  }

  #answered() {
    this.#state = 'made';
    try {
      this.use.memory().setItem(MADE, '1');
    } catch {
      // Without storage the offer is made once per page.
    }
    this.use.changed();
  }

  #wasMade() {
    try {
      return this.use.memory().getItem(MADE) !== null;
    } catch {
      return false;
    }
  }
}
