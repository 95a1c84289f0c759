/**
 * Reloads a page that failed to import a module. A retry of the import is not enough: a browser may
 * remember for as long as the page is open that the module failed to load, and a server that has
 * been updated meanwhile no longer has the modules of the old page.
 */
import { backoff } from './backoff.js';
import { fetchInTime, pause } from './wait.js';

/**
 * Reloads the page as soon as the server can be reached. Retries with backoff until a request
 * succeeds.
 */
export async function comeBack() {
  for (let tries = 0; ; tries += 1) {
    await pause(backoff(tries, Math.random()));
    const { href } = location;
    const isThere = fetchInTime(href, { cache: 'no-store' }, ({ ok }) => ok).catch(() => false);
    if (await isThere) break;
  }
  location.reload();
}
