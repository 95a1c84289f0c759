/**
 * The tiles of a hand, as far as a view contains them, for a replay.
 *
 * @import {TortusView} from '../../protocol.js'
 * @import {Words} from '../modules.js'
 * @import {OpenTile} from '../index.js'
 */
import { pictureOfFace } from './hand.js';
import { kindWords } from './words.js';

/**
 * @param {TortusView} view
 * @param {number} seat
 * @param {Words['text']} text
 * @returns {OpenTile[]}
 */
export function tilesOf({ hands }, seat, text) {
  const known = (hands[seat] ?? []).filter(({ tile }) => tile !== null);
  return known.map(({ tile, public: open }) => ({
    picture: pictureOfFace({ tile, known: open }, 0),
    words: tile === null ? '' : kindWords(tile, text),
  }));
}
