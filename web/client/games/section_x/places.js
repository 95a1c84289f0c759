/**
 * Draws the places that prisoners flee to, one at each corner of the board: a lighthouse, a boat, a
 * forest, a cave, a village and a beach. Each has a shape of its own, so that colours are never the
 * only difference.
 */
import { svg } from '../../lib/dom.js';

/**
 * The shapes of the places, clockwise from the east: the class of each shape and its path data. The
 * centre of the place is the origin, and y grows to the south.
 *
 * @type {readonly (readonly (readonly [string, string])[])[]}
 */
const PLACES = [
  // The lighthouse on its rock, with two beams.
  [
    ['place-rock', 'M-30 12L-22 -4L-8 -9L14 -8L26 0L33 13Q0 20 -30 12Z'],
    ['place-glow', 'M-3 -44L-47 -53V-33ZM5 -44L47 -53V-33Z'],
    ['place-pale', 'M-9 -5L-6 -38H8L11 -5Z'],
    ['place-red', 'M-8.2 -13H10.2L9.5 -21H-7.5ZM-6.8 -29H8.8L8 -37H-6Z'],
    ['place-dark', 'M-9 -38H11V-41H-9ZM-5 -41V-48H7V-41ZM-1 -5V-11H4V-5Z'],
    ['place-glow', 'M-2.5 -42V-47H4.5V-42Z'],
    ['place-red', 'M-7 -48L1 -56L9 -48Z'],
  ],
  // The boat at its landing stage.
  [
    ['place-water', 'M-48 14Q-52 -12 -26 -15Q10 -18 40 -12Q54 2 46 16Q0 26 -48 14Z'],
    ['place-wood', 'M20 -2H50V3H20ZM26 3H30V12H26ZM42 3H46V12H42Z'],
    ['place-pale', 'M-6 -49L18 -14H-6ZM-10 -42V-14H-28Z'],
    ['place-dark', 'M-9 -52H-6.4V-8H-9Z'],
    ['place-red', 'M-34 -10H22L14 5H-25Z'],
    ['place-line', 'M-42 9q6 -5 12 0t12 0M-4 12q6 -5 12 0t12 0'],
  ],
  // The forest.
  [
    ['place-wood', 'M-31 -2H-26V9H-31ZM-2.5 2H2.5V15H-2.5ZM26 -2H31V9H26Z'],
    [
      'place-leaf',
      'M-28.5 -44L-14 -18H-19L-9 0H-48L-38 -18H-43ZM28.5 -44L43 -18H38L48 0H9L19 -18H14Z',
    ],
    ['place-leaf front', 'M0 -54L17 -25H11L23 4H-23L-11 -25H-17Z'],
    ['place-line', 'M-9 -30L0 -25L9 -30M-12 -12L0 -5L12 -12'],
  ],
  // The cave in its rock.
  [
    ['place-rock', 'M-46 12L-40 -12L-27 -20L-20 -40L0 -49L17 -42L28 -22L41 -15L47 12Z'],
    ['place-line', 'M-27 -20L-18 -14M17 -42L14 -30L22 -24M-20 -40L-13 -35M41 -15L33 -8'],
    ['place-dark', 'M-18 12V-4Q-16 -24 1 -24Q18 -24 20 -3V12Z'],
    ['place-glow', 'M-5 -10H6V4H-5Z'],
    ['place-dark', 'M-1 -10H2V4H-1ZM-5 -4.500H6V-2H-5ZM-4 -12H5V-10H-4Z'],
  ],
  // The village with its church.
  [
    ['place-pale', 'M-42 -18H-16V10H-42ZM18 -14H44V12H18ZM-9 -36H7V12H-9Z'],
    ['place-red', 'M-47 -17L-29 -34L-11 -17ZM13 -13L31 -30L49 -13Z'],
    [
      'place-dark',
      'M-12 -35L-1 -57L10 -35ZM-33 10V-2H-26V10ZM-4 12V-2H2V12ZM27 12V1H34V12ZM-3 -29H1V-20H-3Z',
    ],
  ],
  // The beach with a palm tree and a parasol.
  [
    ['place-sand', 'M-49 14Q-52 -8 -24 -12Q10 -16 38 -10Q54 0 47 16Q0 26 -49 14Z'],
    ['place-wood', 'M-24 6Q-28 -18 -17 -38L-13 -37Q-21 -18 -17 6Z'],
    [
      'place-leaf',
      'M-15 -38Q-34 -52 -43 -34Q-30 -40 -15 -38Q-28 -30 -29 -18Q-18 -26 -15 -38Q-4 -52 9 -40Q-4 -42 -15 -38Q-2 -34 0 -22Q-9 -30 -15 -38Z',
    ],
    ['place-pale', 'M8 -13Q11 -35 28 -37Q45 -35 48 -13Q28 -21 8 -13Z'],
    ['place-red', 'M15 -16Q18 -34 28 -37Q25 -28 24 -18ZM32 -18Q31 -28 28 -37Q40 -33 41 -16Z'],
    ['place-dark', 'M26.8 -19H29.200V10H26.800Z'],
  ],
];

/** The number of places. */
export const COUNT = PLACES.length;

/**
 * Draws the place of a free zone around the origin.
 *
 * @param {number} zone
 */
export function drawPlace(zone) {
  const shapes = PLACES[zone % COUNT] ?? [];
  return svg(
    'g',
    { class: 'place' },
    shapes.map(([look, d]) => svg('path', { class: look, d })),
  );
}
