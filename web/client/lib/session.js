/**
 * The session of this browser on the server. The session token itself is in a cookie that no script
 * can read.
 *
 * @import {Problem} from '../protocol.js'
 */
import { prefixed } from './files.js';
import { keepName } from './own-name.js';
import { ANSWER_MS, fetchInTime } from './wait.js';

/** The name of a cookie that is set only to test whether the browser keeps it. */
const PROBE = 'senda_probe';
/**
 * The timeout of the request for a session in milliseconds. It is shorter than the timeout of all
 * steps before a socket.
 */
const SESSION_MS = 7_000;

/** A request that the server rejected, with the code of the refusal. */
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {{code?: unknown, which?: unknown, reason?: unknown, expected?: unknown, refusal?: unknown, values?: unknown}} problem
   *   the server's description of the refusal
   * @param {number | null} [againMs] the milliseconds after which a retry may succeed, if the
   *   server names them
   */
  constructor(status, { code, which, reason, expected, refusal, values }, againMs = null) {
    super(`${status} ${code}`);
    this.status = status;
    this.code = typeof code === 'string' ? code : 'unknown';
    /** The name of the faulty setting, or an empty string. */
    this.which = typeof which === 'string' ? which : '';
    /**
     * The reason why a room can't be opened or an operator's command can't be carried out, or the
     * wrong part of the page's origin, or an empty string.
     */
    this.reason = typeof reason === 'string' ? reason : '';
    /** The server's own address, or an empty string. */
    this.expected = typeof expected === 'string' ? expected : '';
    /** The reason why the rules reject a decision, if they do. @type {Problem | null} */
    this.refusal = code === 'illegal' ? /** @type {Problem} */ (refusal) : null;
    /** The values of the sentence for an operator. */
    this.values = /** @type {Record<string, string | number>} */ (values ?? {});
    this.againMs = againMs;
  }
}

/**
 * Sends a request and reads the JSON of the answer.
 *
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {{ms?: number, repeats?: boolean, headers?: Record<string, string>}} [how] the timeout and
 *   whether the request may be sent again, if they differ from the defaults, and further headers
 * @returns {Promise<any>} the body of the answer
 */
export async function request(method, path, body, how = { ms: ANSWER_MS }) {
  const type = { 'content-type': 'application/json' };
  const sent = {
    method,
    ...(body === undefined
      ? how.headers && { headers: how.headers }
      : { body: JSON.stringify(body), headers: { ...type, ...how.headers } }),
  };
  const read = async (/** @type {Response} */ answer) => {
    const text = await answer.text();
    return { answer, said: readJson(text) };
  };
  const { answer, said } = await fetchInTime(prefixed(path), sent, read, how);
  if (answer.ok) return said;
  const seconds = Number(answer.headers.get('retry-after') ?? NaN);
  throw new Refused(answer.status, said, Number.isFinite(seconds) ? seconds * 1000 : null);
}

/** @param {string} text the body of an answer, which a proxy may have written */
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
 * @property {string} [language] the language that the person has chosen
 * @property {boolean} [lost] whether the browser's former session is no longer valid and this one
 *   is new
 */

/** The pending request for a session. @type {Promise<Session> | null} */
let opening = null;
/** Whether the server has created a session for this tab. */
let given = false;
/** Whether the browser has sent the session cookie since then. */
let proven = false;
/** The callbacks for a session. @type {((session: Session) => void)[]} */
const welcoming = [];
/** The callbacks for a lost session. @type {((session: Session) => void)[]} */
const watching = [];
/** The callbacks for a browser that keeps no cookies. @type {(() => void)[]} */
const cookieless = [];

/** Returns the refusal for a page whose browser keeps no cookies. */
const noCookies = () => new Refused(401, { code: 'no_cookies' });

/**
 * Whether the browser refuses cookies outright. Some browsers do so silently and report that
 * cookies are enabled.
 */
function refusesCookies() {
  // There is no document in unit tests.
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
 * Registers a callback for a browser that turns out to keep no cookies.
 *
 * @param {() => void} blocked
 */
export const whenCookieless = (blocked) => void cookieless.push(blocked);

/** Records that the server has recognised this browser by its cookie. */
export function proveCookie() {
  proven = true;
}

/**
 * Decides, after the server has not recognised the browser, whether the browser keeps no cookies.
 * In that case no further session is created.
 *
 * @returns {boolean}
 */
export function isCookieless() {
  const none = (given && !proven) || refusesCookies();
  if (none) for (const blocked of cookieless) blocked();
  return none;
}

/**
 * Registers a callback for a browser that was signed out and has got a new identity.
 *
 * @param {(session: Session) => void} lost
 */
export const whenSignedOut = (lost) => void watching.push(lost);

/**
 * Registers a callback for each session that the server has opened or recognised.
 *
 * @param {(session: Session) => void} welcome
 */
export const whenWelcome = (welcome) => void welcoming.push(welcome);

/**
 * Makes sure that there is a session. Concurrent callers share one request, because a second
 * session would replace the first.
 *
 * @returns {Promise<Session>}
 */
export function openSession() {
  if (opening === null && refusesCookies()) {
    isCookieless();
    return Promise.reject(noCookies());
  }
  // A socket that opens before the answer has proven the cookie as well.
  if (opening === null) proven = false;
  // A repeated request creates two sessions only if the first answer was lost. Then no browser uses
  // the first session.
  opening ??= request('POST', '/api/session', {}, { ms: SESSION_MS, repeats: true })
    .then((/** @type {Session} */ session) => {
      given = true;
      for (const welcome of welcoming) welcome(session);
      if (session.lost) for (const lost of watching) lost(session);
      return session;
    })
    .finally(() => {
      opening = null;
    });
  return opening;
}

/**
 * Sends a request that needs a session. It waits for a pending session, and creates one if the
 * browser has none. If the session was lost, it also creates a new one but rejects, because the
 * request was meant for the former identity.
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
 * Sends a request that only a browser with a session can make.
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
 * @returns {Promise<string>} the name as the server has stored it
 */
export async function rename(name) {
  const stored = (await requestAsSelf('PUT', '/api/session', { name })).name;
  keepName(stored);
  return stored;
}
