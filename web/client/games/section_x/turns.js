/**
 * What others have done since the viewer's last turn, by what has happened. Pure.
 *
 * @import {SectionXDoor, SectionXEvent, SectionXLength} from '../../protocol.js'
 * @import {Plan} from './plan.js'
 */
import { lastIndexWhere, lastWhere } from '../../lib/last.js';

/**
 * @typedef {{ seat: number, events: SectionXEvent[] }} Turn what has happened in a turn
 */
/**
 * @typedef {{ type: 'tile', seat: number, cell: string }} TileMark a tile that was laid, moved or turned
 * @typedef {{ type: 'walk', seat: number, places: string[] }} WalkMark where a prisoner came from and went
 * @typedef {{ type: 'door', seat: number, at: string }} DoorMark a door that was put
 * @typedef {{ type: 'gone', seat: number, at: string }} GoneMark a door that a fight took off the board; `seat` had it
 * @typedef {TileMark | WalkMark | DoorMark | GoneMark} Mark something to be seen on the board; `seat` did it
 */
/**
 * @typedef {object} Loss a fight that cost the viewer a door
 * @property {number} winner
 * @property {SectionXDoor} door the last of them
 * @property {readonly SectionXLength[]} lengths
 */

/**
 * The turns of the round that is being played, or of the last one if it did not collapse.
 *
 * @param {readonly SectionXEvent[]} events of the game, as far back as they are known
 * @returns {Turn[]} the running one last
 */
export function turnsIn(events) {
  /** @type {Turn[]} */
  let turns = [];
  for (const event of events) {
    // Nothing of it is left on the board after a collapse, also where no other round begins.
    if (['opened', 'round', 'collapsed'].includes(event.type)) turns = [];
    else if (event.type === 'turn') turns.push({ seat: event.seat, events: [] });
    else turns.at(-1)?.events.push(event);
  }
  return turns;
}

/**
 * The turns of others since the viewer's last one, which stay to be seen until the viewer's next one ends; for who only
 * watches the running one and the one before it.
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
 * What is to be seen of turns on the board.
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
 * @param {number} seat whose turn it is
 * @param {Map<string, WalkMark>} walks the prisoners that have walked in it; a step adds to them
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
      return [{ type: 'tile', seat, cell: event.to }];
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
 * What is marked for a viewer: what others have done, and which doors the viewer's own turn has cost anybody.
 *
 * @param {readonly Turn[]} turns
 * @param {number | null} own the viewer's seat
 * @param {Plan} plan
 * @returns {Mark[]}
 */
export function marksFor(turns, own, plan) {
  const running = turns.slice(-1).filter(({ seat }) => seat === own);
  const gone = marksOf(running).filter(({ type }) => type === 'gone');
  // A tile that has moved on since is marked where it is now.
  return [...marksOf(recent(turns, own)), ...gone].filter(
    (mark) => mark.type !== 'tile' || plan.tile(mark.cell) !== null,
  );
}

/**
 * The places that each prisoner of a seat has left in the running turn, by its number.
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
 * The last fight in some turns that cost somebody a door.
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
