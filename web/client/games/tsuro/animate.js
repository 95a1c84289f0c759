/**
 * Animates the markers as they walk. A walk covers the difference between two views. When the next
 * view arrives before the walk has ended, the walk ends at once.
 *
 * @import {Piece} from './trail.js'
 */
import { place } from '../pieces.js';

/** The longest time that one view may take to settle, in milliseconds. */
const LONGEST = 1600;

/**
 * @typedef {object} Walker
 * @property {SVGGElement} marker
 * @property {Piece[]} pieces the steps that the marker has made since the previous view
 */

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
  const longest = Math.max(...walkers.map((one) => one.pieces.length));
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
    for (const { marker, pieces, lengths } of walks) {
      const part = Math.max(0, Math.min(1, elapsed / (perSquare * pieces.length)));
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
