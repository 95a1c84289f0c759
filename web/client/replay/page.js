/**
 * The page of a replay, `/g/ID`: a finished game on its own board, at the step and for the viewer
 * that the address names.
 */
import { ABOUT, howPath } from '../games/index.js';
import { createAnnounce } from '../lib/announce.js';
import { watchAppearance } from '../lib/appearance-dialog.js';
import { html, paint, part, write } from '../lib/dom.js';
import { watchLanguage } from '../lib/language-switch.js';
import { PROBLEMS, sayError } from '../lib/problem.js';
import { Refused } from '../lib/session.js';
import { fillText, list, loadText, shownName } from '../lib/text.js';
import { sayDate } from '../lib/time.js';
import { TooLate } from '../lib/wait.js';
import { resultOf } from '../room/after/finish.js';
import { fragmentOf, placeIn } from './address.js';
import { PictureFrame } from './frame.js';
import { ReplayPanel } from './panel.js';

/** @import { Film } from './film.js' */

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
  if (film) describe(film);
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

/**
 * Names the game, its players, its time and its result.
 *
 * @param {Film} film
 */
function describe(film) {
  const players = film.seats(film.end);
  const name = (/** @type {number} */ seat) => shownName(players[seat]?.name ?? '');
  const names = list(players.map((_, seat) => name(seat)));
  const game = text(`game.${film.kind}`);
  write(part('replay-title'), text('film.of', { game, names }));
  document.title = `${text('film.of', { game, names })} - ${text('senda')}`;
  const how = part('how');
  how.setAttribute('href', howPath(film.kind));
  how.hidden = false;
  const result = resultOf(
    {
      ...{ text, name },
      state: { view: { game: film.position(film.end) }, happenings: film.replay.happenings },
    },
    players,
    null,
  );
  const said = [result?.verdict, result?.why].filter((words) => words);
  paint(
    part('replay-result'),
    said.map((words) => html('span', {}, words)),
  );
  const minutes = Math.max(1, Math.round((film.at(film.end) - film.at(0)) / 60_000));
  write(
    part('replay-facts'),
    text('film.played', { date: sayDate(film.at(0)), count: minutes, moves: film.end }),
  );
}
