/**
 * The sounds of the events of Section X.
 *
 * @import {SectionXEvent} from '../../protocol.js'
 * @import {SoundName} from '../../lib/sound.js'
 */

/**
 * @param {SectionXEvent} event
 * @returns {readonly SoundName[]} the sounds, in the order in which they play
 */
export function soundsOf(event) {
  switch (event.type) {
    case 'door_put':
    case 'drew':
    case 'exchanged':
    case 'placed':
    case 'relocated':
    case 'turned':
      return ['tile'];
    case 'stepped':
      return event.to.startsWith('green') ? ['walk', 'alarm'] : ['walk'];
    case 'collapsed':
      return ['siren', 'blast'];
    case 'fought':
      return ['capture'];
    default:
      return [];
  }
}
