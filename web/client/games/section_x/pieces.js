/**
 * Draws prisoners and doors on the board.
 *
 * @import {Colour, SectionXDoor, SectionXPrisoner} from '../../protocol.js'
 * @import {Point} from '../squares.js'
 * @import {Plan} from './plan.js'
 */
import { Keyed, set, svg } from '../../lib/dom.js';
import { glyphShape } from '../../lib/glyph.js';
import { middle } from '../hexes.js';
import { parseSpot, zoneOf } from './plan.js';
import { blockPoint, ZONE, zonePoint } from './table.js';

/** @typedef {Point & { scale: number }} Stand the position and the scale of a prisoner */

/**
 * The scales of prisoners: alone in a tunnel, several in a hide-out, in a cell block, a few in a
 * free zone, and many in a free zone.
 */
const SIZE = { tunnel: 1.85, hide: 1.5, block: 1.42, free: 1.25, crowd: 0.85 };
/**
 * The distances between prisoners: in a hide-out, in a cell block, a few in a free zone, and many
 * in a free zone.
 */
const APART = { hide: 33, block: 28, free: 36, crowd: 24 };
/** The largest number of prisoners in a free zone that count as a few. */
const FEW = 4;
/**
 * The positions of the eight prisoners in a cell block, relative to its centre: rows of three, two
 * and three.
 */
const IN_BLOCK = [-1, 0, 1].flatMap((row) =>
  (row === 0 ? [-0.5, 0.5] : [-1, 0, 1]).map((column) => ({
    x: column * APART.block,
    y: row * (APART.block + 2),
  })),
);

/**
 * Returns the position of each prisoner that is not lost.
 *
 * @param {Plan} plan
 * @returns {Map<string, Stand>} the positions, by the prisoner's key
 */
export function standsOf(plan) {
  /** @type {Map<string, SectionXPrisoner[]>} */
  const together = new Map();
  for (const prisoner of plan.view.prisoners) {
    const place = prisoner.at === 'block' ? `block ${prisoner.seat}` : prisoner.at;
    together.set(place, [...(together.get(place) ?? []), prisoner]);
  }
  /** @type {Map<string, Stand>} */
  const stands = new Map();
  for (const [place, prisoners] of together) {
    prisoners.forEach((prisoner, at) => {
      const stand = standOf(plan, place, prisoner, at, prisoners.length);
      if (stand) stands.set(keyOf(prisoner), stand);
    });
  }
  return stands;
}

/** @param {Pick<SectionXPrisoner, 'seat' | 'number'>} prisoner */
export function keyOf({ seat, number }) {
  return `${seat} ${number}`;
}

/**
 * @param {Plan} plan
 * @param {string} place
 * @param {SectionXPrisoner} prisoner
 * @param {number} at the index of the prisoner among those in the same place
 * @param {number} count the number of prisoners in that place
 * @returns {Stand | null}
 */
function standOf(plan, place, { seat, at: where }, at, count) {
  if (parseSpot(where)) {
    const { x, y } = plan.stand(where);
    return {
      x: x + (at - (count - 1) / 2) * APART.hide,
      y,
      scale: count > 1 ? SIZE.hide : SIZE.tunnel,
    };
  }
  if (place.startsWith('block')) {
    const { x, y } = blockPoint(seat);
    const off = IN_BLOCK[at % IN_BLOCK.length] ?? { x: 0, y: 0 };
    return { x: x + off.x, y: y + off.y, scale: SIZE.block };
  }
  const zone = zoneOf(where);
  if (zone === null) return null;
  if (where.startsWith('green')) {
    const cells = plan.view.areas[zone]?.cells ?? [];
    const { x, y } = middle(cells[at % cells.length] ?? 'g7', plan.radius);
    return { x: x + Math.floor(at / cells.length) * APART.hide, y, scale: SIZE.tunnel };
  }
  return standFree(zonePoint(zone, plan.radius), at, count);
}

/**
 * @param {Point} middle the centre of the free zone
 * @param {number} at
 * @param {number} count
 * @returns {Stand}
 */
function standFree({ x, y }, at, count) {
  const [scale, apart, across] =
    count <= FEW ? [SIZE.free, APART.free, Math.min(count, 2)] : [SIZE.crowd, APART.crowd, 3];
  const rows = Math.ceil(count / across);
  return {
    x: x + ((at % across) - (across - 1) / 2) * apart,
    y: y + (Math.floor(at / across) - (rows - 1) / 2) * apart,
    scale,
  };
}

/**
 * The highlighting of the prisoners on the board.
 *
 * @typedef {object} Marks
 * @property {(prisoner: SectionXPrisoner) => boolean} movable whether the player can choose the
 *   prisoner
 * @property {(prisoner: SectionXPrisoner) => boolean} chosen whether the prisoner is the chosen one
 */

