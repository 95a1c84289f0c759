/**
 * Where the files of the client are. The server sends its pages with the name of the edition that they belong to, and a
 * file with that name in its address never changes.
 */

/**
 * @param {string} path of a file, from the folder of the client
 * @returns {string} where the page finds it
 */
export function fileAt(path) {
  return `${document.documentElement.dataset['files'] ?? '/'}${path}`;
}
