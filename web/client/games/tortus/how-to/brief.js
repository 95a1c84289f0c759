/**
 * The summary of the rules of Tortus, with small pictures.
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
      key: 'actions',
      figure: {
        rows: ['. . straight1', '. corner1 .', '. . .'],
        pawns: { a3: 'red' },
        choices: ['b2'],
        turning: 'b2',
      },
    },
    {
      key: 'follow',
      figure: {
        rows: ['. . straight1 .', 'corner double1 hole .', '. three . .'],
        pawns: { d2: 'red' },
        ways: ['red a3 a2', 'red a2 b2', 'red b2 d2'],
        left: { a3: 'red' },
      },
    },
    {
      key: 'push',
      figure: {
        rows: ['three . .', '. straight1 corner1', '. . .'],
        pawns: { b2: 'red', c3: 'blue' },
        lifted: { c3: 'blue' },
        ways: ['blue b2 c2', 'blue c2 c3'],
      },
    },
    {
      key: 'hole',
      figure: {
        rows: ['. . .', '. hole .', '. . .'],
        pawns: { a2: 'blue' },
        ways: ['blue a2 b2'],
      },
    },
    {
      key: 'end',
      figure: {
        rows: ['. . .', '. pit .', '. . .'],
        pawns: { a2: 'blue' },
        ways: ['blue a2 b2'],
      },
    },
  ],
};
