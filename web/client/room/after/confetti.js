/**
 * Confetti in the colours of the winners, over the whole page for a few seconds.
 *
 * @import {Colour} from '../../protocol.js'
 */
import { html } from '../../lib/dom.js';

/** The number of pieces. */
const PIECES = 180;
/** The duration of the confetti in milliseconds. */
const LASTS = 3_200;
/**
 * The initial speed in pixels per second, and the acceleration of the fall in pixels per second
 * squared.
 */
const SPEED = 560;
const FALL = 900;

/**
 * @typedef {object} Piece
 * @property {number} x
 * @property {number} y
 * @property {number} across the horizontal speed in pixels per second
 * @property {number} down the vertical speed in pixels per second
 * @property {number} turn the rotation in radians per second
 * @property {number} size
 * @property {string} colour
 */

/**
 * Throws confetti, unless the reader prefers reduced motion or the page is hidden.
 *
 * @param {readonly Colour[]} colours the colours of the winners
 */
export function throwConfetti(colours) {
  if (document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const canvas = html('canvas', { class: 'confetti', 'aria-hidden': 'true' });
  const brush = canvas.getContext('2d');
  if (!brush) return;
  canvas.width = innerWidth;
  canvas.height = innerHeight;
  document.body.append(canvas);
  const style = getComputedStyle(document.documentElement);
  const inks = [...colours.map((colour) => `--seat-${colour}`), '--choice', '--accent'].map(
    (name) => style.getPropertyValue(name),
  );
  const pieces = Array.from({ length: PIECES }, (_, number) => thrown(number, inks, canvas));
  let before = performance.now();
  const end = before + LASTS;
  const draw = (/** @type {number} */ now) => {
    if (now >= end) {
      canvas.remove();
      return;
    }
    const seconds = Math.max(0, now - before) / 1000;
    before = now;
    brush.clearRect(0, 0, canvas.width, canvas.height);
    brush.globalAlpha = Math.min(1, (end - now) / 600);
    for (const piece of pieces) {
      fly(piece, seconds);
      drawPiece(brush, piece, now);
    }
    requestAnimationFrame(draw);
  };
  requestAnimationFrame(draw);
}

/**
 * Returns a piece that starts near one of the lower corners.
 *
 * @param {number} number
 * @param {readonly string[]} inks
 * @param {{ width: number, height: number }} page
 * @returns {Piece}
 */
function thrown(number, inks, { width, height }) {
  const left = number % 2 === 0;
  const far = 0.35 + Math.random() * 0.65;
  return {
    x: left ? 0 : width,
    y: height * 0.75,
    across: (left ? 1 : -1) * far * Math.min(SPEED, width),
    down: -(0.6 + Math.random() * 0.6) * Math.min(1.7 * SPEED, 1.3 * height),
    turn: (Math.random() - 0.5) * 14,
    size: 5 + Math.random() * 6,
    colour: inks[number % inks.length] ?? '',
  };
}

/**
 * @param {Piece} piece
 * @param {number} seconds
 */
function fly(piece, seconds) {
  piece.down += FALL * seconds;
  piece.across *= 1 - 0.6 * seconds;
  piece.x += piece.across * seconds;
  piece.y += piece.down * seconds;
}

/**
 * @param {CanvasRenderingContext2D} brush
 * @param {Piece} piece
 * @param {number} now the time in milliseconds
 */
function drawPiece(brush, { x, y, turn, size, colour }, now) {
  brush.setTransform(1, 0, 0, 1, x, y);
  brush.rotate((turn * now) / 1000);
  brush.fillStyle = colour;
  // The height varies as if the piece turned over while it falls.
  brush.fillRect(-size / 2, -size / 3, size, (size / 1.5) * Math.abs(Math.cos((turn * now) / 700)));
  brush.setTransform(1, 0, 0, 1, 0, 0);
}
