/**
 * What becomes of a device that was signed out, and is somebody new's.
 *
 * @import {Question} from './notices.js'
 * @import {Session} from './session.js'
 * @import {Text} from './text.js'
 */
import { forgetPerson } from './person.js';
import { whenSignedOut } from './session.js';
import { youPath } from './you-path.js';

/**
 * Keeps nothing of the person before once that is known, and says so.
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
 * @param {Session} session
 * @param {Text} text
 * @param {() => void} settle the reader goes on as whoever they are now
 * @param {() => void} [signIn] leads to where the reader becomes who they were
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
