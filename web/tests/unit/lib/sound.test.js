import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { soundsOf as ofSectionX } from '../../../client/games/section_x/sounds.js';
import { soundsOf as ofTortus } from '../../../client/games/tortus/sounds.js';
import { soundsOf as ofTsuro } from '../../../client/games/tsuro/sounds.js';
import { Sound } from '../../../client/lib/sound.js';
import * as synthesis from '../../../client/lib/synthesis.js';

const { SOUNDS } = synthesis;

/** Waits until the requested sounds have begun. */
const begun = () => new Promise(setImmediate);

/** Creates a page without audio device that counts the sounds. */
function page() {
  /** @type {{ opened: number, notes: number, shakes: number[][], loudest: number }} */
  const heard = { opened: 0, notes: 0, shakes: [], loudest: 0 };
  /** @type {Map<string, string>} */
  const kept = new Map();
  let hidden = false;
  /** @type {(() => void)[]} */
  const listeners = [];
  const parameter = () => ({
    value: 0,
    setValueAtTime: () => {},
    linearRampToValueAtTime: (/** @type {number} */ value) => {
      heard.loudest = Math.max(heard.loudest, value);
    },
    exponentialRampToValueAtTime: () => {},
  });
  const node = () => ({
    gain: parameter(),
    frequency: parameter(),
    connect: (/** @type {unknown} */ next) => next,
    start: () => {
      heard.notes += 1;
    },
    stop: () => {},
  });
  const clock = { currentTime: 0 };
  const open = () => {
    heard.opened += 1;
    return /** @type {AudioContext} */ (
      /** @type {unknown} */ (
        Object.assign(clock, {
          state: 'running',
          sampleRate: 8,
          createGain: node,
          createOscillator: node,
          createBufferSource: node,
          createBiquadFilter: node,
          createBuffer: () => ({ getChannelData: () => new Float32Array(4) }),
        })
      )
    );
  };
  const world = {
    storage: () => ({
      getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
      setItem: (/** @type {string} */ key, /** @type {string} */ value) =>
        void kept.set(key, value),
    }),
    open,
    synthesis: async () => synthesis,
    vibrate: (/** @type {number[]} */ pattern) => void heard.shakes.push(pattern),
    onGesture: (/** @type {() => void} */ touched) => void listeners.push(touched),
    isHidden: () => hidden,
  };
  const touch = () => {
    for (const listener of listeners) listener();
  };
  const hide = () => {
    hidden = true;
  };
  return { heard, kept, world, touch, hide, clock };
}

test('nothing sounds or vibrates before the page has been touched', async () => {
  const { heard, world, touch } = page();
  const sound = new Sound(world);
  sound.play('turn', 'capture');
  await begun();
  assert.deepEqual([heard.opened, heard.notes, heard.shakes], [0, 0, []]);
  touch();
  touch();
  sound.play('turn', 'capture');
  await begun();
  assert.equal(heard.opened, 1);
  assert.equal(heard.notes, SOUNDS.turn.notes.length + SOUNDS.capture.notes.length);
  assert.equal(heard.shakes.length, 1, 'one pattern: a second would end the first');
});

test('a sound waits for its synthesis, but not for long', async () => {
  for (const [waited, notes] of /** @type {const} */ ([
    [0.4, SOUNDS.turn.notes.length],
    [4, 0],
  ])) {
    const { heard, world, touch, clock } = page();
    /** @type {(module: typeof synthesis) => void} */
    let arrive = () => {};
    const sound = new Sound({
      ...world,
      synthesis: () =>
        new Promise((resolve) => {
          arrive = resolve;
        }),
    });
    touch();
    sound.play('turn');
    await begun();
    assert.equal(heard.notes, 0);
    clock.currentTime = waited;
    arrive(synthesis);
    await begun();
    assert.equal(heard.notes, notes, `after ${waited} s`);
  }
});

