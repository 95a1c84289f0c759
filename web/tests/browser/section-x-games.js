/**
 * Prepares games of Section X for the tests.
 */

import { Convict } from './section-x.js';
import { dig, sideOf } from './section-x-dig.js';
import { soon } from './soon.js';
import { expect } from './test.js';

/** @import { SectionXView } from '../../client/protocol.js' */
/** @import { Person } from './person.js' */
/** @import { Course } from './prepare.js' */
/** @import { Scene } from './test.js' */
/** @import { Way } from './told.js' */

/** The number of cells of the board. */
export const CELLS = 127;
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/**
 * Prepares a game of Section X, and returns the drivers of its players and spectators.
 *
 * @param {Scene['settle']} settle
 * @param {readonly Person[]} people
 * @param {Course} course
 * @param {object} [how]
 * @param {number} [how.players] the number of people who play; the others watch
 * @param {Record<string, unknown>} [how.options]
 * @param {Way} [how.way]
 */
export async function begin(
  settle,
  people,
  course,
  { players = people.length, options = {}, way } = {},
) {
  const all = people.map((person) => new Convict(person, way));
  const order = /** @type {const} */ ({ game: 'section_x', options, course });
  const { link, next } = await settle(people.slice(0, players), order);
  await Promise.all(people.slice(players).map(({ page }) => page.goto(link)));
  for (const person of people) await expect(person.squares()).toHaveCount(CELLS);
  await soon(() => all.every(({ told }) => told.view !== null)).toBe(true);
  const coming = next.map(({ seat, action }) => {
    const convict = all[seat];
    if (!convict || action.game !== 'section_x') throw new Error('a decision of nobody here');
    return { convict, action };
  });
  return { convicts: all.slice(0, players), watchers: all.slice(players), all, next: coming };
}

/** @param {SectionXView} view */
export const isPlacing = (view) =>
  view.turns > 4 &&
  view.choices !== null &&
  dig(view, view.acting ?? 0, sideOf(view.acting ?? 0)).type === 'place';

/** @param {SectionXView} view */
export const hasWalked = (view) =>
  view.phase.type === 'draw' && view.prisoners.some((one) => one.at.includes(':'));

/** A course to a position after the first turns in which a player may lay a tile. @type {Course} */
export const LAYING = {
  until: { phase: { type: 'tile' }, choices: { tile: { place: {} } } },
  from: 12,
};
