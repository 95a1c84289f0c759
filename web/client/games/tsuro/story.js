/**
 * Sums up turns in whole sentences: how the viewer's marker was moved, who is out, or else where
 * tiles were laid. The functions are pure.
 *
 * @import {TsuroEvent, TsuroView, Walk} from '../../protocol.js'
 * @import {Words} from '../modules.js'
 * @import {Told} from '../story.js'
 */
import { list } from '../../lib/text.js';

/**
 * Sums up turns for a viewer.
 *
 * @param {readonly Told<TsuroEvent>[]} turns
 * @param {TsuroView} _view
 * @param {number | null} own the viewer's seat
 * @param {Words} words
 */
export function story(turns, _view, own, { text, name }) {
  const laid = turns.flatMap(({ seat, events }) =>
    events.flatMap((event) =>
      event.type === 'placed' ? [{ seat, square: event.square, walks: event.walks }] : [],
    ),
  );
  const [first] = laid;
  if (!first) return '';
  const moved = laid.flatMap(({ seat, walks }) =>
    walkOf(walks, own).map((walk) => ({ seat, walk })),
  );
  const last = moved.at(-1);
  const squares = moved.reduce((sum, { walk }) => sum + walk.path.length, 0);
  const out = [...new Set(laid.flatMap(({ walks }) => walks.flatMap(leaverOf)))];
  const others = out.filter((seat) => seat !== own).map(name);
  const sentences = [
    last && text('tsuro.story.moved_you', { name: name(last.seat), count: squares }),
    others.length > 0 && text('tsuro.story.out', { names: list(others), count: others.length }),
  ].filter((one) => typeof one === 'string');
  if (sentences.length > 0) return sentences.join(' ');
  return laid.length === 1
    ? text('tsuro.story.laid', { name: name(first.seat), square: first.square })
    : text('tsuro.story.laid_all', { count: laid.length });
}

/**
 * @param {readonly Walk[]} walks
 * @param {number | null} own
 */
function walkOf(walks, own) {
  return walks.filter(({ seat, path }) => seat === own && path.length > 0);
}

/**
 * Returns the seat of a marker that left the board at the end of its walk.
 *
 * @param {Walk} walk
 */
function leaverOf({ seat, end }) {
  return end.type === 'stands' ? [] : [seat];
}
