/**
 * A page that lacks a module begins anew: a browser may remember of a module that it could not be fetched for as long
 * as the page is open, and a server that has been updated meanwhile has no modules for the page as it was.
 */
import { backoff } from './connection.js';
import { fetchInTime, pause } from './wait.js';

/** Begins anew as soon as the server can be reached. */
export async function comeBack() {
  for (let tries = 0; ; tries += 1) {
    await pause(backoff(tries, Math.random()));
    const { href } = location;
    const isThere = fetchInTime(href, { cache: 'no-store' }, ({ ok }) => ok).catch(() => false);
    if (await isThere) break;
  }
  location.reload();
}
