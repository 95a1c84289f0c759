/**
 * The draft of a player's decision: a tile with its rotation and path, a start mark, or the tiles
 * to swap. The functions are pure. The choices of the view are the only source of what is legal.
 *
 * @import {Face, Placement, TsuroAction, TsuroChoices} from '../../protocol.js'
 */
import { never } from '../../lib/never.js';
import { isFirst, look } from './geometry.js';

/**
 * @typedef {object} Held a tile of a hand, identified by a key because a hand can hold two
 *   identical tiles
 * @property {string} key
 * @property {Face} face
 */
/**
 * @typedef {object} Draft
 * @property {string | null} tile the key of the chosen tile of the hand
 * @property {Readonly<Record<string, number>>} turned the rotation of each tile in quarter turns,
 *   by its key
 * @property {number | null} port the port at which the marker sets out, where there are two paths
 * @property {string | null} mark the chosen start mark
 * @property {readonly string[]} give the keys of the own tiles to give away
 * @property {readonly string[]} take the keys of the offered tiles to take
 */

/** @type {Draft} */
export const NOTHING = { tile: null, turned: {}, port: null, mark: null, give: [], take: [] };

/**
 * Returns the tiles of a hand, each with a unique key.
 *
 * @param {readonly Face[]} faces
 * @param {string} [prefix] a prefix that distinguishes the keys of this hand from those of other
 *   hands
 * @returns {Held[]}
 */
export function heldIn(faces, prefix = '') {
  /** @type {Map<number, number>} */
  const met = new Map();
  return faces.map((face) => {
    const before = met.get(face.tile) ?? 0;
    met.set(face.tile, before + 1);
    return { key: `${prefix}${face.tile}${before === 0 ? '' : `+${before}`}`, face };
  });
}

/**
 * Returns the rotations in which a tile may be laid; all four while there is nothing to decide.
 *
 * @param {TsuroChoices | null} choices
 * @param {number} tile
 * @returns {number[]}
 */
export function rotationsOf(choices, tile) {
  if (choices?.type !== 'place') return [0, 1, 2, 3];
  const rotations = choices.placements.flatMap((one) => (one.tile === tile ? [one.rotation] : []));
  return [...new Set(rotations)];
}

/**
 * Returns whether a tile may not be laid now although other tiles may.
 *
 * @param {TsuroChoices | null} choices
 * @param {number} tile
 */
export function isBlocked(choices, tile) {
  return choices?.type === 'place' && rotationsOf(choices, tile).length === 0;
}

/**
 * Returns the rotation in which a tile would be laid: its current rotation if that is legal,
 * otherwise the legal one that looks the same, otherwise the next legal one clockwise.
 *
 * @param {TsuroChoices | null} choices
 * @param {Held} held
 * @param {Draft} draft
 * @returns {number} the rotation in quarter turns clockwise
 */
export function rotationOf(choices, { key, face }, draft) {
  const turned = draft.turned[key] ?? 0;
  const legal = rotationsOf(choices, face.tile);
  if (legal.includes(turned) || legal.length === 0) return turned;
  const same = legal.find((one) => look(face.paths, one) === look(face.paths, turned));
  return same ?? legal.find((one) => one > turned) ?? legal[0] ?? turned;
}

/**
 * Turns a tile to the next legal rotation.
 *
 * @param {TsuroChoices | null} choices
 * @param {Held} held
 * @param {Draft} draft
 * @param {1 | -1} by 1 for clockwise, -1 for anticlockwise
 * @returns {Draft}
 */
export function turn(choices, held, draft, by) {
  const legal = rotationsOf(choices, held.face.tile);
  const now = legal.indexOf(rotationOf(choices, held, draft));
  const next = legal[(now + by + legal.length) % legal.length];
  if (next === undefined) return draft;
  return { ...draft, turned: { ...draft.turned, [held.key]: next } };
}

/**
 * Returns the placements of a tile in its current rotation: a single one, or one for each path at
 * which its player can set out.
 *
 * @param {TsuroChoices | null} choices
 * @param {Held | null} held
 * @param {Draft} draft
 * @returns {Placement[]}
 */
export function waysOf(choices, held, draft) {
  if (choices?.type !== 'place' || !held) return [];
  const rotation = rotationOf(choices, held, draft);
  return choices.placements.filter(
    (one) => one.tile === held.face.tile && one.rotation === rotation,
  );
}

/**
 * Returns the placement of the tile in its current rotation, or `null` where it cannot be laid.
 *
 * @param {TsuroChoices | null} choices
 * @param {Held | null} held
 * @param {Draft} draft
 * @returns {Placement | null}
 */
export function placementOf(choices, held, draft) {
  const ways = waysOf(choices, held, draft);
  const [first] = portsOf(choices, held, draft);
  return (
    ways.find((one) => one.port === draft.port) ?? ways.find((one) => one.port === first) ?? null
  );
}

