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

/**
 * @typedef {object} Session
 * @property {string} name
 * @property {boolean} [lost] whether the identity that this browser had is no longer its own, and this is a new one
 */

/** The identity that is on its way. @type {Promise<Session> | null} */
let opening = null;
/** What is done when the identity was lost. @type {((session: Session) => void)[]} */
const watching = [];

/**
 * Has something done when this browser turns out to be somebody new, because it was signed out.
 *
 * @param {(session: Session) => void} lost
 */
export const whenSignedOut = (lost) => void watching.push(lost);

/**
 * Makes sure that there is an identity. Who asks while one is on its way gets that one: a second one would replace it.
 *
 * @returns {Promise<Session>}
 */
export function openSession() {
  opening ??= request('POST', '/api/session', {})
    .then((/** @type {Session} */ session) => {
      if (session.lost) for (const lost of watching) lost(session);
      return session;
    })
    .finally(() => {
      opening = null;
    });
  return opening;
}

/**
 * A request that needs an identity: one that is on its way is waited for, and whoever has none yet is given one. Whoever
 * has lost theirs is given a new one as well, but the request was not meant for that: it is refused.
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
    const code = error instanceof Refused ? error.code : null;
    if (code !== 'no_session' && code !== 'unknown_session') throw error;
    const { lost } = await openSession();
    if (lost) throw error;
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
