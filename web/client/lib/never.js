/**
 * Marks the default branch of an exhaustive `switch` over a protocol type. The type checker rejects
 * the call as long as a variant is not handled.
 *
 * @param {never} value the value that no branch has handled
 * @returns {never}
 */
export function never(value) {
  throw new TypeError(`unknown variant: ${JSON.stringify(value)}`);
}
