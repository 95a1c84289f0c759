/**
 * Short synthesised sounds, with vibration. No sound is played before the reader has touched the
 * page, and one switch mutes all of them permanently.
 */

/** @typedef {'knock' | 'tile' | 'walk' | 'capture' | 'alarm' | 'siren' | 'blast' | 'out' | 'turn' | 'short' | 'won' | 'over'} SoundName */
/**
 * @typedef {object} Note
 * @property {number} at the start, in seconds after the sound begins
 * @property {number} lasts the duration in seconds
 * @property {OscillatorType | 'noise'} wave
 * @property {number} pitch the frequency in hertz; for noise the centre of the band
 * @property {number} [to] the frequency in hertz at the end of a glide
 * @property {number} gain the gain from 0 to 1
 */
/**
 * @typedef {{ on: boolean, volume: number }} SoundSettings the settings; `volume` is from 0 to 1
 */

/** The sounds that are played even if the page is hidden, because they call the reader back. */
const CALLING = new Set(['turn']);
/** The key of the settings in the local storage. */
const KEY = 'senda.sound';
/** The time in seconds between the starts of two consecutive sounds. */
const APART = 0.17;
/** The attack time of a note in seconds, which prevents a click. */
const ATTACK = 0.006;

/**
 * @type {Record<SoundName, { notes: readonly Note[], shakes?: number[] }>} the notes of each sound;
 *   `shakes` is a pattern for `navigator.vibrate`
 */
export const SOUNDS = {
  knock: {
    notes: [0, 0.11].map((at, step) => ({
      at,
      lasts: 0.09,
      wave: /** @type {const} */ ('triangle'),
      pitch: 190 - 30 * step,
      to: 95,
      gain: 0.6 - 0.25 * step,
    })),
  },
  tile: {
    notes: [
      // It sounds when the tile has landed.
      { at: 0.12, lasts: 0.035, wave: 'noise', pitch: 1_500, gain: 0.34 },
      { at: 0.12, lasts: 0.1, wave: 'sine', pitch: 190, to: 95, gain: 0.6 },
    ],
  },
  walk: {
    notes: [0, 0.08, 0.16].map((at, step) => ({
      at,
      lasts: 0.07,
      wave: /** @type {const} */ ('sine'),
      pitch: 440 + 70 * step,
      gain: 0.28,
    })),
  },
  capture: {
    notes: [
      { at: 0, lasts: 0.28, wave: 'sawtooth', pitch: 340, to: 90, gain: 0.3 },
      { at: 0, lasts: 0.16, wave: 'noise', pitch: 700, gain: 0.4 },
    ],
    shakes: [60],
  },
  alarm: {
    notes: [0, 0.34].map((at) => ({
      at,
      lasts: 0.3,
      wave: /** @type {const} */ ('triangle'),
      pitch: 520,
      to: 780,
      gain: 0.22,
    })),
  },
  siren: {
    notes: [0, 0.48].map((at, step) => ({
      at,
      lasts: 0.5,
      wave: /** @type {const} */ ('sawtooth'),
      pitch: step === 0 ? 420 : 840,
      to: step === 0 ? 840 : 420,
      gain: 0.14,
    })),
    shakes: [80, 60, 80],
  },
  // Several explosions, which follow each other more and more quickly.
  blast: {
    notes: [0.16, 0.4, 0.58].flatMap((at) => [
      { at, lasts: 0.4, wave: /** @type {const} */ ('noise'), pitch: 160, gain: 0.7 },
      { at, lasts: 0.42, wave: /** @type {const} */ ('sine'), pitch: 92, to: 34, gain: 0.7 },
    ]),
    shakes: [60, 200],
  },
  out: {
    notes: [
      { at: 0, lasts: 0.3, wave: 'sine', pitch: 392, to: 330, gain: 0.3 },
      { at: 0.2, lasts: 0.5, wave: 'sine', pitch: 294, to: 147, gain: 0.3 },
    ],
    shakes: [60],
  },
  turn: {
    notes: [
      { at: 0, lasts: 0.16, wave: 'sine', pitch: 659, gain: 0.45 },
      { at: 0.12, lasts: 0.3, wave: 'sine', pitch: 988, gain: 0.45 },
    ],
    shakes: [35, 60, 35],
  },
  short: {
    notes: [0, 0.22].map((at) => ({
      at,
      lasts: 0.09,
      wave: /** @type {const} */ ('square'),
      pitch: 880,
      gain: 0.16,
    })),
    shakes: [80, 60, 80],
  },
  won: {
    notes: [523, 659, 784, 1_047].map((pitch, step) => ({
      at: 0.11 * step,
      lasts: step === 3 ? 0.6 : 0.2,
      wave: /** @type {const} */ ('triangle'),
      pitch,
      gain: 0.5,
    })),
    shakes: [60, 50, 120],
  },
  over: {
    notes: [659, 523, 440].map((pitch, step) => ({
      at: 0.16 * step,
      lasts: step === 2 ? 0.5 : 0.22,
      wave: /** @type {const} */ ('sine'),
      pitch,
      gain: 0.4,
    })),
    shakes: [80],
  },
};

