/**
 * The sounds of the events of Tsuro.
 *
 * @import {TsuroEvent} from '../../protocol.js'
 * @import {SoundName} from '../../lib/sound.js'
 */

/**
 * @param {TsuroEvent} event
 * @returns {readonly SoundName[]} the sounds, in the order in which they play
 */
export function soundsOf(event) {
  switch (event.type) {
    case 'started':
    case 'laid':
      return ['tile'];
    case 'placed': {
      const out = event.walks.some((walk) => walk.end.type !== 'stands');
      const walked = event.walks.length > 0;
      return [
        'tile',
        ...(walked ? /** @type {const} */ (['walk']) : []),
        ...(out ? /** @type {const} */ (['capture']) : []),
      ];
    }
    case 'resigned':
      return ['capture'];
    default:
      return [];
  }
}
