/**
 * The switch for sound and vibration, and how loud it is.
 *
 * @import {Sound} from '../lib/sound.js'
 */
import { part, set } from '../lib/dom.js';

/** @param {Sound} sound */
export function createSoundDialog(sound) {
  /** @type {HTMLDialogElement} */
  const dialog = part('sound-dialog');
  /** @type {HTMLInputElement} */
  const on = part('sound-on');
  /** @type {HTMLInputElement} */
  const volume = part('sound-volume');
  const opener = part('open-sound');

  function show() {
    on.checked = sound.settings.on;
    volume.value = String(Math.round(sound.settings.volume * 100));
    volume.disabled = !sound.settings.on;
    opener.classList.toggle('off', !sound.settings.on);
  }

  opener.addEventListener('click', () => dialog.showModal());
  part('sound-close').addEventListener('click', () => dialog.close());
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
  show();
}
