/**
 * The page of the puzzles, `/puzzles`, and for each game `/puzzles/GAME`. The part of the address
 * after `#` is the id of the puzzle. With `?of=GAME&seat=N` the puzzles are what that seat missed
 * in a finished game.
 *
 * @import {AnyAction, LessonResult} from '../protocol.js'
 * @import {ListedPuzzle, PuzzleList, Told} from './puzzles.js'
 */
import { ABOUT, FIRST, howPath, KINDS, learnPath } from '../games/index.js';
import { fetchBoard } from '../games/modules.js';
import { puzzlesPath } from '../games/puzzle-path.js';
import { applaud } from '../lessons/applause.js';
import { Attempt } from '../lessons/attempt.js';
import { COLOURS, createAttemptBoard } from '../lessons/attempt-board.js';
import { showWaiting } from '../lessons/waiting.js';
import { watchAppearance } from '../lib/appearance-dialog.js';
import { createCopyField } from '../lib/copy-field.js';
import { html, paint, part, write } from '../lib/dom.js';
import { prefixed } from '../lib/files.js';
import { setInert } from '../lib/inert.js';
import { watchLanguage } from '../lib/language-switch.js';
import { PROBLEMS, sayError } from '../lib/problem.js';
import { fillText, loadText } from '../lib/text.js';
import { nextPuzzle, raceOrder } from './next.js';
import { sourceOf } from './puzzles.js';
import { bestRace, keepRace, Race } from './race.js';
import { createWords } from './words.js';

/** The number of pieces that fly when a puzzle is solved, and the highest grade. */
const [APPLAUSE, GRADES] = [28, 5];
/** The time in milliseconds between two decisions of the solution that is shown. */
const PAUSE_MS = 1_300;
/** The time in milliseconds after which the next puzzle of a race comes. */
const RACE_PAUSE_MS = 900;

const named = /\/puzzles\/([a-z-]+)$/.exec(location.pathname)?.[1]?.replaceAll('-', '_');
const game = KINDS.find((one) => one === named) ?? FIRST;
const source = sourceOf(game, new URLSearchParams(location.search));

const [text] = await Promise.all([
  loadText(
    PROBLEMS,
    'puzzle/text/*.json',
    'lessons/text/*.json',
    `games/${game}/text/*.puzzles.json`,
    ...ABOUT,
  ),
  fetchBoard(game),
]);
const name = text(`game.${game}`);
fillText(document, text);
watchAppearance(text);
watchLanguage();
document.title = text('puzzles.page_title', { game: name });
part('how').setAttribute('href', howPath(game));
part('learn').setAttribute('href', learnPath(game));

const { board, announce, complain, show } = createAttemptBoard({
  text,
  game,
  act: (action) => attempt.act(action),
  startOver: () => open(current),
});
const say = createWords(text, game);

/** @type {PuzzleList} */
let list = { puzzles: [], solved: [], tried: [] };
/** @type {ListedPuzzle | undefined} */
let current;
/** @type {LessonResult} */
let result = 'open';
/** The last answer of the server. @type {Told | null} */
let told = null;
/** The solver's decisions so far. @type {readonly AnyAction[]} */
let made = [];
/** Whether the theme has been named. */
let isThemeShown = false;
/** Whether the solution plays by itself. */
let isShowing = false;
/** @type {Race | null} */
let race = null;
/** The sentence about the last race. */
let raceWords = '';
let attempt = attemptAt('');

/** @param {string} id */
function attemptAt(id) {
  const ask = async (/** @type {readonly AnyAction[]} */ actions) => {
    const answer = await source.play(id, actions);
    [told, made] = [answer, actions];
    return answer;
  };
  return new Attempt(ask, {
    show: (step, events) => show(step, events, told?.seat ?? 0),
    asked: () => paintCoach(),
    ended,
    failed: (error) => complain(sayError(error, text)),
  });
}

/**
 * Starts a puzzle from its beginning.
 *
 * @param {ListedPuzzle | undefined} puzzle
 */
function open(puzzle) {
  attempt.giveUp();
  isShowing = false;
  [current, result, told, made, isThemeShown] = [puzzle, 'open', null, [], false];
  if (!puzzle) {
    paintCoach();
    return;
  }
  attempt = attemptAt(puzzle.id);
  history.replaceState(null, '', `#${puzzle.id}`);
  paintCoach();
  // The board still shows another puzzle or another attempt.
  setInert(part('board'), true);
  void attempt.begin();
}

/**
 * Starts a puzzle, moves the focus to its title and reads it aloud.
 *
 * @param {ListedPuzzle | undefined} puzzle
 */
