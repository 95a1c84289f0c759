/**
 * The sounds of the events of Tortus.
 *
 * @import {TortusEvent} from '../../protocol.js'
 * @import {SoundName} from '../../lib/sound.js'
 */

/**
 * @param {TortusEvent} event
 * @returns {readonly SoundName[]} the sounds, in the order in which they play
 */
export function soundsOf(event) {
  switch (event.type) {
    case 'exchanged':
    case 'filled':
    case 'placed':
    case 'revealed':
    case 'rotated':
    case 'swapped':
      return ['tile'];
    case 'moved':
      return ['walk'];
    case 'captured':
    case 'fell':
    case 'penalised':
    case 'sank':
      return ['capture'];
    default:
      return [];
  }
}
