/**
 * The dialogs with the choices for a person in the room, for the bot of a seat and for a colour.
 *
 * @import {BotKind, Colour, PersonId} from '../../protocol.js'
 * @import {Text} from '../../lib/text.js'
 * @import {RoomContext} from '../context.js'
 * @import {Choice} from './host-menu.js'
 */
import { ask, cancelRow, confirm, inform, LEVELS } from '../../lib/dialog.js';
import { createButton, html } from '../../lib/dom.js';
import { newToken } from '../../lib/random.js';
import { isolate, loadPart, shownName } from '../../lib/text.js';
import { inTime } from '../../lib/wait.js';
import { openReport } from '../talk/open-report.js';

/**
 * Offers the choices in a dialog, as a menu would be clipped by the list around it, and carries out
 * the chosen one.
 *
 * @param {RoomContext} context
 * @param {PersonId} person
 * @param {string} name
 * @param {Choice[]} choices
 */
export async function offer(context, person, name, choices) {
  const { text, issue } = context;
  // A menu with one choice would only be in the way.
  const chosen = choices.length === 1 ? choices[0] : await choose(text, name, choices);
  if (chosen === 'pass') await issue({ type: 'host', person });
  else if (chosen === 'remove' && (await confirm(text, 'remove', { name }))) {
    await issue({ type: 'remove', person });
  } else if (chosen === 'report') await openReport(context, { person, name });
}

/**
 * @param {Text} text
 * @param {string} name
 * @param {Choice[]} choices
 */
function choose(text, name, choices) {
  return ask(
    isolate(shownName(name)),
    (end) => [
      html(
        'div',
        { class: 'choices' },
        choices.map((choice) =>
          createButton(
            { class: choice === 'remove' ? 'danger' : '', onclick: () => end(choice) },
            text(`host.${choice}`),
          ),
        ),
      ),
      cancelRow(text, end),
    ],
    { translate: 'no' },
  );
}

/**
 * Asks for the bot of a seat, or for its removal.
 *
 * @param {Text} text
 * @param {string} title
 * @param {BotKind | null} now the bot on the seat, if there is one
 * @returns {Promise<BotKind | 'remove' | null>}
 */
async function askBot(text, title, now) {
  // In a running game the words of the table may not be there yet.
  await loadPart('text/*.table.json');
  const answer = await ask(title, (end) => {
    const choice = (
      /** @type {BotKind} */ bot,
      /** @type {string} */ words,
      /** @type {string} */ hint,
    ) =>
      createButton(
        {
          'aria-pressed': now === null ? null : String(bot === now),
          // A new token for an outside bot is a real choice. Another bot of the same level makes no
          // difference.
          onclick: () => end(bot === now && bot !== 'outside' ? null : bot),
        },
        html('span', {}, words),
        html('small', {}, hint),
      );
    const outside = now === 'outside' ? 'bot.outside_renew' : 'bot.outside_add';
    const hint = now === 'outside' ? 'bot.outside_renew_hint' : 'bot.outside_hint';
    return [
      html(
        'div',
        { class: 'choices' },
        LEVELS.map((level) => choice(level, text(`bot.${level}`), text(`bot.${level}_hint`))),
        choice('outside', text(outside), text(hint)),
        now !== null &&
          createButton({ class: 'danger', onclick: () => end('remove') }, text('bot.remove')),
      ),
      cancelRow(text, end),
    ];
  });
  return /** @type {BotKind | 'remove' | null} */ (answer);
}

/**
 * Asks the host for the bot of a seat, and adds, changes or removes it.
 *
 * @param {RoomContext} context
 * @param {number | null} seat `null` for the first free one
 * @param {string} title
 * @param {BotKind | null} now the bot on the seat, if there is one
 */
export async function changeSeatBot(context, seat, title, now) {
  const chosen = await askBot(context.text, title, now);
  if (chosen !== null) await letPlay(context, seat, chosen);
}

/**
 * Adds, changes or removes a bot. The token of an outside program is generated here, shown once and
 * not stored.
 *
 * @param {RoomContext} context
 * @param {number | null} seat
 * @param {BotKind | 'remove'} chosen
 */
async function letPlay(context, seat, chosen) {
  const { text, issue } = context;
  if (chosen !== 'outside') {
    await issue({ type: 'bot', seat, level: chosen === 'remove' ? null : chosen });
    return;
  }
  const dialog = await fetchTokenDialog();
  if (!dialog) {
    const words = html('p', {}, text('problem.unreachable'));
    await inform(text, text('token.title'), [words], null);
    return;
  }
  const token = newToken();
  const { ok } = await issue({ type: 'token', seat, token });
  if (ok) await dialog.showToken(context, token);
}

/** Fetches the dialog with a token, which hardly any room needs; `null` if that fails. */
async function fetchTokenDialog() {
  try {
    const dialog = await inTime(import('./seat-token.js'));
    await dialog.loadWords();
    return dialog;
  } catch {
    return null;
  }
}

/**
 * Asks the reader to choose a colour.
 *
 * @param {Text} text
 * @param {{colour: Colour, taken: boolean, mine: boolean}[]} colours
 * @param {(colour: Colour) => SVGElement} glyph
 * @returns {Promise<Colour | null>}
 */
export async function askColour(text, colours, glyph) {
  const answer = await ask(text('colour.title'), (end) => [
    html(
      'ul',
      { class: 'colours' },
      colours.map(({ colour, taken, mine }) =>
        html(
          'li',
          {},
          createButton(
            {
              class: 'colour',
              disabled: taken,
              'aria-pressed': mine ? 'true' : 'false',
              onclick: () => end(mine ? null : colour),
            },
            glyph(colour),
            html('span', {}, text(`colour.${colour}`)),
            taken && html('small', {}, text('colour.taken')),
          ),
        ),
      ),
    ),
    cancelRow(text, end),
  ]);
  return /** @type {Colour | null} */ (answer);
}
