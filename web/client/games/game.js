/**
 * What the pages around a board ask of any game before they have fetched it.
 *
 * @import {AnyAction, AnyEvent, AnyView, GameKind, PublicEvent, Outcome, RoomView, TortusView} from '../protocol.js'
 */

/** @typedef {{ key: string, count: number }} Count something of a seat that is counted, by the key of its words */
/**
 * @typedef {object} SeatFacts what a game says of one seat
 * @property {boolean} turn whether the game waits for it
 * @property {boolean} out whether it is out of the game
 * @property {Count | null} held what it holds, where nobody else may see it
 * @property {Count | null} score what the game, or part of it, is decided by
 */

/** @typedef {{ kind: GameKind, fewest: number, most: number }} Playable a game, and how many can play it */

/** Every game there is; a new room begins with the first. @type {readonly [Playable, ...Playable[]]} */
export const GAMES = [
  { kind: 'tsuro', fewest: 2, most: 8 },
  { kind: 'tortus', fewest: 2, most: 2 },
  { kind: 'section_x', fewest: 2, most: 4 },
];

/**
 * @param {GameKind} kind
 * @returns {{fewest: number, most: number}} how many can play it
 */
export function playersOf(kind) {
  return GAMES.find((game) => game.kind === kind) ?? GAMES[0];
}

/**
 * @param {GameKind} kind
 * @returns {string} where the page is that tells how it is played
 */
export function howPath(kind) {
  return `/how/${kind.replaceAll('_', '-')}`;
}

/**
 * @param {AnyView} view
 * @param {number} seat
 * @returns {SeatFacts}
 */
export function factsOf(view, seat) {
  switch (view.game) {
    case 'tsuro': {
      const out = view.markers[seat]?.out != null;
      const tiles = view.hands[seat]?.count ?? 0;
      const walked = view.markers[seat]?.path.length ?? 0;
      return {
        turn: view.acting === seat,
        out,
        // Who is out may have laid tiles down.
        held: out && tiles === 0 ? null : { key: 'players.tiles', count: tiles },
        score: view.options.longest ? { key: 'players.walked', count: walked } : null,
      };
    }
    case 'tortus':
      return {
        turn: view.acting === seat,
        out: false,
        held: null,
        score: lostOf(view, seat),
      };
    case 'section_x': {
      const player = view.players[seat];
      return {
        turn: view.acting === seat,
        out: view.resigned.includes(seat),
        held: { key: 'players.tiles', count: player?.stock.length ?? 0 },
        score: { key: 'section_x.out', count: (player?.free ?? 0) + (player?.green ?? 0) },
      };
    }
    default:
      return /** @type {never} */ (view);
  }
}

/**
 * @param {TortusView} view
 * @param {number} seat
 * @returns {Count | null} pawns lost, once it is any
 */
function lostOf({ pawns }, seat) {
  const count = pawns.filter((pawn) => pawn.seat === seat && pawn.lost).length;
  return count === 0 ? null : { key: 'players.lost', count };
}

/**
 * @param {AnyView} view
 * @returns {number | null} the seat that the game waits for
 */
export function turnOf(view) {
  switch (view.game) {
    case 'tsuro':
    case 'tortus':
    case 'section_x':
      return view.acting;
    default:
      return /** @type {never} */ (view);
  }
}

/**
 * @typedef {object} Question what a seat is asked beside its decisions, in the words of the game
 * @property {string} key of its words
 * @property {number} by the seat that asks
 * @property {readonly { key: string, action: AnyAction }[]} answers the first is the one that goes along
 */

/**
 * @param {AnyView} view
 * @param {number} seat
 * @returns {Question | null} what the seat is asked by another
 */
export function questionTo(view, seat) {
  if (view.game !== 'tortus' || view.draw === null || view.draw === seat || view.declined || view.turn === null) return null;
  return {
    key: 'tortus.draw.asked',
    by: view.draw,
    answers: [
      { key: 'tortus.draw.agree', action: { game: 'tortus', type: 'draw' } },
      { key: 'tortus.draw.decline', action: { game: 'tortus', type: 'decline' } },
    ],
  };
}

/**
 * The games that an update speaks of, and those of them that it shows or tells of.
 *
 * @param {{ view: Pick<RoomView, 'settings' | 'game'>, happenings: readonly { happening: PublicEvent }[] }} update
 * @returns {{ spoken: Set<GameKind>, played: Set<GameKind> }}
 */
export function gamesIn({ view, happenings }) {
  const spoken = new Set([view.settings.options.game]);
  /** @type {Set<GameKind>} */
  const played = new Set();
  if (view.game) played.add(view.game.game);
  for (const { happening } of happenings) {
    if (happening.type === 'set') spoken.add(happening.settings.options.game);
    if ('events' in happening) for (const event of happening.events) played.add(event.game);
  }
  return { spoken, played };
}

/**
 * What has happened in the last game that began, as far as the happenings reach back.
 *
 * @param {readonly { happening: PublicEvent }[]} happenings
 * @returns {AnyEvent[]}
 */
export function eventsOf(happenings) {
  const start = happenings.findLastIndex(({ happening }) => happening.type === 'started');
  return happenings.slice(Math.max(0, start)).flatMap(({ happening }) => ('events' in happening ? happening.events : []));
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
