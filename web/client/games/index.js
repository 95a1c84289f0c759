/**
 * The list of games, and the part of each game that a page needs before it has fetched the board.
 *
 * @import {AnyAction, AnyView, GameKind} from '../protocol.js'
 * @import {CardPictures, Cards} from './cards.js'
 * @import {Brief, HowTo} from './how-to.js'
 * @import {Text} from '../lib/text.js'
 * @import {BoardModule} from './modules.js'
 * @import {StoryModule} from './story.js'
 */
import { prefixed } from '../lib/files.js';
import { game as sectionX } from './section_x/game.js';
import { game as tortus } from './tortus/game.js';
import { game as tsuro } from './tsuro/game.js';

/**  @typedef {string | number | boolean} Value a value of a rule */
/**
 *  @typedef {Readonly<Record<string, Value>>} Chosen the value of each rule; `preset` names the
 *   rulebook where there are several
 */
/**
 * @typedef {object} Choosable the rules that a host can choose
 * @property {Readonly<Record<string, Chosen>>} presets the rules of each rulebook
 * @property {string} usual the rulebook that is preselected for a new room
 * @property {Readonly<Record<string, readonly Value[]>>} values the possible values of each rule,
 *   in the order in which the form lists them
 */
/**
 *  @typedef {{ key: string, count: number }} Count a counted property of a seat, with the key of
 *   its label
 */
/**
 * @typedef {object} SeatFacts the facts that a game reports about one seat
 * @property {boolean} out whether the seat is out of the game
 * @property {number | null} place the place of the seat, once nothing can change it any more
 * @property {Count | null} held the number of cards or tiles that the seat holds, where the other
 *   players may not see them
 * @property {Count | null} score the count that decides the game, or part of it
 */
/**
 * @typedef {object} Question a question to a seat apart from its own decisions, in the words of the
 *   game
 * @property {string} key the key of the question's text
 * @property {number} by the seat that asks
 * @property {readonly { key: string, action: AnyAction, sure?: string }[]} answers the possible
 *   answers; the first is the one that consents. An answer that can't be reversed has the key of
 *   the text that asks once more (`sure`).
 */
/**
 * @typedef {(name: string, value: Value) => SVGElement | null} DrawRule draws the meaning of a value
 *   of a rule; returns `null` where there is nothing to draw
 */
/**
 * @typedef {object} Demo a game that plays by itself
 * @property {SVGElement} element the board
 * @property {number} steps the number of positions
 * @property {(step: number, still: boolean) => number} show shows a position, without animation if
 *   `still`; returns the share of the board's height at which something has happened
 * @property {number} best the most beautiful position
 */
/**
 * @typedef {(action: any, draft: any, view: any) => string | null} StepOf returns the selector of
 *   the element of a board that leads to a decision next, for the current draft
 */
/** @typedef {{ picture: SVGSVGElement, words: string }} OpenTile a tile of a hand, drawn and named */
/**
 * @typedef {object} OpenHand
 * @property {(view: any, seat: number, text: Text) => OpenTile[]} tilesOf returns the tiles of a
 *   seat that a view contains
 */
/**
 * @template {GameKind} [K=GameKind]
 * @typedef {object} Game
 * @property {{fewest: number, most: number}} seats the smallest and the largest number of players
 * @property {Choosable} rules
 * @property {readonly string[]} lessons the names of its lessons, in the order in which the player
 *   takes them
 * @property {(view: Extract<AnyView, {game: K}>, seat: number) => SeatFacts} facts
 * @property {(view: Extract<AnyView, {game: K}>, seat: number) => Question | null} [question]
 *   returns the question that another player asks the seat
 * @property {() => Promise<BoardModule<K>>} board fetches the board
 * @property {() => Promise<{ emptyBoard: (options: any) => SVGElement }>} ground fetches the drawing
 *   of the empty board with given options
 * @property {() => Promise<{ howTo: HowTo }>} howTo fetches the contents of the how-to page
 * @property {() => Promise<{ brief: Brief }>} brief fetches the summary of the rules
 * @property {() => Promise<StoryModule<K>>} story fetches the module that sums up turns in words
 * @property {() => Promise<OpenHand>} [openHand] fetches the drawings of hands for replays; omitted
 *   where hands are shown as numbers
 * @property {() => Promise<Cards>} cards fetches the description of its cards for the verification
 *   of shuffles
 * @property {() => Promise<{ drawRule: DrawRule }>} [ruleDrawings] fetches the drawings of its rules
 * @property {() => Promise<{ createDemo: (text: Text) => Promise<Demo> }>} [demo] fetches a canned
 *   game for the front page
 * @property {() => Promise<{ stepOf: StepOf }>} [nextStep] fetches the part that points at the next
 *   step of a lesson; omitted where the lessons show no solutions
 * @property {() => Promise<CardPictures>} [pictures] fetches the drawings of its cards; omitted
 *   where cards are shown as numbers
 */

/** All games, by their names in the protocol. The first is preselected for a new room. */
const GAMES = /** @satisfies {{ [K in GameKind]: Game<K> }} */ ({
  tsuro,
  tortus,
  section_x: sectionX,
});

/** @type {readonly GameKind[]} */
export const KINDS = /** @type {GameKind[]} */ (Object.keys(GAMES));
/** The game that is preselected for a new room. */
export const FIRST = /** @type {GameKind} */ (KINDS[0]);
/** The text files that contain the names of the games. */
export const ABOUT = KINDS.map(aboutOf);

/**
 * @param {GameKind} kind
 * @returns {string} the text file that contains the name of the game
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
 * @param {string} folder
 * @param {GameKind} kind
 */
function pathOf(folder, kind) {
  return prefixed(`/${folder}/${kind.replaceAll('_', '-')}`);
}

/**
 * @param {GameKind} kind
 * @returns {string} the path of the how-to page
 */
export function howPath(kind) {
  return pathOf('how', kind);
}

/**
 * @param {GameKind} kind
 * @returns {string} the path of the page with the lessons
 */
export function learnPath(kind) {
  return pathOf('learn', kind);
}

/**
 * @param {GameKind} kind
 * @returns {string} the path of the page with the deal of the day
 */
export function dayPath(kind) {
  return pathOf('today', kind);
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
 * @returns {Question | null} the question that another player asks the seat
 */
export function questionTo(view, seat) {
  return gameOf(view.game).question?.(view, seat) ?? null;
}
