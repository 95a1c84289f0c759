/**
 * The standings as a table beside the board: a row for each player, with a slot for each prisoner
 * that has to get out and a column for each counted property.
 *
 * @import {Colour} from '../../protocol.js'
 * @import {Sign} from './icons.js'
 * @import {standingsOf} from './status.js'
 * @import {Text} from './words.js'
 */
import { html, Keyed, set, svg, write } from '../../lib/dom.js';
import { glyph } from '../../lib/glyph.js';
import { icon } from './icons.js';

/** The counted properties, column by column. */
const COLUMNS = /** @type {const} @satisfies {readonly Sign[]} */ ([
  'hidden',
  'exposed',
  'lost',
  'doors',
  'key',
]);
/** The width and the height of a slot, and the distance from one to the next. */
const SLOT = { wide: 7, high: 14, each: 9 };

/** @typedef {ReturnType<typeof standingsOf>} Standing */

export class Standings {
  /** @param {Text} text */
  constructor(text) {
    this.text = text;
    this.body = html('tbody', {});
    /** @type {Keyed<HTMLTableRowElement>} */
    this.rows = new Keyed(this.body);
    const heading = (/** @type {Sign} */ sign) => {
      const words = text(`section_x.column.${sign}`);
      const cell = html(
        'th',
        { scope: 'col', title: words },
        icon(sign),
        html('span', { class: 'visually-hidden' }, words),
      );
      cell.dataset['sign'] = sign;
      return cell;
    };
    this.element = html(
      'table',
      { class: 'sx-standings' },
      html('caption', { class: 'visually-hidden' }, text('section_x.standings')),
      html('thead', {}, html('tr', {}, html('td', {}), heading('free'), ...COLUMNS.map(heading))),
      this.body,
    );
  }

  /**
   * @param {Standing} standings
   * @param {(seat: number) => Colour} colour
   */
  show(standings, colour) {
    const known = new Map(
      standings.map((one) => [`${one.seat} ${colour(one.seat)} ${one.name}`, one]),
    );
    this.rows.keep(known.keys(), (key) => {
      const { seat, name } = /** @type {Standing[number]} */ (known.get(key));
      const who = html('span', { class: 'sx-who' }, glyph(colour(seat)), html('span', {}, name));
      return html(
        'tr',
        { class: `ink-${colour(seat)}` },
        html('th', { scope: 'row', title: name }, who),
        html(
          'td',
          {},
          html('span', { class: 'visually-hidden' }),
          svg('svg', { class: 'sx-slots', 'aria-hidden': 'true', focusable: 'false' }),
        ),
        ...COLUMNS.map(() => html('td', {})),
      );
    });
    for (const [key, one] of known) this.#showRow(this.rows.get(key), one);
  }

  /**
   * @param {HTMLTableRowElement | undefined} row
   * @param {Standing[number]} standing
   */
  #showRow(row, { turn, out, key, counts, target }) {
    if (!row) return;
    row.classList.toggle('turn', turn);
    row.classList.toggle('out', out);
    const count = (/** @type {Sign} */ sign) =>
      counts.find(({ what }) => what === sign)?.count ?? 0;
    const [, slots, ...cells] = row.children;
    const [free, green] = [count('free'), count('green')];
    const [words, drawn] = slots?.children ?? [];
    if (words instanceof HTMLElement)
      write(words, this.text('section_x.slots', { free, green, target }));
    if (drawn instanceof SVGElement) drawSlots(drawn, free, green, target);
    for (const [at, sign] of COLUMNS.entries()) {
      const cell = cells[at];
      if (!(cell instanceof HTMLElement)) continue;
      const has = this.text(key ? 'section_x.has' : 'section_x.has_not');
      write(cell, sign === 'key' ? has : String(count(sign)));
      cell.classList.toggle('none', sign === 'key' ? !key : count(sign) === 0);
    }
  }
}

/**
 * Draws a slot for each prisoner that has to get out: full for a free one, half full for one on a
 * green area.
 *
 * @param {SVGElement} drawing
 * @param {number} free
 * @param {number} green
 * @param {number} target
 */
function drawSlots(drawing, free, green, target) {
  const drawn = `${free} ${green} ${target}`;
  if (drawing.dataset['slots'] === drawn) return;
  drawing.dataset['slots'] = drawn;
  const count = Math.max(target, free + green);
  set(drawing, { viewBox: `0 0 ${count * SLOT.each} ${SLOT.high + 2}` });
  drawing.replaceChildren(
    ...Array.from({ length: count }, (_, at) => {
      const state = at < free ? 'free' : at < free + green ? 'green' : 'open';
      const [x, y] = [at * SLOT.each + 1, 1];
      const half = `M${x} ${y + SLOT.high / 2}h${SLOT.wide}v${SLOT.high / 2}h${-SLOT.wide}z`;
      const { wide: width, high: height } = SLOT;
      return svg(
        'g',
        { class: `sx-slot-${state}` },
        svg('rect', { x, y, width, height, rx: 2 }),
        state === 'green' && svg('path', { d: half }),
      );
    }),
  );
}