/**
 * Returns the ports at which the marker can set out, the left or upper one first. They belong to
 * the tile in its current rotation, or to the tile that another player has laid before the marker.
 * The result is empty where there is nothing to choose between.
 *
 * @param {TsuroChoices | null} choices
 * @param {Held | null} held
 * @param {Draft} draft
 * @returns {number[]}
 */
export function portsOf(choices, held, draft) {
  const ways = choices?.type === 'path' ? choices.paths : waysOf(choices, held, draft);
  return ways
    .flatMap((one) => one.port ?? [])
    .sort((a, b) => Number(isFirst(b)) - Number(isFirst(a)));
}

/**
 * Switches to the other path.
 *
 * @param {TsuroChoices | null} choices
 * @param {Held | null} held
 * @param {Draft} draft
 * @returns {Draft} the draft with the other path, or the same draft where there is no other path
 */
export function switchPath(choices, held, draft) {
  const ports = portsOf(choices, held, draft);
  const now = choices?.type === 'path' ? draft.port : placementOf(choices, held, draft)?.port;
  const other = ports.find((one) => one !== now);
  return other === undefined ? draft : { ...draft, port: other };
}

/**
 * Returns the hands that a swap offers, with keys that no other tile has.
 *
 * @param {TsuroChoices | null} choices
 * @returns {{ seat: number, tiles: Held[] }[]}
 */
export function offersOf(choices) {
  if (choices?.type !== 'swap') return [];
  return choices.offers.map(({ seat, tiles }) => ({ seat, tiles: heldIn(tiles, `${seat}:`) }));
}

/**
 * Adds a key to a list, or removes it if the list already contains it.
 *
 * @param {readonly string[]} keys
 * @param {string} key
 */
export function toggled(keys, key) {
  return keys.includes(key) ? keys.filter((one) => one !== key) : [...keys, key];
}

/**
 * Returns the decision that the draft amounts to, or `null` while it is incomplete.
 *
 * @param {TsuroChoices | null} choices
 * @param {readonly Held[]} hand
 * @param {Draft} draft
 * @returns {TsuroAction | null}
 */
export function decisionOf(choices, hand, draft) {
  if (choices === null) return null;
  const { mark, port, give, take } = draft;
  switch (choices.type) {
    case 'start':
      return mark === null ? null : { type: 'start', mark };
    case 'place': {
      const placement = placementOf(choices, chosenOf(hand, draft), draft);
      if (!placement) return null;
      const { tile, rotation } = placement;
      return {
        type: 'place',
        tile,
        rotation,
        ...(placement.port !== undefined && { port: placement.port }),
      };
    }
    case 'path':
      return port === null ? null : { type: 'path', port };
    case 'swap': {
      if (give.length === 0 || give.length !== take.length) return null;
      const numbers = (
        /** @type {readonly Held[]} */ held,
        /** @type {readonly string[]} */ keys,
      ) => held.flatMap((one) => (keys.includes(one.key) ? [one.face.tile] : []));
      const offered = offersOf(choices).flatMap((offer) => offer.tiles);
      return { type: 'swap', give: numbers(hand, give), take: numbers(offered, take) };
    }
    default:
      return never(choices);
  }
}

/**
 * @param {readonly Held[]} hand
 * @param {Draft} draft
 * @returns {Held | null}
 */
export function chosenOf(hand, { tile }) {
  return hand.find((one) => one.key === tile) ?? null;
}

/**
 * Returns the part of a draft that is still valid under a new view: a tile that is still in hand
 * and can be laid, a mark that is still free, a path and a swap that are still on offer. A player
 * who is newly asked for a tile and holds a single one gets it chosen.
 *
 * @param {Draft} draft
 * @param {TsuroChoices | null} choices
 * @param {readonly Held[]} hand
 * @param {boolean} anew whether the question differs from the previous one
 * @returns {Draft}
 */
export function reconcile(draft, choices, hand, anew) {
  const keys = hand.map((one) => one.key);
  const turned = Object.fromEntries(
    Object.entries(draft.turned).filter(([key]) => keys.includes(key)),
  );
  const chosen = chosenOf(hand, draft);
  const { mark, port } = draft;
  const stays =
    chosen !== null &&
    choices?.type !== 'swap' &&
    rotationsOf(choices, chosen.face.tile).length > 0;
  const free = mark !== null && choices?.type === 'start' && choices.marks.includes(mark);
  const asked = choices?.type === 'place' || choices?.type === 'path';
  const offered = offersOf(choices).flatMap((offer) => offer.tiles.map((one) => one.key));
  const only = anew && choices?.type === 'place' && hand.length === 1 ? hand[0]?.key : null;
  return {
    tile: stays ? chosen.key : (only ?? null),
    turned,
    port: asked ? port : null,
    mark: free ? mark : null,
    give: choices?.type === 'swap' ? draft.give.filter((key) => keys.includes(key)) : [],
    take: draft.take.filter((key) => offered.includes(key)),
  };
}
