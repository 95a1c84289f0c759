/**
 * Ends a `switch` over a type of the wire: the type checker refuses the call as long as a variant
 * is not handled.
 *
 * @param {never} value what no branch took
 * @returns {never}
 */
export function never(value) {
  throw new TypeError(`unknown variant: ${JSON.stringify(value)}`);
}
