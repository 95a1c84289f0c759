import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { cellName, rowsOf } from '../../../../client/games/hexes.js';
import { howTo } from '../../../../client/games/section_x/how-to/index.js';
import { AREAS, ISLAND, KINDS, RADIUS } from '../../../../client/games/section_x/how-to/tiles.js';

const components = readFileSync(
  new URL('../../../../../server/rules/src/section_x/components.rs', import.meta.url),
  'utf8',
);

/**
 * @param {RegExp} pattern
 * @param {string} text
 * @returns {string[][]} the groups of each match
 */
const all = (pattern, text) => [...text.matchAll(pattern)].map(([, ...groups]) => groups);

/** @param {string} text @returns {number[]} */
const numbers = (text) => text.split(',').map(Number);

test('pictures use the tiles that the server plays with', () => {
  const tiles = all(/\btiles\(\s*Kind::(\w+),\s*&\[([\s\S]*?)\],\s*\d+,?\s*\)/g, components);
  const played = tiles.map(([kind = '', sections = '']) => ({
    kind: kind.replace(/(?<=.)[A-Z]/g, (letter) => `_${letter}`).toLowerCase(),
    sections: all(/(tunnel|hide_out)\(&\[([\d, ]+)\]\)/g, sections).map(([what, sides = '']) => ({
      openings: numbers(sides),
      hide_out: what === 'hide_out',
    })),
  }));
  assert.equal(played.length, 17);
  assert.deepEqual(
    KINDS.map(({ kind, sections }) => ({ kind, sections })),
    played,
  );
});

test('pictures use the board that the server plays on', () => {
  assert.equal(Number(/^ {4}radius: (\d+),$/m.exec(components)?.[1]), RADIUS);
  const [list = ''] = all(/^ {4}areas: &\[([\s\S]*?)^ {4}\],$/gm, components)[0] ?? [];
  const areas = list
    .trim()
    .split('\n')
    .map((area) =>
      all(/\((-?\d+), (-?\d+)\)/g, area).map(([q, r]) => cellName(Number(q), Number(r), RADIUS)),
    );
  assert.deepEqual(
    AREAS.map((cells) => cells.split(' ')),
    areas,
  );
  const island = Number(/^ {4}island: (\d+),$/m.exec(components)?.[1]);
  const around = rowsOf(island).flat().length;
  assert.equal(ISLAND.length, around);
});

test('every name in the pictures is on the board and in the box', () => {
  const figures = howTo.sections.flatMap(({ figure, parts }) => [
    ...(figure ? [figure] : []),
    ...parts.flatMap((part) =>
      typeof part === 'object' && 'figures' in part ? part.figures.map((one) => one.figure) : [],
    ),
  ]);
  assert.equal(figures.length, 19);
  const cells = new Set(rowsOf(RADIUS).flat());
  const kinds = new Set(KINDS.map(({ kind }) => String(kind)));
  const words = (/** @type {readonly string[] | undefined} */ list) =>
    (list ?? []).join(' ').split(/ +/);
  for (const { shown, tiles = {}, ...figure } of figures) {
    const laid = [...words(shown), ...Object.values(tiles)].map((tile) =>
      tile.replace(/\d?( \w+)?$/, ''),
    );
    assert.deepEqual(
      laid.filter((kind) => kind !== '' && !kinds.has(kind)),
      [],
    );
    const named = [
      ...Object.keys(tiles),
      ...Object.keys({ ...figure.doors, ...figure.taken }),
      ...words([
        figure.ground ?? '',
        figure.choices ?? '',
        figure.allowed ?? '',
        figure.placed ?? '',
      ]),
      ...words([
        figure.turning ?? '',
        figure.key ?? '',
        ...(figure.barred ?? []),
        ...(figure.moved ?? []),
      ]),
      ...words([...(figure.prisoners ?? []), ...(figure.left ?? []), ...(figure.ways ?? [])]),
    ].filter((word) => !/^(|red|blue|yellow|green|free:\d)$/.test(word));
    assert.deepEqual(
      named.filter((place) => !cells.has(place.replace(/:\d$/, ''))),
      [],
    );
  }
});
