/**
 * Draws a view: the tiles, the sections, the pawns and their ways. The animation covers the
 * difference to the previous view.
 *
 * @import {TortusField, TortusView} from '../../protocol.js'
 * @import {Players} from '../players.js'
 * @import {Point} from '../squares.js'
 * @import {Facing} from './facing.js'
 * @import {Trace} from './last-turn.js'
 * @import {Pawn} from './pawns.js'
 * @import {Lying} from './tile.js'
 * @import {LayerName} from './table.js'
 * @import {Text} from '../../lib/text.js'
 */

import { set, svg } from '../../lib/dom.js';
import { lastWhere } from '../../lib/last.js';
import { land, walkMs } from '../drawing.js';
import { place } from '../pieces.js';
import { SquareScene } from '../square-board.js';
import { isBeside, SQUARE } from '../squares.js';
import { drawMark } from './marks.js';
import { FALL, fadeIn, fall, flip } from './motion.js';
import { createPawns, drawLost } from './pawns.js';
import { pathsOf, Ribbons } from './ribbon.js';
import { variantOf } from './shell.js';
import { createTable, drawSections } from './table.js';
import { drawBack, drawGap, drawTile, turnTile } from './tile.js';
import { movesBetween } from './way.js';
import { sectionOf } from './words.js';

/** The centre of a tile in its own coordinates. */
const MIDDLE = { x: SQUARE / 2, y: SQUARE / 2 };

/**
 * @typedef {{ pawn: number, square: string | null, element: SVGGElement }} Fallen the picture of a
 *   pawn that has just been lost, and the square where it fell
 */

/** The drawing of a Tortus board. @extends {SquareScene<LayerName>} */
export class Scene extends SquareScene {
  /**
   * @param {Facing} facing
   * @param {Text} text
   */
  constructor(facing, text) {
    super(facing.edge, createTable(facing.edge, facing), facing.seen);
    this.facing = facing;
    this.text = text;
    this.ribbons = new Ribbons(this.layers.way, facing);
    this.pawns = createPawns(this.layers.pawns);
    /** @type {TortusView | null} */
    this.before = null;
    /** The animations that currently run. @type {Animation[]} */
    this.moving = [];
    this.sections = '';
  }

  /**
   * Draws a view and animates the changes.
   *
   * @param {TortusView} view
   * @param {Players} players
   * @param {Trace} trace the visible trace of the turns
   * @param {boolean} still whether the view is shown without animations
   */
  show(view, players, trace, still) {
    this.settle();
    const before = this.before !== null && continues(this.before, view) ? this.before : null;
    this.before = view;
    const colours = `${players.colour(0)} ${players.colour(1)}`;
    if (colours !== this.sections) {
      this.sections = colours;
      this.layers.sections.replaceChildren(
        ...drawSections(view.edge, view.section, players.colour, this.facing),
      );
    }
    const fresh = this.#showTiles(view, players);
    const gone = before === null ? [] : this.#fallen(before, view);
    const fate = fateOf(view)?.pawn;
    // The pawn that ended the game has a sign of its own.
    const fallen = trace.fallen.filter(({ pawn }) => pawn !== fate);
    this.ribbons.show({ ...trace, fallen }, (pawn) => players.colour(view.pawns[pawn]?.seat ?? 0));
    this.layers.marks.replaceChildren(
      ...[...trace.marks.values()].map((mark) =>
        drawMark(mark, players.colour(mark.seat), this.facing),
      ),
    );
    this.stand(view, players, null);
    this.#surround(view);
    this.#showFate(view, players);
    if (before !== null && !still) this.#move(before, view, fresh, gone);
    else for (const { element } of gone) element.remove();
  }

