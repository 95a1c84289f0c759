/**
 * Shows the notice of the server's operator. The pages fetch this module with the first notice.
 *
 * @import {OperatorNotice} from '../protocol.js'
 * @import {PageNotices} from './notices.js'
 * @import {Text} from './text.js'
 */
import { locale } from './language.js';
import { loadPart } from './text.js';

/** The texts of the notice. */
const TEXTS = 'text/*.operator.json';
/** The precision in milliseconds with which two restarts count as the same one. */
const SAME_MS = 60_000;

/** The notice that was shown last, which is not shown again after the reader has closed it. */
let last = '';
/** @type {ReturnType<typeof setTimeout> | undefined} */
let ending;

/**
 * Shows a notice in place of the former one, for as long as the operator wants. A notice that
 * arrives again, because the page has reconnected, stays closed if the reader has closed it.
 *
 * @param {object} page
 * @param {Text} page.text
 * @param {Pick<PageNotices, 'showOperator'>} page.notices
 * @param {(sentence: string) => void} page.announce
 * @param {OperatorNotice | null} notice the notice, or `null` if there is none any more
 * @param {object} [how]
 * @param {number} [how.now] milliseconds since 1970
 * @param {(texts: string) => Promise<unknown>} [how.load] fetches the texts
 */
export async function showOperatorNotice(
  { text, notices, announce },
  notice,
  { now = Date.now(), load = loadPart } = {},
) {
  const restartAt = now + (notice?.restart_in_ms ?? 0);
  const key = notice ? (notice.text ?? `${Math.round(restartAt / SAME_MS)}`) : '';
  clearTimeout(ending);
  if (notice) ending = setTimeout(() => notices.showOperator(''), notice.for_ms);
  if (key === last) return;
  last = key;
  if (!notice) {
    notices.showOperator('');
    return;
  }
  await load(TEXTS);
  // Another notice may have arrived while the texts were fetched.
  if (key !== last) return;
  const words =
    notice.text === undefined
      ? text('operator.restart', { time: timeOfDay(restartAt) })
      : text('operator.says', { words: notice.text });
  notices.showOperator(words);
  announce(words);
}

/** @param {number} at milliseconds since 1970 */
const timeOfDay = (at) =>
  new Intl.DateTimeFormat(locale(), { hour: 'numeric', minute: '2-digit' }).format(at);
