/**
 * What is fetched of a game when a page first needs it: its words, and its board with all that belongs to it.
 *
 * @import {AnyAction, AnyEvent, AnyView, GameKind, Phase, Problem, SeatView, You} from '../protocol.js'
 * @import {SoundName} from '../lib/sound.js'
 * @import {Text} from '../lib/text.js'
 * @import {Count} from './index.js'
 */
import { fileAt } from '../lib/files.js';
import { loadPart } from '../lib/text.js';
import { aboutOf, gameOf } from './index.js';

/** @typedef {{ ok: true } | { ok: false, problem: Problem }} Answer */
/**
 * @typedef {object} BoardContext
 * @property {Text} text
 * @property {(action: AnyAction) => Promise<Answer>} act sends a decision
 * @property {() => Promise<Answer>} takeBack takes back the last decision of the turn
 * @property {(words: string) => void} announce says something to a screen reader
 * @property {boolean} [quick] whether what leaves no choice may be decided for the viewer
 * @property {() => void} [hint] asks for a hint; the answer comes by {@link Board}'s `propose`
 */
/**
 * @template {AnyView} [V=AnyView]
 * @typedef {object} Shown
 * @property {V} view
 * @property {readonly (SeatView | null)[]} seats
 * @property {You | null} you
 * @property {Phase} phase of the room
 * @property {number} [takeBack] decisions that whoever's turn it is can take back, one after the other
 * @property {boolean} [hints] whether players may ask for hints
 * @property {boolean} [still] whether it is shown at once, without anything that moves
 * @property {readonly AnyEvent[]} [events] what has happened in the game, as far back as the page knows, but for what
 *   was taken back
 */
/**
 * @template {AnyView} [V=AnyView]
 * @typedef {object} Board
 * @property {HTMLElement} element
 * @property {(shown: Shown<V>) => void} show draws a view; what moves is the difference to the one before
 * @property {(action: any) => void} propose puts a decision together that is advised
 * @property {() => number} restsIn milliseconds until what was shown last has come to rest
 * @property {() => void} dispose lets go of the page
 */
/** @typedef {{ text: Text, name: (seat: number) => string }} Words */
/**
 * @template {GameKind} [K=GameKind]
 * @typedef {object} BoardModule what the board of a game is asked for
 * @property {(context: BoardContext) => Board<Extract<AnyView, {game: K}>>} createBoard
 * @property {(event: Extract<AnyEvent, {game: K}>, words: Words) => string | null} sentence what happened, for the
 *   log; `null` for what is not worth a line
 * @property {(view: Extract<AnyView, {game: K}>, seat: number, words: Words, own: number | null) => HTMLElement | null} handOf
 *   the hand of a seat, small beside its player's name; `null` where there is nothing to see
 * @property {(view: Extract<AnyView, {game: K}>, words: Words) => {verdict: string | null, why: string | null}} ending how
 *   the game ended and why, where the places do not say it
 * @property {(view: Extract<AnyView, {game: K}>, events: readonly Extract<AnyEvent, {game: K}>[]) => Count[][]} figures what
 *   a finished game came to for each seat, the figure that decides first
 * @property {(event: Extract<AnyEvent, {game: K}>) => readonly SoundName[]} soundsOf what is heard of what happens
 * @property {(action: Extract<AnyAction, {game: K}>, view: Extract<AnyView, {game: K}>, seat: number, words: Words) => string} [proposal] what
 *   that decision of a seat would be, as advice
 * @property {(problem: Problem, words: Words) => string | null} [refusal] why the rules refuse a decision, where that has
 *   more to say than its code
 */

/** @type {Map<GameKind, BoardModule<any>>} */
const boards = new Map();
/** @type {Set<GameKind>} */
const worded = new Set();

/**
 * Whether the page can speak of a game.
 *
 * @param {GameKind} kind
 */
export function isWorded(kind) {
  return worded.has(kind);
}

/**
 * Whether the page can show a game.
 *
 * @param {GameKind} kind
 */
export function hasBoard(kind) {
  return boards.has(kind);
}

/**
 * The board of a game that has been boards.
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
 * Fetches what a game is spoken of in, if the page has not got it.
 *
 * @param {GameKind} kind
 */
export async function fetchWords(kind) {
  if (worded.has(kind)) return;
  await Promise.all([loadPart(`games/${kind}/text/*.json`), loadPart(aboutOf(kind))]);
  worded.add(kind);
}

/**
 * Fetches all of a game that the page has not got.
 *
 * @param {GameKind} kind
 */
export async function fetchBoard(kind) {
  if (boards.has(kind)) return;
  const style = loadStyle(`games/${kind}/style.css`);
  const [board] = await Promise.all([gameOf(kind).board(), fetchWords(kind), style]);
  boards.set(kind, board);
}

/**
 * Adds a style sheet to the page, unless the page came with it; it holds when this is done.
 *
 * @param {string} path from the folder of the client
 * @returns {Promise<void>}
 */
export function loadStyle(path) {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = fileAt(path);
  if ([...document.styleSheets].some(({ href }) => href === link.href)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`no style sheet ${path}`));
    };
    document.head.append(link);
  });
}
