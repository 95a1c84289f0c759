/**
 * Explains the signs and pieces of the board in tips: doors, hide-outs, free zones, green areas and
 * tunnels that a player holds, and the columns of the standings.
 *
 * @import {Point} from '../squares.js'
 * @import {Box} from '../tip.js'
 * @import {SectionXBoard} from './board.js'
 * @import {Scene} from './scene.js'
 * @import {Situation} from './status.js'
 */
import { cellAt, middle, REACH } from '../hexes.js';
import { Tip } from '../tip.js';
import { parseSpot } from './plan.js';
import { ZONE, zonePoint } from './table.js';

/** The distance within which a door counts as pointed at, in the drawing's units. */
const DOOR = 20;
/** The distance from the middle of a tunnel within which it counts as pointed at. */
const TUNNEL = 30;

/**
 * @typedef {object} Told an explained element
 * @property {string} key
 * @property {string} words
 * @property {Point} at its centre on the board
 * @property {number} reach its radius
 */

export class Tips {
  /** @param {SectionXBoard} board */
  constructor(board) {
    this.board = board;
    this.tip = new Tip(board.layout);
    const { standings } = board.panel;
    for (const type of ['pointerover', 'click'])
      standings.element.addEventListener(type, (event) =>
        this.#overColumn(event, type === 'click'),
      );
    standings.element.addEventListener('pointerleave', () => this.tip.hide());
  }

  /** Follows the mouse and the focus on a scene. @param {Scene} scene */
  watch(scene) {
    scene.root.addEventListener('pointermove', (event) => {
      if (event.pointerType !== 'mouse') return;
      const told = event.buttons === 0 ? this.#at(event) : null;
      if (told === null) this.tip.hide();
      else this.tip.soon(told.key, () => this.#shown(told));
    });
    scene.root.addEventListener('pointerleave', () => this.tip.hide());
    scene.layers.cells.addEventListener('focusin', ({ target }) => {
      const cell =
        target instanceof SVGElement && target.matches(':focus-visible')
          ? target.dataset['square']
          : null;
      const situation = this.board.situation();
      const told = cell && situation ? tellOfCell(situation, cell) : null;
      if (told === null) this.tip.hide();
      else this.tip.soon(told.key, () => this.#shown(told));
    });
    scene.layers.cells.addEventListener('focusout', () => this.tip.hide());
  }

  /**
   * Shows the tip at a press, unless the press had another effect.
   *
   * @param {MouseEvent} event
   * @param {boolean} leads whether the press had an effect
   */
  pressed(event, leads) {
    const told = leads ? null : this.#at(event);
    if (told === null) this.tip.hide();
    else this.tip.now(told.key, () => this.#shown(told));
  }

  /** @param {MouseEvent} event */
  #at({ clientX, clientY }) {
    const situation = this.board.situation();
    const scene = this.board.stage?.scene;
    return situation && scene ? tellAt(situation, scene.pointAt(clientX, clientY)) : null;
  }

  /**
   * @param {Told} told
   * @returns {{ words: string, box: Box } | null}
   */
  #shown({ words, at, reach }) {
    const scene = this.board.stage?.scene;
    const matrix = scene?.root.getScreenCTM();
    if (!scene || !matrix) return null;
    const { x, y } = scene.seen(at);
    const point = new DOMPoint(x, y).matrixTransform(matrix);
    const half = reach * matrix.a;
    return {
      words,
      box: { x: point.x - half, y: point.y - half, width: 2 * half, height: 2 * half },
    };
  }

  /**
   * @param {Event} event
   * @param {boolean} pressed
   */
  #overColumn({ target }, pressed) {
    const column = target instanceof Element ? target.closest('[data-sign]') : null;
    if (!(column instanceof HTMLElement)) return this.tip.hide();
    const sign = column.dataset['sign'] ?? '';
    const show = () => ({
      words: this.board.text(`section_x.tip.sign.${sign}`),
      box: column.getBoundingClientRect(),
    });
    if (pressed) this.tip.now(sign, show);
    else this.tip.soon(sign, show);
  }
}

