/**
 * Handles a device that was signed out and has got a new identity.
 *
 * @import {Question} from './notices.js'
 * @import {Session} from './session.js'
 * @import {Text} from './text.js'
 */
import { forgetPerson } from './person.js';
import { whenSignedOut } from './session.js';
import { youPath } from './you-path.js';

/**
 * Deletes the data of the former person when the sign-out is discovered, and reports the new
 * session.
 *
 * @param {(session: Session) => void} say
 */
export function watchSignOut(say) {
  whenSignedOut((session) => {
    void forgetPerson();
    say(session);
  });
}

/**
 * Returns the notice about a sign-out.
 *
 * @param {Session} session
 * @param {Text} text
 * @param {() => void} settle keeps the new identity
 * @param {() => void} [signIn] leads to the page where the reader can sign in again
 * @returns {Question}
 */
export const signedOutQuestion = (
  { name },
  text,
  settle,
  signIn = () => location.assign(youPath('code')),
) => ({
  key: 'signed-out',
  words: text('signed_out.words', { name }),
  choices: [
    { label: text('signed_out.come_back'), chosen: signIn },
    { label: text('signed_out.stay'), chosen: settle },
  ],
  aside: true,
});
