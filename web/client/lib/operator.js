/**
 * Passes the notices of the server's operator on to the module that shows them.
 *
 * @import {OperatorNotice} from '../protocol.js'
 * @import {showOperatorNotice} from './operator-notice.js'
 */

/**
 * @param {Parameters<typeof showOperatorNotice>[0]} page
 * @returns {(notice: OperatorNotice | null) => void}
 */
export function createOperator(page) {
  let isShown = false;
  return (notice) => {
    // The end of a notice that this page has not shown needs no module.
    if (!notice && !isShown) return;
    isShown = true;
    import('./operator-notice.js')
      .then((module) => module.showOperatorNotice(page, notice))
      // Without the module there is no notice, and the game goes on.
      .catch(() => {});
  };
}
