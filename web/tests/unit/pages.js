/**
 * The pages of the client as the server serves them.
 */
import { readdirSync, readFileSync } from 'node:fs';

const client = new URL('../../client/', import.meta.url);

/** The file with the elements that the heads of all pages begin with. */
const SHARED = 'head.html';

/** @param {string} name */
const read = (name) => readFileSync(new URL(name, client), 'utf8');

/** The names of all pages. */
export const pages = readdirSync(client).filter(
  (name) => name.endsWith('.html') && name !== SHARED,
);

/**
 * Returns the markup of a page, with the elements that all pages share.
 *
 * @param {string} name
 */
export const readPage = (name) =>
  read(name).replace('<head>\n', (start) => `${start}${read(SHARED)}`);
