/**
 * Adds the client of the example game (web/tests/example) to the pages of a server whose program
 * knows the game. The client consists of a folder beside those of the other games, and of a line in
 * their list. It is injected into the browser's requests, so that no release contains it.
 */

import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';

import { expect } from '@playwright/test';

/** @import { BrowserContext } from '@playwright/test' */

const FOLDER = new URL('../example/', import.meta.url);
/** The line of the example in the list of games, and the import of its module. */
const LINE = '  example,\n';
const IMPORT = "import { game as example } from './example/game.js';\n";
/** The patterns for the end of the list and the start of the imports. */
const END = /^\}\);$/gm;
const IMPORTS = /^import \{ game as /m;
/** @type {Record<string, string>} */
const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
};

/**
 * Adds the example to the games of all pages that are opened from now on.
 *
 * @param {BrowserContext} context
 */
export async function addExample(context) {
  // The server bundles the modules of a page. Here the page imports each module separately instead.
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
  // The page that explains a game is the same for all games whose folder the program contains.
  await context.route(/\/how\/example$/, async (route) => {
    const url = route.request().url().replace('/example', '/tsuro');
    await route.fulfill({ response: await route.fetch({ url }) });
  });
}
