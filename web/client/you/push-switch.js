/**
 * The switch for push notifications on this device.
 *
 * @import {Text} from '../lib/text.js'
 */
import { part, write } from '../lib/dom.js';
import { browserPush, Push } from '../lib/push.js';
import { Refused, requestAsSelf } from '../lib/session.js';

/**
 * Starts the section of the page with the switch.
 *
 * @param {Text} text
 * @param {object} page
 * @param {(sentence: string) => void} page.announce
 * @param {(act: () => Promise<void>) => Promise<void>} page.attempt runs an action, and shows the
 *   error if it fails
 */
export async function watchPush(text, { announce, attempt }) {
  const push = new Push(browserPush(requestAsSelf));
  /** @type {HTMLInputElement} */
  const on = part('push-on');

  /** @param {boolean} is */
  function show(is) {
    const hindrance = push.hindrance();
    on.checked = is;
    on.disabled = hindrance !== null;
    write(part('push-note'), hindrance === null ? '' : text(`push.${hindrance}`));
  }

  async function change() {
    try {
      if (on.checked) {
        show(await push.turnOn(text));
      } else {
        await push.turnOff();
        show(false);
      }
      announce(text(on.checked ? 'push.is_on' : 'push.is_off'));
    } catch (error) {
      show(false);
      if (error instanceof Refused) throw error;
      write(part('push-note'), text('push.failed'));
    }
  }

  on.addEventListener('change', () => attempt(change));
  show(false);
  show(await push.isOn());
}
