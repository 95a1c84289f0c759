/**
 * Short synthesised sounds, with vibration. No sound is played before the reader has touched the
 * page, so the synthesis is fetched only then. One switch mutes all sounds permanently.
 */

/** @typedef {'knock' | 'tile' | 'walk' | 'capture' | 'alarm' | 'siren' | 'blast' | 'out' | 'turn' | 'short' | 'won' | 'over'} SoundName */
/**
 * @typedef {{ on: boolean, volume: number }} SoundSettings the settings; `volume` is from 0 to 1
 */

/** The sounds that are played even if the page is hidden, because they call the reader back. */
const CALLING = new Set(['turn']);
/** The key of the settings in the local storage. */
const KEY = 'senda.sound';
/** The time in seconds after which a sound is dropped that waits for the synthesis. */
const LATE = 1;

/** @typedef {typeof import('./synthesis.js')} Synthesis */
/**
 * @typedef {object} SoundWorld the browser features for sound
 * @property {() => Pick<Storage, 'getItem' | 'setItem'>} storage returns the local storage; may
 *   throw if it is not allowed
 * @property {() => AudioContext} open
 * @property {() => Promise<Synthesis>} synthesis fetches the synthesis of the sounds
 * @property {(pattern: number[]) => void} vibrate
 * @property {() => boolean} isHidden whether the page is hidden
 * @property {(touched: () => void) => void} onGesture registers a callback for each touch and key
 *   press
 */

/** @returns {SoundWorld} */
export function browserSound() {
  return {
    storage: () => localStorage,
    open: () => new AudioContext(),
    synthesis: () => import('./synthesis.js'),
    vibrate: (pattern) => void navigator.vibrate?.(pattern),
    isHidden: () => document.hidden,
    onGesture: (touched) => {
      for (const type of ['pointerup', 'keydown']) {
        addEventListener(type, touched, { capture: true, passive: true });
      }
    },
  };
}

export class Sound {
  /** @type {SoundSettings} */
  settings = { on: true, volume: 0.6 };
  /** @type {AudioContext | null} */
  #context = null;
  /** @type {Promise<Synthesis | null> | null} */
  #synthesis = null;

  /** @param {SoundWorld} world */
  constructor(world) {
    this.world = world;
    try {
      const { on, volume } = JSON.parse(world.storage().getItem(KEY) ?? '{}');
      if (typeof on === 'boolean') this.settings.on = on;
      if (volume >= 0 && volume <= 1) this.settings.volume = volume;
    } catch {
      // Unreadable settings count as none.
    }
    world.onGesture(() => this.#wake());
  }

  /**
   * Changes settings and stores them for later visits.
   *
   * @param {Partial<SoundSettings>} change the changed settings
   */
  change(change) {
    Object.assign(this.settings, change);
    this.#wake();
    try {
      this.world.storage().setItem(KEY, JSON.stringify(this.settings));
    } catch {
      // The change lasts for this visit.
    }
  }

  /**
   * Plays sounds one after the other. If the page is hidden, it plays only those that call the
   * reader back.
   *
   * @param {...SoundName} all
   */
  play(...all) {
    const context = this.#context;
    if (!context) return;
    const asked = context.currentTime;
    void this.#fetch().then((synthesis) => {
      if (synthesis && context.currentTime - asked <= LATE) this.#sound(context, synthesis, all);
    });
  }

  /**
   * @param {AudioContext} context
   * @param {Synthesis} synthesis
   * @param {readonly SoundName[]} all
   */
  #sound(context, synthesis, all) {
    if (!this.settings.on) return;
    const names = this.world.isHidden() ? all.filter((name) => CALLING.has(name)) : all;
    const shakes = names.flatMap((name) => synthesis.SOUNDS[name].shakes ?? []);
    if (shakes.length > 0) this.world.vibrate(shakes);
    synthesis.playSounds(context, names, this.settings.volume);
  }

  /** Fetches the synthesis, once. After a failure the next sound tries again. */
  #fetch() {
    this.#synthesis ??= this.world.synthesis().catch(() => {
      this.#synthesis = null;
      return null;
    });
    return this.#synthesis;
  }

  /**
   * Opens or resumes the audio context. A browser plays no sound before the page has been touched.
   */
  #wake() {
    if (!this.settings.on) return;
    try {
      if (!this.#context) {
        this.#context = this.world.open();
        void this.#fetch();
      }
    } catch {
      // There is no audio device.
      return;
    }
    // Safari reports the state "interrupted" after a call or another app's sound, and then needs a
    // call of `resume`.
    const { state } = this.#context;
    if (state !== 'running' && state !== 'closed') void this.#context.resume().catch(() => {});
  }
}
