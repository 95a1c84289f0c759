/** Draws a small picture of a board of Tsuro. */
import { svg } from '../../lib/dom.js';
import { box, line, marker, thumbnail } from '../sketches.js';

/** The corners of the tiles. */
const TILES = [
  [0, 0],
  [50, 0],
  [50, 50],
  [100, 50],
];
/** The paths that no marker has walked. */
const FREE =
  'M0 17C15 17 17 35 17 50M0 33C20 33 33 35 33 50M33 0C33 10 40 17 50 17M67 0C67 10 60 17 50 17M83 0C83 10 90 17 100 17M100 33C90 33 83 40 83 50M83 50C83 60 90 67 100 67M50 67C65 67 67 85 67 100M50 83C65 83 85 83 100 83M133 50C133 62 135 67 150 67M149 83C140 83 133 90 133 100M100 83C125 83 133 75 133 50';
const RED = 'M17 0C17 20 30 33 50 33C65 33 67 40 67 50C67 65 83 85 83 100';
const BLUE = 'M117 50C117 65 117 85 117 100';

export const drawThumbnail = () =>
  thumbnail(
    line('M50 0V100M100 0V100M0 50H150', 'var(--table-line)', 1),
    TILES.map(([x = 0, y = 0]) => box(x + 1, y + 1, 48, 48, 'var(--tile)', 'var(--tile-edge)', 3)),
    line(FREE, 'var(--path-edge)', 5),
    line(FREE, 'var(--path)', 3.4),
    walked(RED, 'var(--seat-red)'),
    walked(BLUE, 'var(--seat-blue)'),
    marker(83, 90, 'red', 0.75),
    marker(117, 76, 'blue', 0.75),
  );

/**
 * @param {string} d
 * @param {string} colour
 */
const walked = (d, colour) =>
  svg('g', {}, line(d, 'var(--seat-outline)', 6.4), line(d, colour, 4.6));
