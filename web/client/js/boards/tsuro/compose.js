/**
 * What a player is putting together: which tile, turned how, or which start mark. Pure; what is
 * legal comes from the view's choices alone.
 *
 * @import {Face, Placement, TsuroChoices} from '../../../protocol.js'
 */
import { look } from './geometry.js';

/**
 * @typedef {object} Composition
 * @property {number | null} tile the chosen tile of the hand
 * @property {Readonly<Record<number, number>>} turned for each tile how it is turned
 * @property {string | null} mark the chosen start mark
 */

/** @type {Composition} */
export const NOTHING = { tile: null, turned: {}, mark: null };

/**
 * The rotations in which a tile may be laid; all four while there is nothing to decide.
 *
 * @param {TsuroChoices | null} choices
 * @param {number} tile
 * @returns {number[]}
 */
export function rotationsOf(choices, tile) {
  if (choices?.type !== 'place') return [0, 1, 2, 3];
  return choices.placements.filter((one) => one.tile === tile).map((one) => one.rotation);
}

/**
 * Whether a tile may not be laid now, though others may.
 *
 * @param {TsuroChoices | null} choices
 * @param {number} tile
 */
export function isBlocked(choices, tile) {
  return choices?.type === 'place' && rotationsOf(choices, tile).length === 0;
}

/**
 * How a tile would be laid: as it is turned, or else the way that looks the same, or else the next
 * one clockwise that is legal.
 *
 * @param {TsuroChoices | null} choices
 * @param {Face} face
 * @param {Composition} composition
 * @returns {number} quarter turns clockwise
 */
export function rotationOf(choices, face, composition) {
  const turned = composition.turned[face.tile] ?? 0;
  const legal = rotationsOf(choices, face.tile);
  if (legal.includes(turned) || legal.length === 0) return turned;
  const same = legal.find((one) => look(face.paths, one) === look(face.paths, turned));
  return same ?? legal.find((one) => one > turned) ?? legal[0] ?? turned;
}

/**
 * Turns a tile to the next rotation that is legal.
 *
 * @param {TsuroChoices | null} choices
 * @param {Face} face
 * @param {Composition} composition
 * @param {1 | -1} by clockwise or back
 * @returns {Composition}
 */
export function turn(choices, face, composition, by) {
  const legal = rotationsOf(choices, face.tile);
  const now = legal.indexOf(rotationOf(choices, face, composition));
  const next = legal[(now + by + legal.length) % legal.length];
  if (next === undefined) return composition;
  return { ...composition, turned: { ...composition.turned, [face.tile]: next } };
}

/**
 * What laying that tile as it is turned would do; `null` where it can't be laid.
 *
 * @param {TsuroChoices | null} choices
 * @param {Face | null} face
 * @param {Composition} composition
 * @returns {Placement | null}
 */
export function placementOf(choices, face, composition) {
  if (choices?.type !== 'place' || !face) return null;
  const rotation = rotationOf(choices, face, composition);
  return (
    choices.placements.find((one) => one.tile === face.tile && one.rotation === rotation) ?? null
  );
}

/**
 * What is left of a composition under a new view: a tile that is still in hand (and can be laid),
 * a mark that is still free.
 *
 * @param {Composition} composition
 * @param {TsuroChoices | null} choices
 * @param {readonly Face[]} hand
 * @returns {Composition}
 */
export function keep(composition, choices, hand) {
  const tiles = hand.map((face) => face.tile);
  const turned = Object.fromEntries(
    Object.entries(composition.turned).filter(([tile]) => tiles.includes(Number(tile))),
  );
  const { tile, mark } = composition;
  const stays = tile !== null && tiles.includes(tile) && rotationsOf(choices, tile).length > 0;
  const free = mark !== null && choices?.type === 'start' && choices.marks.includes(mark);
  return { tile: stays ? tile : null, turned, mark: free ? mark : null };
}
