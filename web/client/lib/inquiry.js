/**
 * Finds out why a server rejects sockets. A browser reports only that a handshake failed, so the
 * page asks by HTTP.
 *
 * @import {Finding} from './connection.js'
 */
import { isCookieless, Refused, request } from './session.js';

/**
 * The refusals that name a fault between the page and the server, and that only the operator can
 * fix.
 */
const OF_OPERATOR = new Set(['not_a_socket', 'unknown_host']);

/**
 * Sends a request to the path of a socket. The answer is always a refusal. In the best case it says
 * only that the upgrade to a WebSocket is missing.
 *
 * @param {string} path
 * @returns {Promise<Finding | null>}
 */
export async function inquire(path) {
  try {
    await request('POST', path, {}, { repeats: true });
  } catch (error) {
    return findingOf(error);
  }
  return null;
}

/**
 * Translates the error of an HTTP request into the reason why there can be no socket. Returns
 * `null` if the error gives no reason.
 *
 * @param {unknown} error
 * @returns {Finding | null}
 */
export function findingOf(error) {
  if (!(error instanceof Refused)) return null;
  const { code, reason, expected, againMs } = error;
  const values = { expected, here: globalThis.location?.origin ?? '' };
  switch (code) {
    case 'no_such_room':
    case 'banned':
    case 'room_closed':
    case 'no_cookies':
      return { problem: code };
    case 'room_unavailable':
      return { problem: reason };
    case 'no_session':
      return isCookieless() ? { problem: 'no_cookies' } : 'prepare';
    case 'unknown_session':
      return 'prepare';
    case 'foreign_origin':
      return { why: `foreign_origin_${reason}`, againMs, values };
    default:
      if (OF_OPERATOR.has(code)) return { why: code, againMs, values };
      return againMs === null ? null : { why: code, againMs };
  }
}
