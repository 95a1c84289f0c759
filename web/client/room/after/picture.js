/**
 * Draws the picture of a result that players share: the final board, the places and the date, as a
 * canvas. The board is copied as a picture of its own, because a style sheet of the page has no
 * effect on it.
 *
 * @import {Colour} from '../../protocol.js'
 */
import { svg } from '../../lib/dom.js';
import { glyphShape } from '../../lib/glyph.js';

/** The size of the picture in pixels, and the space around its contents. */
export const SIZE = { width: 1_080, height: 1_350 };
const MARGIN = 60;
/** The height of the title, of the line of a player, and of the last line. */
const HEAD = 164;
const ROW = 50;
const FOOT = 84;
/** The space above and below the lines of the players. */
const GAP = 44;
/** The number of players from which their lines stand in two columns. */
const TWO_COLUMNS = 3;

/**
 * @typedef {object} Rank
 * @property {number | null} place `null` where the game describes its own ending
 * @property {string} name
 * @property {Colour | null} colour
 * @property {string} figures
 *
 * @typedef {object} Poster
 * @property {string} verdict
 * @property {string} why
 * @property {readonly Rank[]} ranks
 * @property {(place: number) => string} sayPlace
 * @property {string} left the last line: on the left the game and the date, on the right the server
 * @property {string} right
 */

/** The side of the square of a marker, in the units of its shape and in pixels. */
const CELL = 32;
const SIDE = 56;

/** The border of a board without a table of its own: its part of the width, and its corners. */
const EDGE = 0.02;
const CORNER = 22;

/** The presentation attributes that are copied, and those among them that are not inherited. */
const COPIED = [
  ...['fill', 'fill-opacity', 'fill-rule', 'stroke', 'stroke-width', 'stroke-opacity'],
  ...['stroke-dasharray', 'stroke-dashoffset', 'stroke-linecap', 'stroke-linejoin'],
  ...['font-family', 'font-size', 'font-weight', 'text-anchor', 'dominant-baseline'],
  ...['opacity', 'stop-color', 'stop-opacity', 'clip-path', 'mask', 'paint-order'],
];
const OWN = new Set(['opacity', 'stop-color', 'stop-opacity', 'clip-path', 'mask']);
/** The values that need no attribute. @type {Record<string, string>} */
const USUAL = { opacity: '1', 'stop-opacity': '1', 'clip-path': 'none', mask: 'none' };
/** The attributes that mean nothing outside the page. */
const OF_THE_PAGE = /^(class|style|tabindex|role|focusable|aria-|data-)/;

/**
 * Copies a drawing of the page with its computed styles as attributes.
 *
 * @param {SVGElement} element
 * @param {{ styles: CSSStyleDeclaration | null, matrix: DOMMatrix }} parent the styles of the parent,
 *   and the matrix from its coordinates to those of the drawing
 * @returns {Element | null} the copy; `null` for an element that is not drawn
 */
function copy(element, parent) {
  const styles = getComputedStyle(element);
  const { display, visibility } = styles;
  if (display === 'none' || visibility === 'hidden' || element.localName === 'title') return null;
  const copied = /** @type {Element} */ (element.cloneNode(false));
  for (const { name } of [...copied.attributes])
    if (OF_THE_PAGE.test(name)) copied.removeAttribute(name);
  for (const name of COPIED) {
    const value = styles.getPropertyValue(name);
    const before = OWN.has(name) ? USUAL[name] : parent.styles?.getPropertyValue(name);
    if (value === '' || value === before) copied.removeAttribute(name);
    else copied.setAttribute(name, value);
  }
  let { matrix } = parent;
  if (element instanceof SVGGraphicsElement && element.localName !== 'svg') {
    const own = element.getCTM();
    if (own) {
      matrix = DOMMatrix.fromMatrix(own);
      const { a, b, c, d, e, f } = parent.matrix.inverse().multiply(matrix);
      copied.setAttribute('transform', `matrix(${[a, b, c, d, e, f].map(short).join(' ')})`);
    }
  }
  for (const child of element.childNodes) {
    if (child instanceof SVGElement) {
      const drawn = copy(child, { styles, matrix });
      if (drawn) copied.append(drawn);
    } else if (child instanceof Text) {
      copied.append(child.data);
    }
  }
  return copied;
}

