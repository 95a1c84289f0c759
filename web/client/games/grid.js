/**
 * The cells of a board as a grid that the player walks over with the keyboard and that a screen
 * reader speaks.
 */
import { set, svg } from '../lib/dom.js';

/**
 * @typedef {readonly (readonly string[])[]} Rows the names of the cells, row by row as they are seen
 */
/**
 * @typedef {object} Field the cells of a board
 * @property {Rows} rows
 * @property {(cell: string) => SVGElement} draw draws a cell as an element that can be pressed
 * @property {(cell: string, key: string) => string | null} beside returns the cell that a key leads
 *   to, or `null` for a key that does not move; Home and End lead along the rows
 * @property {string} start the cell that Tab leads to at first
 */

/** The cells of a board as a single stop of the Tab key. */
export class Grid {
  /**
   * @param {SVGGElement} layer
   * @param {Field} field
   */
  constructor(layer, field) {
    this.field = field;
    this.layer = layer;
    /** @type {Map<string, SVGElement>} */
    this.cells = new Map();
    this.current = field.start;
    /** @type {string | null} */
    this.home = null;
    for (const name of field.rows.flat()) {
      const cell = field.draw(name);
      set(cell, { role: 'gridcell', tabindex: -1 });
      cell.classList.add('cell');
      cell.dataset['square'] = name;
      cell.addEventListener('focus', () => this.#moveTo(name));
      this.cells.set(name, cell);
    }
    this.rows = field.rows;
    this.arrange(field.rows);
    set(layer, { role: 'grid' });
    layer.addEventListener('keydown', (event) => this.#key(event));
    this.#moveTo(this.current);
  }

  /**
   * Puts the cells into other rows, for a board that is seen from another side.
   *
   * @param {Rows} rows
   */
  arrange(rows) {
    const { focused } = this;
    this.rows = rows;
    const cellOf = (/** @type {string} */ name) => this.cells.get(name) ?? null;
    this.layer.replaceChildren(
      ...rows.map((names) => svg('g', { role: 'row' }, ...names.map(cellOf))),
    );
    if (focused !== null) this.focus(focused);
  }

  /**
   * @param {string} label the label of the whole board
   * @param {(cell: string) => string} say returns the label of a cell
   * @param {ReadonlySet<string>} targets the cells that the viewer can choose now
   * @param {string | null} home the cell that Tab leads to
   */
  show(label, say, targets, home) {
    set(this.layer, { 'aria-label': label });
    for (const [name, cell] of this.cells) {
      set(cell, { 'aria-label': say(name) });
      cell.classList.toggle('target', targets.has(name));
    }
    const before = this.home;
    this.home = home;
    if (home === null || home === before) return;
    // Tab leads to the viewer's own cell. If the focus is on that cell when it changes, the focus
    // follows it. If the viewer is walking elsewhere on the board, the focus stays there.
    const focused = this.layer.contains(document.activeElement);
    if (!focused) this.#moveTo(home);
    else if (this.current === before) this.focus(home);
  }

  /**
   * Takes the focus when the focused element has gone.
   *
   * @param {string} [cell] the cell to focus; by default the one that Tab leads to
   */
  focus(cell = this.current) {
    this.cells.get(cell)?.focus({ preventScroll: true });
  }

  /** The cell that has the focus, or `null`. */
  get focused() {
    const focused = document.activeElement;
    return focused !== null && this.cells.get(this.current) === focused ? this.current : null;
  }

  /** @param {string} cell */
  #moveTo(cell) {
    this.cells.get(this.current)?.setAttribute('tabindex', '-1');
    this.current = cell;
    this.cells.get(cell)?.setAttribute('tabindex', '0');
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const next = this.#beside(event.key);
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    this.cells.get(next)?.focus();
  }

  /**
   * Returns the cell that a key leads to, or `null` for a key that does not move.
   *
   * @param {string} key
   */
  #beside(key) {
    const row = this.rows.find((names) => names.includes(this.current)) ?? [];
    if (key === 'Home') return row[0] ?? null;
    if (key === 'End') return row.at(-1) ?? null;
    return this.field.beside(this.current, key);
  }
}
