/**
 * The page that shows the replay of a finished game in a frame, `/embed/g/ID`: the board, the moves
 * in words, and buttons that step through them. With `?play=1` it plays by itself and begins again
 * at the end, for streaming software.
 */
import { ABOUT } from '../games/index.js';
import { fetchBoard } from '../games/modules.js';
import { createButton, paint, part } from '../lib/dom.js';
import { prefixed } from '../lib/files.js';
import { icon } from '../lib/icons.js';
import { PROBLEMS, sayError } from '../lib/problem.js';
import { Refused, request } from '../lib/session.js';
import { fillText, loadText, shownName } from '../lib/text.js';
import { TooLate } from '../lib/wait.js';
import { Film } from '../replay/film.js';
import { resultOf } from '../room/after/finish.js';
import { applyLook, lookOf } from './look.js';
import { paintPlayers, say } from './side.js';
import { Stage } from './stage.js';

/** The time in milliseconds for which a step is shown. */
const STEP_MS = 1_600;
/** The time in milliseconds for which the end is shown before the replay begins again. */
const END_MS = 12_000;

const look = lookOf(location);
const plays = new URLSearchParams(location.search).get('play') === '1';
applyLook(document.documentElement, location.search);
const text = await loadText(
  PROBLEMS,
  'text/*.table.json',
  'replay/text/*.json',
  'screen/text/*.json',
  ...ABOUT,
);
fillText(document, text);
document.body.classList.add('framed');
const id = look.replay ?? '';
part('open').setAttribute('href', prefixed(`/g/${encodeURIComponent(id)}`));
const stage = new Stage(part('board'), text);

/**
 * Shows a step of the film.
 *
 * @param {Film} film
 * @param {number} step
 * @param {boolean} still
 */
function show(film, step, still) {
  const seats = film.seats(step);
  const view = film.position(step);
  const name = (/** @type {number} */ seat) => shownName(seats[seat]?.name ?? '');
  stage.show(view, seats, film.events(step), still);
  stage.follow(look.follow === null ? null : seats[look.follow]?.colour);
  paintPlayers(view, seats, { text, acting: film.seat(step), followed: look.follow });
  const isEnd = step === film.end;
  const state = { view: { game: view }, happenings: film.replay.happenings };
  const result = isEnd ? resultOf({ text, state }, seats, null) : null;
  say({
    title: text(`game.${film.kind}`),
    status: result?.verdict ?? text('screen.step', { step, end: film.end }),
    last: result ? (result.why ?? '') : film.sentence(step) || text('film.silent'),
  });
  const names = seats.map((_, seat) => name(seat)).join(', ');
  const game = text(`game.${film.kind}`);
  document.title = `${text('film.of', { game, names })} - ${text('senda')}`;
}

/**
 * Lets the reader step through the film, and plays it on request.
 *
 * @param {Film} film
 */
function stepThrough(film) {
  let step = film.end;
  /** The pending next step, while the film plays. @type {ReturnType<typeof setTimeout> | null} */
  let timer = null;

  /** @param {number} to */
  function go(to) {
    const next = Math.max(0, Math.min(film.end, to));
    const isNext = next === step + 1;
    step = next;
    show(film, step, !isNext);
    draw();
  }

  /** @param {number} to */
  function stopAt(to) {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    go(to);
  }

  function playOn() {
    go(step === film.end ? 0 : step + 1);
    const rest = Math.max(STEP_MS, stage.restsIn() + STEP_MS / 2);
    timer = step === film.end ? null : setTimeout(playOn, rest);
    draw();
  }

  /**
   * @param {string} label
   * @param {Parameters<typeof icon>[0]} sign
   * @param {() => void} onclick
   */
  const button = (label, sign, onclick) =>
    createButton(
      { key: sign, class: 'quiet square', 'aria-label': text(label), title: text(label), onclick },
      icon(sign),
    );

  const draw = () =>
    paint(part('steps'), [
      button('screen.back', 'chevron-left', () => stopAt(step - 1)),
      timer === null
        ? button('film.play', 'play', playOn)
        : button('film.pause', 'pause', () => stopAt(step)),
      button('screen.forward', 'chevron-right', () => stopAt(step + 1)),
    ]);

  show(film, step, true);
  draw();
  part('steps').hidden = false;
  addEventListener('keydown', ({ key }) => {
    if (key === 'ArrowLeft') stopAt(step - 1);
    if (key === 'ArrowRight') stopAt(step + 1);
    if (key === 'Home') stopAt(0);
    if (key === 'End') stopAt(film.end);
  });
}

/**
 * Plays the film again and again.
 *
 * @param {Film} film
 * @param {number} step
 */
function play(film, step) {
  show(film, step, step === 0);
  const isEnd = step === film.end;
  const rest = isEnd ? END_MS : Math.max(STEP_MS, stage.restsIn() + STEP_MS / 2);
  setTimeout(() => play(film, isEnd ? 0 : step + 1), rest);
}

try {
  const path = `/api/games/${encodeURIComponent(id)}?view=spectator`;
  const { replay } = await request('GET', path);
  await fetchBoard(replay.options.game);
  const film = new Film(replay, text);
  document.body.dataset['phase'] = 'playing';
  if (plays) play(film, 0);
  else stepThrough(film);
} catch (error) {
  if (!(error instanceof Refused || error instanceof TypeError || error instanceof TooLate))
    throw error;
  document.body.dataset['phase'] = 'none';
  say({ title: text('senda'), status: sayError(error, text), last: '' });
}
