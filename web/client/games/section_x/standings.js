/**
 * The standings as a table beside the board: a column for each player, a row for each counted
 * property.
 *
 * @import {Colour} from '../../protocol.js'
 * @import {Sign} from './icons.js'
 * @import {standingsOf} from './status.js'
 * @import {Text} from './words.js'
 */
import { html, Keyed, write } from '../../lib/dom.js';
import { glyph } from '../../lib/glyph.js';
import { icon } from './icons.js';

/** The counted properties, row by row. */
const ROWS = /** @type {const} @satisfies {readonly Sign[]} */ ([
  'free',
  'green',
  'hidden',
  'exposed',
  'lost',
  'doors',
  'key',
]);

/** @typedef {ReturnType<typeof standingsOf>} Standing */

export class Standings {
  /** @param {Text} text */
  constructor(text) {
    this.text = text;
    this.head = html('tr', {}, html('td', {}));
    /** @type {Keyed<HTMLTableCellElement>} */
    this.heads = new Keyed(this.head);
    this.rows = ROWS.map((sign) => {
      const row = html(
        'tr',
        { 'data-sign': sign },
        html(
          'th',
          { scope: 'row' },
          html('span', { class: 'sx-row' }, icon(sign), text(`section_x.column.${sign}`)),
        ),
      );
      /** @type {Keyed<HTMLTableCellElement>} */
      const cells = new Keyed(row);
      return { sign, row, cells };
    });
    this.element = html(
      'table',
      { class: 'sx-standings' },
      html('caption', { class: 'visually-hidden' }, text('section_x.standings')),
      html('thead', {}, this.head),
      html('tbody', {}, ...this.rows.map(({ row }) => row)),
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
    this.heads.keep(known.keys(), (key) => {
      const { seat, name } = /** @type {Standing[number]} */ (known.get(key));
      return html(
        'th',
        { scope: 'col', title: name },
        glyph(colour(seat)),
        html('span', { class: 'visually-hidden' }, name),
      );
    });
    for (const [key, one] of known) mark(this.heads.get(key), one);
    for (const { sign, cells } of this.rows) {
      cells.keep(known.keys(), () => html('td', {}));
      for (const [key, one] of known) {
        const cell = cells.get(key);
        if (!cell) continue;
        write(cell, this.#say(sign, one));
        mark(cell, one);
      }
    }
  }

  /**
   * @param {(typeof ROWS)[number]} sign
   * @param {Standing[number]} standing
   */
  #say(sign, { counts, key }) {
    if (sign === 'key') return this.text(key ? 'section_x.has' : 'section_x.has_not');
    return String(counts.find(({ what }) => what === sign)?.count ?? '');
  }
}

/**
 * @param {HTMLTableCellElement | undefined} cell
 * @param {Standing[number]} standing
 */
function mark(cell, { turn, out }) {
  cell?.classList.toggle('turn', turn);
  cell?.classList.toggle('out', out);
}
