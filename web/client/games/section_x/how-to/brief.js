/**
 * The summary of the rules of Section X, with small pictures.
 *
 * @import {Brief} from '../../how-to.js'
 * @import {Figure} from './figures.js'
 */
import { draw } from './figures.js';

/** A cell and its neighbours. */
const AROUND = 'j4 k4 i5 j5 k5 i6 j6';

/** @type {Brief<Figure>} */
export const brief = {
  draw,
  lines: [
    {
      key: 'draw',
      figure: { shown: ['straight wide_bend', 'y_junction hide_out_end'] },
    },
    {
      key: 'tile',
      figure: {
        ground: AROUND,
        tiles: { i5: 'straight', j5: 'wide_bend3' },
        choices: 'j5',
        placed: 'j5',
      },
    },
    {
      key: 'walk',
      figure: {
        ground: 'h6 i6 j6 k6 h7 i7 j7 g8 h8 i8',
        tiles: { i7: 'straight', j7: 'wide_bend3', k6: 'hide_out_bend' },
        prisoners: ['red j7:0'],
        left: ['red h7'],
        ways: ['red h7 i7:0 j7:0'],
      },
    },
    {
      key: 'door',
      figure: {
        ground: 'h6 i6 j6 h7 i7 j7 h8 i8',
        tiles: { i7: 'straight blue', j7: 'straight blue' },
        doors: { 'i7:0': 'blue' },
        prisoners: ['red h7'],
        barred: ['h7 i7'],
      },
    },
    {
      key: 'end',
      figure: { zones: { 1: 'red', 5: 'blue' } },
    },
  ],
};
