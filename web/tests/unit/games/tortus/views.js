/**
 * Views of Tortus for tests.
 */

import { PLAIN } from '../../../../client/games/tortus/facing.js';
import { sentencesOf, textOf } from '../sentences.js';

/**
 * @import { TortusField, TortusPawn, TortusTile, TortusView } from '../../../../client/protocol.js'
 */
/** @import { Situation } from '../../../../client/games/tortus/status.js' */

export const text = textOf(sentencesOf('text/en.json', 'games/tortus/text/en.json'));

export const name = (/** @type {number} */ seat) => ['Ana', 'Bruno'][seat] ?? '?';

/**
 * Returns a board of closed tiles, except for the given ones, as `square: [tile, rotation]`.
 *
 * @param {Record<string, [TortusTile, number]>} open
 * @param {Record<string, string>} [copies] the square that a star copies, by the square of the star
 * @returns {TortusField[]}
 */
export function board(open, copies = {}) {
  return Array.from({ length: 49 }, (_, index) => {
    const square = `${'abcdefg'[index % 7]}${Math.floor(index / 7) + 1}`;
    const [tile, rotation] = open[square] ?? [null, null];
    return { square, open: tile !== null, tile, rotation, copies: copies[square] ?? null };
  });
}

/**
 * Returns five pawns for each seat. Those without a square are lost.
 *
 * @param {readonly string[]} first the squares of the first seat's pawns
 * @param {readonly string[]} second
 * @returns {TortusPawn[]}
 */
export function pawns(first, second) {
  return [first, second].flatMap((squares, seat) =>
    Array.from({ length: 5 }, (_, index) => ({
      seat,
      at: squares[index] ?? null,
      lost: squares[index] === undefined,
    })),
  );
}

/**
 * @param {Partial<TortusView>} [change]
 * @returns {TortusView}
 */
export function view(change = {}) {
  return {
    options: { strict_open: false },
    edge: 7,
    section: 2,
    phase: { type: 'act' },
    turn: 0,
    acting: 0,
    first: 0,
    actions: 2,
    turns: 1,
    turn_limit: 200,
    board: board({ d3: ['straight', 0], d4: ['hole', 0] }),
    pawns: pawns(['a1', 'b1', 'c2'], ['a7', 'b7']),
    hands: [
      [
        { tile: 'double', public: false },
        { tile: 'hole', public: true },
        { tile: 'knight', public: true },
      ],
      [
        { tile: null, public: false },
        { tile: 'star', public: true },
      ],
    ],
    steps: [],
    seen: [],
    draw: null,
    declined: false,
    choices: null,
    outcome: null,
    end: null,
    ...change,
  };
}

/**
 * The choices of the first player in a turn.
 *
 * @type {Extract<NonNullable<TortusView['choices']>, { type: 'act' }>}
 */
export const ACT = {
  type: 'act',
  rotate: [{ square: 'd3', rotations: [1, 2, 3] }],
  open: ['a2', 'c3'],
  swap: ['d3'],
  hand: [0, 2],
  moves: [
    {
      pawn: 0,
      to: [
        { square: 'b1', meets: { type: 'pawn', pawn: 1 } },
        { square: 'a2', meets: { type: 'closed' } },
      ],
    },
    {
      pawn: 2,
      to: [
        { square: 'd2', meets: { type: 'hole', ends: false } },
        { square: 'c3', meets: { type: 'pit' } },
        { square: 'b2', meets: { type: 'open' } },
      ],
    },
  ],
};

/**
 * Returns the view and the draft of the first player.
 *
 * @param {Partial<TortusView>} change
 * @param {Partial<Situation>} [more]
 * @returns {Situation}
 */
export function situation(change, more = {}) {
  return {
    view: view(change),
    own: 0,
    draft: { kind: null, pawn: null, square: null, hand: null, rotation: null },
    looked: null,
    told: null,
    busy: false,
    facing: PLAIN,
    marks: new Map(),
    begun: 2,
    takeBack: 0,
    colour: (seat) => (seat === 0 ? 'red' : 'blue'),
    text,
    name,
    ...more,
  };
}
