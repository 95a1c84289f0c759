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
import { blockPoint } from './prison.js';
import { ZONE, zonePoint } from './table.js';

/**
 * @typedef {Point & { scale: number, off?: Point }} Stand the position and the scale of a prisoner;
 *   `off` is an offset in the direction of the viewer, in which a turned board has no part
 */

/**
 * The scales of prisoners: alone in a tunnel, several in a hide-out, in a cell block, a few in a
 * free zone, and many in a free zone.
 */
const SIZE = { tunnel: 1.85, hide: 1.5, block: 1.02, free: 1.3, crowd: 0.95 };
/**
 * The distances between prisoners: in a hide-out, in a cell block, a few in a free zone, and many
 * in a free zone.
 */
const APART = { hide: 34, block: 23.5, free: 31, crowd: 22 };
/** The largest number of prisoners in a free zone that count as a few. */
const FEW = 3;
/**
 * The positions of the eight prisoners in a cell block, relative to its centre: rows of three, two
 * and three.
 */
const IN_BLOCK = [-1, 0, 1].flatMap((row) =>
  (row === 0 ? [-0.5, 0.5] : [-1, 0, 1]).map((column) => ({
    x: column * APART.block,
    y: row * 28.5,
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
 * Returns the position of a prisoner in front of the place in a free zone.
 *
 * @param {Point} middle the centre of the free zone
 * @param {number} at
 * @param {number} count
 * @returns {Stand}
 */
function standFree({ x, y }, at, count) {
  const [scale, apart, across] =
    count <= FEW ? [SIZE.free, APART.free, count] : [SIZE.crowd, APART.crowd, Math.ceil(count / 2)];
  const row = Math.floor(at / across);
  const inRow = Math.min(across, count - row * across);
  return {
    x,
    y,
    scale,
    off: {
      x: ((at % across) - (inRow - 1) / 2) * apart,
      y: count <= FEW ? 28 : 14 + row * 24,
    },
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
      const { x, y, scale, off } = /** @type {Stand} */ (stands.get(keyOf(one)));
      const group = /** @type {SVGGElement} */ (this.groups.get(key));
      group.style.setProperty(
        'transform',
        [
          `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) rotate(var(--upright, 0deg))`,
          ...(off ? [`translate(${off.x.toFixed(1)}px, ${off.y.toFixed(1)}px)`] : []),
          `scale(${scale})`,
        ].join(' '),
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

/**
 * Draws a prisoner from the front, in striped clothes of the colour and with the shape of the
 * player on the chest.
 *
 * @param {Colour} colour
 */
export function drawPrisoner(colour) {
  return svg(
    'g',
    { class: `prisoner ink-${colour}` },
    svg('circle', { class: 'prisoner-ring', r: 15 }),
    svg('path', {
      class: 'prisoner-suit',
      d: 'M-4 -5H4Q10 -4.5 10.5 1L11 7.500H7.500L7 13H1L0 10.500L-1 13H-7L-7.5 7.500H-11L-10.5 1Q-10 -4.5 -4 -5Z',
    }),
    svg('path', {
      class: 'prisoner-stripes',
      d: 'M-8.5 -2.500H8.500M-10 1.500H10M-10 5.500H10M-7 9.500H7',
    }),
    svg('circle', { class: 'prisoner-head', cy: -8.6, r: 4.9 }),
    svg('path', { class: 'prisoner-cap', d: 'M-5.2 -8.800Q-5 -14 0 -14Q5 -14 5.2 -8.800Z' }),
    svg('path', { class: 'prisoner-face', d: 'M-1.8 -7.500V-6.500M1.8 -7.500V-6.5' }),
    svg('circle', { class: 'prisoner-badge', cy: 3, r: 7.4 }),
    svg('g', { transform: 'translate(0 3) scale(0.6)' }, glyphShape(colour)),
  );
}

/**
 * Draws a barred door across a tunnel that runs to the east. Its lock has the colour of the player.
 *
 * @param {Colour} colour
 * @returns {SVGGElement}
 */
export function drawDoor(colour) {
  return svg(
    'g',
    { class: `door ink-${colour}` },
    svg('rect', { class: 'door-frame', x: -13, y: -27, width: 26, height: 54, rx: 4 }),
    svg('path', { class: 'door-gap', d: 'M-9 -21H9V21H-9Z' }),
    svg('path', { class: 'door-bars', d: 'M-5.5 -22V22M0 -22V22M5.5 -22V22' }),
    svg('path', { class: 'door-rails', d: 'M-10 -14H10M-10 14H10' }),
    svg('circle', { class: 'door-lock', r: 13.5 }),
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
        svg('g', { class: 'door-sign' }, svg('g', { class: 'upright' }, glyphShape(colour(seat)))),
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

/** The mast of a flag and its cloth: the length and the size. */
const FLAG = { mast: 64, wide: 40, high: 29 };

/**
 * Draws the flag of the owner of a free zone, and the fence around it.
 *
 * @param {number} zone
 * @param {number} radius
 * @param {Colour} colour
 */
export function drawOwner(zone, radius, colour) {
  const { x, y } = zonePoint(zone, radius);
  // The flag flies towards the middle of the board, so that it never leaves the picture.
  const toMiddle = x > 0 ? -1 : 1;
  const { mast, wide, high } = FLAG;
  const [foot, top] = [toMiddle * 14, 14 - mast];
  return svg(
    'g',
    { class: `zone-owner ink-${colour}`, transform: `translate(${x} ${y})` },
    svg('circle', { class: 'zone-rim', r: ZONE }),
    svg('circle', { class: 'zone-thread', r: ZONE }),
    svg(
      'g',
      { class: 'upright' },
      svg('path', { class: 'flag-mast', d: `M${foot} 16V${top - 3}` }),
      svg('path', {
        class: 'flag',
        d: `M${foot} ${top}h${toMiddle * wide}l${toMiddle * -7} ${high / 2}l${toMiddle * 7} ${high / 2}H${foot}Z`,
      }),
      svg(
        'g',
        { transform: `translate(${foot + toMiddle * 16} ${top + high / 2})` },
        glyphShape(colour),
      ),
    ),
  );
}
