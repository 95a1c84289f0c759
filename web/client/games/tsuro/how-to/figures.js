/**
 * Draws the figures of the how-to page of Tsuro, which show parts of its board.
 *
 * @import {Colour, Step} from '../../../protocol.js'
 * @import {Drawing} from '../../how-to.js'
 */

import { svg } from '../../../lib/dom.js';
import { corner } from '../../squares.js';
import { markPoint, stepCurve } from '../geometry.js';
import { createMarkers } from '../markers.js';
import { drawSign } from '../rim.js';
import { createTable } from '../table.js';
import { drawTile } from '../tile.js';
import { FACES } from '../tile-paths.js';
import { Trails } from '../trail.js';

/**
 * @typedef {object} Figure
 * @property {readonly [x: number, y: number, width: number, height: number]} box the visible part
 *   of the board
 * @property {readonly string[]} [marks] the free start marks
 * @property {readonly [square: string, tile: number, rotation: number][]} [tiles]
 * @property {readonly Trail[]} [trails]
 * @property {readonly { colour: Colour, mark: string }[]} markers
 * @property {readonly string[]} [paths] the start marks of the two paths to choose between; the
 *   second one is the chosen one
 */
/**
 * @typedef {object} Trail
 * @property {Colour} colour
 * @property {readonly string[]} path the steps, such as `b2:6-0` for the one from port 6 to port 0
 *   of b2
 * @property {number} [until] the walked part of the last step when the marker meets another, from 0
 *   to 1
 */

/** The number of squares along an edge. */
const EDGE = 6;

/**
 * @param {Figure} figure
 * @returns {Drawing}
 */
export function draw({ box, marks = [], tiles = [], trails = [], markers, paths = [] }) {
  const { root, layers } = createTable(EDGE);
  layers.rim.append(...marks.map(drawSign));
  for (const [square, tile, rotation] of tiles) {
    const face = FACES[tile];
    const { x, y } = corner(square);
    if (face)
      layers.tiles.append(
        svg('g', { transform: `translate(${x} ${y})` }, drawTile(face, rotation)),
      );
  }
  const walked = new Trails(layers.trails);
  const walkers = trails.map(({ colour, path }, seat) => ({
    seat,
    colour,
    path: path.map((step) => stepCurve(stepOf(step))),
  }));
  walked.show(walkers);
  const plain = { title: '', own: false, acting: false, out: false };
  const stands = markers.map(({ colour, mark }, seat) => ({
    ...plain,
    number: seat,
    colour,
    point: markPoint(mark),
  }));
  trails.forEach(({ colour, until }, seat) => {
    const last = walked.since(seat, colour, 0).at(-1);
    if (!last || until === undefined) return;
    last.reveal(until);
    stands.push({ ...plain, number: stands.length, colour, point: last.pointAt(until) });
  });
  createMarkers(layers.markers).show(stands);
  paths.forEach((mark, at) => {
    const { x, y } = markPoint(mark);
    layers.confirm.append(
      svg('circle', { class: at === 0 ? 'fork-port' : 'fork-port chosen', cx: x, cy: y, r: 8 }),
    );
  });
  return { box, parts: [...root.childNodes] };
}

/**
 * @param {string} written
 * @returns {Step}
 */
function stepOf(written) {
  const [square = '', enter, leave] = written.split(/[:-]/);
  return { square, enter: Number(enter), leave: Number(leave) };
}
