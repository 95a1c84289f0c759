/**
 * The controls for the appearance of this device, and the dialog with them that the header of a
 * page opens.
 *
 * @import {Skin, Theme} from './appearance.js'
 * @import {IconName} from './icons.js'
 * @import {Text} from './text.js'
 */
import { Appearance, SKINS, THEMES } from './appearance.js';
import { inform } from './dialog.js';
import { html, part, svg } from './dom.js';
import { glyphShape } from './glyph.js';
import { icon } from './icons.js';

/** @type {Record<Theme, IconName>} */
const SIGNS = { system: 'system', light: 'sun', dark: 'moon' };

/**
 * Creates the controls: the colour scheme, and the skins with a picture of each.
 *
 * @param {Text} text
 * @returns {HTMLElement}
 */
export function createAppearanceControls(text) {
  const appearance = new Appearance();
  const themes = THEMES.map((theme) => {
    const input = radio('theme', theme, () => appearance.change({ theme }));
    const words = html('span', {}, text(`appearance.${theme}`));
    return html('label', { class: 'segment' }, input, icon(SIGNS[theme]), words);
  });
  const skins = SKINS.map((skin) => {
    const input = radio('skin', skin, () => appearance.change({ skin }));
    const words = html('span', {}, text(`appearance.${skin}`));
    return html('label', { class: 'skin' }, input, drawSkin(skin), words);
  });
  const element = html(
    'div',
    { class: 'appearance' },
    html(
      'fieldset',
      {},
      html('legend', {}, text('appearance.theme')),
      html('div', { class: 'segments' }, themes),
    ),
    html(
      'fieldset',
      {},
      html('legend', {}, text('appearance.skin')),
      html('div', { class: 'skins' }, skins),
    ),
  );
  const show = () => {
    const { theme, skin } = appearance.choice;
    for (const input of element.querySelectorAll('input')) {
      input.checked = input.value === (input.name === 'theme' ? theme : skin);
    }
  };
  appearance.follow(show);
  show();
  return element;
}

/**
 * Lets the button in the header open the dialog.
 *
 * @param {Text} text
 */
export function watchAppearance(text) {
  part('open-appearance').addEventListener('click', () => {
    const note = html('p', { class: 'soft' }, text('appearance.note'));
    void inform(text, text('appearance.title'), [createAppearanceControls(text), note], null);
  });
}

/**
 * @param {'theme' | 'skin'} name
 * @param {string} value
 * @param {() => void} choose
 */
function radio(name, value, choose) {
  return html('input', { type: 'radio', name, value, onchange: choose });
}

/**
 * Draws three tiles on a table with a path that a player has walked, in the colours of a skin.
 *
 * @param {Skin} skin
 */
function drawSkin(skin) {
  const tile = (/** @type {number} */ x, /** @type {number} */ y) =>
    svg('rect', { class: 'skin-tile', x, y, width: 28, height: 28, rx: 3 });
  const paths = 'M19 4C19 15 12 21 4 21M33 21C46 21 46 24 58 24M62 41C50 41 46 50 46 60';
  const walked = 'M4 13C16 13 20 18 32 18S54 20 54 32 49 46 49 58';
  const line = (/** @type {string} */ name, /** @type {string} */ d) =>
    svg('path', { class: name, d });
  const marker = svg('g', { transform: 'translate(50 51) scale(.62)' }, glyphShape('red'));
  const other = svg('g', { transform: 'translate(17 50) scale(.62)' }, glyphShape('white'));
  return svg(
    'svg',
    {
      class: 'skin-picture',
      'data-skin': skin,
      viewBox: '0 0 66 66',
      'aria-hidden': 'true',
      focusable: 'false',
    },
    svg('rect', { class: 'skin-table', width: 66, height: 66 }),
    [tile(4, 4), tile(34, 4), tile(34, 34)],
    svg('rect', { class: 'skin-square', x: 4, y: 34, width: 28, height: 28, rx: 3 }),
    line('skin-path-edge', paths),
    line('skin-path', paths),
    line('skin-path-edge', walked),
    line('skin-path', walked),
    line('skin-walk', walked),
    [marker, other],
  );
}
