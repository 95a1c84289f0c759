/**
 * The puzzles of a game on the server: those of its book, or what a seat missed in a finished game.
 *
 * @import {AnyAction, AnyEvent, AnyView, Attempt, GameKind} from '../protocol.js'
 */
import { fetchComputed } from '../lib/computed.js';
import { openSession, requestAsSelf } from '../lib/session.js';

/**
 * @typedef {{ type: 'win', turns: number } | { type: 'out', players: number }
 *   | { type: 'gain', least: number }} Goal the goal of a puzzle, as the server sends it
 */
/**
 * @typedef {object} ListedPuzzle a puzzle in the list, as the server sends it
 * @property {string} id
 * @property {Goal} goal
 * @property {string} theme
 * @property {number} [grade] from 1 (easy) to 5; absent for what was missed in a game
 * @property {number} decisions the number of decisions of the shortest solution
 */
/**
 * @typedef {object} PuzzleRecord the solver's record, as the server sends it
 * @property {number} points
 * @property {boolean} provisional
 * @property {number} rated
 * @property {number} streak
 * @property {number} best
 */
/**
 * @typedef {object} PuzzleList the puzzles of a game, as the server sends them
 * @property {string} [today] the id of the puzzle of today
 * @property {ListedPuzzle[]} puzzles
 * @property {PuzzleRecord} [own]
 * @property {string[]} solved
 * @property {string[]} tried
 */
/**
 * @typedef {Attempt<AnyAction, AnyEvent, AnyView> & { seat: number, own?: PuzzleRecord,
 *   change?: number }} Told the state of an attempt, as the server sends it
 */

/**
 * @typedef {object} PuzzleSource
 * @property {string | null} of the id of the finished game that the puzzles are from
 * @property {() => Promise<PuzzleList>} list
 * @property {(id: string, actions: readonly AnyAction[], hint?: boolean) => Promise<Told>} play
 *   plays a puzzle from its beginning with these decisions; with `hint` the answer contains the
 *   next decision of the solution
 */

/** The session of the solver, which a first decision opens. @type {Promise<unknown> | null} */
let session = null;

/**
 * Returns the puzzles of a game, or those of the finished game that the query names.
 *
 * @param {GameKind} game
 * @param {URLSearchParams} query
 * @returns {PuzzleSource}
 */
export function sourceOf(game, query) {
  const of = query.get('of');
  const path = of === null ? `/api/puzzles/${game}` : `/api/games/${encodeURIComponent(of)}/missed`;
  return {
    of,
    list: () =>
      of === null ? requestAsSelf('GET', path) : missedBy(path, Number(query.get('seat'))),
    async play(id, actions, hint = false) {
      if (of === null && (actions.length > 0 || hint)) {
        // Without a session, in a browser that keeps no cookies, nothing is recorded.
        session ??= openSession().catch(() => null);
        await session;
      }
      const body = hint ? { actions, hint } : { actions };
      return requestAsSelf('POST', `${path}/${id}`, body);
    },
  };
}

/**
 * @param {string} path
 * @param {number} seat
 * @returns {Promise<PuzzleList>}
 */
async function missedBy(path, seat) {
  /** @type {{ missed: { version: number, seat: number, goal: Goal, theme: string,
   *   decisions: number }[] } | null} */
  const found = await fetchComputed(path);
  const own = found?.missed.filter((one) => one.seat === seat) ?? [];
  return {
    puzzles: own.map(({ version, ...puzzle }) => ({ ...puzzle, id: String(version) })),
    solved: [],
    tried: [],
  };
}
