/**
 * Tests of the client's structure: a game is one folder, and imports go in one direction. They
 * check the modules that a browser loads. A comment may refer to types of any module.
 */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { test } from 'node:test';

import { KINDS } from '../../client/games/index.js';

const client = new URL('../../client/', import.meta.url);
const files = readdirSync(client, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.(js|css|html|json|webmanifest|svg)$/.test(path));

/** @param {string} path */
const read = (path) => readFileSync(new URL(path, client), 'utf8');

/** The list of games. */
const LIST = 'games/index.js';
/** The lists of games: the only modules that may name one. */
const LISTS = [LIST, 'games/thumbnails.js'];

/**
 * The parts that each part of the client may import, in addition to itself. `games` is the code
 * that boards share, and `game` the folder of a game.
 *
 * @type {Record<string, readonly string[]>}
 */
const MAY_IMPORT = {
  lib: [],
  games: ['lib'],
  game: ['lib', 'games'],
  list: ['lib', 'games', 'game'],
  settings: ['lib', 'games', 'list'],
  lobby: ['lib', 'games', 'list', 'settings'],
  room: ['lib', 'games', 'list', 'settings'],
  replay: ['lib', 'games', 'list', 'room'],
  screen: ['lib', 'games', 'list', 'room', 'replay'],
  history: ['lib', 'games', 'list', 'replay'],
  day: ['lib', 'games', 'list', 'history'],
  puzzle: ['lib', 'games', 'list', 'lessons'],
  check: ['lib', 'games', 'list'],
  'how-to': ['lib', 'games', 'list'],
  lessons: ['lib', 'games', 'list', 'settings'],
  you: ['lib'],
  admin: ['lib', 'games', 'list'],
};

/** The allowed exceptions, with the reason for each. @type {Record<string, string>} */
const EXCEPTIONS = {
  'room/after/review.js -> replay/panel.js':
    "the room's result shows the replay in its place, on the board of the room",
  'room/after/finish.js -> history/room-dialog.js':
    'the result of a game leads to the list of all games of the room',
  'room/room-page.js -> check/witness.js':
    'what the room shows before and in a game is kept, for the check to compare it with the file',
};

/**
 * Returns the part of the client that a module belongs to.
 *
 * @param {string} path
 */
function partOf(path) {
  const [folder = '', ...rest] = path.split('/');
  if (folder !== 'games') return folder;
  if (rest.length > 1) return 'game';
  // The lists, and the module that fetches the games.
  return LISTS.includes(path) || path === 'games/modules.js' ? 'list' : 'games';
}

/** @param {string} path */
const gameOf = (path) => (partOf(path) === 'game' ? path.split('/')[1] : undefined);

/**
 * Returns the modules that a browser loads for this one, immediately or later.
 *
 * @param {string} path
 * @param {string} source
 * @returns {string[]}
 */
