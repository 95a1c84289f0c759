/**
 * Who this browser is to the server. The identity itself is in a cookie that no script can read.
 *
 * @import {Problem} from '../protocol.js'
 */
import { ANSWER_MS, fetchInTime } from './wait.js';

/** A cookie that is set only to see whether it is kept. */
const PROBE = 'senda_probe';
/** Milliseconds for an identity: less than a page waits for all that it needs before a socket. */
const SESSION_MS = 7_000;

/** A request that the server refused, with its code. */
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {{code?: unknown, which?: unknown, reason?: unknown, expected?: unknown, refusal?: unknown}} problem what the
   *   server says of it
   * @param {number | null} [againMs] milliseconds after which it may succeed, if the server says so
   */
  constructor(status, { code, which, reason, expected, refusal }, againMs = null) {
    super(`${status} ${code}`);
    this.status = status;
    this.code = typeof code === 'string' ? code : 'unknown';
    /** The setting at fault, if it is one. */
    this.which = typeof which === 'string' ? which : '';
    /** Why a room can't be opened, or in what the page's origin is a wrong one, if it is that. */
    this.reason = typeof reason === 'string' ? reason : '';
    /** The server's own address, if it says so. */
    this.expected = typeof expected === 'string' ? expected : '';
    /** Why the rules refuse a decision, if it is that. @type {Problem | null} */
    this.refusal = code === 'illegal' ? /** @type {Problem} */ (refusal) : null;
    this.againMs = againMs;
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {{ms?: number, repeats?: boolean}} [how] the deadline, and whether it may be sent again, where that is not as usual
 * @returns {Promise<any>} what the server answers
 */
export async function request(method, path, body, how = { ms: ANSWER_MS }) {
  const sent = {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  };
  const read = async (/** @type {Response} */ answer) => {
    const text = await answer.text();
    return { answer, said: readJson(text) };
  };
  const { answer, said } = await fetchInTime(path, sent, read, how);
  if (answer.ok) return said;
  const seconds = Number(answer.headers.get('retry-after') ?? NaN);
  throw new Refused(answer.status, said, Number.isFinite(seconds) ? seconds * 1000 : null);
}

/** @param {string} text what may come from a proxy as well */
function readJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/**
 * @typedef {object} Session
 * @property {string} name
 * @property {boolean} [lost] whether the identity that this browser had is no longer its own, and this is a new one
 */

/** The identity that is on its way. @type {Promise<Session> | null} */
let opening = null;
/** Whether the server has given this tab an identity. */
let given = false;
/** Whether the browser has sent its cookie since. */
let proven = false;
/** What is done when the identity was lost. @type {((session: Session) => void)[]} */
const watching = [];
/** What is done when the browser keeps no cookie. @type {(() => void)[]} */
const cookieless = [];

/** The refusal of a page whose browser keeps no cookie. */
const noCookies = () => new Refused(401, { code: 'no_cookies' });

/** Whether the browser refuses cookies outright. Some do so silently, and say that they keep them. */
function refusesCookies() {
  // A test has no document.
  if (typeof document === 'undefined') return false;
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the other way to set one is missing in browsers that are supported
    document.cookie = `${PROBE}=1; SameSite=Lax; Max-Age=60`;
    const kept = document.cookie.includes(PROBE);
    // biome-ignore lint/suspicious/noDocumentCookie: as above
    document.cookie = `${PROBE}=; SameSite=Lax; Max-Age=0`;
    return !kept;
  } catch {
    return true;
  }
}

/**
 * Has something done when this browser turns out to keep no cookie.
 *
 * @param {() => void} blocked
 */
export const whenCookieless = (blocked) => void cookieless.push(blocked);

/** The server has known this browser by its cookie. */
export function proveCookie() {
  proven = true;
}

/**
 * The server does not know the browser: whether it has been given an identity and keeps none. Then no other is made.
 *
 * @returns {boolean}
 */
export function isCookieless() {
  const none = (given && !proven) || refusesCookies();
  if (none) for (const blocked of cookieless) blocked();
  return none;
}

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
  if (opening === null && refusesCookies()) {
    isCookieless();
    return Promise.reject(noCookies());
  }
  // Sent twice it makes two identities only where the first answer was lost, and is nobody's.
  opening ??= request('POST', '/api/session', {}, { ms: SESSION_MS, repeats: true })
    .then((/** @type {Session} */ session) => {
      given = true;
      proven = false;
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
    return await asKnown(method, path, body);
  } catch (error) {
    const code = error instanceof Refused ? error.code : null;
    if (code !== 'no_session' && code !== 'unknown_session') throw error;
    if (code === 'no_session' && isCookieless()) throw noCookies();
    const { lost } = await openSession();
    if (lost) throw error;
    return asKnown(method, path, body);
  }
}

/**
 * A request that only somebody can make whom the server knows.
 *
 * @param {string} method
 * @param {string} path
 * @param {unknown} body
 */
async function asKnown(method, path, body) {
  const answer = await request(method, path, body);
  proveCookie();
  return answer;
}

/**
 * @param {string} name
 * @returns {Promise<string>} the name as the server took it
 */
export async function rename(name) {
  return (await requestAsSelf('PUT', '/api/session', { name })).name;
}