function goTo(puzzle) {
  open(puzzle);
  part('puzzle-title').focus({ preventScroll: true });
  announce(`${part('puzzle-title').textContent}. ${part('puzzle-goal').textContent}`);
}

/** @param {LessonResult} now */
function ended(now) {
  result = now;
  const isSolved = now === 'reached';
  if (current) keepResult(current.id, isSolved);
  if (isSolved && !isShowing) applaud(part('coach'), COLOURS, APPLAUSE);
  if (race) {
    countInRace(race, isSolved);
    return;
  }
  paintCoach();
  announce(sayState());
  part(isSolved ? 'next' : 'again').focus({ preventScroll: true });
}

/**
 * @param {string} id
 * @param {boolean} isSolved
 */
function keepResult(id, isSolved) {
  if (told?.own) list.own = told.own;
  if (isSolved && !list.solved.includes(id)) {
    list.solved.push(id);
    list.tried = list.tried.filter((other) => other !== id);
  } else if (!isSolved && !list.solved.includes(id) && !list.tried.includes(id)) {
    list.tried.push(id);
  }
  paintRecord();
}

/**
 * @param {Race} running
 * @param {boolean} isSolved
 */
function countInRace(running, isSolved) {
  running.count(isSolved);
  paintCoach();
  announce(text(isSolved ? 'puzzles.right' : 'puzzles.wrong'));
  setTimeout(() => {
    if (race !== running) return;
    if (running.isOver(Date.now())) endRace(running);
    else goTo(running.puzzle);
  }, RACE_PAUSE_MS);
}

function startRace() {
  const running = new Race(raceOrder(list, Math.random), Date.now());
  [race, raceWords] = [running, ''];
  goTo(running.puzzle);
  const timer = setInterval(() => {
    if (race !== running) clearInterval(timer);
    else if (running.isOver(Date.now())) endRace(running);
    else paintWords();
  }, 1_000);
}

/** @param {Race} over */
function endRace(over) {
  const best = bestRace(() => localStorage, game);
  keepRace(() => localStorage, game, over.solved);
  race = null;
  const key = over.solved > best ? 'puzzles.race_best' : 'puzzles.race_over';
  raceWords = text(key, { count: over.solved, best: Math.max(best, over.solved) });
  attempt.giveUp();
  setInert(part('board'), true);
  paintCoach();
  announce(raceWords);
  part('race').focus({ preventScroll: true });
}

/** Shows the next hint: first the theme, then the first decision as a draft on the board. */
async function hint() {
  // The last decision may still be on its way to the result.
  if (!current || told?.result !== 'open') return;
  if (!isThemeShown) {
    isThemeShown = true;
    paintCoach();
    announce(say.hint(current));
    return;
  }
  try {
    const { next } = await source.play(current.id, made, true);
    if (next === null) {
      complain(text('puzzles.off_way'));
      return;
    }
    board.propose(next);
    announce(text('puzzles.hinted'));
  } catch (error) {
    complain(sayError(error, text));
  }
}

/** Plays the solution on the board, decision by decision. */
async function showSolution() {
  const puzzle = current;
  open(puzzle);
  isShowing = true;
  paintCoach();
  const running = attempt;
  try {
    while (puzzle && attempt === running) {
      const { next } = await source.play(puzzle.id, made, true);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      if (next === null || attempt !== running) return;
      await attempt.act(next);
      if (told?.result !== 'open') return;
    }
  } catch (error) {
    complain(sayError(error, text));
  }
}

/** Returns the sentence about the race, or about the present puzzle. */
function sayState() {
  if (race) return say.racing(race);
  if (!current && source.of !== null) return text('puzzles.none_missed_body');
  if (raceWords !== '' || !current) return raceWords;
  const { change } = told ?? {};
  return say.state({
    puzzle: current,
    result,
    isThemeShown,
    isShowing,
    ...(change !== undefined && { change }),
  });
}

function sayTitle() {
  if (!current) return text(source.of === null ? 'puzzles.none' : 'puzzles.none_missed');
  if (current.grade === undefined) {
    const number = list.puzzles.indexOf(current) + 1;
    return text('puzzles.title_missed', { number, count: list.puzzles.length });
  }
  const key = current.id === list.today ? 'puzzles.title_today' : 'puzzles.title';
  return text(key, { grade: current.grade });
}

function paintWords() {
  write(part('puzzle-words'), sayState());
}

