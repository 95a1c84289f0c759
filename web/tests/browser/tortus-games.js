/**
 * Prepares games of Tortus for the tests.
 */

import { expect } from './test.js';
import { Player } from './tortus.js';

/** @import { Person } from './person.js' */
/** @import { Course } from './prepare.js' */
/** @import { Scene } from './test.js' */
/** @import { Way } from './told.js' */

/** The number of squares along an edge. */
export const EDGE = 7;
/** The minimum size of a touch target in pixels. */
export const FINGER = 44;
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** A course to the start of a turn. @type {Course} */
export const ACT = { until: { phase: { type: 'act' }, actions: 2 } };

/**
 * A course to a gap: a pawn of the first player is lost in a hole, and the second player fills the
 * gap.
 *
 * @type {Course}
 */
export const FALL = { until: { phase: { type: 'fill' }, turn: 0, acting: 1 } };

/**
 * Prepares a game of Tortus, and returns the drivers of its players and spectators.
 *
 * @param {Scene['settle']} settle
 * @param {readonly Person[]} people the two players, followed by the spectators
 * @param {Course} course
 * @param {Way} [way]
 */
export async function begin(settle, people, course, way) {
  const all = people.map((person) => new Player(person, way));
  const { link, next } = await settle(people.slice(0, 2), { game: 'tortus', course });
  await Promise.all(people.slice(2).map(({ page }) => page.goto(link)));
  for (const person of people) await expect(person.squares()).toHaveCount(EDGE * EDGE);
  const players = all.slice(0, 2);
  const deciding = players.find(({ told }) => told.view?.choices != null);
  if (!deciding) throw new Error('nobody decides');
  const other = players.find((player) => player !== deciding) ?? deciding;
  const coming = next.map(({ seat, action }) => {
    const player = players[seat];
    if (!player || action.game !== 'tortus') throw new Error('a decision of nobody here');
    return { player, action };
  });
  return { players, watchers: all.slice(2), player: deciding, other, next: coming };
}

/**
 * Returns the choices of the player whose turn it is.
 *
 * @param {Player} player
 */
export function acting({ view: { choices } }) {
  if (choices?.type !== 'act') throw new Error('nobody has the turn');
  return choices;
}
