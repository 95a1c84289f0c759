/**
 * The dialog with the rules of the room's game, available in every phase: a summary in pictures,
 * the rules that differ at this table, every rule with its value, and a link to the full
 * explanation.
 *
 * @import {GameKind} from '../../protocol.js'
 * @import {Refusals} from './refusals.js'
 * @import {RoomContext} from '../context.js'
 */
import { gameOf, howPath } from '../../games/index.js';
import { loadStyle } from '../../games/modules.js';
import { html, paint, part, svg, write } from '../../lib/dom.js';
import { showDialog } from '../../lib/layer.js';
import { loadPart } from '../../lib/text.js';
import { inTime } from '../../lib/wait.js';
import { describeRules } from '../../settings/options.js';
import { sayClock, sayFirst } from '../../settings/words.js';

/** The game whose summary is drawn. @type {GameKind | null} */
let summarized = null;

/**
 * Connects the button in the bar with the dialog.
 *
 * @param {RoomContext} context
 * @param {Pick<Refusals, 'complain'>} refusals
 */
export function createRules(context, { complain }) {
  /** @type {HTMLDialogElement} */
  const dialog = part('rules-dialog');
  const { text } = context;
  part('open-rules').addEventListener('click', async () => {
    // Readers who never ask for the rules do not load the drawings.
    await paintSummary(context).catch(() => complain(text('problem.unreachable')));
    if (!dialog.open) showDialog(dialog);
  });
  part('rules-close').addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close();
  });
}

/**
 * Draws the summary of the game, once.
 *
 * @param {RoomContext} context
 */
async function paintSummary({ state: { view }, text }) {
  const kind = view?.settings.options.game;
  if (!kind || kind === summarized) return;
  const [{ brief }] = await Promise.all([
    inTime(gameOf(kind).brief()),
    loadPart(`games/${kind}/text/*.brief.json`),
    loadStyle('how-to/figures.css'),
  ]);
  summarized = kind;
  part('rules-short').className = `rules-short ${kind.replaceAll('_', '-')}`;
  part('rules-short').replaceChildren(
    ...brief.lines.map(({ key, figure }) => {
      const { box, parts } = brief.draw(figure);
      const picture = svg(
        'svg',
        { class: 'figure', viewBox: box.join(' '), 'aria-hidden': 'true', focusable: 'false' },
        ...parts,
      );
      return html('li', {}, picture, html('span', {}, text(`${kind}.in_short.${key}`)));
    }),
  );
}

/** Draws the rules of this table into the dialog. @param {RoomContext} context */
export function paintRules({ state: { view }, text, name }) {
  if (!view) return;
  const { options, clock, first } = view.settings;
  const game = text(`game.${options.game}`);
  const { rulebook, summary, rules } = describeRules(options, text);
  const changed = rules.filter(({ differs }) => differs);
  write(part('rules-title'), text('rules.of', { game, rulebook }));
  paint(
    part('rules'),
    changed.length === 0 && html('p', { key: 'none', class: 'soft' }, text('rules.all')),
    changed.length > 0 &&
      html(
        'details',
        { class: 'fold', key: 'changed', open: true },
        html('summary', {}, text('rules.changed', { count: changed.length })),
        listRules(changed),
      ),
    html(
      'details',
      { class: 'fold', key: 'all' },
      html('summary', {}, text('rules.list')),
      html('p', {}, summary),
      listRules(rules),
      listFacts([
        [text('settings.clock'), sayClock(clock, text)],
        [text('settings.first'), sayFirst(first, text, name)],
      ]),
    ),
    html(
      'p',
      { key: 'how' },
      html(
        'a',
        { class: 'button', href: howPath(options.game), target: '_blank' },
        text('settings.how', { game }),
      ),
    ),
  );
}

/** @param {readonly { words: string, differs: boolean }[]} rules */
const listRules = (rules) =>
  html(
    'ul',
    { class: 'rule-list' },
    rules.map(({ words, differs }) => html('li', { class: differs ? 'differs' : '' }, words)),
  );

/** @param {readonly (readonly [name: string, value: string])[]} facts */
const listFacts = (facts) =>
  html(
    'dl',
    { class: 'facts' },
    facts.map(([name, value]) => html('div', {}, html('dt', {}, name), html('dd', {}, value))),
  );
