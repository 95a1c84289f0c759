/**
 * The page that explains how to play the example, with text alone.
 *
 * @import {HowTo} from '../../how-to.js'
 */

/** @type {HowTo<never>} */
export const howTo = {
  sections: [{ key: 'turn', parts: ['body'] }],
  draw: (figure) => figure,
};
