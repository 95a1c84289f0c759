/**
 * The sentences of a review as a whole, and its annotations in the log. The functions are pure.
 *
 * @import {Review} from '../protocol.js'
 * @import {Text} from '../lib/text.js'
 */
import { countGood, gradeOf } from './grades.js';

/**
 * @typedef {{ words: string, costly: boolean }} Mark the annotation of a decision in the log, and
 *   whether it is pointed out
 */

/**
 * Returns the annotations of the moves that were not the best.
 *
 * @param {Review} review
 * @param {Text} text
 * @returns {Map<number, Mark>}
 */
export function marksOf(review, text) {
  const costly = new Set(review.worst.map(({ version }) => version));
  /** @type {Map<number, Mark>} */
  const marks = new Map();
  for (const { version, loss } of review.decisions) {
    if (loss === null || loss === 0) continue;
    const grade = text(`review.grade.${gradeOf(loss)}`);
    const words = `${grade} ${text('review.loss', { loss })}`;
    marks.set(version, { words, costly: costly.has(version) });
  }
  return marks;
}

/**
 * Sums the review up: the moves of the reader, or those of all players.
 *
 * @param {Review} review
 * @param {number | null} own the seat in which the reader played
 * @param {Text} text
 */
export function verdictOf(review, own, text) {
  const count = review.worst.filter(({ seat }) => own === null || seat === own).length;
  const words = count === 0 ? text('review.flawless') : text('review.found', { count });
  if (own === null) return words;
  const shares = countGood(review.decisions, own);
  return shares.count === 0 ? words : `${text('review.share', shares)} · ${words}`;
}
