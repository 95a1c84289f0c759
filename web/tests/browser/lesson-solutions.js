/**
 * The decisions, keys and steps by ear that solve each lesson.
 */

/** @import { SectionXAction, TortusAction } from '../../client/protocol.js' */
/** @import { Step } from './lesson-by-ear.js' */

/** The keys that solve each lesson of Tsuro. @type {readonly (readonly string[])[]} */
export const TSURO = [
  ['r', 'Enter'],
  ['1', 'Enter'],
  ['1', 'r', 'Enter'],
  ['1', 'Enter'],
  ['1', 'Enter'],
  ['1', 'Enter'],
  ['2', 'Enter'],
];

/** The decisions that solve each lesson of Tortus. @type {readonly (readonly TortusAction[])[]} */
export const TORTUS = [
  [{ type: 'move', pawn: 2, to: 'd3' }],
  [
    { type: 'move', pawn: 2, to: 'd3' },
    { type: 'follow', to: 'd5' },
  ],
  [{ type: 'rotate', square: 'd3', rotation: 2 }],
  [{ type: 'open', square: 'c3' }],
  [{ type: 'swap', square: 'd3', hand: 1, rotation: 2 }],
  [
    { type: 'move', pawn: 2, to: 'd5' },
    { type: 'push', to: 'c5' },
  ],
  [
    { type: 'move', pawn: 2, to: 'd5' },
    { type: 'push', to: 'e5' },
    { type: 'fill', hand: 0, rotation: 2 },
  ],
  [{ type: 'move', pawn: 2, to: 'e4' }],
  [
    { type: 'move', pawn: 2, to: 'd3' },
    { type: 'follow', to: 'e5' },
  ],
  [
    { type: 'move', pawn: 2, to: 'd3' },
    { type: 'follow', to: 'f5' },
  ],
  [
    { type: 'move', pawn: 2, to: 'd3' },
    { type: 'follow', to: 'd6' },
  ],
  // A win is no failure, whatever the lesson is about.
  [
    { type: 'move', pawn: 1, to: 'a3' },
    { type: 'push', to: 'a4' },
    { type: 'follow', to: 'b4' },
  ],
  [
    { type: 'move', pawn: 0, to: 'b3' },
    { type: 'move', pawn: 0, to: 'b4' },
    { type: 'move', pawn: 0, to: 'b5' },
    { type: 'push', to: 'b6' },
  ],
  [{ type: 'exchange', hand: 1, square: 'd4' }],
  [{ type: 'place', square: 'd2' }],
  [
    { type: 'open', square: 'g5' },
    { type: 'penalty', pawn: 4 },
  ],
  [
    { type: 'move', pawn: 1, to: 'c4' },
    { type: 'stop' },
    { type: 'move', pawn: 1, to: 'd4' },
    { type: 'push', to: 'd5' },
  ],
];

/**
 * The decisions that solve each lesson of Section X.
 *
 * @type {readonly (readonly SectionXAction[])[]}
 */
export const SECTION_X = [
  [
    { type: 'draw', pile: 0 },
    { type: 'place', stock: 0, cell: 'i7', rotation: 0 },
  ],
  [
    { type: 'step', prisoner: 0, to: 'i7:0' },
    { type: 'step', prisoner: 0, to: 'j7:0' },
  ],
  [{ type: 'turn', cell: 'i7', rotation: 0 }],
  [{ type: 'relocate', from: 'j9', to: 'j7', rotation: 0 }],
  [{ type: 'exchange', a: 'j7', rotation_a: 3, b: 'j9', rotation_b: 0 }],
  [{ type: 'door', from: null, to: 'j7:0' }],
  [{ type: 'place', stock: 0, cell: 'k7', rotation: 0 }],
  [
    { type: 'step', prisoner: 0, to: 'j7:0' },
    { type: 'step', prisoner: 1, to: 'j7:0' },
    { type: 'end_turn' },
  ],
  [{ type: 'relocate', from: 'j9', to: 'j7', rotation: 3 }],
  [{ type: 'step', prisoner: 1, to: 'j7:0' }],
  [
    { type: 'step', prisoner: 0, to: 'l7:0' },
    { type: 'step', prisoner: 0, to: 'green:0' },
  ],
  [{ type: 'step', prisoner: 0, to: 'green:0' }],
  [
    { type: 'place', stock: 0, cell: 'l7', rotation: 0 },
    { type: 'step', prisoner: 0, to: 'l7:0' },
    { type: 'step', prisoner: 0, to: 'green:0' },
  ],
];

const ENTER = { key: 'Enter' };
const ROTATE = { key: 'r', quiet: true };
const FIRST = { key: '1' };
const OPEN = { key: 'o' };

/** The steps of each lesson of Tortus, by ear. @type {readonly (readonly Step[])[]} */
const TORTUS_BY_EAR = [
  [{ free: 'd2' }, { free: 'd3' }],
  ['d2', 'd3', 'd5'],
  ['d3', ROTATE, ROTATE, ROTATE, ENTER],
  [OPEN, 'c3', ENTER],
  [{ key: '2' }, 'd3', ENTER],
  ['d4', 'd5', { free: 'c5' }],
  ['d4', 'd5', 'e5', FIRST, ENTER],
  ['d4', 'e4', ENTER],
  ['d2', 'd3', 'e5'],
  ['d2', 'd3', 'f5'],
  ['d2', 'd3', 'd6'],
  ['b3', { free: 'b2' }],
  ['b2', 'b3', 'b3', 'b4', 'b4', 'b5', 'b6'],
  ['d4', ENTER],
  ['d2', ENTER],
  [OPEN, 'g5', ENTER, 'f2', ENTER],
  ['c3', { free: 'c4' }, { key: 'e' }, { free: 'c4' }, 'd4', 'd5'],
];

/** The steps of each lesson of Section X, by ear. @type {readonly (readonly Step[])[]} */
const SECTION_X_BY_EAR = [
  [FIRST, 'i7', ENTER],
  [{ free: 'i7' }, { free: 'j7' }],
  ['i7', ROTATE, ROTATE, ENTER],
  ['j9', 'j7', ENTER],
  ['j7', 'j9', ENTER],
  [OPEN, 'j7', ENTER],
  [FIRST, 'k7', ENTER],
  [{ free: 'i7' }, 'j7', { free: 'k7' }, 'j7', ENTER, { key: 'n' }],
  ['j9', 'j7', ENTER],
  ['i7', 'j7', ENTER],
  ['k7', { free: 'l7' }, { free: 'm7' }, ENTER],
  ['l7', { free: 'm7' }],
  [FIRST, 'l7', ENTER, 'k7', 'l7', { free: 'm7' }, ENTER],
];

/**
 * The steps of all lessons by ear, by the name of each game in the address.
 *
 * @type {Record<string, readonly (readonly Step[])[]>}
 */
export const BY_EAR = {
  tsuro: TSURO.map((keys) => keys.map((key) => (key === 'r' ? ROTATE : { key }))),
  tortus: TORTUS_BY_EAR,
  'section-x': SECTION_X_BY_EAR,
};
