/**
 * Who this browser is to the server. The identity itself is in a cookie that no script can read.
 *
 * @import {Problem} from '../protocol.js'
 */

/** A request that the server refused, with its code. */
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {{code?: unknown, which?: unknown, reason?: unknown, refusal?: unknown}} problem what the server says of it
   * @param {number | null} [againMs] milliseconds after which it may succeed, if the server says so
   */
  constructor(status, { code, which, reason, refusal }, againMs = null) {
    super(`${status} ${code}`);
    this.status = status;
    this.code = typeof code === 'string' ? code : 'unknown';
    /** The setting at fault, if it is one. */
    this.which = typeof which === 'string' ? which : '';
    /** Why a room can't be opened, if it is that. */
    this.reason = typeof reason === 'string' ? reason : '';
    /** Why the rules refuse a decision, if it is that. @type {Problem | null} */
    this.refusal = code === 'illegal' ? /** @type {Problem} */ (refusal) : null;
    this.againMs = againMs;
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>} what the server answers
 */
export async function request(method, path, body) {
  const answer = await fetch(path, {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const said = await answer.json().catch(() => ({}));
  if (answer.ok) return said;
  const seconds = Number(answer.headers.get('retry-after') ?? NaN);
  throw new Refused(answer.status, said, Number.isFinite(seconds) ? seconds * 1000 : null);
}

/** The codes that say that there is no identity yet, or no longer. */
const WITHOUT_SESSION = new Set(['no_session', 'unknown_session']);

/** The identity that is on its way, with its name. @type {Promise<string> | null} */
let opening = null;

/**
 * Makes sure that there is an identity. Who asks while one is on its way gets that one: a second one would replace it.
 *
 * @returns {Promise<string>} the name
 */
export function openSession() {
  opening ??= request('POST', '/api/session', {})
    .then(({ name }) => name)
    .finally(() => {
      opening = null;
    });
  return opening;
}

/**
 * A request that needs an identity: one that is on its way is waited for, and a lost one is replaced by a new one.
 *
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
export async function requestAsSelf(method, path, body) {
  try {
    await opening;
    return await request(method, path, body);
  } catch (error) {
    if (!(error instanceof Refused) || !WITHOUT_SESSION.has(error.code)) throw error;
    await openSession();
    return request(method, path, body);
  }
}

/**
 * @param {string} name
 * @returns {Promise<string>} the name as the server took it
 */
export async function rename(name) {
  return (await requestAsSelf('PUT', '/api/session', { name })).name;
}
