/**
 * Shows the meaning of the signs on the board in a dialog.
 *
 * @import {Text} from '../../lib/text.js'
 */
import { inform } from '../../lib/dialog.js';
import { html, svg } from '../../lib/dom.js';
import { drawMeets } from './ghost.js';
import { drawDeed } from './marks.js';
import { drawPawn } from './pawns.js';
import { drawRibbon } from './ribbon.js';
import { pictureOf } from './tile.js';
import { kindWords } from './words.js';

/** One tile for each way in which a pawn continues. */
const TILES = /** @type {const} */ (['three', 'double', 'triple', 'knight', 'star', 'hole', 'pit']);
const MEETS = /** @type {const} */ (['open', 'closed', 'pawn', 'hole', 'pit']);
const DEEDS = /** @type {const} */ (['rotated', 'revealed', 'swapped', 'filled', 'misopened']);

/** The points of a ribbon that stands for the way of a pawn. */
const WAY = [
  { x: -14, y: 12 },
  { x: 54, y: -30 },
];

/** The key that shows the legend, and closes it. */
export const LEGEND_KEY = 'l';

/**
 * Shows the meaning of the signs until the viewer closes the dialog. Always returns `true`, for use
 * as a key handler.
 *
 * @param {Text} text
 */
export function showLegend(text) {
  const part = (/** @type {string} */ key, /** @type {readonly Node[]} */ rows) => [
    html('h3', {}, text(`tortus.legend.${key}`)),
    html('dl', { class: 'tortus-legend' }, ...rows),
  ];
  const said = (/** @type {string} */ key) => text(`tortus.legend.${key}`);
  const content = [
    ...part('pawns', [
      ...row(sign(drawPawn({ colour: 'red', own: true }), 'marker-sign'), said('own')),
      ...row(sign(drawPawn({ colour: 'blue', own: false }), 'marker-sign'), said('other')),
      ...row(sign(drawTarget(), 'marker-sign'), said('acts')),
    ]),
    ...part('meets', [
      ...MEETS.flatMap((one) => row(sign(around('meets', drawMeets(one))), said(one))),
      ...row(sign(around('meets danger', drawMeets('hole'))), said('meets_danger')),
    ]),
    ...part('turn', [
      ...row(sign(drawRibbon(WAY, 'blue'), 'marker-sign'), said('past')),
      ...DEEDS.flatMap((one) => row(sign(around('mark ink-blue', drawDeed(one))), said(one))),
    ]),
    ...part(
      'tiles',
      TILES.flatMap((tile) =>
        row(
          pictureOf({ tile, rotation: 0 }),
          html(
            'span',
            {},
            html('strong', {}, tile === 'three' ? said('arrows') : kindWords(tile, text)),
            ' ',
            text(`tortus.does.${tile}`),
          ),
        ),
      ),
    ),
  ];
  const sheet = html('div', { class: 'tortus' }, ...content);
  void inform(text, text('tortus.legend.title'), [sheet], LEGEND_KEY);
  return true;
}

/**
 * @param {Node} picture
 * @param {string | Node} words
 */
function row(picture, words) {
  return [html('dt', { 'aria-hidden': 'true' }, picture), html('dd', {}, words)];
}

/**
 * @param {string} name
 * @param {SVGElement[]} parts
 */
function around(name, parts) {
  return svg('g', { class: name }, ...parts);
}

/**
 * Returns a sign as a picture of its own.
 *
 * @param {SVGElement} drawn the sign, drawn around the origin
 * @param {string} [name]
 */
function sign(drawn, name = '') {
  return svg(
    'svg',
    { viewBox: name === '' ? '-15 -15 30 30' : '-26 -26 52 52', class: name, focusable: 'false' },
    drawn,
  );
}

/** Draws a square that can be chosen. */
function drawTarget() {
  return svg('rect', { class: 'legend-target', x: -22, y: -22, width: 44, height: 44, rx: 5 });
}
