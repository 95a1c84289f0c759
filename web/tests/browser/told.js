/**
 * Records the messages that a person's page receives about a game. Tests derive decisions from
 * them, and carry the decisions out through the interface.
 */

import { createReader } from '../../client/lib/packed.js';
import { fold, UNKNOWN } from '../../client/room/state.js';

/** @import { AnyView, GameKind, ServerMessage } from '../../client/protocol.js' */
/** @import { Person } from './person.js' */

/** @typedef {'mouse' | 'touch' | 'keys'} Way */

/**
 * A person, and the game state that their page has received.
 *
 * @template {GameKind} K
 */
export class Told {
  /**
   * @type {{ seat: number | null, version: number, view: Extract<AnyView, { game: K }> | null }}
   */
  told = { seat: null, version: 0, view: null };
  #state = UNKNOWN;
  /** The number of presses with a finger or a mouse. */
  presses = 0;

  /**
   * Starts to record the messages. Create the driver before the page is opened.
   *
   * @param {Person} person
   * @param {K} kind
   * @param {Way} [way]
   */
  constructor(person, kind, way = 'mouse') {
    this.person = person;
    this.kind = kind;
    this.page = person.page;
    this.way = way;
    this.page.on('websocket', (socket) => {
      // The lobby has a socket as well.
      if (!socket.url().includes('/api/rooms/')) return;
      const read = createReader();
      socket.on('framereceived', ({ payload }) => this.#hear(read(String(payload))));
    });
  }

  /** @param {ServerMessage | null} down */
  #hear(down) {
    if (down === null) return;
    this.#state = fold(this.#state, down);
    const { you, view, at } = this.#state;
    const game = view?.game ?? null;
    this.told = {
      seat: you?.seat ?? null,
      version: at.version,
      view: game?.game === this.kind ? /** @type {Extract<AnyView, { game: K }>} */ (game) : null,
    };
  }

  /** The view of the game that the page has received. */
  get view() {
    if (!this.told.view) throw new Error(`${this.person.name} was told of no game of ${this.kind}`);
    return this.told.view;
  }

  /** @param {string} square */
  cell(square) {
    return this.page.locator(`.cell[data-square="${square}"]`);
  }

  commit() {
    return this.page.locator('.board-commit');
  }

  status() {
    return this.page.locator('.board-status');
  }

  /**
   * @param {import('@playwright/test').Locator} control
   */
  async press(control) {
    this.presses += 1;
    if (this.way === 'touch') await control.tap();
    else await control.click();
  }
}