/** @param {number} value */
function short(value) {
  return Number(value.toFixed(4));
}

/**
 * Loads a drawing of the page as an image.
 *
 * @param {SVGSVGElement} drawing
 * @param {{ x: number, y: number, width: number, height: number }} box the part of the drawing, in
 *   its own coordinates
 * @param {{ width: number, height: number }} size in pixels
 */
async function imageOf(drawing, box, size) {
  const root = drawing.getCTM();
  const matrix = root ? DOMMatrix.fromMatrix(root) : new DOMMatrix();
  const copied = /** @type {Element} */ (copy(drawing, { styles: null, matrix }));
  // The drawing itself may be faded or clipped on the page.
  for (const name of OWN) copied.removeAttribute(name);
  copied.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copied.setAttribute('viewBox', `${box.x} ${box.y} ${box.width} ${box.height}`);
  // Firefox draws no picture without a size.
  copied.setAttribute('width', String(size.width));
  copied.setAttribute('height', String(size.height));
  const written = new XMLSerializer().serializeToString(copied);
  const image = new Image();
  // The content security policy allows data URLs for pictures, but no blobs.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(written)}`;
  await image.decode();
  return image;
}

/**
 * Draws the markers of the players in a column of equal squares, as one image.
 *
 * @param {readonly (Colour | null)[]} colours
 */
async function imageOfMarkers(colours) {
  const height = colours.length * CELL;
  const drawing = svg(
    'svg',
    { class: 'visually-hidden', viewBox: `0 0 ${CELL} ${height}`, 'aria-hidden': 'true' },
    colours.map((colour, at) =>
      colour === null
        ? null
        : svg(
            'g',
            { transform: `translate(${CELL / 2} ${(at + 0.5) * CELL})` },
            glyphShape(colour),
          ),
    ),
  );
  document.body.append(drawing);
  try {
    const box = { x: 0, y: 0, width: CELL, height };
    return await imageOf(drawing, box, { width: SIDE, height: SIDE * colours.length });
  } finally {
    drawing.remove();
  }
}

/**
 * Returns the place and the size of the board and of the lines below it.
 *
 * @param {number} players
 * @param {number} ratio the width of the board divided by its height
 */
export function layoutOf(players, ratio) {
  const columns = players >= TWO_COLUMNS ? 2 : 1;
  const rows = Math.ceil(players / columns);
  const most = {
    width: SIZE.width - 2 * MARGIN,
    height: SIZE.height - HEAD - rows * ROW - FOOT - GAP,
  };
  const width = Math.min(most.width, most.height * ratio);
  const height = width / ratio;
  const top = HEAD + (most.height - height) / 2;
  return {
    board: { x: (SIZE.width - width) / 2, y: top, width, height },
    rows: { top: HEAD + most.height + GAP / 2, columns, each: rows },
  };
}

/**
 * Writes one line of text, shortened to a width.
 *
 * @param {CanvasRenderingContext2D} brush
 * @param {string} words
 * @param {number} x
 * @param {number} y
 * @param {number} width
 */
function write(brush, words, x, y, width) {
  let shown = words;
  while (shown !== '' && brush.measureText(shown).width > width)
    shown = `${[...shown.replace(/…$/, '')].slice(0, -1).join('').trimEnd()}…`;
  brush.fillText(shown, x, y);
}

/**
 * Returns the colour behind a drawing that has no table of its own, or `null` behind one that has.
 *
 * @param {SVGSVGElement} board
 */
function groundOf(board) {
  const around = [board, board.parentElement, board.closest('.board-square')];
  const colours = around.map((one) => (one ? getComputedStyle(one).backgroundColor : ''));
  return colours.find((one) => !/^$|^transparent$|, 0\)$/.test(one)) ?? null;
}

/**
 * Returns the box of a drawing without the parts that reach beyond any window.
 *
 * @param {SVGSVGElement} board
 */
function boxOf(board) {
  /** @type {NodeListOf<SVGElement>} */
  const boundless = board.querySelectorAll('.boundless');
  for (const part of boundless) part.style.display = 'none';
  const box = board.getBBox();
  for (const part of boundless) part.style.display = '';
  return box;
}

