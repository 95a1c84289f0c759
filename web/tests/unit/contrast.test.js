/**
 * Computes the contrast of the colours in the style sheets, for both colour schemes and for each
 * skin of the boards.
 */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { KINDS } from '../../client/games/index.js';
import { SKINS } from '../../client/lib/appearance.js';

const client = new URL('../../client/', import.meta.url);
const read = (/** @type {string} */ path) => readFileSync(new URL(path, client), 'utf8');

/** The schemes by the position of their colour in a declaration. */
const SCHEMES = ['light', 'dark'];
const TWO = /^var\(\s*--light,\s*([^)]+)\s*\)\s*var\(\s*--dark,\s*([^)]+)\s*\)$/;

/**
 * Returns the declarations of all rules whose selectors contain one of the given ones.
 *
 * @param {string} sheet
 * @param {string} selector
 * @param {string} scheme
 */
function declared(sheet, selector, scheme) {
  /** @type {Record<string, string>} */
  const found = {};
  const plain = sheet.replace(/\/\*[\s\S]*?\*\//g, '').replace(/@[^;{}]+;/g, '');
  for (const [, selectors = '', body = ''] of plain.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    if (!selectors.split(',').some((one) => one.trim() === selector)) continue;
    for (const [, name = '', value = ''] of body.matchAll(/(--[\w-]+):([^;]*);/g)) {
      const two = TWO.exec(value.trim());
      found[name] = (two?.[SCHEMES.indexOf(scheme) + 1] ?? value).trim();
    }
  }
  return found;
}

/** @param {string} colour a colour in hexadecimal notation */
function luminance(colour) {
  assert.match(colour, /^#[0-9a-f]{6}$/i);
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/**
 * Returns the contrast ratio by which WCAG measures two colours.
 *
 * @param {string | undefined} one
 * @param {string | undefined} other
 */
function contrast(one, other) {
  const full = (/** @type {string} */ hex) => hex.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
  const [a, b] = [luminance(full(one ?? '')), luminance(full(other ?? ''))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

test('the contrast of black on white is the largest one', () => {
  assert.equal(contrast('#000', '#ffffff'), 21);
  assert.equal(contrast('#8440a6', '#8440a6'), 1);
});

for (const scheme of SCHEMES) {
  const page = declared(read('style/tokens.css'), ':root', scheme);

  test(`text is legible on every ground of the ${scheme} scheme`, () => {
    const inks = ['--ink', '--ink-soft', '--accent', '--warn', '--gold'];
    const grounds = ['--paper', '--surface', '--surface-raised', '--surface-sunk'];
    const pairs = [
      ...inks.flatMap((ink) => grounds.map((ground) => [ink, ground])),
      ...['--ink', '--accent'].map((ink) => [ink, '--accent-soft']),
      ...['--ink', '--warn'].map((ink) => [ink, '--warn-soft']),
      ...['--ink', '--gold'].map((ink) => [ink, '--gold-soft']),
      ['--accent-ink', '--accent'],
      ['--accent-ink', '--accent-strong'],
      ['--surface', '--warn'],
    ];
    assert.deepEqual(
      pairs
        .map(([ink = '', ground = '']) => ({
          pair: `${ink} on ${ground}`,
          contrast: contrast(page[ink], page[ground]),
        }))
        .filter(({ contrast }) => contrast < 4.5),
      [],
    );
    for (const ground of grounds) {
      assert.ok(contrast(page['--line-strong'], page[ground]) >= 3, `a field on ${ground}`);
      assert.ok(contrast(page['--focus'], page[ground]) >= 3, `the focus on ${ground}`);
    }
  });

  for (const skin of SKINS) {
    const board = declared(read('style/skins.css'), `[data-skin="${skin}"]`, scheme);
    const threads = read('style/board/colours.css');
    const wanted = skin === 'contrast' ? 7 : 3;

    test(`paths and markers are visible in the skin ${skin} of the ${scheme} scheme`, () => {
      assert.ok(contrast(board['--table-ink'], board['--table']) >= 4.5, 'signs on the table');
      assert.ok(contrast(board['--choice'], board['--table']) >= wanted, 'choices on the table');
      // A path has an edge, so that it differs from the tile by its own colour or by that of the
      // edge.
      const path = Math.max(
        contrast(board['--path'], board['--tile']),
        contrast(board['--path-edge'], board['--path']),
      );
      assert.ok(path >= wanted, `paths: ${path}`);
      // A marker has a dark outline within a light one.
      for (const ground of ['--table', '--tile', '--path']) {
        const outline = Math.max(
          contrast(board['--seat-outline'], board[ground]),
          contrast('#ffffff', board[ground]),
        );
        assert.ok(outline >= 3, `markers on ${ground}: ${outline}`);
      }
    });

    test(`the ways of all players are visible in the skin ${skin} of the ${scheme} scheme`, () => {
      const seats = Object.keys(page).filter((name) => /^--seat-[a-z]+$/.test(name));
      assert.equal(seats.length, 8);
      for (const seat of seats) {
        const ink = declared(threads, seat.replace('--seat-', '.ink-'), scheme);
        const way = Math.max(
          contrast(page[seat], board['--path']),
          contrast(ink['--thread'], board['--path']),
        );
        assert.ok(way >= 3, `${seat}: ${way}`);
        // The thread runs along the middle of the way.
        assert.ok(contrast(ink['--thread'], page[seat]) >= 2.2, `the thread on ${seat}`);
      }
    });
  }
}

test('every game defines its own colours for every skin', () => {
  for (const kind of KINDS) {
    const style = read(`games/${kind}/style.css`);
    const parts = [...style.matchAll(/@import "\.\/([^"]+)"/g)].map(([, path]) =>
      read(`games/${kind}/${path}`),
    );
    const sheet = [style, ...parts].join('\n');
    const [usual = [], ...others] = SKINS.map((skin) =>
      Object.keys(declared(sheet, `[data-skin="${skin}"]`, 'light')).sort(),
    );
    for (const names of others) assert.deepEqual(names, usual, kind);
  }
});