/**
 * Returns the explanation of whatever is drawn at a point.
 *
 * @param {Situation} situation
 * @param {Point} point
 * @returns {Told | null}
 */
export function tellAt(situation, point) {
  const { plan } = situation;
  const far = (/** @type {Point} */ { x, y }) => Math.hypot(x - point.x, y - point.y);
  const door = plan.view.doors.find(({ at }) => far(plan.door(at)) <= DOOR);
  if (door) return tellOfDoor(situation, door.at);
  const zone = plan.view.areas.findIndex((_, one) => far(zonePoint(one, plan.radius)) <= ZONE);
  if (zone >= 0) return tellOfZone(situation, zone);
  const cell = cellAt(point, plan.radius);
  if (cell === null) return null;
  const sections = plan.tile(cell)?.tunnels.map((_, section) => `${cell}:${section}`) ?? [];
  const [near] = sections.sort((a, b) => far(plan.stand(a)) - far(plan.stand(b)));
  if (near !== undefined) {
    if (far(plan.stand(near)) > TUNNEL) return null;
    return tellOfTunnel(situation, near);
  }
  return tellOfCell(situation, cell);
}

/**
 * Returns the explanation of a cell: of the door in it, or else of its tunnels or its green area.
 *
 * @param {Situation} situation
 * @param {string} cell
 * @returns {Told | null}
 */
function tellOfCell(situation, cell) {
  const { plan, text } = situation;
  const [door] = plan.doorsIn(cell);
  if (door) return tellOfDoor(situation, door.at);
  const area = plan.area(cell);
  if (area !== null)
    return {
      key: `green ${cell}`,
      words: text('section_x.tip.green'),
      at: middle(cell, plan.radius),
      reach: REACH,
    };
  const sections = plan.tile(cell)?.tunnels.map((_, section) => `${cell}:${section}`) ?? [];
  for (const section of sections) {
    const told = tellOfTunnel(situation, section);
    if (told) return told;
  }
  return null;
}

/**
 * @param {Situation} situation
 * @param {string} at
 * @returns {Told}
 */
function tellOfDoor({ plan, own, text, name }, at) {
  const seat = plan.view.doors.find((one) => one.at === at)?.seat ?? 0;
  const key = seat === own ? 'section_x.tip.door_own' : 'section_x.tip.door';
  return {
    key: `door ${at}`,
    words: text(key, { name: name(seat) }),
    at: plan.door(at),
    reach: DOOR,
  };
}

/**
 * @param {Situation} situation
 * @param {number} zone
 * @returns {Told}
 */
function tellOfZone({ plan, own, text, name }, zone) {
  const owner = plan.view.areas[zone]?.owner ?? null;
  const key = owner === null ? 'open' : owner === own ? 'own' : 'of';
  return {
    key: `zone ${zone} ${owner}`,
    words: text(`section_x.tip.zone_${key}`, { name: owner === null ? '' : name(owner) }),
    at: zonePoint(zone, plan.radius),
    reach: ZONE,
  };
}

/**
 * @param {Situation} situation
 * @param {string} place
 * @returns {Told | null}
 */
function tellOfTunnel({ plan, own, text, name }, place) {
  const { cell, section } = parseSpot(place) ?? { cell: '', section: 0 };
  const tile = plan.tile(cell);
  const hides = tile && plan.sections(tile.kind)[section]?.hide_out;
  const owner = plan.owner(place);
  const held =
    owner === null
      ? []
      : [
          text(owner === own ? 'section_x.tip.held_own' : 'section_x.tip.held', {
            name: name(owner),
          }),
        ];
  const words = [...(hides ? [text('section_x.tip.hide_out')] : []), ...held].join(' ');
  if (words === '') return null;
  return { key: place, words, at: middle(cell, plan.radius), reach: REACH };
}
