/**
 * The types of the accounts of turns, which each game gives in its own words.
 *
 * @import {AnyEvent, AnyView, GameKind} from '../protocol.js'
 * @import {Words} from './modules.js'
 */

/**
 * @template {{ type: string }} [E=AnyEvent]
 * @typedef {{ seat: number, events: readonly E[] }} Told a turn: the seat whose turn it was, and the
 *   events in it
 */
/**
 * @template {GameKind} [K=GameKind]
 * @typedef {object} StoryModule
 * @property {(turns: readonly Told<Extract<AnyEvent, {game: K}>>[], view: Extract<AnyView, {game: K}>, own: number | null, words: Words) => string} story
 *   sums up turns for a viewer in whole sentences; the result is empty where nothing is worth one
 */

export {};
