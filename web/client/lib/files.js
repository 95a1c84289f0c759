/**
 * The addresses of the client's files, pages and requests. The server sends each page with the name
 * of the client version that it belongs to. A file with that name in its address never changes.
 * Behind a proxy that also serves other programs, all addresses begin with the prefix of the
 * server, such as `/senda`.
 */

/** The end of the folder of the client's files, behind the prefix of the server. */
const FOLDER = /\/(a\/\w+\/)?$/;

// Unit tests have no page, or one without files.
const folder = () => globalThis.document?.documentElement?.dataset?.['files'] ?? '/';

/**
 * @param {string} path the path of a file, relative to the client's folder
 * @returns {string} the address of the file for this page
 */
export const fileAt = (path) => folder() + path;

/**
 * @param {string} path the path of a page or of a request on a server without a prefix
 * @returns {string} the path on this server
 */
export const prefixed = (path) => folder().replace(FOLDER, () => path);
