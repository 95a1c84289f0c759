/**
 * The dialog that reports a person, or a chat line of theirs, to the operator of the server. The
 * room page fetches this module and its texts when a reader opens the dialog.
 *
 * @import {ChatLine, PersonId, ReportReason} from '../../protocol.js'
 * @import {RoomContext} from '../context.js'
 */
import { ask, cancelButton, inform } from '../../lib/dialog.js';
import { html } from '../../lib/dom.js';
import { loadPart } from '../../lib/text.js';

/** The reasons, the likeliest for a chat line and for a name first. */
const REASONS = /** @type {const} */ (['insult', 'name', 'spam', 'other']);
/** The maximum number of characters of the note. The server enforces the same limit. */
const LONGEST = 400;

/**
 * Asks for the reason, and reports the person.
 *
 * @param {Pick<RoomContext, 'text' | 'issue'>} context
 * @param {{person: PersonId, name: string}} person
 * @param {ChatLine} [line] the reported line; without one, the report is about the name
 */
export async function reportPerson({ text, issue }, { person, name }, line) {
  await loadPart('room/text/*.report.json');
  const reasons = html(
    'select',
    { id: 'report-reason' },
    REASONS.map((reason) =>
      html(
        'option',
        { value: reason, selected: reason === (line ? 'insult' : 'name') },
        text(`report.${reason}`),
      ),
    ),
  );
  const note = html('textarea', { id: 'report-note', rows: '3', maxlength: String(LONGEST) });
  const sent = await ask(text('report.title', { name }), (end) => [
    html('p', {}, text(line ? 'report.line' : 'report.person', { name })),
    line?.text !== undefined && html('blockquote', { dir: 'auto' }, line.text),
    html(
      'form',
      {
        class: 'report',
        onsubmit: (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          end('yes');
        },
      },
      html('label', { for: 'report-reason' }, text('report.reason')),
      reasons,
      html('label', { for: 'report-note' }, text('report.note')),
      note,
      html(
        'div',
        { class: 'actions' },
        cancelButton(text, end),
        html('button', { type: 'submit', class: 'primary' }, text('report.send')),
      ),
    ),
  ]);
  if (sent === null) return;
  const reason = /** @type {ReportReason} */ (reasons.value);
  const words = note.value.trim();
  const answer = await issue({
    type: 'report',
    person,
    reason,
    ...(line && { at: line.at }),
    ...(words !== '' && { note: words }),
  });
  if (!answer.ok) return;
  await inform(text, text('report.done'), [html('p', {}, text('report.thanks'))], null);
}
