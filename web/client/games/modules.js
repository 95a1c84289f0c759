/**
 * Fetches the parts of a game that a page loads only when it needs them: its texts, and its board
 * with everything that belongs to it.
 *
 * @import {AnyAction, AnyEvent, AnyView, GameKind, Phase, Problem, SeatView, You} from '../protocol.js'
 * @import {SoundName} from '../lib/sound.js'
 * @import {Text} from '../lib/text.js'
 * @import {Count} from './index.js'
 */
import { loadStyle } from '../lib/styles.js';
import { loadPart } from '../lib/text.js';
import { aboutOf, gameOf } from './index.js';

export { loadStyle } from '../lib/styles.js';

/** @typedef {{ ok: true } | { ok: false, problem: Problem }} Answer */
/**
 * @typedef {object} BoardContext
 * @property {Text} text
 * @property {(action: AnyAction) => Promise<Answer>} act sends a decision
 * @property {() => Promise<Answer>} takeBack takes back the last decision of the turn
 * @property {(words: string) => void} announce announces words to a screen reader
 * @property {boolean} [quick] whether the board may make decisions without alternatives on behalf
 *   of the viewer
 * @property {() => void} [hint] asks for a hint; the answer arrives through `propose` of
 *   {@link Board}
 * @property {() => void} [drafted] reports that the viewer has changed the draft
 * @property {{ notice: HTMLElement, tools: HTMLElement }} [parts] the elements that the page adds to
 *   the panel: the notice, which covers the status line, and the tools beside the hand
 */
/**
 * @template {AnyView} [V=AnyView]
 * @typedef {object} Shown
 * @property {V} view
 * @property {readonly (SeatView | null)[]} seats
 * @property {You | null} you
 * @property {Phase} phase the phase of the room
 * @property {number} [takeBack] the number of decisions that the player whose turn it is can take
 *   back, one after the other
 * @property {boolean} [hints] whether players may ask for hints
 * @property {boolean} [paused] whether the game is paused and takes no decisions
 * @property {boolean} [still] whether the view is shown at once, without animations
 * @property {number} [pace] the longest time that a piece takes to walk over a square, in
 *   milliseconds
 * @property {readonly AnyEvent[]} [events] the events of the game as far back as the page knows
 *   them, without those that were taken back
 */
/**
 * @template {AnyView} [V=AnyView]
 * @typedef {object} Board
 * @property {HTMLElement} element
 * @property {(shown: Shown<V>) => void} show draws a view; the animation covers the difference to
 *   the previous view
 * @property {unknown} draft the decision that the viewer is putting together
 * @property {(draft: any) => void} compose replaces the draft
 * @property {(action: any, rest?: readonly any[]) => void} propose turns a suggested decision into
 *   a draft; `rest` are the decisions that are to follow it in the same turn
 * @property {() => number} restsIn returns the milliseconds until the last shown view has come to
 *   rest
 * @property {(element: HTMLElement | null) => void} setAside replaces the controls beside the board by
 *   an element, for a viewer who has nothing more to decide; `null` shows the controls again
 * @property {() => void} dispose removes the board and its listeners from the page
 */
/** @typedef {{ text: Text, name: (seat: number) => string }} Words */
/**
 * @template {GameKind} [K=GameKind]
 * @typedef {object} BoardModule the functions that the module of a game's board exports
 * @property {(context: BoardContext) => Board<Extract<AnyView, {game: K}>>} createBoard
 * @property {(event: Extract<AnyEvent, {game: K}>, words: Words) => string | null} sentence
 *   describes an event for the log; `null` for an event that is not worth a line
 * @property {(events: readonly Extract<AnyEvent, {game: K}>[]) => boolean} [onlyEndsTurn] whether
 *   a decision with these events has ended the turn and done nothing else
 * @property {(view: Extract<AnyView, {game: K}>, seat: number, words: Words, own: number | null) => HTMLElement | null} handOf
 *   returns a small hand of the seat, to show beside the name of its player; `null` where there is
 *   nothing to see
 * @property {(view: Extract<AnyView, {game: K}>, words: Words) => {verdict: string | null, why: string | null}} ending
 *   explains how the game ended and why, where the places alone do not say it
 * @property {(view: Extract<AnyView, {game: K}>, events: readonly Extract<AnyEvent, {game: K}>[]) => Count[][]} figures
 *   returns the results of a finished game for each seat; the deciding figure comes first
 * @property {(event: Extract<AnyEvent, {game: K}>) => readonly SoundName[]} soundsOf returns the
 *   sounds of an event
 * @property {(action: Extract<AnyAction, {game: K}>, view: Extract<AnyView, {game: K}>, seat: number, words: Words) => string} [proposal]
 *   describes a decision of a seat, as advice
 * @property {(action: Extract<AnyAction, {game: K}>, words: Words) => string | null} [later]
 *   describes a later decision of a proposed turn in a few words
 * @property {(problem: Problem, words: Words) => string | null} [refusal] explains why the rules
 *   reject a decision, where there is more to say than the problem's code
 */

/** @type {Map<GameKind, BoardModule<any>>} */
const boards = new Map();
/** @type {Set<GameKind>} */
const worded = new Set();

/**
 * Returns whether the texts of a game have been fetched.
 *
 * @param {GameKind} kind
 */
export function isWorded(kind) {
  return worded.has(kind);
}

/**
 * Returns whether the board of a game has been fetched.
 *
 * @param {GameKind} kind
 */
export function hasBoard(kind) {
  return boards.has(kind);
}

/**
 * Returns the board module of a game. Throws if it has not been fetched.
 *
 * @param {GameKind} kind
 * @returns {BoardModule<any>}
 */
export function boardOf(kind) {
  const board = boards.get(kind);
  if (!board) throw new Error(`${kind} has not been fetched`);
  return board;
}

/**
 * Fetches the texts of a game, unless the page already has them.
 *
 * @param {GameKind} kind
 */
export async function fetchWords(kind) {
  if (worded.has(kind)) return;
  await Promise.all([loadPart(`games/${kind}/text/*.json`), loadPart(aboutOf(kind))]);
  worded.add(kind);
}

/**
 * Fetches the sentences of a game for the decisions that the server refuses. The game's other texts
 * have those that the board itself shows.
 *
 * @param {GameKind} kind
 */
export function fetchRefusals(kind) {
  return loadPart(`games/${kind}/text/*.problems.json`);
}

/**
 * Fetches the board, the texts and the style sheet of a game, unless the page already has them.
 *
 * @param {GameKind} kind
 */
export async function fetchBoard(kind) {
  if (boards.has(kind)) return;
  const style = loadStyle(`games/${kind}/style.css`);
  const [board] = await Promise.all([gameOf(kind).board(), fetchWords(kind), style]);
  boards.set(kind, board);
}
