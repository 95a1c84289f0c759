/**
 * Chooses the next puzzle.
 *
 * @import {PuzzleList, ListedPuzzle} from './puzzles.js'
 */

/**
 * @typedef {object} Wanted the choice of the solver
 * @property {string} theme empty for any theme
 * @property {number} grade 0 for any grade
 */

/**
 * Returns a puzzle that the solver wants: one that they have not tried, or else one that they have
 * not solved, or else any.
 *
 * @param {PuzzleList} list
 * @param {Wanted} wanted
 * @param {string | null} current the id of the puzzle that is open, which does not come again
 * @param {() => number} chance returns a number from 0 to below 1
 * @returns {ListedPuzzle | undefined} `undefined` if there is no such puzzle
 */
export function nextPuzzle(list, { theme, grade }, current, chance) {
  const fits = list.puzzles.filter(
    (puzzle) =>
      puzzle.id !== current &&
      (theme === '' || puzzle.theme === theme) &&
      (grade === 0 || puzzle.grade === grade),
  );
  const unsolved = fits.filter(({ id }) => !list.solved.includes(id));
  const untried = unsolved.filter(({ id }) => !list.tried.includes(id));
  const from = [untried, unsolved, fits].find((some) => some.length > 0) ?? [];
  return from[Math.floor(chance() * from.length)];
}

/**
 * Returns the puzzles of a race in their order: from the easiest to the hardest, those of the same
 * grade by chance.
 *
 * @param {PuzzleList} list
 * @param {() => number} chance returns a number from 0 to below 1
 * @returns {ListedPuzzle[]}
 */
export function raceOrder(list, chance) {
  const drawn = list.puzzles.map((puzzle) => ({ puzzle, at: (puzzle.grade ?? 0) + chance() }));
  return drawn.sort((one, other) => one.at - other.at).map(({ puzzle }) => puzzle);
}