  /**
   * Shows the pawn that ended the game at the square where it fell.
   *
   * @param {TortusView} view
   * @param {Players} players
   */
  #showFate(view, players) {
    const fate = fateOf(view);
    this.layers.fate.replaceChildren();
    if (fate === null) return;
    const { x, y } = this.facing.middle(fate.square);
    const colour = players.colour(view.pawns[fate.pawn]?.seat ?? 0);
    this.layers.fate.append(svg('g', { transform: `translate(${x} ${y})` }, ...drawLost(colour)));
  }

  /** Ends the animations that still run. */
  settle() {
    for (const one of this.moving.splice(0)) one.finish();
  }

  /**
   * Draws the pawns at their positions.
   *
   * @param {TortusView} view
   * @param {Players} players
   * @param {number | null} chosen the pawn to move or to give up
   */
  stand(view, players, chosen) {
    this.pawns.show(standsOf(view, players, chosen, this));
  }

  /**
   * Lets the tiles make room for the pawns on them, and the pit glow while a pawn of
   * either player is beside it.
   *
   * @param {TortusView} view
   */
  #surround(view) {
    const taken = view.pawns.flatMap(({ at }) => at ?? []);
    for (const field of view.board) {
      const group = this.tiles.get(keyOf(field, view));
      group?.classList.toggle('occupied', taken.includes(field.square));
      if (field.tile === 'pit') {
        const near = taken.some((square) => isBeside(square, field.square));
        group?.classList.toggle('near', near && view.phase.type !== 'over');
      }
    }
  }

  /**
   * @param {TortusView} view
   * @param {Players} players
   * @returns {SVGGElement[]} the tiles that are new on the board
   */
  #showTiles(view, players) {
    const fields = new Map(view.board.map((field) => [keyOf(field, view), field]));
    const first = this.tiles.elements.size === 0;
    const known = new Set(this.tiles.elements.keys());
    this.tiles.keep(fields.keys(), (key) => {
      const field = /** @type {TortusField} */ (fields.get(key));
      const { x, y } = this.facing.corner(field.square);
      return svg(
        'g',
        { transform: `translate(${x} ${y})`, 'data-square': field.square },
        drawField(field, view, this.facing),
      );
    });
    this.#tint(fields, view, players);
    for (const [key, field] of fields) {
      const group = this.tiles.get(key);
      const tile = group?.querySelector('.tile');
      const lying = lyingOn(field);
      if (tile && lying) turnTile(tile, this.facing.rotation(lying));
      group?.classList.toggle('was-closed', !field.open && field.tile !== null);
    }
    if (first) return [];
    return [...fields.keys()].flatMap((key) => (known.has(key) ? [] : (this.tiles.get(key) ?? [])));
  }

  /**
   * Gives the closed tiles of both sections the colours of their players.
   *
   * @param {ReadonlyMap<string, TortusField>} fields the fields, by their keys
   * @param {TortusView} view
   * @param {Players} players
   */
  #tint(fields, view, players) {
    for (const [key, { square }] of fields) {
      const seat = sectionOf(view, square);
      const group = this.tiles.get(key);
      if (seat === null || !group) continue;
      const name = `home ink-${players.colour(seat)}`;
      if (!group.classList.contains('home')) group.classList.add(...name.split(' '));
      else if (!group.classList.contains(`ink-${players.colour(seat)}`))
        set(group, { class: name });
    }
  }

  /**
   * Returns pictures of the pawns that have just been lost, at the place where they are lost.
   *
   * @param {TortusView} before
   * @param {TortusView} view
   * @returns {Fallen[]}
   */
  #fallen(before, view) {
    return view.pawns.flatMap(({ lost }, pawn) => {
      const was = before.pawns[pawn];
      const picture = this.pawns.of(pawn);
      if (!lost || !was || was.lost || !picture) return [];
      const last = lastWhere(view.steps, (step) => step.pawn === pawn)?.to ?? was.at;
      const element = /** @type {SVGGElement} */ (picture.cloneNode(true));
      if (last !== null) place(element, this.facing.middle(last));
      this.layers.pawns.append(element);
      return [{ pawn, square: last, element }];
    });
  }

  /**
   * Animates the tiles that land or turn over, the pawns that walk, and the lost pawns that fall
   * when all have arrived.
   *
   * @param {TortusView} before
   * @param {TortusView} view
   * @param {readonly SVGGElement[]} fresh
   * @param {readonly Fallen[]} gone
   */
  #move(before, view, fresh, gone) {
    const each = walkMs();
    this.#showFresh(before, fresh, each > 0);
    if (each === 0) {
      for (const { element } of gone) element.remove();
      return;
    }
    const paths = pathsOf(movesBetween(before, view));
    const arrived = each * Math.max(0, ...[...paths.values()].map((path) => path.length - 1));
    for (const [pawn, path] of paths) {
      const element = this.pawns.of(pawn) ?? gone.find((one) => one.pawn === pawn)?.element;
      const frames = path.map((square) => shift(this.facing.middle(square)));
      if (element) this.#animate(element, frames, each * (path.length - 1));
    }
    for (const { element, square } of gone) {
      if (square === null) element.remove();
      else this.#fall(element, square, before, arrived);
    }
    // The sign of the lost pawn appears when the pawn has fallen.
    const fate = gone.length > 0 && this.layers.fate.firstElementChild;
    if (fate) this.#animate(fate, [{ opacity: 0 }, { opacity: 1 }], each / 2, arrived + FALL);
  }

  /**
   * Animates the tiles that are new on the board: a tile that fills a gap is laid, an opened one is
   * turned over, and every other one fades in.
   *
   * @param {TortusView} before
   * @param {readonly SVGGElement[]} fresh
   * @param {boolean} moves whether motion is allowed
   */
  #showFresh(before, fresh, moves) {
    const was = new Map(before.board.map((field) => [field.square, field]));
    for (const group of fresh) {
      const tile = group.querySelector('.tile');
      const square = group.dataset['square'] ?? '';
      const field = was.get(square);
      if (!(tile instanceof SVGGElement) || !field) continue;
      if (!moves) this.moving.push(fadeIn(tile));
      else if (isGap(field)) land(tile, MIDDLE);
      else if (!field.open) this.moving.push(...flip(tile, drawBack(variantOf(square))));
      else this.moving.push(fadeIn(tile));
    }
  }

  /**
   * Lets a pawn fall. The hole stays visible until then, although it has left the board.
   *
   * @param {SVGGElement} element the picture of the pawn
   * @param {string} square
   * @param {TortusView} before
   * @param {number} delay the milliseconds before the fall begins
   */
  #fall(element, square, before, delay) {
    const field = before.board.find((one) => one.square === square);
    const { x, y } = this.facing.corner(square);
    const hole = svg(
      'g',
      { transform: `translate(${x} ${y})` },
      field ? drawField(field, before, this.facing) : [],
    );
    this.layers.sections.append(hole);
    const point = this.facing.middle(square);
    const where = { layer: this.layers.fate, point, ground: this.root };
    this.moving.push(...fall(element, where, delay));
    const stays = this.#animate(hole, [{ opacity: 1 }, { opacity: 1 }], delay + FALL);
    stays.onfinish = () => hole.remove();
  }

  /**
   * @param {Element} element
   * @param {Keyframe[]} frames
   * @param {number} duration the duration in milliseconds
   * @param {number} [delay] the milliseconds before the animation begins
   */
  #animate(element, frames, duration, delay = 0) {
    const options = /** @type {const} */ ({ easing: 'ease-in-out', fill: 'backwards' });
    const animation = element.animate(frames, { duration, delay, ...options });
    this.moving.push(animation);
    return animation;
  }
}

