/**
 * The tile as it would lie, and where it would lead everybody.
 *
 * @import {Colour, Face, Placement, Walk} from '../../../protocol.js'
 */
import { svg } from '../dom.js';
import { glyphShape } from '../glyph.js';
import { never } from '../never.js';
import { SQUARE, corner, freestCorner, pathOf, stepCurve } from './geometry.js';
import { drawCross } from './markers.js';
import { drawTile, turnTile } from './tile.js';

/**
 * @typedef {object} Preview
 * @property {Face} face
 * @property {Placement} placement
 * @property {string} square
 * @property {boolean} chosen whether it is chosen or only looked at
 */

/** The ghost of a tile. */
export class Ghost {
  /**
   * @param {{ ghost: SVGGElement, preview: SVGGElement, ends: SVGGElement, confirm: SVGGElement }} layers
   * @param {() => void} confirm
   */
  constructor(layers, confirm) {
    this.layers = layers;
    this.check = drawCheck();
    this.check.addEventListener('click', (event) => {
      event.stopPropagation();
      confirm();
    });
    /** @type {{ key: string, tile: SVGGElement } | null} */
    this.drawn = null;
  }

  /**
   * @param {Preview | null} preview
   * @param {(seat: number) => Colour} colour
   * @param {boolean} ready whether a confirmation would be taken
   */
  show(preview, colour, ready) {
    this.#showTile(preview);
    this.layers.preview.replaceChildren();
    this.layers.ends.replaceChildren();
    this.layers.confirm.replaceChildren();
    if (!preview) return;
    // The mover's path is drawn last and lies on top.
    for (const walk of [...preview.placement.walks].reverse()) {
      const d = pathOf(walk.path.map(stepCurve));
      this.layers.preview.append(
        svg(
          'g',
          { class: `ink-${colour(walk.seat)}` },
          svg('path', { class: 'preview-edge', d }),
          svg('path', { class: 'preview-line', d }),
        ),
      );
      this.layers.ends.append(...drawEnd(walk, colour(walk.seat)));
    }
    if (!preview.chosen) return;
    const ends = preview.placement.walks.flatMap((walk) => {
      const curves = walk.path.map(stepCurve);
      return curves.flatMap(({ from, to }) => [from, to]);
    });
    const { x, y } = freestCorner(preview.square, ends);
    this.check.setAttribute('transform', `translate(${x} ${y})`);
    this.check.classList.toggle('waiting', !ready);
    this.layers.confirm.append(this.check);
  }

  /** @param {Preview | null} preview */
  #showTile(preview) {
    const key = preview ? `${preview.face.tile} ${preview.square}` : '';
    if (preview && this.drawn?.key === key) {
      turnTile(this.drawn.tile, preview.placement.rotation);
    } else {
      this.layers.ghost.replaceChildren();
      this.drawn = null;
      if (!preview) return;
      const { x, y } = corner(preview.square);
      const tile = drawTile(preview.face, preview.placement.rotation);
      const frame = svg('rect', { class: 'ghost-frame', x: 1.5, y: 1.5, width: SQUARE - 3, height: SQUARE - 3, rx: 5 });
      this.layers.ghost.append(svg('g', { class: 'ghost', transform: `translate(${x} ${y})` }, tile, frame));
      this.drawn = { key, tile };
    }
    this.layers.ghost.classList.toggle('chosen', preview?.chosen ?? false);
  }
}

/**
 * The sign at the end of a walk: the marker stands there, or is gone.
 *
 * @param {Walk} walk
 * @param {Colour} colour
 * @returns {SVGElement[]}
 */
function drawEnd(walk, colour) {
  const last = walk.path.at(-1);
  if (!last) return [];
  const { x, y } = stepCurve(last).to;
  const end = (/** @type {SVGElement[]} */ ...signs) => [
    svg('g', { transform: `translate(${x} ${y})` }, ...signs),
  ];
  switch (walk.end.type) {
    case 'stands':
      return end(
        svg('circle', { class: 'preview-ring', r: 15 }),
        svg('g', { transform: 'scale(0.92)' }, glyphShape(colour)),
      );
    case 'edge':
      return end(drawOut(colour));
    case 'collision':
      return end(drawBurst(), drawOut(colour));
    default:
      return never(walk.end);
  }
}

/** @param {Colour} colour */
function drawOut(colour) {
  return svg(
    'g',
    {},
    svg('g', { class: 'preview-gone' }, glyphShape(colour)),
    drawCross('marker-cross shown'),
  );
}

function drawBurst() {
  const rays = Array.from({ length: 8 }, (_, index) => {
    const angle = (index * Math.PI) / 4 + Math.PI / 8;
    const [x, y] = [Math.cos(angle), Math.sin(angle)];
    return `M${(x * 14).toFixed(1)} ${(y * 14).toFixed(1)}L${(x * 21).toFixed(1)} ${(y * 21).toFixed(1)}`;
  });
  return svg('path', { class: 'preview-burst', d: rays.join('') });
}

function drawCheck() {
  return svg(
    'g',
    { class: 'confirm' },
    svg('circle', { class: 'confirm-reach', r: 27 }),
    svg('circle', { class: 'confirm-face', r: 18 }),
    svg('path', { class: 'confirm-tick', d: 'M-8 0.5L-2.5 6.5L8.5 -6' }),
  );
}
