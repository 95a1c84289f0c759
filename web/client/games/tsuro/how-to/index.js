/**
 * The contents of the how-to page of Tsuro.
 *
 * @import {HowTo} from '../../how-to.js'
 * @import {Figure} from './figures.js'
 */
import { draw } from './figures.js';

/** @type {HowTo<Figure>} */
export const howTo = {
  draw,
  sections: [
    {
      key: 'start',
      parts: ['body'],
      figure: {
        box: [-36, -36, 160, 160],
        marks: ['a1:0', 'a1:6', 'a1:7'],
        markers: [{ colour: 'red', mark: 'a1:1' }],
      },
    },
    {
      key: 'turn',
      parts: [{ steps: ['lay', 'walk', 'draw'] }],
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
    { key: 'safe', parts: ['body'] },
    {
      key: 'out',
      parts: ['edge', 'meet'],
      figure: {
        box: [-36, 54, 318, 162],
        tiles: [
          ['a1', 4, 1],
          ['a2', 6, 1],
          ['c1', 17, 0],
          ['c2', 11, 3],
          ['c3', 21, 3],
        ],
        trails: [
          { colour: 'red', path: ['a1:1-5', 'a2:0-6'] },
          { colour: 'red', path: ['c1:1-5', 'c2:0-5'], until: 0.32 },
          { colour: 'blue', path: ['c3:6-0', 'c2:5-0'], until: 0.32 },
        ],
        markers: [{ colour: 'red', mark: 'a2:6' }],
      },
    },
    { key: 'dragon', parts: ['body'] },
    { key: 'end', parts: [{ list: ['last', 'together', 'tiles'] }] },
    {
      key: 'editions',
      beyond: true,
      parts: ['body', { heading: 'older_title' }, 'older', { heading: 'leaflet_title' }, 'leaflet'],
      figure: {
        box: [141, -36, 168, 168],
        tiles: [['c1', 3, 3]],
        trails: [{ colour: 'red', path: ['c1:1-4'] }],
        markers: [{ colour: 'red', mark: 'c1:01' }],
        paths: ['c1:0', 'c1:1'],
      },
    },
    { key: 'house', beyond: true, parts: [{ list: ['open', 'longest', 'loops', 'board'] }] },
    {
      key: 'rebuilt',
      parts: ['body', { list: ['first', 'places', 'resign', 'empty', 'leaflet', 'house'] }],
    },
    { key: 'here', parts: [{ list: ['touch', 'keys', 'clock'] }] },
    { key: 'credits', parts: ['body'] },
  ],
};
