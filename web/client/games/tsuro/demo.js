/**
 * A game for eight that plays by itself on the front page. It was played by bots on the server, and
 * every position is one that the server has computed.
 *
 * @import {TsuroView} from '../../protocol.js'
 * @import {Demo} from '../index.js'
 * @import {Text} from '../../lib/text.js'
 */
import { Players } from '../players.js';
import { parseSquare } from '../squares.js';
import { GAME } from './demo-game.js';
import { Scene } from './scene.js';

/**
 * @typedef {object} Change the difference between a position and the one before
 * @property {TsuroView['board']} [tiles] the new tiles
 * @property {Record<string, TsuroView['markers'][number]['path']>} [paths] the new steps of markers,
 *   by seat
 * @property {Record<string, Partial<TsuroView['markers'][number]>>} [markers] the other changes of
 *   markers, by seat
 * @property {number | null} acting
 */
/**
 * @typedef {object} Canned
 * @property {TsuroView} first
 * @property {Change[]} changes
 * @property {number} best
 */

/**
 * @param {Text} text
 * @returns {Promise<Demo>}
 */
export async function createDemo(text) {
  const { first, changes, best } = GAME;
  const views = [first];
  for (const change of changes)
    views.push(changed(/** @type {TsuroView} */ (views.at(-1)), change));
  const scene = new Scene(first.edge, text);
  // The board is only a picture, so its squares take no focus.
  scene.layers.cells.remove();
  const players = new Players(text);
  return {
    element: scene.root,
    steps: views.length,
    best,
    show(step, still) {
      const view = views[step] ?? first;
      scene.show(view, players, still);
      const square = view.board.at(-1)?.square;
      return square === undefined ? 0.5 : (parseSquare(square).y + 0.5) / view.edge;
    },
  };
}

/**
 * @param {TsuroView} view
 * @param {Change} change
 * @returns {TsuroView}
 */
function changed(view, { tiles = [], paths = {}, markers = {}, acting }) {
  return {
    ...view,
    acting: /** @type {TsuroView['acting']} */ (acting),
    board: [...view.board, ...tiles],
    markers: view.markers.map((marker, seat) => ({
      ...marker,
      ...markers[seat],
      path: [...marker.path, ...(paths[seat] ?? [])],
    })),
  };
}
