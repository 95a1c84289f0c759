/**
 * The completed lessons of this browser. They stay on the device and are never sent to the server.
 */

/** @param {string} game */
const keyOf = (game) => `senda.lessons.${game}`;

/**
 * Returns the completed lessons of a game.
 *
 * @param {() => Storage} storage returns the local storage, which may be forbidden
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
 * Records that a lesson is completed.
 *
 * @param {() => Storage} storage returns the local storage, which may be forbidden or full
 * @param {string} game
 * @param {string} lesson
 */
export function finishLesson(storage, game, lesson) {
  try {
    const done = new Set(lessonsDone(storage, game)).add(lesson);
    storage().setItem(keyOf(game), [...done].join(' '));
  } catch {
    // Then the progress is not recorded. The lessons work all the same.
  }
}
