/**
 * Animates the markers as they walk, and as they leave the game. A walk covers the difference
 * between two views. When the next view arrives before the walk has ended, the walk ends at once.
 *
 * @import {Out} from '../../protocol.js'
 * @import {Point} from '../squares.js'
 * @import {Piece} from './trail.js'
 */
import { place } from '../pieces.js';

/** The longest time that one view may take to settle, in milliseconds. */
const LONGEST = 1600;

/**
 * @typedef {object} Walker
 * @property {SVGGElement} marker
 * @property {Piece[]} pieces the steps that the marker has made since the previous view
 * @property {number} squares the number of squares whose time the walk takes. It is larger than the
 *   number of steps where another marker comes to the same point on a longer way.
 */

/** The time that a marker takes to leave the game after its walk, in milliseconds. */
export const LEAVING = 700;
/** The opacity of a marker that has left the game, as in the style sheet. */
const GONE = 0.55;

/**
 * Returns the keyframes of a marker that leaves the game: it slides off the rim and falls, bounces
 * off the marker that it met, or fades after a resignation. In the end it is back at its place.
 *
 * @param {Out['how']} how
 * @param {Point} ahead the direction of its last step, as a vector of length 1
 * @returns {Keyframe[]}
 */
export function leaving(how, { x, y }) {
  const shifted = (/** @type {number} */ by, /** @type {string} */ more) =>
    `translate(${(x * by).toFixed(1)}px, ${(y * by).toFixed(1)}px) ${more}`;
  const end = { opacity: GONE, transform: 'none' };
  switch (how) {
    case 'edge':
      return [
        { opacity: 1, transform: 'none' },
        { opacity: 1, transform: shifted(24, 'scale(1) rotate(12deg)'), offset: 0.28 },
        { opacity: 0, transform: shifted(44, 'scale(0.3) rotate(70deg)'), offset: 0.66 },
        { opacity: 0, transform: 'scale(0.7)', offset: 0.67 },
        end,
      ];
    case 'collision':
      return [
        { opacity: 1, transform: 'none' },
        { opacity: 1, transform: shifted(-12, 'scale(0.94)'), offset: 0.2 },
        { opacity: 1, transform: shifted(3, 'scale(1.04)'), offset: 0.42 },
        { opacity: 1, transform: 'none', offset: 0.56 },
        end,
      ];
    default:
      return [{ opacity: 1, transform: 'none' }, end];
  }
}

/**
 * Animates a marker that leaves the game, and then its cross.
 *
 * @param {Element} marker
 * @param {Out['how']} how
 * @param {Point} ahead
 */
export function leave(marker, how, ahead) {
  const options = { duration: LEAVING, easing: 'ease-in-out' };
  marker.querySelector('.marker-body')?.animate(leaving(how, ahead), options);
  marker.querySelector('.marker-cross')?.animate(
    [
      { opacity: 0, transform: 'scale(2)' },
      { opacity: 0, transform: 'scale(2)', offset: 0.66 },
      { opacity: 1, transform: 'none' },
    ],
    options,
  );
}

/**
 * Returns the duration of a walk, capped at {@link LONGEST}.
 *
 * @param {number} squares the number of squares of the longest walk
 * @param {number} each the milliseconds per square
 * @returns {number} the duration in milliseconds
 */
export function walkTime(squares, each) {
  return Math.min(squares * each, LONGEST);
}

/**
 * Returns how far a marker has come along its steps. The motion accelerates and decelerates gently.
 *
 * @param {readonly number[]} lengths the lengths of the steps
 * @param {number} part the elapsed part of the time, from 0 to 1
 * @returns {number[]} the walked part of each step, from 0 to 1
 */
export function progress(lengths, part) {
  const eased = part < 0.5 ? 2 * part * part : 1 - (2 - 2 * part) ** 2 / 2;
  let left = eased * lengths.reduce((sum, length) => sum + length, 0);
  return lengths.map((length) => {
    const walked = part >= 1 ? 1 : Math.max(0, Math.min(1, left / length));
    left -= length;
    return walked;
  });
}

/**
 * Starts the walk of several markers.
 *
 * @param {readonly Walker[]} walkers
 * @param {number} each the milliseconds per square
 * @param {number} delay the milliseconds before the markers set off
 * @param {() => void} settled called once, when all markers have arrived
 * @returns {() => void} a function that ends the walk at once
 */
export function walk(walkers, each, delay, settled) {
  const longest = Math.max(...walkers.map((one) => one.squares));
  const perSquare = walkTime(longest, each) / longest;
  let frame = 0;
  let over = false;
  /** @type {number | null} */
  let start = null;

  const walks = walkers.map((one) => ({
    ...one,
    lengths: one.pieces.map((piece) => piece.length),
  }));

  const show = (/** @type {number} */ elapsed) => {
    for (const { marker, pieces, squares, lengths } of walks) {
      const part = Math.max(0, Math.min(1, elapsed / (perSquare * squares)));
      const walked = progress(lengths, part);
      let on = 0;
      for (const [index, piece] of pieces.entries()) {
        piece.reveal(walked[index] ?? 1);
        if ((walked[index] ?? 0) > 0) on = index;
      }
      const piece = pieces[on];
      if (piece) place(marker, piece.pointAt(walked[on] ?? 1));
    }
  };
  const finish = () => {
    if (over) return;
    over = true;
    cancelAnimationFrame(frame);
    show(Infinity);
    settled();
  };
  const tick = (/** @type {number} */ now) => {
    start ??= now;
    const elapsed = now - start - delay;
    if (elapsed >= perSquare * longest) {
      finish();
      return;
    }
    show(elapsed);
    frame = requestAnimationFrame(tick);
  };
  show(0);
  frame = requestAnimationFrame(tick);
  return finish;
}
