/**
 * The moments of a game that are seen before they are told: somebody is out, somebody has won.
 *
 * @import {Sound} from '../lib/sound.js'
 * @import {BoardFrame} from './board-frame.js'
 * @import {Table} from './page.js'
 */

import { factsOf } from '../games/index.js';
import { boardOf } from '../games/modules.js';
import { FEW } from './board-frame.js';
import { throwConfetti } from './confetti.js';
import { outcomeOf, placesOf } from './finish.js';
import { BEGUN_MS } from './shown-phase.js';

/** Tells the moments of a reader's games. */
export class Moments {
  /** Whether the reader was out of the game that they play; `null` while they play none. @type {boolean | null} */
  #wasOut = null;

  /**
   * @param {Table} table
   * @param {object} parts
   * @param {BoardFrame} parts.frame
   * @param {{ tell: (words: string) => void }} parts.notices
   * @param {Sound} parts.sound
   */
  constructor(table, { frame, notices, sound }) {
    this.table = table;
    this.frame = frame;
    this.notices = notices;
    this.sound = sound;
  }

  /** Says in how many milliseconds the end of a game has been seen to happen; `null` where it is not. */
  endingRestsIn() {
    return this.#isSeen() ? () => this.frame.restsIn() : null;
  }

  /**
   * The moment of who has won.
   *
   * @param {number | null} ownSeat the reader's in that game
   */
  celebrate(ownSeat) {
    const { state, chronicle, text, name } = this.table;
    const game = state.view?.game;
    const outcome = outcomeOf(game);
    // Where the game says itself how it ended, such as in a draw, nobody has won.
    const isWon = game && boardOf(game.game).ending(game, { text, name }).verdict === null;
    const winners = outcome && isWon ? (placesOf(outcome)[0]?.seats ?? []) : [];
    const won = ownSeat !== null && winners.includes(ownSeat);
    const colours = winners.flatMap((seat) => chronicle.players[seat]?.colour ?? []);
    this.sound.play(won ? 'won' : 'over');
    if (colours.length > 0) throwConfetti(colours, won);
  }

  /** Says to somebody who plays that they are out, once it has been seen to happen. */
  tellOut() {
    const { state, text, announce } = this.table;
    const { you, view } = state;
    const game = view?.phase === 'playing' ? view.game : null;
    const facts = game && you && you.seat !== null ? factsOf(game, you.seat) : null;
    const isOut = facts?.out === true;
    if (isOut && this.#wasOut === false && state.continued) {
      const words =
        facts.place === null ? text('end.out') : text('end.out_place', { place: facts.place });
      const tell = () => this.notices.tell(words);
      if (this.#isSeen()) setTimeout(() => setTimeout(tell, this.frame.restsIn()), BEGUN_MS);
      else tell();
      announce(words);
    }
    this.#wasOut = facts === null ? null : isOut;
  }

  /** Whether what happens is seen to happen: not where much has happened at once, nor where nothing may move. */
  #isSeen() {
    const { continued, steps } = this.table.state;
    const still = document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches;
    return continued && steps <= FEW && !still;
  }
}
