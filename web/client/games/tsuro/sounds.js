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
      const walked = event.walks.length > 0;
      return walked ? ['tile', 'walk'] : ['tile'];
    }
    default:
      return [];
  }
}
