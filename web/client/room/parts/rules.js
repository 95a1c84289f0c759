/**
 * The dialog with the rules of the room's game, available in every phase: the rulebook, every rule
 * with its value, and a link to the full explanation.
 *
 * @import {RoomContext} from '../context.js'
 */
import { howPath } from '../../games/index.js';
import { html, paint, part, write } from '../../lib/dom.js';
import { showDialog } from '../../lib/layer.js';
import { describeRules } from '../../settings/options.js';
import { sayClock, sayFirst } from '../../settings/words.js';

/** Connects the button in the bar with the dialog. */
export function createRules() {
  /** @type {HTMLDialogElement} */
  const dialog = part('rules-dialog');
  part('open-rules').addEventListener('click', () => showDialog(dialog));
  part('rules-close').addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close();
  });
}

/** Draws the rules into the dialog. @param {RoomContext} context */
export function paintRules({ state: { view }, text, name }) {
  if (!view) return;
  const { options, clock, first } = view.settings;
  const game = text(`game.${options.game}`);
  const { rulebook, summary, rules } = describeRules(options, text);
  const changed = rules.filter(({ differs }) => differs).length;
  write(part('rules-title'), text('rules.of', { game, rulebook }));
  paint(
    part('rules'),
    html('p', {}, summary),
    html(
      'p',
      { class: 'soft' },
      changed === 0 ? text('rules.all') : text('rules.changed', { count: changed }),
    ),
    html(
      'ul',
      { class: 'rule-list' },
      rules.map(({ words, differs }) => html('li', { class: differs ? 'differs' : '' }, words)),
    ),
    html(
      'dl',
      { class: 'facts' },
      [
        ['settings.clock', sayClock(clock, text)],
        ['settings.first', sayFirst(first, text, name)],
      ].map(([key, value]) =>
        html('div', {}, html('dt', {}, text(key ?? '')), html('dd', {}, value)),
      ),
    ),
    html(
      'p',
      {},
      html(
        'a',
        { class: 'button', href: howPath(options.game), target: '_blank' },
        text('settings.how', { game }),
      ),
    ),
  );
}
