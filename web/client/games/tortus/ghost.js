/**
 * Draws the draft on the board: the tile as it would lie, the destinations of a pawn, and what it
 * would meet there.
 *
 * @import {Colour, TortusTarget} from '../../protocol.js'
 * @import {Facing} from './facing.js'
 * @import {Stake} from './stakes.js'
 * @import {Pointed} from './star.js'
 * @import {Lying} from './tile.js'
 * @import {LayerName} from './table.js'
 */

import { set, svg } from '../../lib/dom.js';
import { never } from '../../lib/never.js';
import { drawCheck } from '../controls.js';
import { SQUARE } from '../squares.js';
import { drawFoot } from './pawns.js';
import { drawTile, turnTile } from './tile.js';

/**
 * @typedef {object} Meeting a pawn's encounter on a square
 * @property {TortusTarget} target
 * @property {boolean} costs whether it costs the viewer a pawn
 * @property {Stake | null} stake the consequence of a fall
 */
/**
 * @typedef {object} Preview
 * @property {{ square: string, lying: Lying } | null} tile a tile as it would lie
 * @property {Pointed | null} points what the tip of that tile points to, if it is a star
 * @property {Stake | null} stake the consequence of the chosen move
 * @property {{ square: string, colour: Colour } | null} pawn a pawn as it would stand
 * @property {string | null} square the chosen square
 * @property {readonly Meeting[]} targets the destinations of the pawn
 * @property {string | null} confirm the square with the sign that confirms the draft
 */

/** The signs and ghosts of a board. */
export class Ghost {
  /**
   * @param {Record<LayerName, SVGGElement>} layers
   * @param {Facing} facing
   * @param {() => void} confirm
   */
  constructor(layers, facing, confirm) {
    this.layers = layers;
    this.facing = facing;
    this.check = drawCheck(confirm);
    /** @type {{ key: string, tile: SVGGElement } | null} */
    this.drawn = null;
  }

  /**
   * @param {Preview} preview
   * @param {boolean} ready whether a confirmation would be accepted
   */
  show(preview, ready) {
    this.#showTile(preview);
    this.layers.signs.replaceChildren(
      ...preview.targets.map((one) => this.#drawMeeting(one)),
      ...this.#drawPointed(preview),
    );
    this.layers.confirm.replaceChildren();
    if (preview.confirm === null) return;
    const { x, y } = this.facing.corner(preview.confirm);
    this.check.setAttribute('transform', `translate(${x + SQUARE - 6} ${y + SQUARE - 6})`);
    this.check.classList.toggle('waiting', !ready);
    set(this.check, { 'data-stake': preview.stake });
    this.layers.confirm.append(this.check);
  }

  /** @param {Preview} preview */
  #showTile({ tile, points, pawn, square }) {
    // A star that would copy a hole looks like one that does.
    const hole = points?.hole ?? null;
    const key = tile ? `${tile.square} ${tile.lying.tile} ${hole?.tile}` : '';
    const frame = (/** @type {string} */ at) => {
      const { x, y } = this.facing.corner(at);
      return svg('rect', {
        class: 'ghost-frame',
        x: x + 1.5,
        y: y + 1.5,
        width: SQUARE - 3,
        height: SQUARE - 3,
        rx: 5,
      });
    };
    if (tile && this.drawn?.key === key) {
      turnTile(this.drawn.tile, this.facing.rotation(tile.lying));
      return;
    }
    this.layers.ghost.replaceChildren();
    this.drawn = null;
    this.layers.ghost.classList.toggle('chosen', true);
    if (tile) {
      const { x, y } = this.facing.corner(tile.square);
      const drawn = drawTile(this.facing.lying(tile.lying), hole);
      this.layers.ghost.append(
        svg('g', { class: 'ghost', transform: `translate(${x} ${y})` }, drawn),
        frame(tile.square),
      );
      this.drawn = { key, tile: drawn };
    } else if (square !== null) {
      this.layers.ghost.append(frame(square));
    }
    if (pawn) {
      const { x, y } = this.facing.middle(pawn.square);
      this.layers.ghost.append(
        svg(
          'g',
          { class: 'ghost-pawn pawn', transform: `translate(${x} ${y})` },
          ...drawFoot(pawn.colour, true),
        ),
      );
    }
  }

  /**
   * Draws the sign of a pawn's encounter in the corner of a square, because the centre shows the
   * tile or pawn that it meets.
   *
   * @param {Meeting} meeting
   */
  #drawMeeting({ target: { square, meets }, costs, stake }) {
    const { x, y } = this.facing.corner(square);
    const side = SQUARE - 6;
    const box = { x: -14, y: -14, width: side, height: side, rx: 6 };
    return svg(
      'g',
      {
        class: costs ? `meets meets-${meets.type} danger` : `meets meets-${meets.type}`,
        'data-stake': stake,
        transform: `translate(${x + 17} ${y + 17})`,
      },
      ...(stake === null
        ? []
        : ['stake-edge', 'stake-frame'].map((name) => svg('rect', { class: name, ...box }))),
      ...drawMeets(meets.type),
    );
  }

  /**
   * Draws the line from the tip of the drafted star to the tile that it points to.
   *
   * @param {Preview} preview
   */
  #drawPointed({ tile, points }) {
    if (!tile || !points) return [];
    const [from, to] = [this.facing.middle(tile.square), this.facing.middle(points.square)];
    const towards = (/** @type {number} */ part) =>
      `${from.x + (to.x - from.x) * part} ${from.y + (to.y - from.y) * part}`;
    const d = `M${towards(0.36)}L${towards(0.66)}`;
    return [
      svg(
        'g',
        { class: points.hole ? 'aimed-at fatal' : 'aimed-at' },
        svg('path', { class: 'aimed-edge', d }),
        svg('path', { class: 'aimed-line', d }),
        svg('circle', { class: 'aimed-ring', cx: to.x, cy: to.y, r: 38 }),
      ),
    ];
  }
}

/**
 * Draws the sign of an encounter around the origin.
 *
 * @param {TortusTarget['meets']['type']} meets
 * @returns {SVGElement[]}
 */
export function drawMeets(meets) {
  const ground = svg('circle', { class: 'meets-ground', r: 13 });
  switch (meets) {
    case 'pawn':
      return [
        ground,
        svg('path', { class: 'meets-line', d: 'M0 -8.500V-3M0 3V8.500M-8.500 0H-3M3 0H8.500' }),
        svg('circle', { class: 'meets-line', r: 5.5 }),
      ];
    case 'closed':
      return [
        ground,
        svg('rect', { class: 'meets-line', x: -5.5, y: -5.5, width: 11, height: 11, rx: 2 }),
      ];
    case 'open':
      return [ground, svg('circle', { class: 'meets-dot', r: 4.5 })];
    case 'hole':
      return [
        ground,
        svg('path', { class: 'meets-line', d: 'M0 -8.500V4M-5 -1L0 4.500L5 -1M-7 8H7' }),
      ];
    case 'pit':
      return [
        ground,
        svg('path', { class: 'meets-line', d: 'M-6 -6L6 6M6 -6L-6 6' }),
        svg('path', {
          class: 'meets-line',
          d: 'M-3.500 -9.500H3.500L9.500 -3.500V3.500L3.500 9.500H-3.500L-9.500 3.500V-3.500Z',
        }),
      ];
    default:
      return never(meets);
  }
}
