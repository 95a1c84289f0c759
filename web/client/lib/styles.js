/** Adds style sheets to the page. */
import { fileAt } from './files.js';

/**
 * Adds a style sheet to the page, unless the page already contains it. The promise resolves when
 * the styles apply.
 *
 * @param {string} path the path relative to the folder of the client
 * @returns {Promise<void>}
 */
export function loadStyle(path) {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = fileAt(path);
  if ([...document.styleSheets].some(({ href }) => href === link.href)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`no style sheet ${path}`));
    };
    document.head.append(link);
  });
}
