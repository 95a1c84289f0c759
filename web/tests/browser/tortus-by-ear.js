/**
 * Plays Tortus by keys and announcements. Decisions are based only on what was heard and read.
 */

import { cellOf, lastOf } from './listener.js';

/** @import { Listener } from './listener.js' */

/**
 * @typedef {object} Square a square as it was read
 * @property {string} name
 * @property {string} words the whole description of the square
 * @property {number} row the row, counted from the top
 * @property {number} column
 */

/** Matches a hole, the pit, or a star that acts as a hole. */
const HOLE = /(, |: )(hole|bottomless pit)\b/;
/**
 * The number of additional steps that the pit may be away compared with a hole. The pit is
 * preferred because it ends the game at once.
 */
const DEPTH = 4;
/** Matches the warning before a pawn of the player's own is lost or captured. */
const ASKED_TWICE = /you would lose|your own pawn would be captured/;

/**
 * Patterns of the announcements that ask for each kind of decision.
 *
 * @type {Readonly<Record<string, RegExp>>}
 */
const ASKS = {
  exchange: /for an open tile/g,
  place: /Choose a square in your rows/g,
  fill: /Fill the gap on/g,
  push: /Where do you push it/g,
  flow: /choose where, or stop/g,
  penalty: /choose a pawn to give up/g,
  act: /actions? left|, and \d actions/g,
};
const ANY = new RegExp(
  Object.values(ASKS)
    .map(({ source }) => source)
    .join('|'),
);

/** A player who only hears the page. */
export class TortusByEar {
  /**
   * @param {Listener} ear
   * @param {'cautious' | 'reckless'} manner a reckless player walks into holes, so that the game
   *   ends
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
    const ask = lastOf(ASKS, await this.ear.hear(ANY));
    switch (ask) {
      case 'exchange':
        return this.#exchange();
      case 'place':
        return this.#place();
      case 'fill':
        return this.#fill();
      case 'push':
      case 'flow':
        return this.#lead(ask);
      case 'penalty':
        return this.#giveUp();
      default:
        return this.#act();
    }
  }

  /** @returns {Promise<Square[]>} */
  async #squares() {
    const rows = await this.ear.board();
    return rows.flatMap((names, row) =>
      names.map((words, column) => ({ name: cellOf(words), words, row, column })),
    );
  }

  /**
   * Confirms a decision, a second time after a warning, and hears the result.
   *
   * @returns {Promise<void>}
   */
  async #confirm() {
    const { ear } = this;
    await ear.press('Enter');
    if (ASKED_TWICE.test(await ear.hear(/\./))) await this.#confirm();
  }

  /** Selects a tile of the hand that can be used. */
  async #take() {
    const { ear } = this;
    const tiles = await ear.find('button', /^Tile \d+ of \d+/);
    const usable = tiles.findIndex(({ states }) => !states.has('disabled'));
    if (usable < 0) throw new Error('no tile can be used');
    await ear.press(String(usable + 1));
  }

  async #exchange() {
    await this.#take();
    const open = (await this.#squares()).find(({ words }) => / It can be chosen/.test(words));
    await this.ear.walkTo(open?.name ?? '');
    await this.ear.press('Enter');
    await this.ear.hear(/you take the tile from there/);
    await this.#confirm();
  }

  async #place() {
    const free = (await this.#squares()).filter(({ words }) => / It can be chosen/.test(words));
    await this.ear.walkTo(free.at(-1)?.name ?? '');
    await this.ear.press('Enter');
    await this.ear.hear(/A pawn on/);
    await this.#confirm();
  }

  async #fill() {
    await this.#take();
    await this.ear.hear(/The gap on \w+ becomes/);
    await this.#confirm();
  }

  async #giveUp() {
    const pawn = (await this.#squares()).find(({ words }) => /your pawn/.test(words));
    await this.ear.walkTo(pawn?.name ?? '');
    await this.ear.press('Enter');
    await this.ear.hear(/leaves the game/);
    await this.#confirm();
  }

  /**
   * Chooses where a pawn continues: into a hole if that is wanted, or else where it may stop.
   *
   * @param {'push' | 'flow'} how
   */
  async #lead(how) {
    const { ear, manner } = this;
    const told = await this.#squares();
    const others = told.find(({ words }) =>
      /the pawn of \w+ falls|\w+ would lose the game/.test(words),
    );
    const own = told.find(({ words }) => /you would lose/.test(words));
    const into = others ?? (manner === 'reckless' ? own : undefined);
    if (!into && how === 'flow') {
      await ear.press('e');
      await ear.hear(/\./);
      return;
    }
    const anywhere = told.find(({ words }) => /the pawn stays there|may go on/.test(words));
    const rest = told.find(({ words }) => /captured/.test(words));
    await ear.walkTo((into ?? anywhere ?? rest ?? own)?.name ?? '');
    await this.#confirm();
  }

  /** Starts an action of a turn. */
  async #act() {
    const squares = await this.#squares();
    const beside = this.manner === 'reckless' ? toHole(squares) : toPawn(squares);
    if (beside) return this.#move(beside.pawn, beside.to);
    const closed = inLine(squares);
    if (closed && (this.manner === 'reckless' || !(await this.ear.reads(/^One action left/))))
      return this.#open(closed);
    return this.#end();
  }

  /**
   * @param {Square} pawn
   * @param {Square} to
   */
  async #move(pawn, to) {
    const { ear } = this;
    await ear.walkTo(pawn.name);
    await ear.press('Enter');
    await ear.hear(new RegExp(`Choose where the pawn on ${pawn.name} goes`));
    await ear.walkTo(to.name);
    await this.#confirm();
  }

  /** @param {Square} closed */
  async #open(closed) {
    const { ear } = this;
    await ear.press('o');
    await ear.hear(/Choose a closed tile/);
    await ear.walkTo(closed.name);
    await ear.press('Enter');
    await ear.hear(new RegExp(`Open the tile on ${closed.name}`));
    await this.#confirm();
  }

  async #end() {
    const { ear } = this;
    await ear.press('e');
    await ear.hear(/End the turn\?/);
    await this.#confirm();
  }
}

