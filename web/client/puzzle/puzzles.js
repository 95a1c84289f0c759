/**
 * The puzzles of a game on the server.
 *
 * @import {AnyAction, AnyEvent, AnyView, Attempt, GameKind} from '../protocol.js'
 */
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
 * @property {number} grade from 1 (easy) to 5
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

/** The session of the solver, which a first decision opens. @type {Promise<unknown> | null} */
let session = null;

/**
 * Fetches the puzzles of a game.
 *
 * @param {GameKind} game
 * @returns {Promise<PuzzleList>}
 */
export function fetchPuzzles(game) {
  return requestAsSelf('GET', `/api/puzzles/${game}`);
}

/**
 * Plays a puzzle from its beginning with these decisions.
 *
 * @param {GameKind} game
 * @param {string} id
 * @param {readonly AnyAction[]} actions
 * @param {boolean} [hint] whether the answer contains the next decision of the solution
 * @returns {Promise<Told>}
 */
export async function playPuzzle(game, id, actions, hint = false) {
  if (actions.length > 0 || hint) {
    // Without a session, in a browser that keeps no cookies, nothing is recorded.
    session ??= openSession().catch(() => null);
    await session;
  }
  const body = hint ? { actions, hint } : { actions };
  return requestAsSelf('POST', `/api/puzzles/${game}/${id}`, body);
}
