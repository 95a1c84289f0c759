/**
 * Playing Tsuro by ear and by keys: a tile is turned, and another one taken, until it is heard that it does not lead off
 * the board.
 */

import { lastOf } from './listener.js';

/** @import { Listener } from './listener.js' */

/** Ways in which a tile can be turned. */
const TURNS = 4;
/** Steps round the rim from where the keys begin. */
const APART = 5;
/** What is heard of a way that ends the game for whoever takes it. */
const OUT = /You leave the board|You and .+ run into each other/;

/** What is heard of somebody who is asked. @type {Readonly<Record<string, RegExp>>} */
const ASKS = {
  start: /Choose where to start/g,
  place: /Choose a tile|You go to|You leave the board|You and .+ run into/g,
};
const ANY = new RegExp(
  Object.values(ASKS)
    .map(({ source }) => source)
    .join('|'),
);

/** Someone who plays. */
export class TsuroByEar {
  /**
   * @param {Listener} ear
   * @param {'cautious' | 'reckless'} manner who is reckless lays the first tile as it is, so that the game comes to its
   *   end
   */
  constructor(ear, manner) {
    this.ear = ear;
    this.manner = manner;
  }

  /** Does what they are asked to do: whoever is asked hears what, and needs not look for it. */
  async decide() {
    const { ear } = this;
    if (lastOf(ASKS, await ear.hear(ANY)) === 'start') await this.#goRound();
    else await this.#choose();
    await ear.press('Enter');
    await ear.hear(/\./);
  }

  /** Goes round the rim to a start away from that of the other. */
  async #goRound() {
    const { ear } = this;
    for (let step = 0; step < APART; step += 1) await ear.press('r');
    await ear.hear(/You start on the/);
  }

  /** Chooses a tile that does not lead off, if there is one. */
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
