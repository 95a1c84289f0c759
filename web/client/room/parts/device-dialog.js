/**
 * The button that opens the settings of this device. Their module is fetched on demand.
 *
 * @import {Notices} from '../../lib/notify.js'
 * @import {Sound} from '../../lib/sound.js'
 * @import {Text} from '../../lib/text.js'
 */
import { part, set } from '../../lib/dom.js';
import { inTime } from '../../lib/wait.js';

/**
 * @param {Text} text
 * @param {Sound} sound
 * @param {Notices} notify
 * @param {(sentence: string) => void} complain
 */
export function createDeviceDialog(text, sound, notify, complain) {
  const opener = part('open-device');
  opener.addEventListener('click', async () => {
    try {
      const { openDeviceSettings } = await inTime(import('./device-settings.js'));
      openDeviceSettings(text, sound, notify);
    } catch {
      complain(text('problem.unreachable'));
    }
  });
  set(opener, { 'aria-controls': 'device-dialog' });
}