export class Prisoners {
  /** @param {SVGGElement} layer */
  constructor(layer) {
    /** @type {Keyed<SVGGElement>} */
    this.groups = new Keyed(layer);
  }

  /**
   * @param {Plan} plan
   * @param {(seat: number) => Colour} colour
   */
  show(plan, colour) {
    const stands = standsOf(plan);
    const known = new Map(
      plan.view.prisoners.map((one) => [`${keyOf(one)} ${colour(one.seat)}`, one]),
    );
    for (const [key, one] of known) if (!stands.has(keyOf(one))) known.delete(key);
    this.groups.keep(known.keys(), (key) => {
      const one = /** @type {SectionXPrisoner} */ (known.get(key));
      const group = drawPrisoner(colour(one.seat));
      group.dataset['prisoner'] = keyOf(one);
      return group;
    });
    for (const [key, one] of known) {
      const { x, y, scale } = /** @type {Stand} */ (stands.get(keyOf(one)));
      const group = /** @type {SVGGElement} */ (this.groups.get(key));
      group.style.setProperty(
        'transform',
        `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${scale})`,
      );
    }
  }

  /**
   * @param {Plan} plan
   * @param {Marks} marks
   */
  mark(plan, { movable, chosen }) {
    const known = new Map(plan.view.prisoners.map((one) => [keyOf(one), one]));
    for (const group of this.groups.elements.values()) {
      const one = known.get(group.dataset['prisoner'] ?? '');
      group.classList.toggle('movable', one !== undefined && movable(one));
      group.classList.toggle('chosen', one !== undefined && chosen(one));
    }
  }

  /**
   * Returns the drawing of a prisoner.
   *
   * @param {Pick<SectionXPrisoner, 'seat' | 'number'>} prisoner
   * @returns {SVGGElement | undefined}
   */
  of(prisoner) {
    return [...this.groups.elements.values()].find(
      (one) => one.dataset['prisoner'] === keyOf(prisoner),
    );
  }
}

/** @param {Colour} colour */
export function drawPrisoner(colour) {
  return svg(
    'g',
    { class: 'prisoner' },
    svg('circle', { class: 'prisoner-ring', r: 14.5 }),
    glyphShape(colour),
  );
}

/**
 * Draws a door across a tunnel that runs to the east, in the colour and with the shape of its
 * player.
 *
 * @param {Colour} colour
 * @returns {SVGGElement}
 */
export function drawDoor(colour) {
  return svg(
    'g',
    { class: `door ink-${colour}` },
    svg('rect', { class: 'door-frame', x: -8, y: -22, width: 16, height: 44, rx: 3.5 }),
    svg('rect', { class: 'door-leaf', x: -5.6, y: -19.4, width: 11.2, height: 38.8, rx: 2 }),
    svg('path', { class: 'door-bars', d: 'M-5.6 -13H5.6M-5.6 13H5.6' }),
  );
}

export class Doors {
  /** @param {SVGGElement} layer */
  constructor(layer) {
    /** @type {Keyed<SVGGElement>} */
    this.groups = new Keyed(layer);
  }

  /**
   * @param {Plan} plan
   * @param {(seat: number) => Colour} colour
   */
  show(plan, colour) {
    const known = new Map(
      plan.view.doors.map((door) => [`${door.seat} ${colour(door.seat)} ${door.at}`, door]),
    );
    this.groups.keep(known.keys(), (key) => {
      const { seat, at } = /** @type {SectionXDoor} */ (known.get(key));
      const door = svg(
        'g',
        { class: 'door-on-board' },
        svg('g', {}, drawDoor(colour(seat))),
        svg('g', { class: 'door-sign', transform: 'scale(0.85)' }, glyphShape(colour(seat))),
      );
      door.dataset['spot'] = at;
      return door;
    });
    for (const [key, { at }] of known) {
      const { x, y, angle } = plan.door(at);
      const group = /** @type {SVGGElement} */ (this.groups.get(key));
      set(group, { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` });
      // The shape of the player stays upright in every rotation of the door.
      if (group.firstElementChild)
        set(group.firstElementChild, { transform: `rotate(${angle.toFixed(1)})` });
    }
  }
}

/**
 * Draws the rim of a free zone in the colour of its owner.
 *
 * @param {number} zone
 * @param {number} radius
 * @param {Colour} colour
 */
export function drawOwner(zone, radius, colour) {
  const { x, y } = zonePoint(zone, radius);
  return svg(
    'g',
    { class: `zone-owner ink-${colour}`, transform: `translate(${x} ${y})` },
    svg('circle', { class: 'zone-rim', r: ZONE - 2 }),
    svg('circle', { class: 'zone-thread', r: ZONE - 2 }),
    svg('g', { transform: `translate(0 ${-ZONE}) scale(0.95)` }, glyphShape(colour)),
  );
}
