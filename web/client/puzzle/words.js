/**
 * Says the goal, the result and the record of puzzles in words.
 *
 * @import {GameKind, LessonResult} from '../protocol.js'
 * @import {Text} from '../lib/text.js'
 * @import {ListedPuzzle, PuzzleList} from './puzzles.js'
 * @import {Race} from './race.js'
 */
import { locale } from '../lib/language.js';

/**
 * @typedef {object} Situation what the solver sees of a puzzle
 * @property {ListedPuzzle} puzzle
 * @property {LessonResult} result
 * @property {boolean} isThemeShown whether the theme has been named
 * @property {boolean} isShowing whether the solution plays by itself
 * @property {number} [change] the change of the solver's rating in points
 */

/**
 * @param {Text} text
 * @param {GameKind} game
 */
export function createWords(text, game) {
  const theme = (/** @type {ListedPuzzle} */ puzzle) =>
    text(`puzzles.${game}.theme.${puzzle.theme}`);
  const hint = (/** @type {ListedPuzzle} */ puzzle) => text(`puzzles.${game}.hint.${puzzle.theme}`);

  /** @param {ListedPuzzle} puzzle */
  function goal({ goal }) {
    switch (goal.type) {
      case 'win':
        return text('puzzles.win', { count: goal.turns });
      case 'out':
        return text('puzzles.out', { count: goal.players });
      default:
        return text(`puzzles.${game}.gain`, { count: goal.least });
    }
  }

  /** @param {Situation} situation */
  function state({ puzzle, result, isThemeShown, isShowing, change }) {
    if (result === 'open' && isThemeShown) return hint(puzzle);
    if (result === 'open')
      return text(puzzle.grade === undefined ? 'puzzles.open_missed' : 'puzzles.open');
    if (result !== 'reached') return text('puzzles.missed');
    if (isShowing) return text('puzzles.shown', { theme: theme(puzzle) });
    const solved = text('puzzles.solved', { theme: theme(puzzle) });
    if (change === undefined) return solved;
    const points = new Intl.NumberFormat(locale(), { signDisplay: 'always' }).format(change);
    return `${solved} ${text('puzzles.change', { points })}`;
  }

  /** @param {PuzzleList} list */
  function record({ own, solved, puzzles }) {
    const sentences = [text('puzzles.count', { count: solved.length, all: puzzles.length })];
    if (own && own.rated > 0) {
      const key = own.provisional ? 'puzzles.rating_provisional' : 'puzzles.rating';
      sentences.push(text(key, { points: own.points }));
      sentences.push(text('puzzles.streak', { count: own.streak, best: own.best }));
    }
    return sentences.join(' ');
  }

  /** @param {Race} race */
  function racing(race) {
    const seconds = race.secondsLeft(Date.now());
    const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    return text('puzzles.racing', { time, solved: race.solved, left: race.left });
  }

  /**
   * Returns a line that the solver of today's puzzle can share. It tells nothing of the solution.
   *
   * @param {ListedPuzzle} puzzle
   * @param {boolean} isFirst whether the first try solved it
   * @param {string} address
   */
  function line(puzzle, isFirst, address) {
    const day = new Intl.DateTimeFormat(locale(), {
      ...{ day: 'numeric', month: 'short', timeZone: 'UTC' },
    });
    const said = text(isFirst ? 'puzzles.line_first' : 'puzzles.line', {
      ...{ game: text(`game.${game}`), date: day.format(Date.now()) },
    });
    return `${said} ${'★'.repeat(puzzle.grade ?? 0)} ${address}`;
  }

  return { theme, hint, goal, state, record, racing, line };
}
