/**
 * The rules that a host can choose, for each game there is: its rulebooks, and what each rule can be.
 *
 * @import {GameKind} from '../protocol.js'
 */
import * as sectionX from './section_x/presets.js';
import * as tortus from './tortus/presets.js';
import * as tsuro from './tsuro/presets.js';

/** @typedef {string | number | boolean} Value what a rule can be */
/** @typedef {Readonly<Record<string, Value>>} Chosen what each rule is; `preset` names the
 *   rulebook, where there are several */
/**
 * @typedef {object} Choosable
 * @property {Readonly<Record<string, Chosen>>} presets the rules of each rulebook
 * @property {string} usual the rulebook that a new room begins with
 * @property {Readonly<Record<string, readonly Value[]>>} values what each rule can be, in the order in which
 *   they are asked
 */

export const OPTIONS = /** @type {const} @satisfies {Record<GameKind, Choosable>} */ ({
  tsuro: { presets: tsuro.PRESETS, usual: tsuro.USUAL, values: tsuro.VALUES },
  tortus: { presets: tortus.PRESETS, usual: tortus.USUAL, values: tortus.VALUES },
  section_x: { presets: sectionX.PRESETS, usual: sectionX.USUAL, values: sectionX.VALUES },
});
