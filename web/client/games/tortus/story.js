/**
 * Sums up a turn in whole sentences: the pawns that fell, or else how a pawn walked and which tiles
 * were changed. The functions are pure.
 *
 * @import {TortusEvent, TortusView} from '../../protocol.js'
 * @import {Words} from '../modules.js'
 * @import {Told} from '../story.js'
 */
import { list } from '../../lib/text.js';
import { ownerOf } from './words.js';

/** The changes to tiles that have a sentence of their own, in their order. */
const DEEDS = /** @type {const} */ (['rotated', 'revealed', 'swapped']);

/**
 * Sums up turns for a viewer.
 *
 * @param {readonly Told<TortusEvent>[]} turns
 * @param {TortusView} _view
 * @param {number | null} own the viewer's seat
 * @param {Words} words
 */
export function story(turns, _view, own, words) {
  return turns.flatMap((turn) => turnWords(turn, own, words)).join(' ');
}

/**
 * @param {Told<TortusEvent>} turn
 * @param {number | null} own
 * @param {Words} words
 * @returns {string[]}
 */
function turnWords(turn, own, words) {
  const lost = lostWords(turn, own, words);
  const walked = lost.length > 0 ? [] : walkWords(turn, words);
  return [...lost, ...walked, ...deedWords(turn, words)];
}

/**
 * Describes the pawns that fell, the viewer's first.
 *
 * @param {Told<TortusEvent>} turn
 * @param {number | null} own
 * @param {Words} words
 */
function lostWords({ seat, events }, own, { text, name }) {
  const losers = [...new Set([own, ...[0, 1]])].filter((one) => one !== null);
  return losers.flatMap((loser) => {
    const whose = loser === seat ? 'actor' : loser === own ? 'yours' : 'other';
    const fallen = (/** @type {'fell' | 'sank'} */ how) => {
      const squares = events.flatMap((event) =>
        event.type === how && ownerOf(event.pawn) === loser ? [event.square] : [],
      );
      if (squares.length === 0) return [];
      const values = { name: name(seat), other: name(loser), squares: list(squares) };
      return [text(`tortus.story.${how}.${whose}`, { ...values, count: squares.length })];
    };
    return [...fallen('sank'), ...fallen('fell')];
  });
}

/**
 * Describes how pawns walked.
 *
 * @param {Told<TortusEvent>} turn
 * @param {Words} words
 */
function walkWords({ seat, events }, { text, name }) {
  const steps = events.flatMap((event) => (event.type === 'moved' ? [event] : []));
  const [first, second] = steps;
  const last = steps.at(-1);
  if (!first || !last) return [];
  const pushes = steps.filter(({ by }) => by !== 'move').length;
  const values = { name: name(seat), from: first.from, to: last.to };
  if (pushes > 0) return [text('tortus.story.chain', { ...values, count: pushes })];
  return [
    second
      ? text('tortus.story.moves', { ...values, count: steps.length })
      : text('tortus.story.move', values),
  ];
}

/**
 * Describes the changes to tiles.
 *
 * @param {Told<TortusEvent>} turn
 * @param {Words} words
 */
function deedWords({ seat, events }, { text, name }) {
  const changed = DEEDS.flatMap((deed) => {
    const squares = events.flatMap((event) => (event.type === deed ? [event.square] : []));
    if (squares.length === 0) return [];
    const values = { name: name(seat), squares: list([...new Set(squares)]) };
    return [text(`tortus.story.${deed}`, { ...values, count: new Set(squares).size })];
  });
  const failed = events.flatMap((event) => (event.type === 'misopened' ? [event.square] : []));
  return [
    ...changed,
    ...failed.map((square) => text('tortus.story.misopened', { name: name(seat), square })),
  ];
}
