/**
 * What a person is asked before something is done: a name, the settings, whether they are sure.
 *
 * @import {Answer, Intent} from './commands.js'
 * @import {Table} from './page.js'
 */

import { ABOUT } from '../games/index.js';
import { comeBack } from '../lib/come-back.js';
import { askName, confirm } from '../lib/dialog.js';
import { part } from '../lib/dom.js';
import { sayError } from '../lib/problem.js';
import { Refused, rename } from '../lib/session.js';
import { loadText } from '../lib/text.js';
import { inTime } from '../lib/wait.js';

/**
 * Lets the page's buttons ask. What it returns gives the reader a name without asking.
 *
 * @param {Table} table
 * @param {object} use
 * @param {(sentence: string) => void} use.complain
 * @param {(intent: Intent) => Promise<Answer>} use.command sends a command, and says nothing of its answer
 * @param {(answer: Answer) => void} use.settle says why it is refused, if it is
 */
export function watchDialogs(table, { complain, command, settle }) {
  const { text, issue } = table;

  /** Asks for a name, for here and from now on. */
  async function changeName() {
    const now = table.state.you?.name;
    const name = now === undefined ? null : await askName(text, now);
    if (name !== null) await takeName(name);
  }

  /**
   * @param {string} name
   * @returns {Promise<boolean>} whether that was possible; if not, why is said
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

  /** Only a host who changes something needs the form. */
  async function changeSettings() {
    try {
      const [{ askSettings }] = await inTime(
        Promise.all([import('./settings-dialog.js'), loadText(...ABOUT)]),
      );
      askSettings(table, command, settle);
    } catch {
      complain(text('problem.unreachable'));
      await comeBack();
    }
  }

  /** Only a host who is about to name a channel needs this. */
  async function changeWebhook() {
    try {
      const { askWebhook } = await inTime(import('./webhook.js'));
      await askWebhook(table);
    } catch (error) {
      complain(sayError(error, text));
      if (!(error instanceof Refused)) await comeBack();
    }
  }

  async function giveUp() {
    if (await confirm(text, 'give_up')) await issue({ type: 'stand' });
  }

  async function resign() {
    const kind = table.state.view?.game?.game;
    if (!kind || !(await confirm(text, 'resign', { what: text(`${kind}.resign`) }))) return;
    await issue({
      type: 'act',
      version: table.state.at.version,
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
