/**
 * The page that tells how the example is played: words alone.
 *
 * @import {HowTo} from '../../how-to.js'
 */

/** @type {HowTo<never>} */
export const howTo = {
  sections: [{ key: 'turn', parts: ['body'] }],
  draw: (figure) => figure,
};
