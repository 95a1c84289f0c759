/**
 * The end of a replay's panel: the buttons that start new games from it, the game as text, and the
 * links to its file and its check.
 *
 * @import {ReplayUse} from './panel.js'
 * @import {Selected} from './start.js'
 */
import { createButton, html, paint, write } from '../lib/dom.js';
import { prefixed } from '../lib/files.js';
import { fetchInTime } from '../lib/wait.js';
import { onDemand } from '../room/parts/on-demand.js';
import { fragmentOf } from './address.js';

/**
 * @param {Element} parent
 * @param {object} game
 * @param {string} game.id
 * @param {number | null} game.own the seat in which the reader played
 * @param {() => Pick<Selected, 'film' | 'step' | 'viewer'>} game.selected returns the selected
 *   position
 * @param {Pick<ReplayUse, 'text' | 'announce' | 'close'>} use
 */
export function paintMore(parent, { id, own, selected }, { text, announce, close }) {
  const path = `/api/games/${id}`;
  const notation = html('pre', { class: 'film-notation', tabindex: 0 });
  const fold = html(
    'details',
    { class: 'fold' },
    html('summary', {}, text('film.notation')),
    notation,
  );
  fold.addEventListener('toggle', async () => {
    if (!fold.open || notation.textContent !== '') return;
    const read = (/** @type {Response} */ answer) => answer.text();
    write(notation, await fetchInTime(prefixed(`${path}/notation`), {}, read).catch(() => ''));
  });
  const page = () => {
    const { step, viewer } = selected();
    return prefixed(`/g/${id}${fragmentOf(step, viewer)}`);
  };
  const link = html('a', { class: 'button', href: page() }, text('film.page'));
  // The link leads to the step that is selected when it is followed.
  for (const type of /** @type {const} */ (['pointerdown', 'focus']))
    link.addEventListener(type, () => {
      link.href = page();
    });
  /** @param {'position' | 'deal'} from */
  const startButton = (from) =>
    createButton(
      {
        onclick: () =>
          onDemand(
            { text, announce },
            () => import('./start.js'),
            ({ startFrom }) => startFrom(text, { id, own, ...selected() }, from),
          ),
      },
      text(`film.start_${from}`),
    );
  paint(
    parent,
    html('p', { class: 'film-links' }, startButton('position'), startButton('deal')),
    fold,
    html(
      'p',
      { class: 'film-links' },
      // In a room, the replay has a page besides.
      close && link,
      html(
        'a',
        { class: 'button', href: prefixed(`${path}/file`), download: '' },
        text('film.file'),
      ),
      html('a', { class: 'button', href: prefixed(`/g/${id}/check`) }, text('shuffle.check')),
    ),
  );
}
