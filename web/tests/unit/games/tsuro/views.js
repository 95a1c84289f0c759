/**
 * A view of Tsuro and the texts of its board for tests.
 */
import { sentencesOf, textOf } from '../sentences.js';
import { OPTIONS_2020 } from './options.js';

/** @import {Face, TsuroView, Walk} from '../../../../client/protocol.js' */
/** @import {Held} from '../../../../client/games/tsuro/draft.js' */

const TEXTS = ['en.json', 'en.story.json'].map((file) => `games/tsuro/text/${file}`);
export const SENTENCES = sentencesOf(...TEXTS);
export const text = textOf(SENTENCES);
export const name = (/** @type {number} */ seat) => ['Ana', 'Bruno', 'Chloe'][seat] ?? '?';

/** @type {TsuroView} */
export const view = {
  options: OPTIONS_2020,
  acting: 0,
  waiting: null,
  laid_down: 0,
  edge: 6,
  phase: 'placing',
  turn: 1,
  first: 0,
  board: [
    {
      square: 'c1',
      tile: 5,
      rotation: 0,
      seat: 0,
    },
  ],
  markers: [
    { start: 'c1:0', path: [5], out: null, place: null },
    { start: 'c1:1', path: [4], out: null, place: null },
    { start: 'a3:7', path: [], out: null, place: null },
  ],
  hands: [],
  pile: 1,
  dragon_in_play: true,
  dragon: 2,
  choices: null,
  outcome: null,
};

/** @param {number} seat @param {Walk['end']} end @returns {Walk} */
export const walk = (seat, end) => ({ seat, path: [{ square: 'c3', enter: 7, leave: 2 }], end });

/** @param {Face} face @returns {Held} */
export const held = (face) => ({ key: String(face.tile), face });
/** A tile with four different appearances. */
export const bent = held({
  tile: 7,
  paths: [
    [0, 1],
    [2, 4],
    [3, 7],
    [5, 6],
  ],
});
