/**
 * The games there are, and what a page asks of any of them before it has fetched its board.
 *
 * @import {AnyAction, AnyView, GameKind} from '../protocol.js'
 * @import {CardPictures, Cards} from './cards.js'
 * @import {HowTo} from './how-to.js'
 * @import {BoardModule} from './modules.js'
 */
import { game as sectionX } from './section_x/game.js';
import { game as tortus } from './tortus/game.js';
import { game as tsuro } from './tsuro/game.js';

/** @typedef {string | number | boolean} Value what a rule can be */
/** @typedef {Readonly<Record<string, Value>>} Chosen what each rule is; `preset` names the rulebook, where there are several */
/**
 * @typedef {object} Choosable the rules that a host can choose
 * @property {Readonly<Record<string, Chosen>>} presets the rules of each rulebook
 * @property {string} usual the rulebook that a new room begins with
 * @property {Readonly<Record<string, readonly Value[]>>} values what each rule can be, in the order in which they are
 *   asked
 */
/** @typedef {{ key: string, count: number }} Count something of a seat that is counted, by the key of its words */
/**
 * @typedef {object} SeatFacts what a game says of one seat
 * @property {boolean} out whether it is out of the game
 * @property {number | null} place its place, once nothing can change it any more
 * @property {Count | null} held what it holds, where nobody else may see it
 * @property {Count | null} score what the game, or part of it, is decided by
 */
/**
 * @typedef {object} Question what a seat is asked beside its decisions, in the words of the game
 * @property {string} key of its words
 * @property {number} by the seat that asks
 * @property {readonly { key: string, action: AnyAction }[]} answers the first is the one that goes along
 */
/**
 * @template {GameKind} [K=GameKind]
 * @typedef {object} Game
 * @property {{fewest: number, most: number}} seats how many can play it
 * @property {Choosable} rules
 * @property {readonly string[]} lessons the names of its lessons, in the order in which they are learnt
 * @property {(view: Extract<AnyView, {game: K}>, seat: number) => SeatFacts} facts
 * @property {(view: Extract<AnyView, {game: K}>, seat: number) => Question | null} [question] what the seat is asked by
 *   another
 * @property {() => Promise<BoardModule<K>>} board fetches the board
 * @property {() => Promise<{ howTo: HowTo }>} howTo fetches what the page tells on which it is explained
 * @property {() => Promise<Cards>} cards fetches what its events say of cards
 * @property {() => Promise<CardPictures>} [pictures] fetches the drawings of its cards; without it they have numbers
 */

/** Every game there is, by its name on the wire; a new room begins with the first. */
const GAMES = /** @satisfies {{ [K in GameKind]: Game<K> }} */ ({
  tsuro,
  tortus,
  section_x: sectionX,
});

/** @type {readonly GameKind[]} */
export const KINDS = /** @type {GameKind[]} */ (Object.keys(GAMES));
/** The game that a new room begins with. */
export const FIRST = /** @type {GameKind} */ (KINDS[0]);
/** The text by which each game is named. */
export const ABOUT = KINDS.map(aboutOf);

/**
 * @param {GameKind} kind
 * @returns {string} the file of text by which the game is named
 */
export function aboutOf(kind) {
  return `games/${kind}/text/*.about.json`;
}

/**
 * @param {GameKind} kind
 * @returns {Game<any>}
 */
export function gameOf(kind) {
  return /** @type {Game<any>} */ (GAMES[kind]);
}

/**
 * @param {GameKind} kind
 * @returns {string} where the page is that tells how it is played
 */
export function howPath(kind) {
  return `/how/${kind.replaceAll('_', '-')}`;
}

/**
 * @param {GameKind} kind
 * @returns {string} where the page is on which it is learnt by playing
 */
export function learnPath(kind) {
  return `/learn/${kind.replaceAll('_', '-')}`;
}

/**
 * @param {AnyView} view
 * @param {number} seat
 * @returns {SeatFacts}
 */
export function factsOf(view, seat) {
  return gameOf(view.game).facts(view, seat);
}

/**
 * @param {AnyView} view
 * @param {number} seat
 * @returns {Question | null} what the seat is asked by another
 */
export function questionTo(view, seat) {
  return gameOf(view.game).question?.(view, seat) ?? null;
}
