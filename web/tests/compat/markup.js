/**
 * Finds the elements and attributes of a page that the oldest supported browsers lack.
 */

import { isMissing } from './floor.js';
import { attributePaths } from './scripts.js';

/**
 * @param {string} source
 * @returns {Map<string, number[]>} the features with their lines
 */
export function missingInMarkup(source) {
  /** @type {Map<string, number[]>} */
  const found = new Map();
  for (const [at, line] of source.split('\n').entries()) {
    for (const [, element = '', rest = ''] of line.matchAll(/<([a-z][a-z0-9]*)\b([^>]*)>/g)) {
      const names = [...rest.matchAll(/\s([a-z][\w-]*)/g)].map(([, name = '']) => name);
      const paths = [
        `html.elements.${element}`,
        ...names.flatMap((name) => attributePaths(element, name)),
      ];
      for (const path of paths)
        if (isMissing(path)) found.set(path, [...(found.get(path) ?? []), at + 1]);
    }
  }
  return found;
}
