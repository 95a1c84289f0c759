/**
 * The page of a replay, `/g/ID`: a finished game on its own board, at the step and for the viewer
 * that the address names.
 */
import { ABOUT, howPath } from '../games/index.js';
import { createAnnounce } from '../lib/announce.js';
import { watchAppearance } from '../lib/appearance-dialog.js';
import { part, write } from '../lib/dom.js';
import { watchLanguage } from '../lib/language-switch.js';
import { PROBLEMS, sayError } from '../lib/problem.js';
import { Refused } from '../lib/session.js';
import { fillText, loadText } from '../lib/text.js';
import { TooLate } from '../lib/wait.js';
import { fragmentOf, placeIn } from './address.js';
import { describe } from './described.js';
import { PictureFrame } from './frame.js';
import { ReplayPanel } from './panel.js';

const text = await loadText(
  PROBLEMS,
  'text/*.table.json',
  'replay/text/*.json',
  'replay/text/*.review.json',
  ...ABOUT,
);
fillText(document, text);
watchAppearance(text);
watchLanguage();

const id = decodeURIComponent(/\/g\/([^/]+)/.exec(location.pathname)?.[1] ?? '');
const board = part('board');
const panel = new ReplayPanel({
  text,
  announce: createAnnounce(part('live')),
  frame: new PictureFrame(board),
  board,
  own: null,
  close: null,
  moved({ step, viewer }) {
    if (step !== null) history.replaceState(history.state, '', fragmentOf(step, viewer));
  },
});

part('film').append(panel.element);
try {
  await panel.open(`/api/games/${encodeURIComponent(id)}`, placeIn(location.hash));
  const { film } = panel;
  if (film) {
    const parts = {
      title: part('replay-title'),
      result: part('replay-result'),
      facts: part('replay-facts'),
    };
    document.title = describe(film, parts, text);
    const how = part('how');
    how.setAttribute('href', howPath(film.kind));
    how.hidden = false;
  }
  panel.begin(false);
  addEventListener('hashchange', () => {
    const { step } = placeIn(location.hash);
    if (step !== null) panel.select(Math.min(step, panel.film?.end ?? 0));
  });
} catch (error) {
  if (!(error instanceof Refused || error instanceof TypeError || error instanceof TooLate))
    throw error;
  const refused = part('replay-refused');
  write(refused, sayError(error, text));
  refused.hidden = false;
  part('film').hidden = true;
  board.hidden = true;
}
