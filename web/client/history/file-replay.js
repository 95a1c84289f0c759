/**
 * The replay of a game in a file, in place of the lists of the page.
 *
 * @import {GameReplay} from '../protocol.js'
 * @import {Text} from '../lib/text.js'
 */
import { createButton, html, part } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { openLayer } from '../lib/layer.js';
import { request } from '../lib/session.js';
import { loadStyle } from '../lib/styles.js';
import { loadPart } from '../lib/text.js';
import { queryOf } from '../replay/address.js';
import { describe } from '../replay/described.js';
import { PictureFrame } from '../replay/frame.js';
import { fetchReplayFiles, ReplayPanel } from '../replay/panel.js';

/**
 * Shows the game in a file.
 *
 * @param {unknown} file
 * @param {Text} text
 * @param {(sentence: string) => void} announce
 */
export async function openReplay(file, text, announce) {
  await Promise.all([
    fetchReplayFiles(),
    loadPart('text/*.table.json'),
    loadStyle('style/board.css'),
    loadStyle('replay/page.css'),
  ]);
  const place = part('opened');
  const board = html('section', { class: 'replay-board', 'aria-label': text('room.game') });
  let close = () => {};
  const panel = new ReplayPanel({
    ...{ text, announce, board },
    frame: new PictureFrame(board),
    own: null,
    close: () => close(),
    source: async (viewer) => {
      /** @type {{ replay: GameReplay }} */
      const { replay } = await request('POST', `/api/replay?view=${queryOf(viewer)}`, file);
      return replay;
    },
  });
  try {
    await panel.open('', { step: null, viewer: 'spectator' });
  } catch (error) {
    panel.close();
    throw error;
  }
  const { film } = panel;
  if (!film) return;
  const title = html('h1', { tabindex: '-1' });
  const result = html('p', { class: 'replay-result' });
  const facts = html('p', { class: 'soft' });
  const lists = part('lists-page');
  const former = document.title;
  document.title = describe(film, { title, result, facts }, text);
  place.replaceChildren(
    html(
      'div',
      { class: 'replay-head' },
      title,
      result,
      facts,
      html('p', { class: 'history-kept' }, icon('info'), text('history.file_kept')),
      html(
        'p',
        {},
        createButton({ onclick: () => close() }, icon('close'), text('history.file_close')),
      ),
    ),
    board,
    html(
      'section',
      { class: 'panel replay-panel', 'aria-label': text('film.title') },
      panel.element,
    ),
  );
  lists.hidden = true;
  place.hidden = false;
  document.body.dataset['phase'] = 'playing';
  const end = () => {
    close = () => {};
    panel.close();
    place.replaceChildren();
    place.hidden = true;
    lists.hidden = false;
    delete document.body.dataset['phase'];
    document.title = former;
    part('file').focus();
  };
  const leave = openLayer(end);
  close = () => {
    end();
    void leave();
  };
  scrollTo(0, 0);
  title.focus();
}
