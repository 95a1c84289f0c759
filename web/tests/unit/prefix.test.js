/**
 * Tests that the client works under the prefix of a server that shares its host with other
 * programs: no file contains an address that begins at the root of the host.
 */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

import { parse } from 'acorn';
import { ancestor } from 'acorn-walk';

/** @import { Node } from 'acorn' */

const client = new URL('../../client/', import.meta.url);
const files = readdirSync(client, { recursive: true, encoding: 'utf8' });

/** @param {string} path */
const read = (path) => readFileSync(new URL(path, client), 'utf8');

/** The module that adds the prefix. */
const PREFIXED = 'lib/files.js';
/** The service worker, whose addresses are relative to itself. */
const WORKER = 'push.js';
/** The script without modules, which adds the prefix to the address of the page itself. */
const FIRST = 'lib/first.js';

/** Matches the path of a request. The functions that send requests add the prefix. */
const REQUEST = /^\/api\//;
/** The functions and methods whose arguments are no addresses. */
const OF_TEXT = new Set(['prefixed', 'split', 'replaceAll', 'includes', 'endsWith']);

/**
 * Returns the name of the function or method that a node calls.
 *
 * @param {any} node
 * @returns {string | null}
 */
function calleeOf(node) {
  if (node?.type !== 'CallExpression') return null;
  return node.callee.name ?? node.callee.property?.name ?? null;
}

/**
 * Returns the texts of a script that are addresses from the root of the host.
 *
 * @param {string} source
 * @param {(text: string) => boolean} isAllowed
 * @returns {string[]}
 */
function rooted(source, isAllowed) {
  /** @type {string[]} */
  const found = [];
  /** @param {string} text @param {Node[]} ancestors */
  const check = (text, ancestors) => {
    if (!/^\/([a-z]|$)/.test(text) || isAllowed(text)) return;
    const callee = ancestors.map(calleeOf).findLast((name) => name !== null);
    if (!OF_TEXT.has(callee ?? '')) found.push(text);
  };
  ancestor(parse(source, { ecmaVersion: 'latest', sourceType: 'module' }), {
    Literal(node, _, ancestors) {
      if (typeof node.value === 'string') check(node.value, ancestors);
    },
    TemplateLiteral(node, _, ancestors) {
      check(node.quasis[0]?.value.raw ?? '', ancestors);
    },
  });
  return found;
}

test('no script has an address without the prefix', () => {
  const scripts = files.filter((path) => path.endsWith('.js') && path !== PREFIXED);
  assert.ok(scripts.length > 150);
  for (const path of scripts) {
    const isAllowed = (/** @type {string} */ text) =>
      path === FIRST ? text === '/' : path !== WORKER && REQUEST.test(text);
    assert.deepEqual(rooted(read(path), isAllowed), [], path);
  }
});

test('an address without the prefix is found in each of its forms', () => {
  const source = `
    a({ href: '/' }, prefixed('/you'), \`/r/\${room}\`, '/api/rooms');
    const path = '/push.js';
    prefixed(\`/r/\${room}\`);
    name.replaceAll('/', '-');
    location.assign(b ? '/check' : prefixed('/'));
    const text = 'a/b' + '/ ' + '/*';
  `;
  assert.deepEqual(
    rooted(source, (text) => REQUEST.test(text)),
    ['/', '/r/', '/push.js', '/check'],
  );
});

test('style sheets, texts and the manifest have only relative addresses', () => {
  const others = files.filter((path) => /\.(css|svg|webmanifest|json)$/.test(path));
  assert.ok(others.length > 50);
  for (const path of others) {
    assert.doesNotMatch(read(path), /url\(["']?\/|["']\/["'a-z]|\]\(\//, path);
  }
});
