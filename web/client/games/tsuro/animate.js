/**
 * Markers that walk. What walks is the difference between two views; when the next view comes
 * before the walk is over, it ends at once.
 *
 * @import {Piece} from './trail.js'
 */
import { place } from '../pieces.js';

/** The longest that one view may take to settle, in milliseconds. */
const LONGEST = 1600;

/**
 * @typedef {object} Walker
 * @property {SVGGElement} marker
 * @property {Piece[]} pieces the steps it has made since the view before
 */

/**
 * How long a walk takes.
 *
 * @param {number} squares of the longest walk
 * @param {number} each milliseconds for one square
 * @returns {number} milliseconds
 */
export function walkTime(squares, each) {
  return Math.min(squares * each, LONGEST);
}

/**
 * How far along its steps a marker is, starting and stopping gently.
 *
 * @param {readonly number[]} lengths of the steps
 * @param {number} part of the time, 0 to 1
 * @returns {number[]} for each step how much of it is walked, 0 to 1
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
 * Lets markers walk.
 *
 * @param {readonly Walker[]} walkers
 * @param {number} each milliseconds for one square
 * @param {number} delay milliseconds before they set off
 * @param {() => void} settled called once, when all have arrived
 * @returns {() => void} ends the walk at once
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
