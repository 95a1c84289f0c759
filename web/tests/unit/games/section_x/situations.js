/**
 * The texts of Section X and situations on its board for tests.
 */
import { NOTHING } from '../../../../client/games/section_x/draft.js';
import { planOf } from '../../../../client/games/section_x/plan.js';
import { sentencesOf, textOf } from '../sentences.js';
import { viewOf } from './views.js';

/** @import {SectionXKind, SectionXView} from '../../../../client/protocol.js' */
/** @import {Draft} from '../../../../client/games/section_x/draft.js' */
/** @import {Situation} from '../../../../client/games/section_x/status.js' */

const FOLDER = 'games/section_x/text';
/** The texts that the board has from the beginning. */
export const FIRST = sentencesOf(`${FOLDER}/en.json`);
const LATER = ['story', 'look-ups', 'problems'].map((part) => `${FOLDER}/en.${part}.json`);
/** The texts of the game. */
export const OWN = { ...FIRST, ...sentencesOf(...LATER) };
export const text = textOf({ ...sentencesOf('text/en.json', 'text/en.problems.json'), ...OWN });
export const name = (/** @type {number} */ seat) => ['Ana', 'Bruno', 'Chloe'][seat] ?? '?';
export const words = { text, name };

/** @param {number} seat @param {number} number @param {string} at */
export const prisoner = (seat, number, at) => ({ seat, number, at });

/**
 * @param {Partial<SectionXView>} [view]
 * @param {Partial<Situation>} [more]
 * @param {Partial<Draft>} [draft]
 * @returns {Situation}
 */
export function situation(view = {}, more = {}, draft = {}) {
  const shown = viewOf(view);
  return {
    plan: planOf(shown),
    choices: shown.choices,
    draft: { ...NOTHING, ...draft },
    stock: /** @type {SectionXKind[]} */ (['straight']),
    own: 0,
    busy: false,
    told: null,
    looked: null,
    loss: null,
    takeBack: 0,
    text,
    name,
    colour: (seat) => (seat === 0 ? 'red' : 'blue'),
    ...more,
  };
}
