/**
 * What a player is putting together: which tile, turned how, by which path; or which start mark; or
 * which tiles to swap. Pure; what is legal comes from the view's choices alone.
 *
 * @import {Face, Placement, TsuroAction, TsuroChoices} from '../../protocol.js'
 */
import { never } from '../../lib/never.js';
import { isFirst, look } from './geometry.js';

/**
 * @typedef {object} Held a tile of a hand, known by a key: a hand can hold two that are alike
 * @property {string} key
 * @property {Face} face
 */
/**
 * @typedef {object} Draft
 * @property {string | null} tile the key of the chosen tile of the hand
 * @property {Readonly<Record<string, number>>} turned for each tile how it is turned
 * @property {number | null} port by which port the marker sets out, where there are two
 * @property {string | null} mark the chosen start mark
 * @property {readonly string[]} give keys of the tiles of the hand that are to be given away
 * @property {readonly string[]} take keys of the tiles on offer that are to be taken
 */

/** @type {Draft} */
export const NOTHING = { tile: null, turned: {}, port: null, mark: null, give: [], take: [] };

/**
 * The tiles of a hand, each with a key of its own.
 *
 * @param {readonly Face[]} faces
 * @param {string} [prefix] what tells this hand's keys from those of others
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
 * The rotations in which a tile may be laid; all four while there is nothing to decide.
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
 * @param {Held} held
 * @param {Draft} draft
 * @returns {number} quarter turns clockwise
 */
export function rotationOf(choices, { key, face }, draft) {
  const turned = draft.turned[key] ?? 0;
  const legal = rotationsOf(choices, face.tile);
  if (legal.includes(turned) || legal.length === 0) return turned;
  const same = legal.find((one) => look(face.paths, one) === look(face.paths, turned));
  return same ?? legal.find((one) => one > turned) ?? legal[0] ?? turned;
}

/**
 * Turns a tile to the next rotation that is legal.
 *
 * @param {TsuroChoices | null} choices
 * @param {Held} held
 * @param {Draft} draft
 * @param {1 | -1} by clockwise or back
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
 * The ways to lay a tile as it is turned: one, or one for each path by which its player can set out.
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
 * What laying that tile as it is turned would do; `null` where it can't be laid.
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
 * The ports by which the marker can set out, the left or upper one first: those of the tile as it is
 * turned, or those before which another has laid one; none where there is nothing to choose between.
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
 * Sets out by the other path.
 *
 * @param {TsuroChoices | null} choices
 * @param {Held | null} held
 * @param {Draft} draft
 * @returns {Draft} the same one where there is no other
 */
export function switchPath(choices, held, draft) {
  const ports = portsOf(choices, held, draft);
  const now = choices?.type === 'path' ? draft.port : placementOf(choices, held, draft)?.port;
  const other = ports.find((one) => one !== now);
  return other === undefined ? draft : { ...draft, port: other };
}

/**
 * The hands on offer in a swap, with keys that no other tile has.
 *
 * @param {TsuroChoices | null} choices
 * @returns {{ seat: number, tiles: Held[] }[]}
 */
export function offersOf(choices) {
  if (choices?.type !== 'swap') return [];
  return choices.offers.map(({ seat, tiles }) => ({ seat, tiles: heldIn(tiles, `${seat}:`) }));
}

/**
 * Takes a key into a list, or out of it.
 *
 * @param {readonly string[]} keys
 * @param {string} key
 */
export function toggled(keys, key) {
  return keys.includes(key) ? keys.filter((one) => one !== key) : [...keys, key];
}

/**
 * The decision that is put together; `null` while something is missing.
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
 * What is left of a draft under a new view: a tile that is still in hand (and can be laid),
 * a mark that is still free, a path and a swap that are still on offer. Who is asked anew for a tile and holds a single
 * one has chosen it.
 *
 * @param {Draft} draft
 * @param {TsuroChoices | null} choices
 * @param {readonly Held[]} hand
 * @param {boolean} anew whether something else is asked than before
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
