/**
 * Numbers, times and errors in words, for the page of the operator.
 *
 * @import {Text} from '../lib/text.js'
 */
import { locale } from '../lib/language.js';
import { sayError } from '../lib/problem.js';
import { Refused } from '../lib/session.js';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];

/** @param {number} bytes */
export function sayBytes(bytes) {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return new Intl.NumberFormat(locale(), {
    style: 'unit',
    unit: UNITS[step] ?? 'byte',
    maximumFractionDigits: step === 0 ? 0 : 1,
  }).format(bytes / 1000 ** step);
}

/** @param {number} number */
export const sayNumber = (number) => new Intl.NumberFormat(locale()).format(number);

/** @param {number} at milliseconds since 1970 */
export const sayMoment = (at) =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(at);

/** @param {number} at milliseconds since 1970 */
export const sayTime = (at) => new Intl.DateTimeFormat(locale(), { timeStyle: 'short' }).format(at);

/**
 * Returns the sentence for a failed request.
 *
 * @param {unknown} error
 * @param {Text} text
 */
export function sayFailure(error, text) {
  if (error instanceof Refused) {
    if (error.code === 'not_possible')
      return text(`admin.not_possible.${error.reason}`, error.values);
    if (error.code === 'no_such_person') return text('admin.no_such_person');
  }
  return sayError(error, text);
}
