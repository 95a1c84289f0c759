/**
 * The contents of the how-to page of Tortus.
 *
 * @import {HowTo} from '../../how-to.js'
 * @import {Figure} from './figures.js'
 */
import { draw } from './figures.js';

/** The tiles of the figures that show a capture: before, during and after it. */
const CAPTURE = ['three . . double2', '. straight1 corner1 .', '. . . hole'];

/** @type {HowTo<Figure>} */
export const howTo = {
  draw,
  sections: [
    {
      key: 'start',
      parts: ['body', 'exchange', 'place'],
      figure: {
        rows: [
          '. . . . . . .',
          '. . . . . . .',
          '. . . corner1 . . .',
          '. . star1 straight1 double2 . .',
          '. . . three . . .',
          '. . . . . . .',
          '. . . . . . .',
        ],
        pawns: {
          b1: 'blue',
          d2: 'blue',
          f2: 'blue',
          g1: 'blue',
          a6: 'red',
          c6: 'red',
          e7: 'red',
          f6: 'red',
        },
        whole: true,
      },
    },
    {
      key: 'turn',
      parts: [
        'body',
        {
          columns: 'four',
          figures: [
            {
              name: 'rotate',
              caption: 'rotate_body',
              figure: {
                rows: ['. . straight1', '. corner1 .', '. . .'],
                pawns: { a3: 'red' },
                choices: ['b2'],
                turning: 'b2',
              },
            },
            {
              name: 'open',
              caption: 'open_body',
              figure: {
                rows: [
                  '. . . . .',
                  '. three . . .',
                  '. . . double1 .',
                  '. . . . .',
                  '. . . . straight',
                ],
                pawns: { c3: 'red' },
                choices: ['c1', 'c2', 'c4', 'c5', 'a3', 'b3', 'e3'],
              },
            },
            {
              name: 'swap',
              caption: 'swap_body',
              figure: {
                rows: ['corner2 . .', '. . double3', 'hole three .'],
                pawns: { b2: 'red' },
                choices: ['a1', 'c2', 'b3'],
              },
            },
            {
              name: 'move',
              caption: 'move_body',
              figure: {
                rows: ['corner2 . .', '. . straight1', '. three .'],
                pawns: { b2: 'red' },
                options: ['red b2 b1', 'red b2 c2', 'red b2 b3', 'red b2 a2'],
              },
            },
          ],
        },
        'standing',
        'last_pawn',
      ],
    },
    {
      key: 'flow',
      parts: ['body', 'ends', 'first'],
      figure: {
        rows: ['. . straight1 .', 'corner double1 hole .', '. three . .'],
        pawns: { d2: 'red' },
        ways: ['red a3 a2', 'red a2 b2', 'red b2 d2'],
        left: { a3: 'red' },
        numbered: true,
      },
    },
    {
      key: 'tiles',
      parts: [
        'body',
        {
          columns: 'four',
          figures: [
            {
              name: 'single',
              caption: 'single_body',
              figure: { rows: ['straight corner', 'three four'] },
            },
            {
              name: 'double',
              caption: 'double_body',
              figure: {
                rows: ['. . .', 'double1 . .', '. . .'],
                pawns: { b2: 'blue', c2: 'red' },
                ways: ['red a2 c2'],
              },
            },
            {
              name: 'triple',
              caption: 'triple_body',
              figure: {
                rows: ['. . three .', '. . . .', '. hole . .', '. triple . .'],
                pawns: { b1: 'red' },
                ways: ['red b4 b1'],
              },
            },
            {
              name: 'knight',
              caption: 'knight_body',
              figure: {
                rows: ['. . . . .', '. . . . .', '. . knight . .', '. . . . .', '. . . . .'],
                pawns: { d1: 'red' },
                ways: ['red c3 d1'],
                choices: ['b1', 'e2', 'e4', 'd5', 'b5', 'a4', 'a2'],
              },
            },
            {
              name: 'star',
              caption: 'star_body',
              figure: {
                rows: ['. . star3', '. . .', 'star1 . .'],
                pawns: { c1: 'red' },
                ways: ['red a3 c1'],
              },
            },
            {
              name: 'hole',
              caption: 'hole_body',
              figure: {
                rows: ['. . .', '. hole .', '. . .'],
                pawns: { a2: 'blue' },
                ways: ['blue a2 b2'],
              },
            },
            {
              name: 'pit',
              caption: 'pit_body',
              figure: {
                rows: ['. . .', '. pit .', '. . .'],
                pawns: { a2: 'blue' },
                ways: ['blue a2 b2'],
              },
            },
          ],
        },
      ],
    },
    {
      key: 'capture',
      parts: [
        'body',
        {
          figures: [
            {
              caption: 'first',
              figure: {
                rows: CAPTURE,
                left: { a2: 'red' },
                pawns: { b2: 'red', c3: 'blue' },
                lifted: { b2: 'blue' },
                ways: ['red a2 b2'],
              },
            },
            {
              caption: 'second',
              figure: {
                rows: CAPTURE,
                pawns: { b2: 'red', c3: 'blue' },
                lifted: { c3: 'blue' },
                ways: ['blue b2 c2', 'blue c2 c3'],
              },
            },
            {
              caption: 'third',
              figure: {
                rows: CAPTURE,
                pawns: { b2: 'red', c3: 'blue' },
                ways: ['blue c3 d3'],
                lost: { d3: 'blue' },
              },
            },
          ],
        },
        'own',
      ],
    },
    {
      key: 'hole',
      parts: [
        'body',
        {
          columns: 'two',
          figures: [
            {
              caption: 'before',
              figure: {
                rows: ['three . . straight1 .', '. . hole . double3'],
                pawns: { a2: 'red', b2: 'blue' },
                ways: ['blue b2 c2'],
                hand: 'corner star straight1 triple knight',
              },
            },
            {
              caption: 'after',
              figure: {
                rows: ['three . . straight1 .', '. . straight . double3'],
                pawns: { a2: 'red' },
                hand: 'corner star hole triple knight',
                exchanged: 'c2',
              },
            },
          ],
        },
        'own',
        'weight',
      ],
    },
    {
      key: 'stars',
      parts: [
        'body',
        {
          figures: [
            {
              caption: 'arrows',
              figure: {
                rows: ['. . .', 'three star3 .', '. . .'],
                pawns: { b2: 'red' },
                options: ['red b2 b1', 'red b2 c2', 'red b2 b3'],
              },
            },
            {
              caption: 'holes',
              figure: {
                rows: ['. hole .', '. star=hole .', '. . .'],
                pawns: { a2: 'blue' },
                ways: ['blue a2 b2'],
              },
            },
            {
              caption: 'stars',
              figure: {
                rows: ['. hole .', 'star1=hole star=hole .', '. . .'],
                pawns: { a3: 'blue' },
                ways: ['blue a3 a2'],
              },
            },
          ],
        },
        'rest',
      ],
    },
    { key: 'end', parts: [{ list: ['pit', 'pawns', 'draw', 'resign'] }] },
    { key: 'strict', beyond: true, parts: ['body'] },
    {
      key: 'rebuilt',
      parts: [
        'body',
        { list: ['board', 'tiles', 'hands', 'rules', 'arrows', 'stars', 'rare', 'ends'] },
      ],
    },
    { key: 'here', parts: [{ list: ['touch', 'keys', 'clock'] }] },
    { key: 'credits', parts: ['body'] },
  ],
};