function importsOf(path, source) {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const found = code.matchAll(
    /^(?:import|export)\b[^;'"]*?from\s*'([^']+)'|^import\s*'([^']+)'|\bimport\(\s*'([^']+)'/gm,
  );
  return [...found].map(([, from, plain, later]) => {
    const named = from ?? plain ?? later ?? '';
    assert.match(named, /^\.\.?\//, `${path} imports ${named}, which no browser finds`);
    return join(dirname(path), named);
  });
}

/**
 * @param {string} from
 * @param {string} to
 * @returns {string | null} the import if it is not allowed, or `null`
 */
function wrongArrow(from, to) {
  const arrow = `${from} -> ${to}`;
  if (arrow in EXCEPTIONS) return null;
  const [a, b] = [partOf(from), partOf(to)];
  if (a === b && gameOf(from) === gameOf(to)) return null;
  return a !== b && MAY_IMPORT[a]?.includes(b) ? null : arrow;
}

/**
 * @param {ReadonlyMap<string, readonly string[]>} imports
 * @returns {string[] | null} the modules of an import cycle, or `null` if there is none
 */
function circleIn(imports) {
  /** @type {Set<string>} */
  const done = new Set();
  /** @param {string} path @param {readonly string[]} way @returns {string[] | null} */
  const follow = (path, way) => {
    const at = way.indexOf(path);
    if (at >= 0) return way.slice(at);
    if (done.has(path)) return null;
    for (const next of imports.get(path) ?? []) {
      const circle = follow(next, [...way, path]);
      if (circle) return circle;
    }
    done.add(path);
    return null;
  };
  for (const path of imports.keys()) {
    const circle = follow(path, []);
    if (circle) return circle;
  }
  return null;
}

/** Matches the name of a game in any notation. */
const NAME = new RegExp(KINDS.map((kind) => kind.replaceAll('_', '[-_ ]?')).join('|'), 'i');

/**
 * @param {string} path
 * @param {string} source
 * @returns {string[]} the places that name a game
 */
function namesIn(path, source) {
  if (gameOf(path) !== undefined || LISTS.includes(path)) return [];
  const lines = source.split('\n').map((line, at) => ({ line, place: `${path}:${at + 1}` }));
  const named = lines.filter(({ line }) => NAME.test(line)).map(({ place }) => place);
  return NAME.test(path) ? [path, ...named] : named;
}

const modules = files.filter((path) => path.endsWith('.js'));
const imports = new Map(modules.map((path) => [path, importsOf(path, read(path))]));

test('only the folder of a game and the lists of games name it', () => {
  assert.deepEqual(
    files.flatMap((path) => namesIn(path, read(path))),
    [],
  );
  // protocol.d.ts is excluded because it is generated from the server and declares the messages of
  // all games.
  assert.deepEqual(
    namesIn('room/page.js', "one\nif (kind === 'section_x')\n<h1>Section X</h1>\n.section-x {}"),
    ['room/page.js:2', 'room/page.js:3', 'room/page.js:4'],
  );
  assert.deepEqual(namesIn('style/tsuro.css', ''), ['style/tsuro.css']);
});

test('the folders of games are those of the list', () => {
  const folders = new Set(files.map(gameOf).filter((folder) => folder !== undefined));
  assert.deepEqual([...folders].sort(), [...KINDS].sort());
});

test('there are no import cycles', () => {
  assert.ok([...imports.values()].flat().length > 150);
  assert.equal(circleIn(imports), null);
  const round = new Map([
    ['a.js', ['b.js']],
    ['b.js', ['c.js']],
    ['c.js', ['b.js']],
  ]);
  assert.deepEqual(circleIn(round), ['b.js', 'c.js']);
});

test('imports go one way: from pages to games, from games to shared code', () => {
  const arrows = [...imports].flatMap(([from, all]) => all.map((to) => ({ from, to })));
  assert.deepEqual(
    arrows.map(({ from, to }) => wrongArrow(from, to)).filter((wrong) => wrong !== null),
    [],
  );
  for (const [from, to] of /** @type {const} */ ([
    ['lib/text.js', 'room/page.js'],
    ['games/grid.js', 'games/tsuro/tile.js'],
    ['games/grid.js', LIST],
    ['games/tsuro/board.js', 'games/tortus/tile.js'],
    ['games/tsuro/board.js', LIST],
    ['room/page.js', 'games/tsuro/board.js'],
    ['room/page.js', 'check/page.js'],
    ['check/page.js', 'room/page.js'],
  ])) {
    assert.equal(wrongArrow(from, to), `${from} -> ${to}`);
  }
});

test('every exception is needed', () => {
  const arrows = new Set(
    [...imports].flatMap(([from, all]) => all.map((to) => `${from} -> ${to}`)),
  );
  assert.deepEqual(
    Object.keys(EXCEPTIONS).filter((arrow) => !arrows.has(arrow)),
    [],
  );
});

test('every imported module exists', () => {
  assert.deepEqual(
    [...imports.values()].flat().filter((path) => !imports.has(path)),
    [],
  );
});

test('imports are recognised in each of their forms, and not in comments', () => {
  const source = `
/** @import {A} from './types.js' */
import { a } from './a.js';
import {
  b,
} from '../lib/b.js';
import './c.js';
export { d } from './d.js';
// import { e } from './e.js';
const f = () => import('./f.js');
`;
  assert.deepEqual(importsOf('room/page.js', source), [
    'room/a.js',
    'lib/b.js',
    'room/c.js',
    'room/d.js',
    'room/f.js',
  ]);
});
