/**
 * Plays Section X by keys and announcements: a straight tunnel from the island to a green area, and
 * through it. Decisions are based only on what was heard and read.
 */

import { cellOf, lastOf } from './listener.js';

/** @import { Listener } from './listener.js' */

/** The number of rotations of a tile. */
const TURNS = 6;
/** The number of places in a stock. */
const STOCK = 3;
/** The number of prisoners of a player. */
const PRISONERS = 10;

/**
 * Patterns of the announcements that ask for each kind of decision.
 *
 * @type {Readonly<Record<string, RegExp>>}
 */
const ASKS = {
  draw: /Draw a tile/g,
  answer: /Choose whose doors stay|Choose a door to give up/g,
  tile: /Choose a tile/g,
  walk: /Walk on|Walk, place|Place a door, or|end your turn|can go to/g,
};
const ANY = new RegExp(
  Object.values(ASKS)
    .map(({ source }) => source)
    .join('|'),
);

/** A player who only hears the page. */
export class SectionXByEar {
  /**
   * @param {Listener} ear
   * @param {'east' | 'west'} side the direction of the tunnel
   */
  constructor(ear, side) {
    this.ear = ear;
    this.side = side;
  }

  /**
   * Makes the decision that the announcements ask for. The player hears the question without
   * searching for it.
   */
  async decide() {
    const { ear } = this;
    const heard = await ear.hear(ANY);
    const [report] = await ear.find('region', /^The end of round/);
    if (report) await ear.press('Escape');
    switch (lastOf(ASKS, heard)) {
      case 'draw':
        return this.#draw();
      case 'answer':
        return this.#answer();
      case 'tile':
        return this.#lay();
      default:
        return this.#walk();
    }
  }

  /** Confirms a decision, and returns the announcement of its result. */
  async #confirm(key = 'Enter') {
    await this.ear.press(key);
    return this.ear.hear(/\./);
  }

  async #draw() {
    const piles = await this.ear.find('button', /^Pile \d/);
    const open = piles.findIndex(({ states }) => !states.has('disabled'));
    await this.#confirm(String(open + 1));
  }

  /** Takes the first of the answers, which have the focus. */
  async #answer() {
    const { ear } = this;
    await ear.tabTo('button', /\(\w+ tiles?\)$|^The door on/);
    const said = await this.#confirm();
    if (/You give up the door/.test(said)) {
      await ear.tabTo('button', /^Give it up/);
      await this.#confirm();
    }
  }

  /** Returns the cells between the island and the green area, in the order of digging. */
  async #way() {
    const rows = await this.ear.board();
    const middle = rows[Math.floor(rows.length / 2)] ?? [];
    const order = this.side === 'east' ? middle : [...middle].reverse();
    const island = order.findLastIndex((words) => /, island/.test(words));
    return order.slice(island + 1);
  }

  /**
   * Lays a tile that extends the tunnel. If there is none and the stock is full, it lays one
   * elsewhere; otherwise none.
   */
  async #lay() {
    const { ear } = this;
    const way = await this.#way();
    const next = cellOf(way.find((words) => /, empty/.test(words)) ?? '');
    const stock = await ear.find('button', /^Tile \d of \d/);
    for (let place = 0; place < stock.length && next !== ''; place += 1) {
      if (stock[place]?.states.has('disabled')) continue;
      if (await this.#layAt(place, next)) return;
    }
    if (stock.length >= STOCK) {
      const usable = stock.findIndex(({ states }) => !states.has('disabled'));
      if (usable >= 0 && (await this.#layAside(usable))) return;
    }
    await this.#confirm('n');
  }

  /**
   * Lays a tile on a cell of the tunnel if it extends the tunnel there in any rotation.
   *
   * @param {number} place the place in the stock
   * @param {string} cell
   */
  async #layAt(place, cell) {
    const { ear } = this;
    await ear.press(String(place + 1));
    await ear.hear(/it fits on/);
    const fits = (await ear.board()).flat().find((words) => cellOf(words) === cell);
    if (/the tile can go here/.test(fits ?? '')) {
      await ear.walkTo(cell);
      await ear.press('Enter');
      let lies = await ear.hear(new RegExp(`${cell}: `));
      for (let turn = 0; turn < TURNS; turn += 1) {
        if (leadsOn(lies)) {
          await this.#confirm();
          return true;
        }
        lies = await ear.try('r');
        if (lies === '') break;
      }
    }
    await ear.press('Escape');
    await ear.press('Escape');
    return false;
  }

  /**
   * Lays a tile away from the tunnels.
   *
   * @param {number} place the place in the stock
   */
  async #layAside(place) {
    const { ear } = this;
    await ear.press(String(place + 1));
    await ear.hear(/it fits on/);
    const rows = await ear.board();
    const middle = Math.floor(rows.length / 2);
    const aside = rows
      .filter((_, row) => row !== middle)
      .flat()
      .find((words) => /, empty.*the tile can go here/.test(words));
    if (!aside) {
      await ear.press('Escape');
      return false;
    }
    await ear.walkTo(cellOf(aside));
    await ear.press('Enter');
    await ear.hear(new RegExp(`${cellOf(aside)}: `));
    await this.#confirm();
    return true;
  }

  /** Walks on with any prisoner who can, or ends the turn. */
  async #walk() {
    const { ear } = this;
    const way = (await this.#way()).map(cellOf);
    const far = (/** @type {string} */ place) =>
      /^[A-Z]/.test(place) ? way.length : way.indexOf(cellOf(place));
    /** @type {Set<string>} */
    const tried = new Set();
    while (tried.size < PRISONERS) {
      const who = /A prisoner at (.+?) can go to/.exec(await ear.try('p'))?.[1];
      if (who === undefined || tried.has(who)) break;
      tried.add(who);
      if (await this.#stepOn(who, far)) return;
    }
    await ear.press('Escape');
    const said = await this.#confirm('n');
    if (/It ends the round/.test(said)) await this.#confirm('n');
  }

  /**
   * Moves the chosen prisoner, if that leads further along the tunnel.
   *
   * @param {string} who the position of the prisoner
   * @param {(place: string) => number} far
   */
  async #stepOn(who, far) {
    const { ear } = this;
    /** @type {Set<string>} */
    const places = new Set();
    for (;;) {
      const to = /Step to (.+?)\./.exec(await ear.try('r'))?.[1];
      if (to === undefined || places.has(to)) return false;
      places.add(to);
      if (far(to) > far(who)) {
        await this.#confirm();
        return true;
      }
    }
  }
}

/**
 * Whether one tunnel of a tile connects the two sides of a row: east and west, or south and north
 * on a turned board.
 *
 * @param {string} lies the announcement of the tile's rotation
 */
function leadsOn(lies) {
  return lies
    .split(/leads /)
    .slice(1)
    .map((sides) => sides.replace(/\..*/, '').split(/, and | and |, /))
    .some(
      (sides) =>
        (sides.includes('east') && sides.includes('west')) ||
        (sides.includes('south') && sides.includes('north')),
    );
}