/**
 * @param {{ x: number, y: number, width: number, height: number }} box
 * @param {number} part the part of the width that is added on each side
 */
function grown({ x, y, width, height }, part) {
  const by = width * part;
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

/**
 * Fills a rectangle with round corners.
 *
 * @param {CanvasRenderingContext2D} brush
 * @param {string} colour
 * @param {{ x: number, y: number, width: number, height: number }} box
 * @param {number} radius
 */
function fillRound(brush, colour, { x, y, width, height }, radius) {
  brush.fillStyle = colour;
  brush.beginPath();
  brush.moveTo(x + radius, y);
  brush.arcTo(x + width, y, x + width, y + height, radius);
  brush.arcTo(x + width, y + height, x, y + height, radius);
  brush.arcTo(x, y + height, x, y, radius);
  brush.arcTo(x, y, x + width, y, radius);
  brush.fill();
}

/**
 * Draws the picture.
 *
 * @param {SVGSVGElement} board the drawing of the final board
 * @param {Poster} poster
 * @returns {Promise<HTMLCanvasElement>}
 */
export async function drawPicture(board, poster) {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, SIZE);
  const brush = canvas.getContext('2d');
  if (!brush) throw new Error('no canvas');
  const root = getComputedStyle(document.documentElement);
  const token = (/** @type {string} */ name) => root.getPropertyValue(name).trim();
  const ground = groundOf(board);
  const box = grown(boxOf(board), ground === null ? 0 : EDGE);
  const { board: at, rows } = layoutOf(poster.ranks.length, box.width / box.height);
  const [picture, markers] = await Promise.all([
    imageOf(board, box, at),
    imageOfMarkers(poster.ranks.map(({ colour }) => colour)),
  ]);

  brush.fillStyle = token('--paper');
  brush.fillRect(0, 0, SIZE.width, SIZE.height);
  const wide = SIZE.width - 2 * MARGIN;
  brush.textBaseline = 'alphabetic';
  brush.textAlign = 'center';
  brush.fillStyle = token('--ink');
  brush.font = `600 62px ${token('--font-display')}`;
  write(brush, poster.verdict, SIZE.width / 2, 92, wide);
  brush.fillStyle = token('--ink-soft');
  brush.font = `400 30px ${token('--font')}`;
  write(brush, poster.why, SIZE.width / 2, 140, wide);
  if (ground !== null) fillRound(brush, ground, at, CORNER);
  brush.drawImage(picture, at.x, at.y, at.width, at.height);

  brush.textAlign = 'start';
  const column = (wide - (rows.columns - 1) * 30) / rows.columns;
  poster.ranks.forEach(({ place, name, figures }, index) => {
    const x = MARGIN + Math.floor(index / rows.each) * (column + 30);
    const y = rows.top + (index % rows.each) * ROW;
    const middle = y + ROW / 2;
    brush.textBaseline = 'middle';
    let from = x;
    if (place !== null) {
      brush.fillStyle = token(place === 1 ? '--accent' : '--ink-soft');
      brush.font = `600 32px ${token('--font-display')}`;
      brush.fillText(poster.sayPlace(place), from, middle);
      from += 46;
    }
    brush.drawImage(markers, 0, index * SIDE, SIDE, SIDE, from - 6, middle - SIDE / 2, SIDE, SIDE);
    from += 56;
    const right = x + column;
    brush.font = `400 24px ${token('--font')}`;
    const taken = Math.min(brush.measureText(figures).width, column * 0.45);
    brush.fillStyle = token('--ink-soft');
    write(brush, figures, right - taken, middle, taken + 1);
    brush.fillStyle = token('--ink');
    brush.font = `600 30px ${token('--font')}`;
    write(brush, name, from, middle, right - taken - 16 - from);
  });

  brush.textBaseline = 'alphabetic';
  brush.fillStyle = token('--ink-soft');
  brush.font = `400 26px ${token('--font')}`;
  const bottom = SIZE.height - 44;
  write(brush, poster.left, MARGIN, bottom, wide * 0.6);
  brush.textAlign = 'end';
  write(brush, poster.right, SIZE.width - MARGIN, bottom, wide * 0.38);
  return canvas;
}
