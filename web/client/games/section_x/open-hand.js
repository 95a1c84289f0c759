/**
 * The tiles of a stock, as far as a view contains them, for a replay.
 *
 * @import {SectionXView} from '../../protocol.js'
 * @import {Words} from '../modules.js'
 * @import {OpenTile} from '../index.js'
 */
import { pictureOf } from './tile.js';
import { kindWords } from './words.js';

/**
 * @param {SectionXView} view
 * @param {number} seat
 * @param {Words['text']} text
 * @returns {OpenTile[]}
 */
export function tilesOf({ players, kinds }, seat, text) {
  const stock = (players[seat]?.stock ?? []).filter((kind) => kind !== null);
  return stock.map((kind) => ({
    picture: pictureOf(kinds.find((shape) => shape.kind === kind)?.sections ?? [], 0),
    words: kindWords(kind, text),
  }));
}
