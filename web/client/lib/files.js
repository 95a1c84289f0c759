/**
 * The addresses of the client's files. The server sends each page with the name of the client
 * version that it belongs to. A file with that name in its address never changes.
 */

/**
 * @param {string} path the path of a file, relative to the client's folder
 * @returns {string} the address of the file for this page
 */
export function fileAt(path) {
  return `${document.documentElement.dataset['files'] ?? '/'}${path}`;
}
