/**
 * Why a server refuses sockets: a browser says no more than that a handshake has failed, so the page asks by HTTP.
 *
 * @import {Finding} from './connection.js'
 */
import { isCookieless, Refused, request } from './session.js';

/** Refusals that name what is wrong between the page and the server, and that only whoever runs it can mend. */
const OF_OPERATOR = new Set(['not_a_socket', 'unknown_host']);

/**
 * Asks at the path of a socket. The answer is always a refusal: at best that only the upgrade to a WebSocket is missing.
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
 * Why there can be no socket, by what a request before it has come to; `null` if that says nothing.
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
