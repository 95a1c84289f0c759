/**
 * The requests of the operator. Their token is in the storage of this tab alone, and ends with it.
 */
import { Refused, request } from '../lib/session.js';

/** The key of the token in the storage of the tab. */
const KEY = 'senda.operator';
/** The timeout of a request in milliseconds: a person is forgotten in 10 s, and rooms may wait. */
const OPERATOR_MS = 30_000;

/** The token, also where the browser offers no storage. */
let token = read();

function read() {
  try {
    return sessionStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

/**
 * Keeps the token until the tab is closed.
 *
 * @param {string} given an empty string forgets the token
 */
export function keepToken(given) {
  token = given;
  try {
    if (given === '') sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, given);
  } catch {
    // The token still lasts until the page is closed.
  }
}

/** Returns whether there is a token. */
export const hasToken = () => token !== '';

/**
 * Sends a request of the operator.
 *
 * @param {string} method
 * @param {string} path the part after `/api/admin/`
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
export const operate = (method, path, body) =>
  request(method, `/api/admin/${path}`, body, {
    ms: OPERATOR_MS,
    repeats: method === 'GET',
    headers: { authorization: `Bearer ${token}` },
  });

/**
 * Returns whether the server has refused the token.
 *
 * @param {unknown} error
 */
export const isLockedOut = (error) => error instanceof Refused && error.code === 'no_operator';
