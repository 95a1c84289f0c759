/**
 * The squares as something to walk over with the arrow keys and to hear spoken.
 */
import { set, svg } from './dom.js';
import { SQUARE, corner, parseSquare, squareName } from './squares.js';

/** The squares of a board as one stop of the Tab key. */
export class Cells {
  /**
   * @param {SVGGElement} layer
   * @param {number} edge squares along an edge
   */
  constructor(layer, edge) {
    this.edge = edge;
    this.layer = layer;
    /** @type {Map<string, SVGRectElement>} */
    this.cells = new Map();
    this.current = 'a1';
    /** @type {string | null} */
    this.home = null;
    for (let y = 0; y < edge; y += 1) {
      const row = svg('g', { role: 'row' });
      for (let x = 0; x < edge; x += 1) {
        const square = squareName(x, y);
        const at = corner(square);
        const cell = svg('rect', {
          class: 'cell',
          role: 'gridcell',
          tabindex: -1,
          x: at.x + 2.5,
          y: at.y + 2.5,
          width: SQUARE - 5,
          height: SQUARE - 5,
          rx: 5,
        });
        cell.dataset['square'] = square;
        cell.addEventListener('focus', () => this.#moveTo(square));
        this.cells.set(square, cell);
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
   * @param {(square: string) => string} say
   * @param {ReadonlySet<string>} targets the squares that the viewer can choose now
   * @param {string | null} home the square to which Tab leads
   */
  show(label, say, targets, home) {
    set(this.layer, { 'aria-label': label });
    for (const [square, cell] of this.cells) {
      set(cell, { 'aria-label': say(square) });
      cell.classList.toggle('target', targets.has(square));
    }
    const before = this.home;
    this.home = home;
    if (home === null || home === before) return;
    // Tab leads to where the viewer stands, and who stayed there goes along; but nobody is called
    // back from walking about the board.
    const focused = this.layer.contains(document.activeElement);
    if (!focused) this.#moveTo(home);
    else if (this.current === before) this.cells.get(home)?.focus({ preventScroll: true });
  }

  /** Takes the focus, where what had it is gone. */
  focus() {
    this.cells.get(this.current)?.focus({ preventScroll: true });
  }

  /** @param {string} square */
  #moveTo(square) {
    this.cells.get(this.current)?.setAttribute('tabindex', '-1');
    this.current = square;
    this.cells.get(square)?.setAttribute('tabindex', '0');
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const next = neighbour(this.current, event.key, this.edge);
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    this.cells.get(next)?.focus();
  }
}

/**
 * Where a key leads from a square; `null` for a key that leads nowhere.
 *
 * @param {string} square
 * @param {string} key
 * @param {number} edge
 * @returns {string | null}
 */
export function neighbour(square, key, edge) {
  const { x, y } = parseSquare(square);
  const last = edge - 1;
  switch (key) {
    case 'ArrowLeft':
      return squareName(Math.max(0, x - 1), y);
    case 'ArrowRight':
      return squareName(Math.min(last, x + 1), y);
    case 'ArrowUp':
      return squareName(x, Math.max(0, y - 1));
    case 'ArrowDown':
      return squareName(x, Math.min(last, y + 1));
    case 'Home':
      return squareName(0, y);
    case 'End':
      return squareName(last, y);
    default:
      return null;
  }
}
