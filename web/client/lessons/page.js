/**
 * The page for learning a game by playing: a sequence of lessons, on the same board as in a room.
 *
 * @import {AnyEvent, LessonResult} from '../protocol.js'
 * @import {Step} from './attempt.js'
 */
import { ABOUT, gameOf, howPath, KINDS, learnPath } from '../games/index.js';
import { fetchBoard } from '../games/modules.js';
import { puzzlesPath } from '../games/puzzle-path.js';
import { watchAppearance } from '../lib/appearance-dialog.js';
import { html, paint, part, write } from '../lib/dom.js';
import { setInert } from '../lib/inert.js';
import { watchLanguage } from '../lib/language-switch.js';
import { PROBLEMS, sayError } from '../lib/problem.js';
import { finishLesson, lessonsDone } from '../lib/progress.js';
import { request } from '../lib/session.js';
import { fillText, loadText } from '../lib/text.js';
import { applaud } from './applause.js';
import { Attempt } from './attempt.js';
import { COLOURS, createAttemptBoard } from './attempt-board.js';
import { Pointer } from './pointer.js';
import { showWaiting } from './waiting.js';

/** The number of pieces that fly at the end of a lesson, and at the end of all lessons. */
const APPLAUSE = { lesson: 28, course: 70 };
/**
 * The time in milliseconds for which a button ignores the pointer after its meaning has changed. A
 * second tap of a double tap was meant for what stood there before.
 */
const SETTLE_MS = 600;
/** The seat of the learner in every lesson. */
const LEARNER = 0;

const game = gameAsked();
const { lessons } = gameOf(game);

const [text, , steps] = await Promise.all([
  loadText(PROBLEMS, 'lessons/text/*.json', `games/${game}/text/*.learn.json`, ...ABOUT),
  fetchBoard(game),
  gameOf(game).nextStep?.(),
]);
const name = text(`game.${game}`);
fillText(document, text);
watchAppearance(text);
watchLanguage();
document.title = `${text('learn.page_title', { game: name })} - ${text('senda')}`;
write(part('learn-title'), text('learn.page_title', { game: name }));
for (const link of ['how', 'rules']) part(link).setAttribute('href', howPath(game));
part('to-puzzles').setAttribute('href', puzzlesPath(game));

const { board, announce, complain, show } = createAttemptBoard({
  text,
  game,
  act: (action) => attempt.act(action),
  // A lesson is short. The board is not told how many decisions can be taken back.
  startOver: () => goTo(current),
});
const pointer = new Pointer(
  part('board'),
  steps?.stepOf ?? null,
  () => /** @type {{ draft?: unknown }} */ (board).draft,
);

let current = '';
/** The result of the lesson, as far as it is shown. @type {LessonResult} */
let result = 'open';
/** Whether the game of the lesson is over. */
let isOver = false;
/** Whether the end of the course has been prepared. */
let isEndReady = false;
/** The time at which the buttons have last changed their meaning. */
let changed = 0;
let attempt = attemptAt('');

/** Returns the game that the address names. */
function gameAsked() {
  const kind = KINDS.find((one) => learnPath(one) === location.pathname);
  if (kind === undefined) throw new Error(`no game is learnt at ${location.pathname}`);
  return kind;
}

/** @param {string} lesson */
function attemptAt(lesson) {
  return new Attempt((actions) => request('POST', `/api/lessons/${game}/${lesson}`, { actions }), {
    show: showStep,
    asked: (next, { view }) => pointer.show(next, view),
    ended,
    failed: (error) => complain(sayError(error, text)),
  });
}

/**
 * Starts a lesson from its beginning.
 *
 * @param {string} lesson
 */
function open(lesson) {
  attempt.giveUp();
  attempt = attemptAt(lesson);
  [current, result, isOver] = [lesson, 'open', false];
  history.replaceState(null, '', `#${lesson}`);
  paintCoach();
  pointer.show(null, null);
  // The board still shows another lesson or another attempt.
  setInert(part('board'), true);
  void attempt.begin();
}

/**
 * Starts a lesson, moves the focus to its title and reads it aloud.
 *
 * @param {string} lesson
 */
function goTo(lesson) {
  open(lesson);
  part('lesson-title').focus();
  announce(lessonWords());
}

/**
 * @param {Step} step
 * @param {readonly AnyEvent[]} events all events so far
 */
function showStep(step, events) {
  pointer.show(null, null);
  show(step, events, LEARNER);
}