function paintCoach() {
  const isOpen = result === 'open';
  const isFailed = !isOpen && result !== 'reached';
  const isToday = current !== undefined && current.id === list.today;
  write(part('puzzle-title'), sayTitle());
  write(part('puzzle-goal'), current ? say.goal(current) : '');
  paintWords();
  part('coach').dataset['result'] = isFailed ? 'missed' : result;
  part('hint').hidden = !isOpen || isShowing || race !== null || !current;
  part('again').hidden = (isOpen && made.length === 0) || race !== null || isShowing;
  write(part('again'), text(isFailed ? 'puzzles.retry' : 'puzzles.again'));
  part('again').classList.toggle('primary', isFailed);
  part('solution').hidden = !isFailed || race !== null;
  write(part('next'), text(race ? 'puzzles.stop' : current ? 'puzzles.next' : 'puzzles.more'));
  part('board').hidden = !current;
  part('next').classList.toggle('primary', result === 'reached' && race === null);
  paintShare(isToday && result === 'reached' && !isShowing);
  paintRecord();
}

/** @param {boolean} isShown */
function paintShare(isShown) {
  const share = part('puzzle-share');
  share.hidden = !isShown;
  if (!isShown || !current) {
    paint(share);
    return;
  }
  const value = say.line(
    current,
    told?.own !== undefined,
    new URL(puzzlesPath(game), location.href).href,
  );
  const { field, copy, byHand } = createCopyField({
    ...{ text, id: 'share-line', value, label: text('puzzles.share'), announce },
    keys: { copy: 'puzzles.copy', byHand: 'puzzles.select' },
  });
  paint(share, html('div', { class: 'field' }, field), copy, byHand);
}

function paintRecord() {
  write(part('record'), say.record(list));
  const best = bestRace(() => localStorage, game);
  write(part('race'), best > 0 ? text('puzzles.race_again', { best }) : text('puzzles.race'));
}

/** Fills the lists of themes and grades. */
function paintChoice() {
  const themes = [...new Set(list.puzzles.map(({ theme }) => theme))];
  const grades = Array.from({ length: GRADES }, (_, at) => at + 1);
  const option = (/** @type {string | number} */ value, /** @type {string} */ said) =>
    html('option', { value: String(value) }, said);
  paint(
    part('theme'),
    option('', text('puzzles.any')),
    themes.map((theme) => option(theme, text(`puzzles.${game}.theme.${theme}`))),
  );
  paint(
    part('grade'),
    option(0, text('puzzles.any')),
    grades.map((grade) => option(grade, text('puzzles.of_grade', { grade }))),
  );
}

/** @param {string} id */
const chosenIn = (id) => /** @type {HTMLSelectElement} */ (part(id)).value;

function next() {
  raceWords = '';
  if (source.of !== null) {
    const following = list.puzzles[list.puzzles.findIndex(({ id }) => id === current?.id) + 1];
    if (following) goTo(following);
    else location.assign(puzzlesPath(game));
    return;
  }
  const wanted = { theme: chosenIn('theme'), grade: Number(chosenIn('grade')) };
  const puzzle = nextPuzzle(list, wanted, current?.id ?? null, Math.random);
  if (puzzle) goTo(puzzle);
  else complain(text('puzzles.none_such'));
}

/** @param {string | undefined} id */
const puzzleOf = (id) => list.puzzles.find((puzzle) => puzzle.id === id);

/** Returns the puzzle that the address names, or that of today unless it is solved. */
function puzzleAsked() {
  const asked = puzzleOf(location.hash.slice(1));
  if (asked) return asked;
  if (source.of !== null) return list.puzzles[0];
  const today = puzzleOf(list.today);
  if (today && !list.solved.includes(today.id)) return today;
  return nextPuzzle(list, { theme: '', grade: 0 }, null, Math.random);
}

paint(
  part('kinds'),
  KINDS.map((one) =>
    html(
      'a',
      { href: puzzlesPath(one), 'aria-current': one === game ? 'page' : null },
      text(`game.${one}`),
    ),
  ),
);
for (const id of ['modes', 'choice', 'record']) part(id).hidden = source.of !== null;
part('replay').hidden = source.of === null;
part('replay').setAttribute('href', prefixed(`/g/${encodeURIComponent(source.of ?? '')}`));
part('hint').addEventListener('click', () => void hint());
part('again').addEventListener('click', () => goTo(current));
part('solution').addEventListener('click', () => void showSolution());
part('next').addEventListener('click', () => {
  if (race) endRace(race);
  else next();
});
part('today').addEventListener('click', () => {
  [race, raceWords] = [null, ''];
  goTo(puzzleOf(list.today));
});
part('race').addEventListener('click', startRace);
for (const id of ['theme', 'grade']) {
  part(id).addEventListener('change', () => {
    race = null;
    next();
  });
}
addEventListener('hashchange', () => {
  race = null;
  goTo(puzzleAsked());
});

try {
  list = await source.list();
  paintChoice();
  open(puzzleAsked());
} catch (error) {
  complain(sayError(error, text));
}
showWaiting(text, announce);
