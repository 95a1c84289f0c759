/**
 * The summary of the rules of Tsuro, with small pictures.
 *
 * @import {Brief} from '../../how-to.js'
 * @import {Figure} from './figures.js'
 */
import { draw } from './figures.js';

/** @type {Brief<Figure>} */
export const brief = {
  draw,
  lines: [
    {
      key: 'start',
      figure: {
        box: [-36, -36, 150, 150],
        marks: ['a1:0', 'a1:6', 'a1:7'],
        markers: [{ colour: 'red', mark: 'a1:1' }],
      },
    },
    {
      key: 'lay',
      figure: {
        box: [-36, 72, 160, 160],
        tiles: [['a2', 17, 1]],
        markers: [{ colour: 'red', mark: 'a2:7' }],
      },
    },
    {
      key: 'walk',
      figure: {
        box: [-36, 22, 226, 226],
        tiles: [
          ['a2', 17, 1],
          ['b2', 21, 3],
        ],
        trails: [{ colour: 'red', path: ['a2:7-3', 'b2:6-0'] }],
        markers: [{ colour: 'red', mark: 'b2:0' }],
      },
    },
    {
      key: 'out',
      figure: {
        box: [-36, 54, 162, 162],
        tiles: [
          ['a1', 4, 1],
          ['a2', 6, 1],
        ],
        trails: [{ colour: 'red', path: ['a1:1-5', 'a2:0-6'] }],
        markers: [{ colour: 'red', mark: 'a2:6' }],
      },
    },
    {
      key: 'end',
      figure: {
        box: [70, 54, 212, 212],
        tiles: [
          ['c1', 17, 0],
          ['c2', 11, 3],
          ['c3', 21, 3],
        ],
        trails: [
          { colour: 'red', path: ['c1:1-5', 'c2:0-5'], until: 0.32 },
          { colour: 'blue', path: ['c3:6-0', 'c2:5-0'], until: 0.32 },
        ],
        markers: [],
      },
    },
  ],
};