/**
 * @param {LessonResult} now
 * @param {Step} step the last step of the lesson
 */
function ended(now, { view }) {
  [result, isOver] = [now, view.outcome !== null];
  pointer.show(null, null);
  if (now === 'reached') {
    finishLesson(() => localStorage, game, current);
    applaud(part('coach'), COLOURS, APPLAUSE.lesson);
  }
  paintCoach();
  announce(lessonWords());
  part(now === 'reached' ? 'next' : 'again').focus({ preventScroll: true });
}

/** Returns the next lesson, or `undefined` after the last. */
function nextLesson() {
  return lessons[lessons.indexOf(current) + 1];
}

/** Returns the text of the lesson for its current state. */
function lessonWords() {
  const said = (/** @type {string} */ part) => text(`learn.${game}.${current}.${part}`);
  switch (result) {
    case 'open':
      return said('body');
    case 'reached':
      return `${text('learn.done')} ${said('done')}`;
    default:
      return `${text(isOver && result === 'out' ? 'learn.lost' : `learn.${result}`)} ${said('again')}`;
  }
}

function paintCoach() {
  const failed = result !== 'open' && result !== 'reached';
  paintLessons();
  const number = lessons.indexOf(current) + 1;
  write(part('lesson-count'), text('learn.count', { number, count: lessons.length }));
  write(part('lesson-title'), text(`learn.${game}.${current}.title`));
  write(part('lesson-words'), lessonWords());
  part('coach').dataset['result'] = failed ? 'missed' : result;
  write(part('again'), text(failed ? 'learn.retry' : 'learn.again'));
  part('again').classList.toggle('primary', failed);
  const onwards = nextLesson() === undefined ? 'learn.finish' : 'learn.next';
  write(part('next'), text(result === 'reached' ? onwards : 'learn.skip'));
  part('next').classList.toggle('primary', result === 'reached');
  part('lesson-buttons').hidden = false;
  part('lesson-end').hidden = true;
  part('board').hidden = false;
  changed = performance.now();
}

/** Shows links to the lessons, by number. */
function paintLessons() {
  const done = lessonsDone(() => localStorage, game);
  paint(
    part('lessons'),
    lessons.map((lesson, at) => {
      const title = text(`learn.${game}.${lesson}.title`);
      const key = done.has(lesson) ? 'learn.lesson_done' : 'learn.lesson';
      return html(
        'li',
        { key: lesson },
        html(
          'a',
          {
            href: `#${lesson}`,
            class: done.has(lesson) ? 'done' : null,
            'aria-current': lesson === current ? 'step' : null,
            'aria-label': text(key, { number: at + 1, count: lessons.length, title }),
          },
          String(at + 1),
        ),
      );
    }),
  );
}

/** Shows the end of the course, after the last lesson. */
async function end() {
  const { prepareEnd } = await import('./end.js');
  if (!isEndReady) prepareEnd(text, game, (error) => complain(sayError(error, text)));
  isEndReady = true;
  paintLessons();
  part('coach').dataset['result'] = 'reached';
  write(part('lesson-count'), '');
  write(part('lesson-title'), text('learn.end.title'));
  write(part('lesson-words'), text('learn.end.body', { game: name }));
  part('lesson-buttons').hidden = true;
  part('lesson-end').hidden = false;
  part('board').hidden = true;
  applaud(part('coach'), COLOURS, APPLAUSE.course);
  part('lesson-title').focus();
  announce(text('learn.end.body', { game: name }));
}

/** Returns the lesson that the address names, or the first that is not completed. */
function lessonAsked() {
  const asked = location.hash.slice(1);
  if (lessons.includes(asked)) return asked;
  const done = lessonsDone(() => localStorage, game);
  return lessons.find((lesson) => !done.has(lesson)) ?? lessons[0] ?? '';
}

/**
 * Listens to a button whose meaning changes.
 *
 * @param {string} id
 * @param {() => void} press
 */
function listen(id, press) {
  part(id).addEventListener('click', (event) => {
    // A click without a count comes from a key or a screen reader, which is on the button by then.
    if (event.detail > 0 && performance.now() - changed < SETTLE_MS) return;
    press();
  });
}

listen('again', () => goTo(current));
listen('next', () => {
  const next = nextLesson();
  if (next === undefined) void end().catch((error) => complain(sayError(error, text)));
  else goTo(next);
});
addEventListener('hashchange', () => goTo(lessonAsked()));
open(lessonAsked());
showWaiting(text, announce);
