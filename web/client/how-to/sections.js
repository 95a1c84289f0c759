/**
 * Creates the sections of the page that explains how to play a game.
 *
 * @import {Drawing, Part, Section} from '../games/how-to.js'
 */

import { html, svg } from '../lib/dom.js';

/** The keys of the sections that have the same title for every game. */
const COMMON = ['rebuilt', 'here', 'credits'];

/**
 * @param {string} kind the game
 * @param {string} key the section
 * @returns {string} the text key of the section's title
 */
export function titleKey(kind, key) {
  return COMMON.includes(key) ? `how.${key}` : `how.${kind}.${key}.title`;
}

/** @param {string} key the key of a section */
export function anchorOf(key) {
  return key.replaceAll('_', '-');
}

/**
 * Creates the elements of a section. Its texts are filled in later.
 *
 * @param {string} kind the game
 * @param {Section<any>} section
 * @param {(figure: any) => Drawing} draw
 */
export function sectionOf(kind, { key, parts, figure, beyond }, draw) {
  /** @param {string} word */
  const said = (word) => ({ 'data-text': `how.${kind}.${key}.${word}` });
  const content = [
    html('h2', { 'data-text': titleKey(kind, key) }),
    ...parts.map((part) => partOf(part, said, draw)),
  ];
  const id = anchorOf(key);
  const names = [figure ? '' : 'plain', beyond || COMMON.includes(key) ? 'beyond' : ''];
  const name = names.filter(Boolean).join(' ') || null;
  if (!figure) return html('section', { id, class: name }, content);
  const picture = pictureOf(draw(figure), {
    role: 'img',
    'data-label': `how.${kind}.${key}.figure`,
  });
  return html('section', { id, class: name }, html('div', {}, content), picture);
}

/**
 * @param {Part<any>} part
 * @param {(word: string) => { 'data-text': string }} said
 * @param {(figure: any) => Drawing} draw
 * @returns {HTMLElement}
 */
function partOf(part, said, draw) {
  if (typeof part === 'string') return html('p', said(part));
  const items = (/** @type {readonly string[]} */ words) =>
    words.map((word) => html('li', said(word)));
  if ('list' in part) return html('ul', {}, items(part.list));
  if ('steps' in part) return html('ol', {}, items(part.steps));
  if ('heading' in part) return html('h3', said(part.heading));
  return html(
    'div',
    { class: part.columns ? `figures ${part.columns}` : 'figures' },
    part.figures.map(({ name, caption, figure }) =>
      html(
        'figure',
        {},
        // The caption contains all information of the picture.
        pictureOf(draw(figure), { 'aria-hidden': 'true' }),
        html(
          'figcaption',
          {},
          name !== undefined && html('strong', said(name)),
          ' ',
          html('span', said(caption)),
        ),
      ),
    ),
  );
}

/**
 * @param {Drawing} drawing
 * @param {Record<string, string>} attributes
 */
function pictureOf({ box, parts }, attributes) {
  return svg(
    'svg',
    { class: 'figure', viewBox: box.join(' '), focusable: 'false', ...attributes },
    ...parts,
  );
}