/**
 * Returns whether a place of the board has become a gap.
 *
 * @param {TortusField} field
 */
function isGap({ open, tile }) {
  return open && tile === null;
}

/**
 * Returns the keyframe of a walk at a point. One unit of the drawing corresponds to one CSS pixel.
 *
 * @param {Point} point
 * @returns {Keyframe}
 */
function shift({ x, y }) {
  return { transform: `translate(${x}px, ${y}px)` };
}

/**
 * Returns the pawn whose fall ended the game, or `null`.
 *
 * @param {TortusView} view
 * @returns {{ pawn: number, square: string } | null}
 */
export function fateOf({ end, steps, pawns }) {
  const last = steps.at(-1);
  if (!last || (end?.how !== 'pit' && end?.how !== 'no_pawns')) return null;
  return pawns[last.pawn]?.at === null ? { pawn: last.pawn, square: last.to } : null;
}

/**
 * Returns a key that distinguishes the picture of a tile: the tile that lies there and the one that
 * it copies, but not its rotation.
 *
 * @param {TortusField} field
 * @param {TortusView} view
 */
function keyOf(field, view) {
  const copied = copiedBy(field, view);
  return `${field.square} ${field.open} ${field.tile} ${copied === null ? '' : `${copied.tile} ${copied.rotation}`}`;
}

/**
 * @param {TortusField} field
 * @param {TortusView} view
 * @param {Facing} facing
 */
function drawField(field, view, facing) {
  const lying = lyingOn(field);
  if (lying === null) return field.open ? drawGap() : drawBack(variantOf(field.square));
  return drawTile(facing.lying(lying), facing.lying(copiedBy(field, view)));
}

/**
 * Returns the tile that a star copies, in its rotation.
 *
 * @param {TortusField} field
 * @param {Pick<TortusView, 'board'>} view
 * @returns {Lying | null}
 */
export function copiedBy({ copies }, { board }) {
  const source = copies === null ? null : board.find(({ square }) => square === copies);
  return source ? lyingOn(source) : null;
}

/**
 * Returns the tile that a viewer sees on a square, or `null` for a closed one and for a gap.
 *
 * @param {TortusField} field
 * @returns {Lying | null}
 */
function lyingOn({ tile, rotation }) {
  return tile === null || rotation === null ? null : { tile, rotation };
}

/**
 * @param {TortusView} view
 * @param {Players} players
 * @param {number | null} chosen
 * @param {{ text: Text, facing: Facing }} scene
 * @returns {Pawn[]}
 */
function standsOf(view, players, chosen, { text, facing }) {
  const { choices, phase } = view;
  const under = phase.type === 'push' || phase.type === 'flow' ? phase.pawn : null;
  const free =
    choices?.type === 'act'
      ? choices.moves.map(({ pawn }) => pawn)
      : choices?.type === 'penalty'
        ? choices.pawns
        : [];
  const open = new Set(view.board.flatMap((field) => (field.open ? field.square : [])));
  const squares = view.pawns.map(({ at }) => at);
  return view.pawns.flatMap(({ seat, at }, pawn) => {
    if (at === null) return [];
    return [
      {
        number: pawn,
        colour: players.colour(seat),
        title: text('tortus.pawn_of', { name: players.name(seat) }),
        point: facing.middle(at),
        own: seat === players.own,
        acting: pawn === under || free.includes(pawn),
        chosen: pawn === chosen,
        lifted: phase.type === 'push' && pawn === phase.pawn,
        shares: squares.indexOf(at) !== squares.lastIndexOf(at),
        covers: open.has(at),
      },
    ];
  });
}

/**
 * Returns whether a view shows the same game as the previous one, at a later time.
 *
 * @param {TortusView} before
 * @param {TortusView} after
 */
export function continues(before, after) {
  if (after.turns < before.turns || (before.phase.type === 'over' && after.phase.type !== 'over'))
    return false;
  return before.pawns.every(({ lost }, pawn) => !lost || after.pawns[pawn]?.lost === true);
}
