/**
 * Draws the draft on the board: the tile where it would lie, the destinations of a prisoner or a
 * door, and the sign that confirms it.
 *
 * @import {Colour, SectionXSectionShape} from '../../protocol.js'
 * @import {Point} from '../squares.js'
 * @import {Aim} from './aim.js'
 * @import {LayerName} from './table.js'
 */

import { set, svg } from '../../lib/dom.js';
import { glyphShape } from '../../lib/glyph.js';
import { drawCheck } from '../controls.js';
import { CORNER, outline } from '../hexes.js';
import { drawDoor } from './pieces.js';
import { BLOCK } from './prison.js';
import { drawTile } from './tile.js';

/** The offset of the confirmation sign from the centre of the confirmed object. */
const AWAY = { x: CORNER * 0.98, y: -CORNER * 0.98 };

/** The radius of the dot on a selectable place. */
const DOT = 12;

/**
 * @typedef {object} GhostTile
 * @property {Point} at
 * @property {readonly SectionXSectionShape[]} sections
 * @property {number} rotation
 */
/**
 * @typedef {object} Target
 * @property {Point} at
 * @property {string} [place] the place on the board
 * @property {Aim['shape']} shape
 * @property {'open' | 'chosen' | 'telling' | 'barred'} look the look; `telling` marks a place where
 *   a step does more than move the prisoner
 */
/**
 * @typedef {object} Sketch
 * @property {readonly GhostTile[]} tiles
 * @property {readonly Point[]} lifted the cells of chosen tiles
 * @property {readonly Target[]} targets
 * @property {{ at: Point & { angle: number }, colour: Colour } | null} door
 * @property {{ at: Point, from: Point, colour: Colour } | null} prisoner the prisoner at its
 *   destination, and where it comes from
 * @property {readonly Point[]} touched the cells that a choice after a fight concerns
 * @property {Point | null} confirm the position of the object to confirm; `null` for none
 */

/** @type {Sketch} */
export const BLANK = {
  tiles: [],
  lifted: [],
  targets: [],
  door: null,
  prisoner: null,
  touched: [],
  confirm: null,
};

/** The drawing of a decision before the player commits it. */
export class Ghost {
  /**
   * @param {Record<LayerName, SVGGElement>} layers
   * @param {() => void} confirm
   */
  constructor(layers, confirm) {
    this.layers = layers;
    this.check = drawCheck(confirm);
    this.drawn = '';
  }

  /**
   * @param {Sketch} sketch
   * @param {boolean} ready whether the decision can be confirmed now
   */
  show(sketch, ready) {
    const drawn = JSON.stringify(sketch);
    this.check.classList.toggle('waiting', !ready);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const { layers } = this;
    layers.ghost.replaceChildren(
      ...sketch.touched.map((at) => frame(at, 'touched')),
      ...sketch.tiles.map(({ at, sections, rotation }) =>
        placed(
          at,
          drawTile(sections, rotation),
          svg('path', { class: 'ghost-frame', d: outline(1.5) }),
        ),
      ),
      ...sketch.lifted.map((at) => frame(at, 'lifted')),
    );
    layers.targets.replaceChildren(
      ...sketch.targets.map(drawTarget),
      ...(sketch.door ? [drawGhostDoor(sketch.door)] : []),
      ...(sketch.prisoner ? drawGhostPrisoner(sketch.prisoner) : []),
    );
    if (sketch.confirm) {
      const { x, y } = sketch.confirm;
      set(this.check, { transform: `translate(${x + AWAY.x} ${y + AWAY.y})` });
      layers.confirm.replaceChildren(this.check);
    } else {
      layers.confirm.replaceChildren();
    }
  }
}

/**
 * @param {Point} at
 * @param {...SVGElement} parts
 */
function placed({ x, y }, ...parts) {
  return svg('g', { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` }, ...parts);
}

/**
 * @param {Point} at
 * @param {string} name
 */
function frame(at, name) {
  return placed(at, svg('path', { class: name, d: outline(1.5) }));
}

/** @param {Target} target */
export function drawTarget({ at, shape, look, place }) {
  if (look === 'barred') {
    const d = 'M-8 -8L8 8M8 -8L-8 8';
    return placed(
      at,
      svg('path', { class: 'barred-edge', d }),
      svg('path', { class: 'barred', d }),
    );
  }
  const around = {
    point: () => [],
    cell: () => [svg('path', { class: 'target-field', d: outline(5) })],
    block: () => [
      svg('rect', {
        class: 'target-field',
        x: -BLOCK.x,
        y: -BLOCK.y,
        width: 2 * BLOCK.x,
        height: 2 * BLOCK.y,
        rx: 8,
      }),
    ],
  };
  // A place where a step does more has a ring as well.
  return svg(
    'g',
    {
      class: `target ${look}`,
      'data-place': place,
      transform: `translate(${at.x.toFixed(1)} ${at.y.toFixed(1)})`,
    },
    ...around[shape](),
    ...(look === 'telling' ? [svg('circle', { class: 'target-ring', r: DOT + 7 })] : []),
    svg('circle', { class: 'target-dot', r: look === 'chosen' ? DOT + 4 : DOT }),
  );
}

/** @param {NonNullable<Sketch['door']>} door */
function drawGhostDoor({ at, colour }) {
  const door = svg(
    'g',
    { class: 'ghost-door', transform: `rotate(${at.angle.toFixed(1)})` },
    drawDoor(colour),
  );
  return placed(at, door, svg('g', { transform: 'scale(0.85)' }, glyphShape(colour)));
}

/**
 * @param {NonNullable<Sketch['prisoner']>} prisoner
 * @returns {SVGElement[]}
 */
function drawGhostPrisoner({ at, from, colour }) {
  const d = `M${from.x} ${from.y}L${at.x} ${at.y}`;
  return [
    svg('path', { class: 'ghost-way', d }),
    placed(at, svg('g', { class: 'ghost-prisoner', transform: 'scale(1.85)' }, glyphShape(colour))),
  ];
}
