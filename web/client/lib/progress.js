/**
 * Which lessons this browser has been through. Only for its owner's eyes: the server is told nothing of it.
 */

/** @param {string} game */
const keyOf = (game) => `senda.lessons.${game}`;

/**
 * The lessons of a game that are done.
 *
 * @param {() => Storage} storage which may be forbidden
 * @param {string} game
 * @returns {ReadonlySet<string>}
 */
export function lessonsDone(storage, game) {
  try {
    return new Set((storage().getItem(keyOf(game)) ?? '').split(' ').filter((id) => id !== ''));
  } catch {
    return new Set();
  }
}

/**
 * Remembers that a lesson is done.
 *
 * @param {() => Storage} storage which may be forbidden, or full
 * @param {string} game
 * @param {string} lesson
 */
export function finishLesson(storage, game, lesson) {
  try {
    const done = new Set(lessonsDone(storage, game)).add(lesson);
    storage().setItem(keyOf(game), [...done].join(' '));
  } catch {
    // Then it is not remembered, and the lessons work all the same.
  }
}
