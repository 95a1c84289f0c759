/**
 * The highlights of a game, each shown only after its animation has ended: a player is out, a
 * player has won.
 *
 * @import {Sound} from '../../lib/sound.js'
 * @import {PageNotices} from '../../lib/notices.js'
 * @import {BoardFrame} from './board-frame.js'
 * @import {RoomContext} from '../context.js'
 */

import { factsOf } from '../../games/index.js';
import { boardOf } from '../../games/modules.js';
import { throwConfetti } from '../after/confetti.js';
import { outcomeOf, placesOf } from '../after/finish.js';
import { BEGUN_MS } from '../parts/shown-phase.js';
import { FEW } from './board-frame.js';

/** Shows the highlights of the reader's games. */
export class Moments {
  /**
   * Whether the reader was out of the current game at the last update, or `null` while they play
   * none.
   *
   * @type {boolean | null}
   */
  #wasOut = null;

  /**
   * @param {RoomContext} context
   * @param {object} parts
   * @param {BoardFrame} parts.frame
   * @param {Pick<PageNotices, 'tell'>} parts.notices
   * @param {Sound} parts.sound
   */
  constructor(context, { frame, notices, sound }) {
    this.context = context;
    this.frame = frame;
    this.notices = notices;
    this.sound = sound;
  }

  /**
   * Returns a function for the milliseconds until the animation of the game's end is over, or
   * `null` if there is no animation.
   */
  endingRestsIn() {
    return this.#isSeen() ? () => this.frame.restsIn() : null;
  }

  /**
   * Celebrates the winners.
   *
   * @param {number | null} ownSeat the reader's seat in that game
   */
  celebrate(ownSeat) {
    const { state, chronicle, text, name } = this.context;
    const game = state.view?.game;
    const outcome = outcomeOf(game);
    // If the game describes its own ending, such as a draw, there is no winner.
    const isWon = game && boardOf(game.game).ending(game, { text, name }).verdict === null;
    const winners = outcome && isWon ? (placesOf(outcome)[0]?.seats ?? []) : [];
    const won = ownSeat !== null && winners.includes(ownSeat);
    const colours = winners.flatMap((seat) => chronicle.players[seat]?.colour ?? []);
    this.sound.play(won ? 'won' : 'over');
    if (colours.length > 0) throwConfetti(colours, won);
  }

  /** Informs a player that they are out, after the animation. */
  tellOut() {
    const { state, text, announce } = this.context;
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

  /**
   * Whether events are animated. They are not if many have arrived at once, the page is hidden or
   * the reader prefers reduced motion.
   */
  #isSeen() {
    const { continued, steps } = this.context.state;
    const still = document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches;
    return continued && steps <= FEW && !still;
  }
}
