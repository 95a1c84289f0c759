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
  /** @type {{ settings: Settings, seat?: number, code?: string }} */
  const room = { settings, ...(seat !== undefined && { seat }) };
  for (;;) {
    try {
      const { path } = await requestAsSelf('POST', '/api/rooms', room);
      return path;
    } catch (error) {
      if (!(error instanceof Refused) || ![MISSING, WRONG].includes(error.code)) throw error;
      const code = await askCode(text, error.code === WRONG);
      if (code === null) return null;
      room.code = code;
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
