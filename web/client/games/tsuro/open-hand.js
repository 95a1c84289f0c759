/**
 * The tiles of a hand, as far as a view contains them, for a replay.
 *
 * @import {TsuroView} from '../../protocol.js'
 * @import {Words} from '../modules.js'
 * @import {OpenTile} from '../index.js'
 */
import { pictureOf } from './tile.js';
import { pathWords } from './words.js';

/**
 * @param {TsuroView} view
 * @param {number} seat
 * @param {Words['text']} text
 * @returns {OpenTile[]}
 */
export function tilesOf({ hands }, seat, text) {
  return (hands[seat]?.tiles ?? []).map((face) => ({
    picture: pictureOf(face, 0),
    words: text('tsuro.open_hand.tile', { paths: pathWords(face, 0, text) }),
  }));
}
