/**
 * The cells of a board as something to walk over with the keyboard and to hear spoken.
 */
import { set, svg } from '../lib/dom.js';

/**
 * @typedef {object} Field the cells that a board has
 * @property {readonly (readonly string[])[]} rows their names
 * @property {(cell: string) => SVGElement} draw a cell, as something that can be pressed
 * @property {(cell: string, key: string) => string | null} beside where a key leads from a cell; `null` for a key
 *   that leads nowhere
 * @property {string} start where Tab leads to at first
 */

/** The cells of a board as one stop of the Tab key. */
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
    for (const names of field.rows) {
      const row = svg('g', { role: 'row' });
      for (const name of names) {
        const cell = field.draw(name);
        set(cell, { role: 'gridcell', tabindex: -1 });
        cell.classList.add('cell');
        cell.dataset['square'] = name;
        cell.addEventListener('focus', () => this.#moveTo(name));
        this.cells.set(name, cell);
        row.append(cell);
      }
      layer.append(row);
    }
    set(layer, { role: 'grid' });
    layer.addEventListener('keydown', (event) => this.#key(event));
    this.#moveTo(this.current);
  }

  /**
   * @param {string} label of the whole board
   * @param {(cell: string) => string} say
   * @param {ReadonlySet<string>} targets the cells that the viewer can choose now
   * @param {string | null} home the cell to which Tab leads
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
    // Tab leads to where the viewer stands, and who stayed there goes along; but nobody is called
    // back from walking about the board.
    const focused = this.layer.contains(document.activeElement);
    if (!focused) this.#moveTo(home);
    else if (this.current === before) this.focus(home);
  }

  /**
   * Takes the focus, where what had it is gone.
   *
   * @param {string} [cell] the one where Tab would lead, if none is named
   */
  focus(cell = this.current) {
    this.cells.get(cell)?.focus({ preventScroll: true });
  }

  /** The cell that has the focus. */
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
    const next = this.field.beside(this.current, event.key);
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    this.cells.get(next)?.focus();
  }
}
