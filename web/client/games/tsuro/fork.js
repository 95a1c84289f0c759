/**
 * The choice between the two paths before a marker that stands on a side of the rim.
 *
 * @import {Step} from '../../protocol.js'
 * @import {Text} from './words.js'
 */
import { createButton, html, Keyed, set, svg } from '../../lib/dom.js';
import { curve, pathOf, portPoint } from './geometry.js';
import { pictureOf } from './tile.js';

/**
 * @typedef {object} Way
 * @property {number} port the port at which the marker sets out
 * @property {string} label the name of the path
 * @property {string | null} words the outcome of the path, where it is not described elsewhere
 * @property {boolean} chosen
 */
/**
 * @typedef {object} ForkState
 * @property {readonly Way[]} ways
 * @property {{ face: { tile: number }, rotation: number, first: (port: number) => Step | null } | null} tile
 *   the laid tile, and the first step on it from each port
 */

/** The two paths, as two buttons. */
export class Fork {
  /**
   * @param {Text} text
   * @param {(port: number) => void} choose
   */
  constructor(text, choose) {
    this.choose = choose;
    this.element = html('div', {
      class: 'tsuro-fork',
      role: 'group',
      'aria-label': text('tsuro.path.title'),
      hidden: true,
    });
    /** @type {Keyed<HTMLButtonElement>} */
    this.ways = new Keyed(this.element);
  }

  /**
   *  @param {ForkState | null} state the state; `null` where there are not two paths to choose from
   */
  show(state) {
    this.element.hidden = state === null;
    const ways = new Map(
      state?.ways.map((way) => [`${way.port} ${state.tile ? picked(state.tile) : ''}`, way]),
    );
    this.ways.keep(ways.keys(), (key) =>
      this.#draw(/** @type {Way} */ (ways.get(key)), state?.tile ?? null),
    );
    for (const [key, { label, words, chosen }] of ways) {
      const button = /** @type {HTMLButtonElement} */ (this.ways.get(key));
      set(button, { 'aria-pressed': String(chosen) });
      const [name, where] = button.querySelectorAll('span');
      if (name) name.textContent = label;
      if (where) where.textContent = words ?? '';
    }
  }

  focus() {
    this.element.querySelector('button')?.focus({ preventScroll: true });
  }

  /**
   * @param {Way} way
   * @param {ForkState['tile']} tile
   */
  #draw({ port }, tile) {
    const button = createButton(
      { class: 'fork-way' },
      ...(tile ? [drawWay(tile, port)] : []),
      html('span', { class: 'fork-name' }),
      html('span', { class: 'fork-words' }),
    );
    button.addEventListener('click', () => this.choose(port));
    return button;
  }
}

/** @param {NonNullable<ForkState['tile']>} tile */
function picked({ face, rotation }) {
  return `${face.tile} ${rotation}`;
}

/**
 * Draws the laid tile with the path that begins at a port.
 *
 * @param {NonNullable<ForkState['tile']>} tile
 * @param {number} port
 */
function drawWay({ face, rotation, first }, port) {
  const picture = pictureOf(face, rotation);
  const step = first(port);
  if (step) {
    const d = pathOf([curve(step.enter, step.leave)]);
    const { x, y } = portPoint(port);
    picture.append(
      svg('path', { class: 'fork-edge', d }),
      svg('path', { class: 'fork-line', d }),
      svg('circle', { class: 'fork-start', cx: x, cy: y, r: 9 }),
    );
  }
  return picture;
}
