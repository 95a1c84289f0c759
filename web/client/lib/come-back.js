/**
 * A page that lacks a module begins anew: a browser may remember of a module that it could not be fetched for as long
 * as the page is open, and a server that has been updated meanwhile has no modules for the page as it was.
 */
import { backoff } from './connection.js';

/** Begins anew as soon as the server can be reached. */
export async function comeBack() {
  for (let tries = 0; ; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, backoff(tries, Math.random())));
    const answer = await fetch(location.href, { cache: 'no-store' }).catch(() => null);
    if (answer?.ok) break;
  }
  location.reload();
}
