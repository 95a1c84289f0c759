/**
 * What each player has, as a table beside the board.
 *
 * @import {Colour} from '../../protocol.js'
 * @import {Sign} from './icons.js'
 * @import {standingsOf} from './status.js'
 * @import {Text} from './words.js'
 */
import { html, Keyed } from '../../lib/dom.js';
import { glyph } from '../../lib/glyph.js';
import { icon } from './icons.js';

/** What is counted, column by column. */
const COLUMNS = /** @type {const} @satisfies {readonly Sign[]} */ ([
  'free',
  'green',
  'hidden',
  'lost',
  'doors',
  'key',
  'tiles',
]);

/** @typedef {ReturnType<typeof standingsOf>} Standing */

export class Standings {
  /** @param {Text} text */
  constructor(text) {
    this.text = text;
    this.body = html('tbody', {});
    /** @type {Keyed<HTMLTableRowElement>} */
    this.rows = new Keyed(this.body);
    const heads = COLUMNS.map((sign) => {
      const words = text(`section_x.column.${sign}`);
      return html(
        'th',
        { scope: 'col', title: words },
        icon(sign),
        html('span', { class: 'visually-hidden' }, words),
      );
    });
    this.element = html(
      'table',
      { class: 'sx-standings' },
      html('caption', { class: 'visually-hidden' }, text('section_x.standings')),
      html(
        'thead',
        {},
        html(
          'tr',
          {},
          html(
            'th',
            { scope: 'col' },
            html('span', { class: 'visually-hidden' }, text('section_x.column.player')),
          ),
          ...heads,
        ),
      ),
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
      const head = html(
        'th',
        { scope: 'row', title: name },
        glyph(colour(seat)),
        html('span', { class: 'visually-hidden' }, name),
      );
      return html('tr', {}, head, ...COLUMNS.map((sign) => html('td', { 'data-sign': sign })));
    });
    for (const [key, one] of known) {
      const row = /** @type {HTMLTableRowElement} */ (this.rows.get(key));
      row.classList.toggle('turn', one.turn);
      row.classList.toggle('out', one.out);
      const values = new Map(
        one.counts.map(({ what, count }) => [/** @type {Sign} */ (what), String(count)]),
      );
      values.set('key', this.text(one.key ? 'section_x.has' : 'section_x.has_not'));
      values.set('tiles', String(one.tiles));
      for (const cell of row.querySelectorAll('td')) {
        const value = values.get(/** @type {Sign} */ (cell.dataset['sign'])) ?? '';
        if (cell.textContent !== value) cell.textContent = value;
      }
    }
  }
}
