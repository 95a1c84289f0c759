/**
 * Draws the figures of the how-to page of Tortus, which show parts of a board.
 *
 * @import {Colour, TortusTile} from '../../../protocol.js'
 * @import {Drawing} from '../../how-to.js'
 * @import {Point} from '../../squares.js'
 * @import {Lying} from '../tile.js'
 */

import { svg } from '../../../lib/dom.js';
import { drawArrow, drawChoice, drawTurn } from '../../marks.js';
import { corner, SQUARE } from '../../squares.js';
import { PLAIN } from '../facing.js';
import { drawFoot, drawLost } from '../pawns.js';
import { createTable, drawSections } from '../table.js';
import { drawBack, drawTile } from '../tile.js';
import { drawStep } from '../way.js';

/** @typedef {Readonly<Record<string, Colour>>} Pawns a colour for each of some squares */
/**
 * @typedef {object} Figure
 * @property {readonly string[]} rows the rows from the north, each tile with its quarter turns: `.`
 *   is closed, `corner1` points east and south, `star1=hole` copies a hole
 * @property {boolean} [whole] whether the figure shows a whole board, with the sections of both
 *   players
 * @property {Pawns} [pawns]
 * @property {Pawns} [left] the squares where pawns stood before
 * @property {Pawns} [lifted] pawns that are captured and not yet pushed away
 * @property {Pawns} [lost] the squares where pawns have fallen
 * @property {readonly string[]} [ways] the steps, such as `red a2 b2`
 * @property {readonly string[]} [options] the steps that the player can choose from
 * @property {boolean} [numbered] whether the steps follow each other
 * @property {readonly string[]} [choices] the squares that can be chosen
 * @property {string} [turning] the square of a tile that is being turned
 * @property {string} [hand] the tiles of a hand, below the board
 * @property {string} [exchanged] the square whose tile has been exchanged for the one below it in
 *   the hand
 */

/** The margin around the visible part. */
const MARGIN = 18;
/** The margin around a whole board, with its frame. */
const FRAME = 36;
/** The distance between the board and the hand below it. */
const APART = 34;

/**
 * @param {Figure} figure
 * @returns {Drawing}
 */
export function draw(figure) {
  const {
    rows,
    whole = false,
    hand,
    choices = [],
    ways = [],
    options = [],
    turning,
    exchanged,
  } = figure;
  const { pawns = {}, left = {}, lifted = {}, lost = {} } = figure;
  const shelf = rows.length * SQUARE + APART;
  const width = (rows[0] ?? '').split(' ').length * SQUARE;
  const height = hand === undefined ? rows.length * SQUARE : shelf + SQUARE;
  const margin = whole ? FRAME : MARGIN;
  const parts = [
    ...(whole ? [...createTable(rows.length).layers.ground.childNodes] : []),
    ...rows.flatMap((row, y) => rowOf(row, y * SQUARE)),
    ...(whole ? drawSections(rows.length, 2, (seat) => (seat === 0 ? 'blue' : 'red')) : []),
    ...(hand === undefined ? [] : [drawShelf(shelf, width), ...rowOf(hand, shelf)]),
    ...choices.map(drawSquare),
    ...all(left, (colour, square) => placed(stand(square), 'pawn faint', drawFoot(colour))),
    ...all(pawns, (colour, square) => placed(stand(square), 'pawn', drawFoot(colour))),
    ...ways.map((way, at) => drawWay(way, figure.numbered ? at + 1 : null)),
    ...options.map(drawOption),
    ...all(lifted, (colour, square) => placed(stand(square, 1), 'pawn lifted', drawFoot(colour))),
    ...all(lost, (colour, square) => placed(middle(square), '', drawLost(colour))),
    ...(turning === undefined ? [] : [drawTurn(middle(turning), SQUARE * 0.58)]),
    ...(exchanged === undefined ? [] : drawExchange(middle(exchanged), shelf + SQUARE / 2)),
  ];
  return { box: [-margin, -margin, width + 2 * margin, height + 2 * margin], parts };
}

/** @param {string} square */
const middle = (square) => PLAIN.middle(square);
/** The distance of a pawn from the centre of its square, so that the tile below it is visible. */
const ASIDE = 25;
/**
 * Returns the position of a pawn on a square: to the left of the centre and below it.
 *
 * @param {string} square
 * @param {1 | -1} [side] 1 for the opposite position, of a captured pawn
 */
const stand = (square, side = -1) => {
  const { x, y } = middle(square);
  return { x: x + side * ASIDE, y: y - side * ASIDE };
};

/**
 * @param {string} row
 * @param {number} y
 */
function rowOf(row, y) {
  return row
    .split(' ')
    .map((tile, at) =>
      placed({ x: at * SQUARE, y }, '', [
        tile === '.' ? drawBack(at + y / SQUARE) : drawTile(...lyingOf(tile)),
      ]),
    );
}

/**
 * @param {string} written a tile such as `star1=hole`
 * @returns {[Lying, Lying | null]} the tile, and the tile that it copies
 */
function lyingOf(written) {
  const [lying = null, copied = null] = written.split('=').map((tile) => {
    const [, name = '', rotation] = /^([a-z]+)(\d?)$/.exec(tile) ?? [];
    return { tile: /** @type {TortusTile} */ (name), rotation: Number(rotation) };
  });
  if (!lying) throw new Error(`no tile is ${written}`);
  return [lying, copied];
}

/**
 * @template T
 * @param {Pawns} pawns
 * @param {(colour: Colour, square: string) => T} one
 */
function all(pawns, one) {
  return Object.entries(pawns).map(([square, colour]) => one(colour, square));
}

/**
 * @param {Point} point
 * @param {string} name
 * @param {readonly SVGElement[]} parts
 */
function placed({ x, y }, name, parts) {
  return svg('g', { class: name, transform: `translate(${x} ${y})` }, ...parts);
}

/**
 * @param {string} way
 * @param {number | null} number
 */
function drawWay(way, number) {
  const [colour, from = '', to = ''] = way.split(' ');
  return drawStep({ pawn: 0, from, to }, number, /** @type {Colour} */ (colour));
}

/** @param {string} option */
function drawOption(option) {
  const [colour, from = '', to = ''] = option.split(' ');
  const [a, b] = [middle(from), middle(to)];
  const part = (/** @type {number} */ share) => ({
    x: a.x + (b.x - a.x) * share,
    y: a.y + (b.y - a.y) * share,
  });
  return drawArrow([part(0.25), part(0.9)], /** @type {Colour} */ (colour));
}

/** @param {string} square */
function drawSquare(square) {
  const { x, y } = corner(square);
  const box = { x: x + 4, y: y + 4, width: SQUARE - 8, height: SQUARE - 8, rx: 5 };
  return drawChoice((look) => svg('rect', { class: look, ...box }));
}

/**
 * @param {number} y
 * @param {number} width
 */
function drawShelf(y, width) {
  return svg('rect', {
    class: 'shelf',
    x: -MARGIN,
    y: y - APART / 2,
    width: width + 2 * MARGIN,
    height: SQUARE + APART / 2 + MARGIN,
  });
}

/**
 * @param {Point} square
 * @param {number} below
 */
function drawExchange({ x, y }, below) {
  const [up, down] = [x - 22, x + 22];
  return [
    drawArrow(
      [
        { x: up, y: below - 18 },
        { x: up, y: y + 18 },
      ],
      null,
    ),
    drawArrow(
      [
        { x: down, y: y + 18 },
        { x: down, y: below - 18 },
      ],
      null,
    ),
  ];
}
