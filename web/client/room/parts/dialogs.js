/**
 * The dialogs of the room page: the name, the settings, and confirmations.
 *
 * @import {Answer, Intent} from '../link/commands.js'
 * @import {RoomContext} from '../context.js'
 */

import { ABOUT } from '../../games/index.js';
import { comeBack } from '../../lib/come-back.js';
import { askName, confirm } from '../../lib/dialog.js';
import { part } from '../../lib/dom.js';
import { sayError } from '../../lib/problem.js';
import { Refused, rename } from '../../lib/session.js';
import { loadText } from '../../lib/text.js';
import { inTime } from '../../lib/wait.js';

/**
 * Connects the page's buttons with their dialogs. The returned function changes the name without a
 * dialog.
 *
 * @param {RoomContext} context
 * @param {object} use
 * @param {(sentence: string) => void} use.complain
 * @param {(intent: Intent) => Promise<Answer>} use.command sends a command without reporting its
 *   answer
 * @param {(answer: Answer) => void} use.settle reports the reason if the answer is a refusal
 */
export function watchDialogs(context, { complain, command, settle }) {
  const { text, issue } = context;

  /** Asks for a name and uses it in this room and from now on. */
  async function changeName() {
    const now = context.state.you?.name;
    const name = now === undefined ? null : await askName(text, now);
    if (name !== null) await takeName(name);
  }

  /**
   * @param {string} name
   * @returns {Promise<boolean>} whether the change succeeded; otherwise the reason is reported
   */
  async function takeName(name) {
    try {
      const { ok } = await issue({ type: 'name', name: await rename(name) });
      return ok;
    } catch (error) {
      complain(sayError(error, text));
      return false;
    }
  }

  /**
   * The module of the form is loaded on demand, because only a host who changes settings needs it.
   */
  async function changeSettings() {
    try {
      const [{ askSettings }] = await inTime(
        Promise.all([
          import('../lobby/settings-dialog.js'),
          loadText('settings/text/*.json', ...ABOUT),
        ]),
      );
      askSettings(context, command, settle);
    } catch {
      complain(text('problem.unreachable'));
      await comeBack();
    }
  }

  /** The module is loaded on demand, because only a host who configures a webhook needs it. */
  async function changeWebhook() {
    try {
      const { askWebhook } = await inTime(import('../lobby/webhook.js'));
      await askWebhook(context);
    } catch (error) {
      complain(sayError(error, text));
      if (!(error instanceof Refused)) await comeBack();
    }
  }

  async function giveUp() {
    if (await confirm(text, 'give_up')) await issue({ type: 'stand' });
  }

  async function resign() {
    const kind = context.state.view?.game?.game;
    if (!kind || !(await confirm(text, 'resign', { what: text(`${kind}.resign`) }))) return;
    await issue({
      type: 'act',
      version: context.state.at.version,
      action: { game: kind, type: 'resign' },
    });
  }

  part('name').addEventListener('click', () => void changeName());
  part('change-settings').addEventListener('click', () => void changeSettings());
  for (const id of ['webhook', 'webhook-playing']) {
    part(id).addEventListener('click', () => void changeWebhook());
  }
  part('resign').addEventListener('click', () => void resign());
  part('give-up').addEventListener('click', () => void giveUp());
  return { rename: takeName };
}
