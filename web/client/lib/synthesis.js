/**
 * Synthesises the short sounds of the pages. `sound.js` fetches this module at the reader's first
 * gesture, because nothing can sound before.
 *
 * @import {SoundName} from './sound.js'
 */

/**
 * @typedef {object} Note
 * @property {number} at the start, in seconds after the sound begins
 * @property {number} lasts the duration in seconds
 * @property {OscillatorType | 'noise'} wave
 * @property {number} pitch the frequency in hertz; for noise the centre of the band
 * @property {number} [to] the frequency in hertz at the end of a glide
 * @property {number} gain the gain from 0 to 1
 */

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

/** The noise of each audio context. @type {WeakMap<AudioContext, AudioBuffer>} */
const hisses = new WeakMap();

/**
 * Plays sounds one after the other.
 *
 * @param {AudioContext} context
 * @param {readonly SoundName[]} names
 * @param {number} volume from 0 to 1
 */
export function playSounds(context, names, volume) {
  for (const [index, name] of names.entries()) {
    for (const note of SOUNDS[name].notes) playNote(context, note, index * APART, volume);
  }
}

/**
 * @param {AudioContext} context
 * @param {Note} note
 * @param {number} after seconds
 * @param {number} volume from 0 to 1
 */
function playNote(context, { at, lasts, wave, pitch, to = pitch, gain }, after, volume) {
  const start = context.currentTime + after + at;
  const end = start + lasts;
  const level = context.createGain();
  level.gain.setValueAtTime(0, start);
  level.gain.linearRampToValueAtTime(gain * volume ** 2, start + ATTACK);
  level.gain.exponentialRampToValueAtTime(0.0001, end);
  level.connect(context.destination);
  const source =
    wave === 'noise'
      ? noise(context, pitch, level)
      : tone(context, wave, level, { pitch, to, start, end });
  source.start(start);
  source.stop(end);
}

/**
 * @param {AudioContext} context
 * @param {number} pitch
 * @param {GainNode} level
 */
function noise(context, pitch, level) {
  const buffer = hisses.get(context) ?? hiss(context);
  hisses.set(context, buffer);
  const source = context.createBufferSource();
  source.buffer = buffer;
  const filter = context.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  source.connect(filter).connect(level);
  return source;
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