test('a synthesis that could not be fetched is fetched for the next sound', async () => {
  const { heard, world, touch } = page();
  const answers = [Promise.reject(new Error('no network')), Promise.resolve(synthesis)];
  const sound = new Sound({ ...world, synthesis: () => answers.shift() ?? assert.fail('once') });
  touch();
  await begun();
  sound.play('turn');
  sound.play('tile');
  await begun();
  assert.equal(heard.notes, SOUNDS.turn.notes.length + SOUNDS.tile.notes.length);
});

test('one switch mutes everything, also on the next visit', async () => {
  const { heard, world, touch } = page();
  const sound = new Sound(world);
  touch();
  sound.change({ on: false });
  sound.play('turn');
  await begun();
  const later = new Sound(world);
  touch();
  later.play('turn');
  await begun();
  assert.deepEqual([later.settings.on, heard.notes, heard.shakes], [false, 0, []]);
  later.change({ on: true, volume: 0.2 });
  later.play('turn');
  await begun();
  assert.equal(heard.notes, SOUNDS.turn.notes.length);
  const quiet = heard.loudest;
  later.change({ volume: 1 });
  later.play('turn');
  await begun();
  assert.ok(heard.loudest > 4 * quiet);
});

test('on a hidden page only the turn sounds, unless sounds are off', async () => {
  const { heard, world, touch, hide } = page();
  const sound = new Sound(world);
  touch();
  hide();
  sound.play('tile', 'walk');
  await begun();
  assert.equal(heard.notes, 0);
  sound.play('tile', 'turn');
  await begun();
  assert.equal(heard.notes, SOUNDS.turn.notes.length);
  sound.change({ on: false });
  sound.play('turn');
  await begun();
  assert.equal(heard.notes, SOUNDS.turn.notes.length);
});

test('without valid stored settings there is sound', async () => {
  for (const storage of [
    () => {
      throw new Error('not allowed');
    },
    () => ({ getItem: () => '{', setItem: () => {} }),
    () => ({ getItem: () => '{"on":"yes","volume":99}', setItem: () => {} }),
  ]) {
    const { heard, world, touch } = page();
    const sound = new Sound({ ...world, storage });
    touch();
    sound.change({});
    sound.play('tile');
    await begun();
    assert.ok(heard.notes > 0);
    assert.ok(sound.settings.on === true && sound.settings.volume <= 1);
  }
});

test('every sound is short, and below the maximum volume', () => {
  for (const [name, { notes }] of Object.entries(SOUNDS)) {
    const end = Math.max(...notes.map(({ at, lasts }) => at + lasts));
    assert.ok(end <= 1, `${name} lasts ${end} s`);
    assert.ok(
      notes.every(({ gain, pitch }) => gain > 0 && gain < 1 && pitch > 20),
      name,
    );
  }
});

test('a tile, a walk and a loss have sounds in every game', () => {
  const declared = readFileSync(new URL('../../../client/protocol.d.ts', import.meta.url), 'utf8');
  for (const [name, soundsOf] of /** @type {const} */ ([
    ['TsuroEvent', ofTsuro],
    ['TortusEvent', ofTortus],
    ['SectionXEvent', ofSectionX],
  ])) {
    const [, union = ''] = declared.split(`export type ${name} = `);
    const types = [...(union.split('\n\n/**')[0] ?? '').matchAll(/"type": "(\w+)"/g)];
    assert.ok(types.length > 8, name);
    const heard = types.flatMap(([, type]) =>
      soundsOf(
        /** @type {any} */ ({
          type,
          walks: [{ end: { type: 'edge' } }],
          seat: 0,
          back: [{}],
          to: 'green 0',
        }),
      ),
    );
    // In Tsuro only players are lost, which sounds later, when the page shows it.
    const losses = soundsOf === ofTsuro ? [] : ['capture'];
    const escapes = soundsOf === ofSectionX ? ['alarm', 'blast', 'siren'] : [];
    assert.deepEqual(
      [...new Set(heard)].sort(),
      [...escapes, ...losses, 'tile', 'walk'].sort(),
      name,
    );
  }
});
