/**
 * The reports of players.
 *
 * @import {Desk} from './desk.js'
 */
import { ask } from '../lib/dialog.js';
import { createButton, html, paint, part, write } from '../lib/dom.js';
import { ban, facts, openButton, row } from './desk.js';
import { operate } from './operator-api.js';
import { sayMoment, sayTime } from './words.js';

/**
 * @typedef {{id: string | null, name: string}} Who
 * @typedef {object} Report
 * @property {string} id
 * @property {string} room
 * @property {string} game
 * @property {number} at
 * @property {Who} reporter
 * @property {Who & {id: string, banned: boolean}} reported
 * @property {string} reason
 * @property {string | null} note
 * @property {number | null} settled_at
 * @property {{at: number, name: string, text: string | null, emote: string | null}[]} [lines]
 */

/**
 * @param {Desk} desk
 * @param {{openRoom: (id: string) => Promise<void>, showBans: () => Promise<unknown>}} others
 */
export function createReports(desk, { openRoom, showBans }) {
  const { text, attempt, report } = desk;
  const all = /** @type {HTMLInputElement} */ (part('all-reports'));

  async function show() {
    /** @type {{reports: Report[]}} */
    const { reports } = await operate('GET', `reports?all=${all.checked}`);
    paint(part('reports'), reports.map(item));
    write(part('reports-note'), reports.length > 0 ? '' : text('admin.no_reports'));
  }

  /** @param {Report} report */
  const item = ({ id, at, reason, reported, settled_at }) =>
    row(
      id,
      reported.name,
      [text(`admin.reason.${reason}`), sayMoment(at), settled_at !== null && text('admin.settled')]
        .filter((words) => words !== false)
        .join(' · '),
      reported.banned && html('span', { class: 'tag' }, text('admin.is_banned')),
      openButton(text, reported.name, () => void attempt(() => open(id))),
    );

  /** Shows a report with its context. @param {string} id */
  async function open(id) {
    /** @type {Report} */
    const shown = await operate('GET', `reports/${id}`);
    const { reported, reporter, lines = [], note } = shown;
    const action = await ask(
      text('admin.report', { name: reported.name }),
      (end) => [
        facts('facts', [
          [text('admin.reason'), text(`admin.reason.${shown.reason}`)],
          ...(note === null
            ? []
            : [/** @type {[string, HTMLElement]} */ ([text('admin.note'), quoted(note)])]),
          [text('admin.reporter'), reporter.name],
          [text('admin.made'), sayMoment(shown.at)],
          [text('admin.game'), `${text(`game.${shown.game}`)} · ${shown.room}`],
        ]),
        lines.length > 0 && html('h3', {}, text('admin.context')),
        lines.length > 0 && html('ol', { class: 'context' }, lines.map(line)),
        html(
          'div',
          { class: 'choices' },
          shown.settled_at === null &&
            createButton({ class: 'primary', onclick: () => end('settle') }, text('admin.settle')),
          !reported.banned &&
            createButton({ class: 'danger', onclick: () => end('ban') }, text('admin.ban')),
          createButton({ onclick: () => end('room') }, text('admin.to_room')),
        ),
      ],
      { close: text('close') },
    );
    if (action === 'room') await openRoom(shown.room);
    if (action === 'ban' && (await ban(desk, reported.id, reported.name))) {
      await Promise.all([show(), showBans()]);
      // The report stays open until the operator settles it.
      await open(id);
    }
    if (action !== 'settle') return;
    await operate('POST', `reports/${id}/settle`);
    report(text('admin.settled_done'));
    await show();
    part('reports-title').focus();
  }

  /** @param {string} words */
  const quoted = (words) => html('span', { dir: 'auto', translate: 'no' }, words);

  /** @param {NonNullable<Report['lines']>[number]} line */
  const line = ({ at, name, text: said, emote }) =>
    html(
      'li',
      {},
      html('time', { datetime: new Date(at).toISOString(), title: sayMoment(at) }, sayTime(at)),
      ' ',
      html('strong', { dir: 'auto', translate: 'no' }, name),
      ' ',
      said === null ? text(`emote.${emote}`) : quoted(said),
    );

  all.addEventListener('change', () => attempt(show));
  return { show };
}
