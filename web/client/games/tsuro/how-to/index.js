/**
 * The page that tells how Tsuro is played.
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
        box: [-36, 34, 318, 212],
        tiles: [
          ['a1', 17, 0],
          ['a2', 6, 1],
          ['c1', 15, 0],
          ['c2', 15, 2],
          ['d2', 8, 0],
        ],
        trails: [
          { colour: 'red', path: ['a1:1-5', 'a2:0-6'] },
          { colour: 'red', path: ['c1:1-4', 'c2:1-3'], until: 0.36 },
          { colour: 'blue', path: ['d2:2-6', 'c2:3-1'], until: 0.36 },
        ],
        markers: [{ colour: 'red', mark: 'a2:6', out: true }],
      },
    },
    { key: 'dragon', parts: ['body'] },
    { key: 'end', parts: [{ list: ['last', 'together', 'tiles'] }] },
    {
      key: 'editions',
      parts: ['body', { heading: 'older_title' }, 'older', { heading: 'leaflet_title' }, 'leaflet'],
      figure: {
        box: [141, -36, 168, 168],
        tiles: [['c1', 3, 3]],
        trails: [{ colour: 'red', path: ['c1:1-4'] }],
        markers: [{ colour: 'red', mark: 'c1:01' }],
        paths: ['c1:0', 'c1:1'],
      },
    },
    { key: 'house', parts: [{ list: ['open', 'longest', 'board'] }] },
    {
      key: 'rebuilt',
      parts: ['body', { list: ['first', 'places', 'resign', 'empty', 'leaflet', 'house'] }],
    },
    { key: 'here', parts: [{ list: ['touch', 'keys', 'clock'] }] },
    { key: 'credits', parts: ['body'] },
  ],
};
