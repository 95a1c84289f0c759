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
export const createOperator = (page) => (notice) => {
  import('./operator-notice.js')
    .then((module) => module.showOperatorNotice(page, notice))
    // Without the module there is no notice, and the game goes on.
    .catch(() => {});
};
