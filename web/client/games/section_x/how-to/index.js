/**
 * The contents of the how-to page of Section X.
 *
 * @import {HowTo} from '../../how-to.js'
 * @import {Figure} from './figures.js'
 */
import { draw } from './figures.js';

/** A cell and its neighbours. */
const AROUND = 'j4 k4 i5 j5 k5 i6 j6';

/** @type {HowTo<Figure>} */
export const howTo = {
  draw,
  sections: [
    {
      key: 'board',
      parts: ['body', 'own'],
      figure: {
        tiles: {
          i7: 'straight red',
          j7: 'wide_bend3 red',
          k6: 'wide_bend red',
          l6: 'straight red',
          e7: 'hide_out_straight',
          d7: 'y_junction',
          d6: 'straight1',
          c8: 'wide_bend3',
        },
        doors: { 'i7:0': 'red' },
        prisoners: ['red k6:0', 'blue e7:0'],
        blocks: true,
      },
    },
    { key: 'turn', parts: ['body', { steps: ['draw', 'tile', 'walk'] }, 'rest'] },
    {
      key: 'tile',
      parts: [
        'body',
        {
          columns: 'four',
          figures: [
            {
              name: 'place',
              caption: 'place_body',
              figure: {
                ground: AROUND,
                tiles: { i5: 'straight', j5: 'wide_bend3' },
                choices: 'j5',
                placed: 'j5',
              },
            },
            {
              name: 'exchange',
              caption: 'exchange_body',
              figure: {
                ground: AROUND,
                tiles: { j4: 'wide_bend4', j6: 'hide_out_end1' },
                choices: 'j4 j6',
                moved: ['j4 j6', 'j6 j4'],
              },
            },
            {
              name: 'move',
              caption: 'move_body',
              figure: {
                ground: AROUND,
                tiles: { i5: 'three_bends' },
                choices: 'i5 k5',
                moved: ['i5 k5'],
              },
            },
            {
              name: 'turn',
              caption: 'turn_body',
              figure: {
                ground: AROUND,
                tiles: { j5: 'left_junction' },
                choices: 'j5',
                turning: 'j5',
              },
            },
          ],
        },
        'rights',
        { list: ['owned', 'prisoner'] },
        'own_door',
      ],
    },
    {
      key: 'fit',
      parts: [
        'body',
        {
          figures: [
            {
              caption: 'yes',
              figure: {
                ground: AROUND,
                tiles: { j5: 'straight', k4: 'sharp_bend5', k5: 'wide_bend3' },
                choices: 'k5',
              },
            },
            {
              caption: 'no',
              figure: {
                ground: AROUND,
                tiles: { j5: 'straight', k4: 'sharp_bend5', k5: 'wide_bend4' },
                choices: 'k5',
                barred: ['j5 k5', 'k4 k5'],
              },
            },
          ],
        },
      ],
    },
    {
      key: 'tiles',
      beyond: true,
      parts: [
        'body',
        {
          figures: [
            {
              caption: 'one',
              figure: {
                shown: [
                  'straight wide_bend sharp_bend y_junction',
                  'left_junction right_junction four_way',
                ],
              },
            },
            {
              caption: 'several',
              figure: {
                shown: [
                  'two_bends straight_and_bend two_straights',
                  'three_straights three_bends straight_and_two_bends',
                ],
              },
            },
            {
              caption: 'hide_outs',
              figure: {
                shown: ['hide_out_end hide_out_straight', 'hide_out_bend hide_out_junction'],
              },
            },
          ],
        },
      ],
    },
    {
      key: 'walk',
      parts: ['body', 'step', 'room'],
      figure: {
        ground: 'h6 i6 j6 k6 h7 i7 j7 g8 h8 i8',
        tiles: { i7: 'straight', j7: 'wide_bend3', k6: 'hide_out_bend' },
        prisoners: ['red j7:0', 'red k6:0', 'blue k6:0'],
        left: ['red h7'],
        ways: ['red h7 i7:0 j7:0'],
      },
    },
    {
      key: 'doors',
      parts: ['body', 'bar', 'where'],
      figure: {
        ground: 'i5 j5 k5 h6 i6 j6 k6 h7 i7 j7',
        tiles: {
          i7: 'wide_bend3 blue',
          j6: 'y_junction blue',
          j5: 'wide_bend1 blue',
          i5: 'wide_bend blue',
        },
        doors: { 'i7:0': 'blue' },
        prisoners: ['red h7', 'blue j6:0', 'red j5:0'],
        left: ['red h6'],
        ways: ['red h6 i5:0 j5:0'],
        barred: ['h7 i7'],
      },
    },
    {
      key: 'fight',
      parts: [
        'body',
        {
          columns: 'two',
          figures: [
            {
              caption: 'before',
              figure: {
                ground: 'c11 d11 e11 f11 g11',
                above: 44,
                tiles: {
                  c11: 'straight red',
                  d11: 'straight red',
                  e11: 'straight red',
                  g11: 'wide_bend1 blue',
                },
                doors: { 'c11:0': 'red', 'g11:0': 'blue' },
                choices: 'f11',
              },
            },
            {
              caption: 'after',
              figure: {
                ground: 'c11 d11 e11 f11 g11',
                above: 44,
                tiles: {
                  c11: 'straight red',
                  d11: 'straight red',
                  e11: 'straight red',
                  f11: 'straight red',
                  g11: 'wide_bend1 red',
                },
                doors: { 'c11:0': 'red' },
                choices: 'f11',
                taken: { g11: 'blue' },
              },
            },
          ],
        },
      ],
    },
    {
      key: 'hide_outs',
      parts: ['body', 'move', 'distance'],
      figure: {
        ground: 'i6 j6 k6 l6 m6 i7 j7 k7 l7 m7 h8 i8 j8 k8 l8',
        tiles: { j7: 'hide_out_end' },
        prisoners: ['yellow j7:0'],
        allowed: 'i6 j6 i7 h8 i8',
        barred: ['k6', 'l6', 'k7', 'l7', 'j8', 'k8'],
      },
    },
    {
      key: 'zones',
      parts: ['body', 'share'],
      figure: { zones: { 1: 'red', 2: 'red', 4: 'red', 5: 'blue' } },
    },
    {
      key: 'collapse',
      parts: [
        'body',
        {
          columns: 'two',
          figures: [
            {
              caption: 'before',
              figure: {
                ground: 'h7 i7 j7 k7 l7 m7',
                zone: 0,
                tiles: { i7: 'straight', j7: 'hide_out_straight', k7: 'straight', l7: 'straight' },
                prisoners: ['red h7', 'red i7:0', 'blue j7:0', 'red j7:0', 'blue k7:0', 'red m7'],
              },
            },
            {
              caption: 'after',
              figure: {
                ground: 'h7 i7 j7 k7 l7 m7',
                zone: 0,
                tiles: { j7: 'hide_out_straight' },
                prisoners: ['red h7', 'blue j7:0', 'red j7:0', 'red free:0'],
                barred: ['i7', 'k7'],
                left: ['red m7'],
                ways: ['red m7 free:0'],
              },
            },
          ],
        },
        { list: ['green', 'tunnel', 'hide_out', 'block', 'rest'] },
      ],
    },
    {
      key: 'key',
      beyond: true,
      parts: ['body', 'use', 'lose'],
      figure: {
        ground: 'c10 d10 e10 f10 c11 d11 e11 f11',
        tiles: { c11: 'hide_out_end', d11: 'straight3 blue', e11: 'wide_bend3 blue' },
        doors: { 'd11:0': 'blue' },
        prisoners: ['red c11:0'],
        ways: ['red c11:0 d11:0 e11:0'],
        key: 'c10',
      },
    },
    { key: 'end', parts: [{ list: ['target', 'nobody', 'some', 'count'] }] },
    {
      key: 'variants',
      beyond: true,
      parts: [
        { heading: 'two_title' },
        'two',
        { heading: 'expert_title' },
        { list: ['expert_target', 'expert_piles', 'expert_order'] },
        { heading: 'last_title' },
        'last',
      ],
    },
    { key: 'tips', beyond: true, parts: [{ list: ['spread', 'way', 'hinder', 'keep'] }] },
    {
      key: 'rebuilt',
      parts: ['body', { list: ['hexagons', 'board', 'tiles', 'walk', 'doors', 'key', 'end'] }],
    },
    { key: 'here', parts: [{ list: ['touch', 'keys', 'clock'] }] },
    { key: 'credits', parts: ['body'] },
  ],
};