/**
 * @typedef {object} SoundWorld the browser features for sound
 * @property {() => Pick<Storage, 'getItem' | 'setItem'>} storage returns the local storage; may
 *   throw if it is not allowed
 * @property {() => AudioContext} open
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
  /** @type {AudioBuffer | null} */
  #hiss = null;

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
    if (!context || !this.settings.on) return;
    const names = this.world.isHidden() ? all.filter((name) => CALLING.has(name)) : all;
    const shakes = names.flatMap((name) => SOUNDS[name].shakes ?? []);
    if (shakes.length > 0) this.world.vibrate(shakes);
    for (const [index, name] of names.entries()) {
      for (const note of SOUNDS[name].notes) this.#sound(context, note, index * APART);
    }
  }

  /**
   * Opens or resumes the audio context. A browser plays no sound before the page has been touched.
   */
  #wake() {
    if (!this.settings.on) return;
    try {
      this.#context ??= this.world.open();
    } catch {
      // There is no audio device.
      return;
    }
    // Safari reports the state "interrupted" after a call or another app's sound, and then needs a
    // call of `resume`.
    const { state } = this.#context;
    if (state !== 'running' && state !== 'closed') void this.#context.resume().catch(() => {});
  }

  /**
   * @param {AudioContext} context
   * @param {Note} note
   * @param {number} after seconds
   */
  #sound(context, { at, lasts, wave, pitch, to = pitch, gain }, after) {
    const start = context.currentTime + after + at;
    const end = start + lasts;
    const level = context.createGain();
    level.gain.setValueAtTime(0, start);
    level.gain.linearRampToValueAtTime(gain * this.settings.volume ** 2, start + ATTACK);
    level.gain.exponentialRampToValueAtTime(0.0001, end);
    level.connect(context.destination);
    const source =
      wave === 'noise'
        ? this.#noise(context, pitch, level)
        : tone(context, wave, level, { pitch, to, start, end });
    source.start(start);
    source.stop(end);
  }

  /**
   * @param {AudioContext} context
   * @param {number} pitch
   * @param {GainNode} level
   */
  #noise(context, pitch, level) {
    this.#hiss ??= hiss(context);
    const source = context.createBufferSource();
    source.buffer = this.#hiss;
    const filter = context.createBiquadFilter();
    filter.type = 'bandpass';
    filter.frequency.value = pitch;
    source.connect(filter).connect(level);
    return source;
  }
}

/**
 * @param {AudioContext} context
 * @param {OscillatorType} wave
 * @param {GainNode} level
 * @param {{ pitch: number, to: number, start: number, end: number }} glide the frequencies in hertz
 *   and the times in seconds
 */
function tone(context, wave, level, { pitch, to, start, end }) {
  const source = context.createOscillator();
  source.type = wave;
  source.frequency.setValueAtTime(pitch, start);
  source.frequency.exponentialRampToValueAtTime(to, end);
  source.connect(level);
  return source;
}

/**
 * Returns half a second of noise.
 *
 * @param {AudioContext} context
 */
function hiss(context) {
  const buffer = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
  return buffer;
}
