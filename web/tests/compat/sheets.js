/**
 * Finds the features of CSS in a style sheet that the oldest supported browsers lack. It also
 * converts a sheet to the form that such a browser understands.
 */

import * as csstree from 'css-tree';

import { data, isMissing } from './floor.js';

/** @import { CssNode, Declaration } from 'css-tree' */
/** @import { Feature } from './floor.js' */

/**
 * The features of units, for units that have features of their own.
 *
 * @type {readonly [RegExp, string][]}
 */
const UNITS = [
  [/^dv(h|w|b|i|min|max)$/, 'css.types.length.viewport_percentage_units_dynamic'],
  [/^sv(h|w|b|i|min|max)$/, 'css.types.length.viewport_percentage_units_small'],
  [/^lv(h|w|b|i|min|max)$/, 'css.types.length.viewport_percentage_units_large'],
  [/^cq(h|w|b|i|min|max)$/, 'css.types.length.container_query_length_units'],
  [/^(r?lh|r?cap|r?ic|rex|rch)$/, 'css.types.length.$1'],
];

/** The path of each CSS function in the data, by its name. @type {Map<string, string>} */
const FUNCTIONS = new Map();
collectFunctions(data['css'].types, 'css.types');

/**
 * @param {Feature} feature
 * @param {string} path
 */
function collectFunctions(feature, path) {
  for (const [name, child] of Object.entries(feature)) {
    if (name === '__compat') continue;
    const own = `${path}.${name}`;
    if (child.__compat && !FUNCTIONS.has(name)) FUNCTIONS.set(name, own);
    collectFunctions(child, own);
  }
}

/**
 * Returns the features of one node of a sheet, without its children.
 *
 * @param {CssNode} node
 * @param {Declaration | null} declaration the declaration whose value contains the node
 * @returns {string[]}
 */
function featuresOf(node, declaration) {
  switch (node.type) {
    case 'Atrule':
      return [`css.at-rules.${node.name}`];
    case 'Feature':
      return [`css.at-rules.media.${node.name.replace(/^(min|max)-/, '')}`];
    case 'Declaration':
      return node.property.startsWith('--') ? [] : [`css.properties.${node.property}`];
    case 'PseudoClassSelector':
    case 'PseudoElementSelector':
      return [`css.selectors.${node.name}`];
    case 'NestingSelector':
      return ['css.selectors.nesting'];
    case 'Function':
      return [FUNCTIONS.get(node.name) ?? ''];
    case 'Dimension':
      return UNITS.filter(([unit]) => unit.test(node.unit)).map(([unit, path]) =>
        node.unit.replace(unit, path),
      );
    case 'Identifier':
      return declaration ? [`css.properties.${declaration.property}.${node.name}`] : [];
    default:
      return [];
  }
}

/**
 * Returns the features in a part of a sheet that some of the oldest supported browsers lack.
 *
 * @param {CssNode} root
 * @returns {string[]} the paths in the data
 */
function missingOf(root) {
  /** @type {Set<string>} */
  const found = new Set();
  csstree.walk(root, function (node) {
    for (const path of featuresOf(node, this.declaration))
      if (path !== '' && isMissing(path)) found.add(path);
  });
  return [...found];
}

/** @param {string} source */
const parse = (source) => csstree.parse(source, { parseCustomProperty: true });

/**
 * Returns the features in a sheet that some of the oldest supported browsers lack, with their
 * lines.
 *
 * @param {string} source
 * @returns {Map<string, number[]>}
 */
export function missingInSheet(source) {
  /** @type {Map<string, number[]>} */
  const found = new Map();
  const lines = csstree.parse(source, { parseCustomProperty: true, positions: true });
  csstree.walk(lines, function (node) {
    for (const path of featuresOf(node, this.declaration)) {
      if (path === '' || !isMissing(path)) continue;
      found.set(path, [...(found.get(path) ?? []), node.loc?.start.line ?? 0]);
    }
  });
  return found;
}

/** A name of a unit and a function that no browser knows. */
const UNKNOWN = 'unknown';

/**
 * Returns the sheet as the oldest supported browsers understand it: without each rule that has an
 * unknown selector, each declaration with an unknown property or value, and unknown conditions. A
 * custom property accepts anything, and invalidates the declarations that use it.
 *
 * @param {string} source
 * @returns {string}
 */
export function olderSheet(source) {
  const sheet = parse(source);
  csstree.walk(sheet, (/** @type {CssNode} */ node, item, list) => {
    if (node.type === 'Declaration' && node.property.startsWith('--')) spoil(node);
    else if (list && isUnknown(node)) list.remove(item);
  });
  return csstree.generate(sheet);
}

/** @param {CssNode} node a node that the oldest browsers may drop */
function isUnknown(node) {
  switch (node.type) {
    case 'Rule':
      return missingOf(node.prelude).length > 0;
    case 'Declaration':
      return missingOf(node).length > 0;
    case 'Atrule': {
      const { name, prelude } = node;
      return (
        isMissing(`css.at-rules.${name}`) || (prelude !== null && missingOf(prelude).length > 0)
      );
    }
    default:
      return false;
  }
}

/** @param {Declaration} declaration the declaration of a custom property */
function spoil(declaration) {
  csstree.walk(declaration, (node) => {
    const isNew = featuresOf(node, declaration).some((path) => path !== '' && isMissing(path));
    if (!isNew) return;
    if (node.type === 'Dimension') node.unit = UNKNOWN;
    if (node.type === 'Function') node.name = UNKNOWN;
  });
}
