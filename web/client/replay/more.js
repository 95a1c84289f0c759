/**
 * The end of a replay's panel: the buttons that start new games from it, the game as text, and the
 * links to its file and its check.
 *
 * @import {Text} from '../lib/text.js'
 * @import {Selected} from './start.js'
 */
import { createButton, html, paint, write } from '../lib/dom.js';
import { prefixed } from '../lib/files.js';
import { fetchInTime } from '../lib/wait.js';
import { onDemand } from '../room/parts/on-demand.js';

/**
 * @param {Element} parent
 * @param {string} id the id of the game
 * @param {object} use
 * @param {Text} use.text
 * @param {(sentence: string) => void} use.announce
 * @param {boolean} use.isPage whether the replay has a page of its own already
 * @param {() => string} fragment returns the fragment of the selected step
 * @param {() => Selected} selected returns the selected position
 */
export function paintMore(parent, id, { text, announce, isPage }, fragment, selected) {
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
  const page = () => prefixed(`/g/${id}${fragment()}`);
  const own = html('a', { class: 'button', href: page() }, text('film.page'));
  // The link leads to the step that is selected when it is followed.
  for (const type of /** @type {const} */ (['pointerdown', 'focus']))
    own.addEventListener(type, () => {
      own.href = page();
    });
  /** @param {'position' | 'deal'} from */
  const startButton = (from) =>
    createButton(
      {
        onclick: () =>
          onDemand(
            { text, announce },
            () => import('./start.js'),
            ({ startFrom }) => startFrom(text, selected(), from),
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
      !isPage && own,
      html(
        'a',
        { class: 'button', href: prefixed(`${path}/file`), download: '' },
        text('film.file'),
      ),
      html('a', { class: 'button', href: prefixed(`/g/${id}/check`) }, text('shuffle.check')),
    ),
  );
}
