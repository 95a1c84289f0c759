/**
 * Who is at this page: what becomes of it when the device was signed out, or is somebody else's by now.
 *
 * @import {Ending} from '../lib/connection.js'
 * @import {Question} from '../lib/notices.js'
 * @import {You} from '../protocol.js'
 * @import {Table} from './page.js'
 */
import { signedOutQuestion, watchSignOut } from '../lib/signed-out.js';

/**
 * @param {Table} table
 * @param {object} use
 * @param {(ending: Ending) => void} use.end ends the connection for good
 * @param {() => void} use.changed there is something else to say
 */
export function createIdentity(table, { end, changed }) {
  let question = /** @type {Question | null} */ (null);
  watchSignOut((session) => {
    // What is on the page was another one's.
    if (table.state.you) {
      end({ problem: 'signed_out' });
      return;
    }
    question = signedOutQuestion(session, table.text, () => {
      question = null;
      changed();
    });
    table.announce(question.words);
  });
  return {
    /** What is said to somebody who comes here on a device that was signed out. */
    get question() {
      return question;
    },

    /**
     * Whether that is who was here before. In another tab somebody may have become another person.
     *
     * @param {Pick<You, 'person'>} you
     */
    isStill({ person }) {
      const before = table.state.you?.person;
      const is = before === undefined || before === person;
      if (!is) end({ problem: 'other_person' });
      return is;
    },
  };
}
