/**
 * The dialog with the settings of this device: sound, vibration, notifications and appearance.
 *
 * @import {Notices} from '../../lib/notify.js'
 * @import {Sound} from '../../lib/sound.js'
 * @import {Text} from '../../lib/text.js'
 */
import { createAppearanceControls } from '../../lib/appearance-dialog.js';
import { part, set, write } from '../../lib/dom.js';
import { showDialog } from '../../lib/layer.js';
import { youPath } from '../../lib/you-path.js';

/**
 * Opens the dialog.
 *
 * @param {Text} text
 * @param {Sound} sound
 * @param {Notices} notify
 */
export function openDeviceSettings(text, sound, notify) {
  /** @type {HTMLDialogElement} */
  const dialog = part('device-dialog');
  const place = part('appearance');
  if (!place.firstChild) {
    watchControls(text, sound, notify);
    place.append(createAppearanceControls(text));
  }
  if (!dialog.open) showDialog(dialog);
}

/**
 * Shows the settings in the controls, and applies their changes.
 *
 * @param {Text} text
 * @param {Sound} sound
 * @param {Notices} notify
 */
function watchControls(text, sound, notify) {
  /** @type {HTMLInputElement} */
  const told = part('notify-on');
  /** @type {HTMLInputElement} */
  const on = part('sound-on');
  /** @type {HTMLInputElement} */
  const volume = part('sound-volume');
  /** @type {HTMLDialogElement} */
  const dialog = part('device-dialog');

  function show() {
    on.checked = sound.settings.on;
    volume.value = String(Math.round(sound.settings.volume * 100));
    volume.disabled = !sound.settings.on;
    const hindrance = notify.hindrance();
    told.checked = notify.on;
    told.disabled = hindrance !== null;
    write(part('notify-note'), hindrance === null ? '' : text(`notify.${hindrance}`));
  }

  told.addEventListener('change', async () => {
    await notify.change(told.checked);
    show();
  });
  part('device-close').addEventListener('click', () => dialog.close());
  on.addEventListener('change', () => {
    sound.change({ on: on.checked });
    show();
    sound.play('turn');
  });
  volume.addEventListener('change', () => {
    sound.change({ volume: Number(volume.value) / 100 });
    sound.play('turn');
  });
  set(part('push-link'), { href: youPath('push') });
  show();
}
