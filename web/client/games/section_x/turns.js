/**
 * Computes from the events what the other players have done since the viewer's last turn. The
 * functions are pure.
 *
 * @import {SectionXDoor, SectionXEvent, SectionXLength} from '../../protocol.js'
 * @import {Plan} from './plan.js'
 */
import { lastIndexWhere, lastWhere } from '../../lib/last.js';

/**
 * @typedef {{ seat: number, events: SectionXEvent[] }} Turn the events of a turn
 */
/**
 * @typedef {{ type: 'tile', seat: number, cell: string }} TileMark a tile that was laid, moved or
 *   turned
 * @typedef {{ type: 'moved', seat: number, from: string, to: string }} MovedMark the way of a tile
 *   to another cell
 * @typedef {{ type: 'walk', seat: number, places: string[] }} WalkMark the places that a prisoner
 *   went through, from its start to its destination
 * @typedef {{ type: 'door', seat: number, at: string }} DoorMark a door that was put on the board
 * @typedef {{ type: 'gone', seat: number, at: string }} GoneMark a door that a fight removed from
 *   the board; `seat` owned it
 * @typedef {TileMark | MovedMark | WalkMark | DoorMark | GoneMark} Mark a mark on the board; `seat` is the
 *   player who acted
 */
/**
 * @typedef {object} Loss a fight that cost the viewer a door
 * @property {number} winner
 * @property {SectionXDoor} door the last of the lost doors
 * @property {readonly SectionXLength[]} lengths
 */

/**
 * Returns the turns of the current round, or of the last round if it did not collapse.
 *
 * @param {readonly SectionXEvent[]} events the events of the game, as far back as they are known
 * @returns {Turn[]} the turns; the current one comes last
 */
export function turnsIn(events) {
  /** @type {Turn[]} */
  let turns = [];
  for (const event of events) {
    // After a collapse nothing of the round is left on the board, even if no other round begins.
    if (['opened', 'round', 'collapsed'].includes(event.type)) turns = [];
    else if (event.type === 'turn') turns.push({ seat: event.seat, events: [] });
    else turns.at(-1)?.events.push(event);
  }
  return turns;
}

/**
 * Returns the turns of the other players since the viewer's last one. They stay marked until the
 * viewer's next turn ends. For a spectator the result is the current turn and the one before it.
 *
 * @param {readonly Turn[]} turns
 * @param {number | null} own the viewer's seat
 * @returns {Turn[]}
 */
export function recent(turns, own) {
  if (own === null) return turns.slice(-2);
  const running = turns.at(-1)?.seat === own ? turns.length - 1 : turns.length;
  const before = turns.slice(0, running);
  const mine = lastIndexWhere(before, ({ seat }) => seat === own);
  return before.slice(mine + 1);
}

/**
 * Returns the marks of turns on the board.
 *
 * @param {readonly Turn[]} turns
 * @returns {Mark[]}
 */
export function marksOf(turns) {
  return turns.flatMap(({ seat, events }) => {
    /** @type {Map<string, WalkMark>} */
    const walks = new Map();
    const marks = events.flatMap((event) => markOf(event, seat, walks));
    return [...marks, ...walks.values()];
  });
}

/**
 * @param {SectionXEvent} event
 * @param {number} seat the seat whose turn it is
 * @param {Map<string, WalkMark>} walks the walks of the turn, by prisoner; a step extends them
 * @returns {Mark[]}
 */
function markOf(event, seat, walks) {
  switch (event.type) {
    case 'placed':
    case 'turned':
      return [{ type: 'tile', seat, cell: event.cell }];
    case 'exchanged':
      return [event.a, event.b].map((cell) => ({ type: 'tile', seat, cell }));
    case 'relocated':
      return [
        { type: 'moved', seat, from: event.from, to: event.to },
        { type: 'tile', seat, cell: event.to },
      ];
    case 'door_put':
      return [{ type: 'door', seat: event.seat, at: event.to }];
    case 'fought':
      return event.back.map((door) => ({ type: 'gone', ...door }));
    case 'stepped': {
      const key = `${event.seat} ${event.prisoner}`;
      const walk = walks.get(key) ?? { type: 'walk', seat: event.seat, places: [event.from] };
      walk.places.push(event.to);
      walks.set(key, walk);
      return [];
    }
    default:
      return [];
  }
}

/**
 * Returns the marks for a viewer: the actions of the other players, and the doors that the viewer's
 * own turn has removed.
 *
 * @param {readonly Turn[]} turns
 * @param {number | null} own the viewer's seat
 * @param {Plan} plan
 * @returns {Mark[]}
 */
export function marksFor(turns, own, plan) {
  const running = turns.slice(-1).filter(({ seat }) => seat === own);
  const gone = marksOf(running).filter(({ type }) => type === 'gone');
  // A tile that has moved on since has a mark at its new cell, so marks on empty cells are dropped.
  return [...marksOf(recent(turns, own)), ...gone].filter(
    (mark) =>
      (mark.type !== 'tile' || plan.tile(mark.cell) !== null) &&
      (mark.type !== 'moved' || plan.tile(mark.to) !== null),
  );
}

/**
 * Returns the places that each prisoner of a seat has left in the current turn, by prisoner number.
 *
 * @param {readonly Turn[]} turns
 * @param {number | null} own
 * @returns {ReadonlyMap<number, readonly string[]>}
 */
export function leftIn(turns, own) {
  /** @type {Map<number, string[]>} */
  const left = new Map();
  for (const event of turns.at(-1)?.events ?? [])
    if (event.type === 'stepped' && event.seat === own)
      left.set(event.prisoner, [...(left.get(event.prisoner) ?? []), event.from]);
  return left;
}

/**
 * Returns the last fight in some turns that cost the seat a door, or `null`.
 *
 * @param {readonly Turn[]} turns
 * @param {number | null} own
 * @returns {Loss | null}
 */
export function lossIn(turns, own) {
  const lost = turns.flatMap(({ events }) =>
    events.flatMap((event) => {
      if (event.type !== 'fought' || event.kept === own) return [];
      const door = lastWhere(event.back, ({ seat }) => seat === own);
      return door ? [{ winner: event.kept, door, lengths: event.lengths }] : [];
    }),
  );
  return lost.at(-1) ?? null;
}