/**
 * @param {Square} one
 * @param {Square} other
 */
function distance(one, other) {
  return Math.abs(one.row - other.row) + Math.abs(one.column - other.column);
}

/**
 * Returns a step of the player's own pawn into a hole, or towards the nearest known hole.
 *
 * @param {readonly Square[]} squares
 */
function toHole(squares) {
  const own = squares.filter(({ words }) => /your pawn/.test(words));
  const holes = squares.filter(({ words }) => HOLE.test(words));
  const free = squares.filter(({ words }) => !/pawn/.test(words));
  const ways = own.flatMap((pawn) =>
    holes.flatMap((hole) =>
      free
        .filter((to) => distance(pawn, to) === 1 && distance(to, hole) < distance(pawn, hole))
        .map((to) => ({ pawn, to, into: hole, left: distance(to, hole) })),
    ),
  );
  const cost = (/** @type {(typeof ways)[number]} */ { left, into }) =>
    left - (/bottomless pit/.test(into.words) ? DEPTH : 0);
  return ways.sort((a, b) => cost(a) - cost(b))[0];
}

/**
 * Returns a step of the player's own pawn onto another player's pawn.
 *
 * @param {readonly Square[]} squares
 */
function toPawn(squares) {
  const own = squares.filter(({ words }) => /your pawn/.test(words));
  const others = squares.filter(({ words }) => /pawn of/.test(words));
  const ways = own.flatMap((pawn) =>
    others.filter((to) => distance(pawn, to) === 1).map((to) => ({ pawn, to })),
  );
  return ways[0];
}

/**
 * Returns an unoccupied closed tile in the row or column of the player's own pawn.
 *
 * @param {readonly Square[]} squares
 */
function inLine(squares) {
  const own = squares.filter(({ words }) => /your pawn/.test(words));
  const closed = squares.filter(({ words }) => /, closed/.test(words) && !/pawn/.test(words));
  return closed.find((one) =>
    own.some(({ row, column }) => row === one.row || column === one.column),
  );
}
