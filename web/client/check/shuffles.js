/**
 * The parts of the check page that show what was shuffled, and from which values.
 *
 * @import {GameFile, Start} from '../protocol.js'
 * @import {Text} from '../lib/text.js'
 * @import {Shuffled} from './check.js'
 * @import {Pictures} from './pictures.js'
 * @import {Seen} from './witness.js'
 */
import { html, paint, part } from '../lib/dom.js';
import { prefixed } from '../lib/files.js';
import { icon } from '../lib/icons.js';
import { isolate, shownName } from '../lib/text.js';

/**
 * Creates the item of a shuffle, with its result and the cards that it dealt.
 *
 * @param {Text} text
 * @param {Shuffled} shuffled
 * @param {(seat: number) => string} name
 * @param {Pictures | null} pictures
 */
export function shuffleItem(text, shuffled, name, pictures) {
  const wrong = shuffled.expected.filter((tile, at) => tile !== shuffled.found[at]).length;
  const all = shuffled.expected.length;
  const isCards = shuffled.what === 'deal' || shuffled.what === 'return';
  const areSeveral = isCards || shuffled.what === 'turns';
  return html(
    'div',
    { class: 'shuffle', key: shuffled.number },
    html(
      'h3',
      {},
      html('span', {}, text(`check.what.${shuffled.what}`)),
      html('small', {}, text('check.number', { number: shuffled.number, step: shuffled.step })),
    ),
    html(
      'p',
      { class: wrong === 0 ? 'result' : 'result bad' },
      areSeveral
        ? text(wrong === 0 ? 'check.all' : 'check.some', { count: all, wrong })
        : text(wrong === 0 ? 'check.drawn' : 'check.drawn_wrong', sayDrawn(text, shuffled, name)),
    ),
    isCards && tilesOf(text, shuffled, name, pictures),
  );
}

/**
 * @param {Text} text
 * @param {Shuffled} shuffled a shuffle that draws a number
 * @param {(seat: number) => string} name
 */
function sayDrawn(text, { what, expected, found }, name) {
  const say = (/** @type {number | null | undefined} */ drawn) =>
    drawn == null
      ? '-'
      : what === 'first'
        ? name(drawn)
        : text('check.choice', { number: drawn + 1 });
  return { expected: say(expected[0]), found: say(found[0]) };
}

/**
 * Creates the list of cards, grouped by their destination.
 *
 * @param {Text} text
 * @param {Shuffled} shuffled
 * @param {(seat: number) => string} name
 * @param {Pictures | null} pictures
 */
function tilesOf(text, { expected, found, to, toBoard }, name, pictures) {
  const all = expected.map((tile, at) => ({ tile, found: found[at] ?? null, to: to[at] ?? null }));
  const owners = [...new Set(all.map((one) => one.to))];
  return html(
    'dl',
    { class: 'went' },
    owners.flatMap((owner) => [
      html(
        'dt',
        {},
        owner === null
          ? text(toBoard ? 'check.board' : 'check.pile')
          : isolate(shownName(name(owner))),
      ),
      html(
        'dd',
        {},
        html(
          'ol',
          { class: 'tiles' },
          all.filter((one) => one.to === owner).map((one) => tileItem(text, one, pictures)),
        ),
      ),
    ]),
  );
}

/**
 * @param {Text} text
 * @param {{tile: number, found: number | null}} one
 * @param {Pictures | null} pictures
 */
function tileItem(text, { tile, found }, pictures) {
  const sign = html('span', { class: 'sign' }, icon(found === tile ? 'check' : 'close'));
  const picture = pictures?.of(tile);
  if (found === tile) {
    return html(
      'li',
      {},
      picture,
      // The picture's label already contains the number.
      html('span', { class: 'number', 'aria-hidden': picture ? 'true' : null }, String(tile), sign),
      html('span', { class: 'visually-hidden' }, text('check.ok')),
    );
  }
  const words = found === null ? 'check.instead_none' : 'check.instead';
  picture?.classList.add('missing');
  return html(
    'li',
    { class: 'bad' },
    html('span', { class: 'cards' }, found !== null && pictures?.of(found), picture),
    html('span', { class: 'number' }, text(words, { expected: tile, found: found ?? '' }), sign),
  );
}

/**
 * Paints the values that the shuffles were made of, and the finished game that the game started
 * from.
 *
 * @param {Text} text
 * @param {GameFile} file
 * @param {Seen | null} seen
 * @param {(seat: number) => string} name
 */
export function paintMadeOf(text, file, seen, name) {
  const section = part('made-of');
  section.hidden = false;
  /**
   * @param {string} what
   * @param {string | null} value
   */
  const fact = (what, value) =>
    html(
      'div',
      {},
      html('dt', {}, what),
      html('dd', {}, value === null ? text('check.no_nonce') : html('code', {}, value)),
    );
  paint(
    section,
    html('h2', { id: 'made-of-title' }, text('check.made_of')),
    file.start && startNote(text, file.start),
    html(
      'dl',
      { class: 'facts' },
      fact(text('shuffle.commitment'), file.commitment),
      fact(text('shuffle.secret'), file.secret),
      file.nonces.map((nonce, seat) => fact(text('check.nonce_of', { name: name(seat) }), nonce)),
      seen !== null &&
        seen.commitment !== undefined &&
        fact(text('check.seen_commitment'), seen.commitment),
      seen?.nonce !== undefined && fact(text('check.seen_nonce'), seen.nonce),
    ),
  );
}

/**
 * Creates the sentence about the finished game that a game started from.
 *
 * @param {Text} text
 * @param {Start} start
 */
function startNote(text, { game, step }) {
  const words = text(step === undefined ? 'check.repeats' : 'check.set_up');
  const href = prefixed(`/g/${game}`);
  return html('p', {}, words, ' ', html('a', { href }, text('check.started_from')));
}
