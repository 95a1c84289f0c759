/**
 * Finds the features of JavaScript and the DOM that a module uses although the oldest supported
 * browsers lack them.
 *
 * The types of objects are not known here. A property counts as a feature if all features of its
 * name are missing, and if the client uses that name for nothing of its own. A test in a browser
 * without these features covers the rest.
 */

import { parse } from 'acorn';
import { full } from 'acorn-walk';

import { at, lacking } from './floor.js';

/** The suffix that the data appends to the name of a static member. */
const STATIC = /_static$/;
/** Matches a possible name of a property. The other names in the data describe behaviour. */
const PROPERTY = /^[A-Za-z]\w*$/;

/**
 * Returns the names whose features are all missing in some of the oldest browsers, with the paths
 * of the features.
 *
 * @returns {Map<string, string[]>}
 */
function missingNames() {
  /** @type {Map<string, string[]>} */
  const names = new Map();
  /** @param {string} name @param {string} path */
  const add = (name, path) => {
    if (at(path).__compat && PROPERTY.test(name))
      names.set(name, [...(names.get(name) ?? []), path]);
  };
  for (const root of ['javascript.builtins', 'javascript.builtins.Intl', 'api']) {
    for (const [owner, feature] of Object.entries(at(root))) {
      if (owner === '__compat') continue;
      add(owner, `${root}.${owner}`);
      for (const member of Object.keys(feature))
        if (member !== owner) add(member.replace(STATIC, ''), `${root}.${owner}.${member}`);
    }
  }
  const isMissing = (/** @type {string} */ path) => lacking(at(path)).length > 0;
  return new Map([...names].filter(([, paths]) => paths.every(isMissing)));
}

const NAMES = missingNames();

/** The features of syntax, by the type of its node. @type {Record<string, string>} */
const SYNTAX = {
  ImportAttribute: 'javascript.statements.import.import_attributes',
  StaticBlock: 'javascript.classes.static.initialization_blocks',
};

/**
 * The features of regular expressions, in the pattern and in the flags.
 *
 * @type {readonly { pattern?: RegExp, flag?: string, path: string }[]}
 */
const PATTERNS = [
  { pattern: /\(\?<[=!]/, path: 'javascript.regular_expressions.lookbehind_assertion' },
  { pattern: /\(\?(?=[a-z-]+:)[a-z]*-?[a-z]*:/, path: 'javascript.regular_expressions.modifier' },
  { flag: 'v', path: 'javascript.builtins.RegExp.unicodeSets' },
  { flag: 'd', path: 'javascript.builtins.RegExp.hasIndices' },
];

/** @param {string} source */
const read = (source) =>
  parse(source, { ecmaVersion: 'latest', sourceType: 'module', locations: true });

/**
 * Returns the names that the modules use for properties of their own objects and classes, for
 * functions and for variables.
 *
 * @param {Iterable<string>} sources the sources of modules and declarations
 * @returns {Set<string>}
 */
export function ownNames(sources) {
  /** @type {Set<string>} */
  const own = new Set();
  for (const source of sources) {
    for (const [, name = ''] of source.matchAll(/@(?:property|param) (?:\{.*\} )?\[?(\w+)/g))
      own.add(name);
    for (const [, name = ''] of source.matchAll(/[{,;(\s]["']?(\w+)["']?\??: /g)) own.add(name);
    for (const [, name = ''] of source.matchAll(
      /^ {2,4}(?:(?:get|set|async|static) )*(\w+)\(.*\{$/gm,
    ))
      own.add(name);
    for (const [, name = ''] of source.matchAll(/\bthis\.(\w+) = /g)) own.add(name);
    for (const [, name = ''] of source.matchAll(/\b(?:class|const|function|let) (\w+)/g))
      own.add(name);
  }
  return own;
}

/**
 * Returns the names of properties or globals that a node uses.
 *
 * @param {any} node
 * @returns {string[]}
 */
function namesIn(node) {
  if (node.type === 'MemberExpression' && !node.computed) return [node.property.name];
  if (node.type === 'NewExpression' || node.type === 'CallExpression')
    return node.callee.type === 'Identifier' ? [node.callee.name] : [];
  return [];
}

/** The functions that create elements or set attributes. */
const MAKERS = new Set(['html', 'set']);

/**
 * Returns the paths of the elements and attributes that a call creates. An attribute of one element
 * counts as that of any.
 *
 * @param {any} node
 * @returns {string[]}
 */
function markupIn(node) {
  if (node.type !== 'CallExpression' || !MAKERS.has(node.callee.name)) return [];
  const [first, properties] = node.arguments;
  const element = first?.type === 'Literal' ? String(first.value) : null;
  const names = properties?.type === 'ObjectExpression' ? properties.properties : [];
  return [
    ...(element === null ? [] : [`html.elements.${element}`]),
    ...names.flatMap((/** @type {any} */ { key }) =>
      attributePaths(element, key?.name ?? key?.value),
    ),
  ];
}

/**
 * Returns the paths where the data describes an attribute.
 *
 * @param {string | null} element
 * @param {string} name
 * @returns {string[]}
 */
export function attributePaths(element, name) {
  const paths = [`html.global_attributes.${name}`];
  if (element !== null) paths.push(`html.elements.${element}.${name}`);
  return paths.filter((path) => at(path)?.__compat);
}

/**
 * @param {any} node
 * @returns {string[]}
 */
function syntaxIn(node) {
  const regex = node.type === 'Literal' ? node.regex : undefined;
  const patterns = regex
    ? PATTERNS.filter(({ pattern, flag = '' }) =>
        pattern ? pattern.test(regex.pattern) : regex.flags.includes(flag),
      )
    : [];
  const paths = patterns.map(({ path }) => path);
  const own = SYNTAX[node.type];
  return own === undefined ? paths : [own, ...paths];
}

/**
 * Returns the features in a module that some of the oldest supported browsers lack, with their
 * lines.
 *
 * @param {string} source
 * @param {ReadonlySet<string>} own the names that the client itself uses
 * @returns {Map<string, number[]>}
 */
export function missingInScript(source, own) {
  /** @type {Map<string, number[]>} */
  const found = new Map();
  full(read(source), (node) => {
    const names = namesIn(node).filter((name) => !own.has(name));
    const paths = [
      ...names.flatMap((name) => NAMES.get(name)?.slice(0, 1) ?? []),
      ...[...syntaxIn(node), ...markupIn(node)].filter((path) => lacking(at(path)).length > 0),
    ];
    const line = node.loc?.start.line ?? 0;
    for (const path of paths) found.set(path, [...(found.get(path) ?? []), line]);
  });
  return found;
}
