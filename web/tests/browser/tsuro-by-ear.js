/**
 * Plays Tsuro by keys and announcements: the player turns a tile, or takes another, until the
 * announcement says that it does not lead off the board.
 */

import { lastOf } from './listener.js';

/** @import { Listener } from './listener.js' */

/** The number of rotations of a tile. */
const TURNS = 4;
/** The number of steps along the rim from the first start mark. */
const APART = 5;
/** Matches the announcement of a path that eliminates the player who takes it. */
const OUT = /You leave the board|You and .+ run into each other/;

/**
 * Patterns of the announcements that ask for each kind of decision.
 *
 * @type {Readonly<Record<string, RegExp>>}
 */
const ASKS = {
  start: /Pick a (?:start|side)/g,
  place: /Choose a tile|You end up at|You leave the board|You and .+ run into/g,
};
const ANY = new RegExp(
  Object.values(ASKS)
    .map(({ source }) => source)
    .join('|'),
);

/** A player who only hears the page. */
export class TsuroByEar {
  /**
   * @param {Listener} ear
   * @param {'cautious' | 'reckless'} manner a reckless player lays the first tile as it is, so that
   *   the game ends
   */
  constructor(ear, manner) {
    this.ear = ear;
    this.manner = manner;
  }

  /**
   * Makes the decision that the announcements ask for. The player hears the question without
   * searching for it.
   */
  async decide() {
    const { ear } = this;
    if (lastOf(ASKS, await ear.hear(ANY)) === 'start') await this.#goRound();
    else await this.#choose();
    await ear.press('Enter');
    await ear.hear(/\./);
  }

  /** Moves along the rim to a start away from the other player's. */
  async #goRound() {
    const { ear } = this;
    for (let step = 0; step < APART; step += 1) await ear.press('r');
    await ear.hear(/You start on the/);
  }

  /** Selects a tile that does not lead off the board, if there is one. */
  async #choose() {
    const { ear } = this;
    const tiles = await ear.find('button', /^Tile \d+ of \d+/);
    for (const [at, { states }] of tiles.entries()) {
      if (states.has('disabled')) continue;
      let said = await ear.try(String(at + 1));
      for (let turn = 1; turn < TURNS && OUT.test(said); turn += 1) {
        if (this.manner === 'reckless') return;
        said = await ear.try('r');
      }
      if (!OUT.test(said)) return;
    }
  }
}
