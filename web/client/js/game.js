/**
 * What the pages around a board ask of any game.
 *
 * @import {AnyView, GameKind, Outcome} from '../protocol.js'
 */

/**
 * @typedef {object} SeatFacts what a game says of one seat
 * @property {boolean} turn whether the game waits for it
 * @property {boolean} out whether it is out of the game
 * @property {number} tiles how many tiles it holds, or has laid down
 * @property {number | null} walked squares that its marker has walked, where that decides; otherwise `null`
 */

/** Every game there is, with how many can play. */
export const GAMES = /** @type {const} @satisfies {{kind: GameKind, fewest: number, most: number}[]} */ ([
  { kind: 'tsuro', fewest: 2, most: 8 },
]);

/**
 * @param {AnyView} view
 * @param {number} seat
 * @returns {SeatFacts}
 */
export function factsOf(view, seat) {
  switch (view.game) {
    case 'tsuro':
      return {
        turn: view.acting === seat,
        out: view.markers[seat]?.out != null,
        tiles: view.hands[seat]?.count ?? 0,
        walked: view.options.longest ? (view.markers[seat]?.path.length ?? 0) : null,
      };
    default:
      return /** @type {never} */ (view);
  }
}

/**
 * @param {AnyView} view
 * @returns {number | null} the seat that the game waits for
 */
export function turnOf(view) {
  switch (view.game) {
    case 'tsuro':
      return view.acting;
    default:
      return /** @type {never} */ (view);
  }
}

/**
 * The seats of each place, best first; those who share one are together.
 *
 * @param {Outcome} outcome
 * @returns {{place: number, seats: number[]}[]}
 */
export function placesOf(outcome) {
  const places = [...new Set(outcome.places)].sort((a, b) => a - b);
  return places.map((place) => ({
    place,
    seats: outcome.places.flatMap((of, seat) => (of === place ? [seat] : [])),
  }));
}
