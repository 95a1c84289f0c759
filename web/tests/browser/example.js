/**
 * The client of the example (web/tests/example), for a server whose program knows that game: a folder beside those of
 * the other games, and a line in their list. It is handed to the browser on the way, so that no program contains it.
 */

import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';

import { expect } from '@playwright/test';

/** @import { BrowserContext } from '@playwright/test' */

const FOLDER = new URL('../example/', import.meta.url);
/** What the example adds to the list of games, and the module that it is in. */
const LINE = '  example,\n';
const IMPORT = "import { game as example } from './example/game.js';\n";
/** Where the list ends, and where the modules begin. */
const END = /^\}\);$/gm;
const IMPORTS = /^import \{ game as /m;
/** @type {Record<string, string>} */
const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
};

/**
 * Adds the example to the games of the pages that are opened from now on.
 *
 * @param {BrowserContext} context
 */
export async function addExample(context) {
  // A page is sent with its modules in one file; here it asks for each, as they stand in the folder.
  await context.route(/\/a\/[^/]+\/[\w-]+\/page\.js$/, (route) => {
    const path = new URL(route.request().url()).pathname.replace(/^\/a\/[^/]+/, '');
    return route.fulfill({ contentType: 'text/javascript', body: `import '${path}';` });
  });
  await context.route(/\/games\/index\.js$/, async (route) => {
    const answer = await route.fetch();
    const list = await answer.text();
    expect(list.match(END), 'the list of games ends in one place').toHaveLength(1);
    const added = list.replace(END, `${LINE}});`).replace(IMPORTS, `${IMPORT}$&`);
    await route.fulfill({ response: answer, body: added });
  });
  await context.route(/\/games\/example\/[\w/.-]+$/, async (route) => {
    const path = /games\/example\/.*$/.exec(route.request().url())?.[0] ?? '';
    const contentType = TYPES[extname(path)] ?? 'text/plain';
    await route.fulfill({ contentType, body: await readFile(new URL(path, FOLDER)) });
  });
  // The page that explains a game is the same for all whose folder the program contains.
  await context.route(/\/how\/example$/, async (route) => {
    const url = route.request().url().replace('/example', '/tsuro');
    await route.fulfill({ response: await route.fetch({ url }) });
  });
}
