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
import { placedAt } from './turned.js';

/** The offset of the confirmation sign from the centre of the confirmed object. */
const AWAY = { x: CORNER * 0.98, y: -CORNER * 0.98 };

/** The radius of the dot on a selectable place. */
const DOT = 12;
/** The radius of the ring around a chosen prisoner, at its natural size. */
const RING = 17;

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
 * @property {'open' | 'chosen' | 'telling' | 'barred' | 'further'} look the look; `telling` marks a
 *   place where a step does more than move the prisoner, `further` one that is two steps away
 */
/**
 * @typedef {object} Sketch
 * @property {readonly GhostTile[]} tiles
 * @property {readonly Point[]} lifted the cells of chosen tiles
 * @property {readonly Target[]} targets
 * @property {{ at: Point & { angle: number }, colour: Colour } | null} door
 * @property {{ at: Point, from: Point, colour: Colour } | null} prisoner the prisoner at its
 *   destination, and where it comes from
 * @property {Point & { scale: number } | null} chosen the position of the chosen prisoner
 * @property {readonly Point[]} dots the centres of the cells that can be chosen without emphasis
 * @property {readonly Point[]} touched the cells that a choice after a fight concerns
 * @property {Point | null} confirm the position of the object to confirm; `null` for none
 * @property {boolean} turnable whether the object to confirm can be rotated
 */

/** @type {Sketch} */
export const BLANK = {
  tiles: [],
  lifted: [],
  targets: [],
  door: null,
  prisoner: null,
  chosen: null,
  dots: [],
  touched: [],
  confirm: null,
  turnable: false,
};

/** The drawing of a decision before the player commits it. */
export class Ghost {
  /**
   * @param {Record<LayerName, SVGGElement>} layers
   * @param {() => void} confirm
   * @param {() => void} turn rotates the tile to confirm
   */
  constructor(layers, confirm, turn) {
    this.layers = layers;
    this.confirm = drawCheck(confirm);
    this.check = svg('g', {}, svg('g', { class: 'upright' }, this.confirm));
    this.handle = svg('g', {}, svg('g', { class: 'upright' }, drawHandle(turn)));
    this.drawn = '';
  }

  /**
   * @param {Sketch} sketch
   * @param {boolean} ready whether the decision can be confirmed now
   * @param {boolean} turned whether the board is shown turned
   */
  show(sketch, ready, turned) {
    const drawn = JSON.stringify([sketch, turned]);
    this.confirm.classList.toggle('waiting', !ready);
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
      ...(sketch.dots.length > 0 ? [drawDots(sketch.dots)] : []),
      ...(sketch.chosen ? drawChosen(sketch.chosen) : []),
      ...sketch.targets.map(drawTarget),
      ...(sketch.door ? [drawGhostDoor(sketch.door)] : []),
      ...(sketch.prisoner ? drawGhostPrisoner(sketch.prisoner) : []),
    );
    if (sketch.confirm) {
      const { x, y } = sketch.confirm;
      const beside = (/** @type {SVGGElement} */ sign, /** @type {1 | -1} */ side) => {
        const away = placedAt({ x: AWAY.x * side, y: AWAY.y }, turned);
        set(sign, { transform: `translate(${x + away.x} ${y + away.y})` });
      };
      beside(this.check, 1);
      beside(this.handle, -1);
      layers.confirm.replaceChildren(this.check, ...(sketch.turnable ? [this.handle] : []));
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

/**
 * Draws the cells that can be chosen without emphasis, as quiet dots.
 *
 * @param {readonly Point[]} points
 */
function drawDots(points) {
  const d = points.map(({ x, y }) => `M${x.toFixed(1)} ${y.toFixed(1)}h0`).join('');
  return svg('path', { class: 'quiet-dots', d });
}

/**
 * Draws the ring around the chosen prisoner, on light and dark ground alike.
 *
 * @param {Point & { scale: number }} at
 * @returns {SVGElement[]}
 */
function drawChosen({ x, y, scale }) {
  const circle = { cx: x.toFixed(1), cy: y.toFixed(1), r: (RING * scale).toFixed(1) };
  return ['chosen-edge', 'chosen-ring'].map((look) => svg('circle', { class: look, ...circle }));
}

/**
 * Draws the handle that rotates a tile on the board.
 *
 * @param {() => void} turn
 */
function drawHandle(turn) {
  const handle = svg(
    'g',
    { class: 'confirm turn-handle' },
    svg('circle', { class: 'confirm-reach', r: 27 }),
    svg('circle', { class: 'confirm-face', r: 18 }),
    svg('path', {
      class: 'confirm-tick',
      d: 'M7 0.500a7 7 0 1 1-2.200-5.100M5.600 -8.800v4.600H1',
    }),
  );
  handle.addEventListener('click', (event) => {
    event.stopPropagation();
    turn();
  });
  return handle;
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
    svg('circle', {
      class: 'target-dot',
      r: look === 'chosen' ? DOT + 4 : look === 'further' ? DOT - 2 : DOT,
    }),
  );
}

/** @param {NonNullable<Sketch['door']>} door */
function drawGhostDoor({ at, colour }) {
  const door = svg(
    'g',
    { class: 'ghost-door', transform: `rotate(${at.angle.toFixed(1)})` },
    drawDoor(colour),
  );
  const sign = svg('g', { class: 'upright' }, glyphShape(colour));
  return placed(at, door, svg('g', { transform: 'scale(0.85)' }, sign));
}

/**
 * @param {NonNullable<Sketch['prisoner']>} prisoner
 * @returns {SVGElement[]}
 */
function drawGhostPrisoner({ at, from, colour }) {
  const d = `M${from.x} ${from.y}L${at.x} ${at.y}`;
  return [
    svg('path', { class: 'ghost-way', d }),
    placed(
      at,
      svg(
        'g',
        { class: 'ghost-prisoner', transform: 'scale(1.85)' },
        svg('g', { class: 'upright' }, glyphShape(colour)),
      ),
    ),
  ];
}
