/**
 * The ghost of a tile: the tile as it would lie, and the walks that it would cause for all players.
 *
 * @import {Colour, Face, Walk} from '../../protocol.js'
 */

import { svg } from '../../lib/dom.js';
import { glyphShape } from '../../lib/glyph.js';
import { never } from '../../lib/never.js';
import { drawCheck } from '../controls.js';
import { corner, SQUARE } from '../squares.js';
import { freestCorner, markPoint, pathOf } from './geometry.js';
import { drawCross } from './markers.js';
import { drawTile, turnTile } from './tile.js';
import { walkOf } from './walked.js';

/**
 * @typedef {object} Preview
 * @property {{ face: Face, rotation: number } | null} tile the tile; `null` where it already lies
 *   on the board
 * @property {string} square
 * @property {readonly Walk[]} walks the walks; the acting player's comes first
 * @property {Walk | null} other the acting player's walk along the other path, if there is one
 * @property {{ port: number, chosen: boolean }[]} ports the two ports that the acting player can
 *   choose between
 * @property {boolean} chosen whether the tile is chosen, as opposed to only previewed
 */

export class Ghost {
  /**
   * @param {{ ghost: SVGGElement, preview: SVGGElement, ends: SVGGElement, confirm: SVGGElement }} layers
   * @param {{ confirm: () => void, fork: (port: number) => void }} on
   */
  constructor(layers, { confirm, fork }) {
    this.layers = layers;
    this.fork = fork;
    this.check = drawCheck(confirm);
    /** @type {{ key: string, tile: SVGGElement } | null} */
    this.drawn = null;
  }

  /**
   * @param {Preview | null} preview
   * @param {(seat: number) => Colour} colour
   * @param {boolean} ready whether a confirmation would be accepted
   */
  show(preview, colour, ready) {
    this.#showTile(preview);
    this.layers.preview.replaceChildren();
    this.layers.ends.replaceChildren();
    this.layers.confirm.replaceChildren();
    if (!preview) return;
    if (preview.other) this.layers.preview.append(drawWay(preview.other, colour, 'preview-other'));
    // The acting player's path is drawn last, so that it lies on top.
    for (const walk of [...preview.walks].reverse()) {
      this.layers.preview.append(drawWay(walk, colour));
      this.layers.ends.append(...drawEnd(walk, colour(walk.seat)));
    }
    for (const { port, chosen } of preview.ports) {
      const { x, y } = markPoint(`${preview.square}:${port}`);
      const sign = svg('circle', {
        class: chosen ? 'fork-port chosen' : 'fork-port',
        cx: x,
        cy: y,
        r: 8,
      });
      sign.addEventListener('click', (event) => {
        event.stopPropagation();
        this.fork(port);
      });
      this.layers.confirm.append(sign);
    }
    if (!preview.chosen) return;
    const ends = preview.walks.flatMap((walk) => {
      return walkOf(walk).flatMap(({ from, to }) => [from, to]);
    });
    const { x, y } = freestCorner(preview.square, ends);
    this.check.setAttribute('transform', `translate(${x} ${y})`);
    this.check.classList.toggle('waiting', !ready);
    this.layers.confirm.append(this.check);
  }

  /** @param {Preview | null} preview */
  #showTile(preview) {
    const shown = preview?.tile;
    const key = preview && shown ? `${shown.face.tile} ${preview.square}` : '';
    if (shown && this.drawn?.key === key) {
      turnTile(this.drawn.tile, shown.rotation);
    } else {
      this.layers.ghost.replaceChildren();
      this.drawn = null;
      if (!preview || !shown) return;
      const { x, y } = corner(preview.square);
      const tile = drawTile(shown.face, shown.rotation);
      const frame = svg('rect', {
        class: 'ghost-frame',
        x: 1.5,
        y: 1.5,
        width: SQUARE - 3,
        height: SQUARE - 3,
        rx: 5,
      });
      this.layers.ghost.append(
        svg('g', { class: 'ghost', transform: `translate(${x} ${y})` }, tile, frame),
      );
      this.drawn = { key, tile };
    }
    this.layers.ghost.classList.toggle('chosen', preview?.chosen ?? false);
  }
}

/**
 * @param {Walk} walk
 * @param {(seat: number) => Colour} colour
 * @param {string} [name]
 */
function drawWay(walk, colour, name = '') {
  const d = pathOf(walkOf(walk));
  return svg(
    'g',
    { class: `ink-${colour(walk.seat)} ${name}` },
    svg('path', { class: 'preview-edge', d }),
    svg('path', { class: 'preview-line', d }),
  );
}

/**
 * Draws the sign at the end of a walk: the marker stands there, or it is out of the game.
 *
 * @param {Walk} walk
 * @param {Colour} colour
 * @returns {SVGElement[]}
 */
function drawEnd(walk, colour) {
  const last = walkOf(walk).at(-1);
  if (!last) return [];
  const { x, y } = last.to;
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
