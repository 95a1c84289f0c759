/**
 * The dialog with the settings of this device: sound, vibration, notifications and appearance.
 *
 * @import {Notices} from '../../lib/notify.js'
 * @import {Sound} from '../../lib/sound.js'
 * @import {Text} from '../../lib/text.js'
 */
import { part, set, write } from '../../lib/dom.js';
import { showDialog } from '../../lib/layer.js';
import { inTime } from '../../lib/wait.js';
import { youPath } from '../../lib/you-path.js';

/**
 * @param {Text} text
 * @param {Sound} sound
 * @param {Notices} notify
 * @param {(sentence: string) => void} complain
 */
export function createDeviceDialog(text, sound, notify, complain) {
  /** @type {HTMLInputElement} */
  const told = part('notify-on');
  /** @type {HTMLDialogElement} */
  const dialog = part('device-dialog');
  /** @type {HTMLInputElement} */
  const on = part('sound-on');
  /** @type {HTMLInputElement} */
  const volume = part('sound-volume');
  const opener = part('open-device');

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

  opener.addEventListener('click', async () => {
    // Readers who never open the dialog do not load the pictures of the skins.
    await showAppearance(text).catch(() => complain(text('problem.unreachable')));
    if (!dialog.open) showDialog(dialog);
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
  set(opener, { 'aria-controls': dialog.id });
  set(part('push-link'), { href: youPath('push') });
  show();
}

/**
 * Adds the controls for the appearance to the dialog, once.
 *
 * @param {Text} text
 */
async function showAppearance(text) {
  const place = part('appearance');
  if (place.firstChild) return;
  const { createAppearanceControls } = await inTime(import('../../lib/appearance-dialog.js'));
  if (!place.firstChild) place.append(createAppearanceControls(text));
}
