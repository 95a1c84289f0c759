/**
 * The server as a whole: its figures, draining, backups and the notice on all pages.
 *
 * @import {Desk} from './desk.js'
 */
import { html, part, write } from '../lib/dom.js';
import { operate } from './operator-api.js';
import { sayBytes, sayMoment, sayNumber } from './words.js';

/** @param {Desk} desk */
export function createServer({ text, attempt, report }) {
  const drain = /** @type {HTMLInputElement} */ (part('drain'));

  async function showFigures() {
    const [storage, state, bots] = await Promise.all([
      operate('GET', 'storage'),
      operate('GET', 'drain'),
      operate('GET', 'bots'),
    ]);
    ({ draining: drain.checked } = state);
    /** @type {[string, string][]} */
    const figures = [
      ['people_here', sayNumber(state.people)],
      ['running_games', sayNumber(state.running_games)],
      ['rooms_here', sayNumber(state.rooms)],
      ['bots', sayNumber(bots.seats)],
      ['rooms_stored', sayNumber(storage.rooms)],
      ['people_stored', sayNumber(storage.people)],
      ['games_stored', sayNumber(storage.finished_games)],
      ['database', sayBytes(storage.database_bytes)],
    ];
    if (storage.free_bytes !== null) figures.push(['free', sayBytes(storage.free_bytes)]);
    part('overview').replaceChildren(
      ...figures.map(([key, value]) =>
        html('div', {}, html('dt', {}, text(`admin.figure.${key}`)), html('dd', {}, value)),
      ),
    );
  }

  async function showNotice() {
    const { notice } = await operate('GET', 'notice');
    sayNotice(notice);
  }

  /** @param {{text: string | null, restart_at: number | null, until: number} | null} notice */
  function sayNotice(notice) {
    const now = part('notice-now');
    if (notice === null) {
      write(now, text('admin.no_notice'));
      return;
    }
    const words =
      notice.text === null
        ? text('admin.restart_at', { time: sayMoment(notice.restart_at ?? notice.until) })
        : text('admin.notice_until', { words: notice.text, time: sayMoment(notice.until) });
    now.replaceChildren(
      words,
      ' ',
      html(
        'button',
        {
          type: 'button',
          onclick: () =>
            attempt(async () => {
              await operate('DELETE', 'notice');
              sayNotice(null);
              part('notice-text').focus();
            }),
        },
        text('admin.notice_remove'),
      ),
    );
  }

  /** @param {string} id */
  const field = (id) => /** @type {HTMLInputElement} */ (part(id));
  drain.addEventListener('change', () =>
    attempt(async () => {
      try {
        await operate('PUT', 'drain', { on: drain.checked });
      } catch (error) {
        drain.checked = !drain.checked;
        throw error;
      }
      report(text(drain.checked ? 'admin.drain_on' : 'admin.drain_off'));
    }),
  );
  part('back-up').addEventListener('click', () =>
    attempt(async () => {
      const { file } = await operate('POST', 'backups');
      report(text('admin.backed_up', { file }));
    }),
  );
  part('notice-form').addEventListener('submit', (event) => {
    event.preventDefault();
    const minutes = Number(field('notice-minutes').value);
    const body = { text: field('notice-text').value, minutes };
    void attempt(async () => {
      sayNotice((await operate('PUT', 'notice', body)).notice);
      field('notice-text').value = '';
    });
  });
  part('restart-form').addEventListener('submit', (event) => {
    event.preventDefault();
    const seconds = Number(field('restart-minutes').value) * 60;
    void attempt(async () =>
      sayNotice((await operate('PUT', 'notice', { restart_in_seconds: seconds })).notice),
    );
  });
  return { show: () => Promise.all([showFigures(), showNotice()]) };
}
