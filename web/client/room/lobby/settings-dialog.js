/**
 * The dialog where the host changes the settings of the room.
 *
 * @import {Answer, Intent} from '../link/commands.js'
 * @import {RoomContext} from '../context.js'
 */
import { part } from '../../lib/dom.js';
import { openSettings } from '../../settings/dialog.js';

/**
 * Opens the dialog. It closes when the settings are saved, or rejected for a reason other than a
 * value in the form.
 *
 * @param {RoomContext} context
 * @param {(intent: Intent) => Promise<Answer>} issue
 * @param {(answer: Answer) => void} closed
 */
export function askSettings({ state, text }, issue, closed) {
  const { you, view } = state;
  if (!view) return;
  const seated = [...view.seats.entries()].flatMap(([seat, taken]) =>
    taken && !taken.vacant ? [{ seat, name: taken.name }] : [],
  );
  openSettings({
    text,
    settings: view.settings,
    candidates: seated.map(({ seat, name }) => ({
      seat,
      name: seat === you?.seat ? text('first.self') : text('first.seat', { name }),
    })),
    seated: (seated.at(-1)?.seat ?? -1) + 1,
    submit: 'settings.save',
    chosen: async (settings) => {
      const answer = await issue({ type: 'set', settings });
      if (!answer.ok && answer.problem.code === 'bad_settings') {
        return { which: answer.problem.which };
      }
      // A notice about the answer would be hidden behind the dialog.
      /** @type {HTMLDialogElement} */ (part('settings-dialog')).close();
      closed(answer);
      return null;
    },
  });
}
