/**
 * Handles a change of identity: the device was signed out, or has become another person's in
 * another tab.
 *
 * @import {Ending} from '../../lib/connection.js'
 * @import {Question} from '../../lib/notices.js'
 * @import {You} from '../../protocol.js'
 * @import {RoomContext} from '../context.js'
 */
import { signedOutQuestion, watchSignOut } from '../../lib/signed-out.js';

/**
 * @typedef {ReturnType<typeof createIdentity>} Identity
 */

/**
 * @param {RoomContext} context
 * @param {object} use
 * @param {(ending: Ending) => void} use.end ends the connection permanently
 * @param {() => void} use.changed called when the question has changed
 */
export function createIdentity(context, { end, changed }) {
  let question = /** @type {Question | null} */ (null);
  watchSignOut((session) => {
    // The page still shows the data of the former person.
    if (context.state.you) {
      end({ problem: 'signed_out' });
      return;
    }
    question = signedOutQuestion(session, context.text, () => {
      question = null;
      changed();
    });
    context.announce(question.words);
  });
  return {
    /** The notice for a reader who arrives on a device that was signed out. */
    get question() {
      return question;
    },

    /**
     * Whether the person is the same as before. Another tab may have changed the session to another
     * person. In that case the connection ends.
     *
     * @param {Pick<You, 'person'>} you
     */
    isStill({ person }) {
      const before = context.state.you?.person;
      const is = before === undefined || before === person;
      if (!is) end({ problem: 'other_person' });
      return is;
    },
  };
}
