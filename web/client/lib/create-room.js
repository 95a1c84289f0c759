/**
 * Creates rooms. Some servers ask for a code that their operator shares; they remember a person who
 * has entered it.
 *
 * @import {Settings} from '../protocol.js'
 * @import {Text} from './text.js'
 */
import { ask, cancelButton, fieldForm } from './dialog.js';
import { html } from './dom.js';
import { Refused, requestAsSelf } from './session.js';

const [MISSING, WRONG] = ['needs_create_code', 'wrong_create_code'];

/**
 * Creates a room, and asks the reader for the code if the server needs one.
 *
 * @param {Text} text
 * @param {Settings} settings
 * @param {number} [seat] the reader's seat in games that start from a finished one
 * @returns {Promise<string | null>} the path of the room, or `null` if the reader has no code
 * @throws {Refused} if the server rejects the room for another reason
 */
export async function createRoom(text, settings, seat) {
  return openRoom(text, '/api/rooms', { settings, ...(seat !== undefined && { seat }) });
}

/**
 * Sends a request that creates a room, and asks the reader for the code if the server needs one.
 *
 * @param {Text} text
 * @param {string} path the path of the request
 * @param {object} body the body of the request, without the code
 * @returns {Promise<string | null>} the path of the room, or `null` if the reader has no code
 * @throws {Refused} if the server rejects the room for another reason
 */
export async function openRoom(text, path, body) {
  /** @type {string | null} */
  let entered = null;
  for (;;) {
    try {
      const room = entered === null ? body : { ...body, code: entered };
      const opened = await requestAsSelf('POST', path, room);
      return opened.path;
    } catch (error) {
      if (!(error instanceof Refused) || ![MISSING, WRONG].includes(error.code)) throw error;
      entered = await askCode(text, error.code === WRONG);
      if (entered === null) return null;
    }
  }
}

/**
 * @param {Text} text
 * @param {boolean} again whether the reader has entered a wrong code
 */
function askCode(text, again) {
  return ask(text('create_code.title'), (end) => {
    const field = html('input', {
      id: 'create-code',
      required: true,
      autocomplete: 'off',
      spellcheck: 'false',
      enterkeyhint: 'go',
      translate: 'no',
      autofocus: true,
      'aria-describedby': 'create-code-why',
    });
    return [
      html(
        'p',
        { id: 'create-code-why', class: again ? 'refused' : '' },
        text(again ? 'problem.wrong_create_code' : 'problem.needs_create_code'),
      ),
      fieldForm(text('create_code.label'), field, end, [
        cancelButton(text, end),
        html('button', { type: 'submit', class: 'primary' }, text('name.go_on')),
      ]),
    ];
  });
}
