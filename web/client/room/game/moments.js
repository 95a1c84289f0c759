/**
 * The highlights of a game, each shown only after its animation has ended: a player is out, a
 * player has won. It also marks the reader's turn at the edge of the page.
 *
 * @import {Sound} from '../../lib/sound.js'
 * @import {After} from '../after/parts.js'
 * @import {BoardFrame} from './board-frame.js'
 * @import {RoomContext} from '../context.js'
 * @import {RoomView} from '../../protocol.js'
 */

import { factsOf } from '../../games/index.js';
import { html } from '../../lib/dom.js';
import { list } from '../../lib/text.js';
import { BEGUN_MS } from '../parts/shown-phase.js';
import { FEW } from './board-frame.js';

/** Shows the highlights of the games in a room. */
export class Moments {
  /**
   * The seats that were out of the game at the last update, or `null` before a game.
   *
   * @type {readonly number[] | null}
   */
  #out = null;
  /** The number of running scenes that show how the reader is eliminated, before their card. */
  #scenes = 0;
  #glow = html('div', { class: 'turn-glow', 'aria-hidden': 'true' });

  /**
   * @param {RoomContext} context
   * @param {object} parts
   * @param {BoardFrame} parts.frame
   * @param {Sound} parts.sound
   * @param {() => After | null} parts.after
   */
  constructor(context, { frame, sound, after }) {
    this.context = context;
    this.frame = frame;
    this.sound = sound;
    this.after = after;
    document.body.append(this.#glow);
  }

  /**
   * Returns a function for the milliseconds until the animation of the game's end is over, or
   * `null` if there is no animation.
   */
  endingRestsIn() {
    return this.#isSeen() ? () => this.frame.restsIn() : null;
  }

  /**
   * Celebrates the winners. The confetti is for a reader who has won.
   *
   * @param {number | null} ownSeat the reader's seat in that game
   */
  celebrate(ownSeat) {
    this.sound.play(this.after()?.celebrate(ownSeat) ? 'won' : 'over');
  }

  /** Shows who is out now, and the reader's own card. Call this after every change. */
  follow() {
    const { state } = this.context;
    const { you, view } = state;
    const colour = you?.seat == null ? null : view?.seats[you.seat]?.colour;
    const glow = colour ? `turn-glow ink-${colour}` : 'turn-glow';
    if (this.#glow.className !== glow) this.#glow.className = glow;
    const before = this.#out;
    this.#out = view?.game ? seatsOut(view) : null;
    const fresh = this.#out?.filter((seat) => before?.includes(seat) === false) ?? [];
    if (fresh.length > 0 && state.continued) this.#tellOut(fresh);
    this.after()?.card.show(this.#scenes > 0);
  }

  /** Marks the player whom an eliminated reader follows, after the list of players was drawn. */
  markFollowed() {
    this.after()?.card.markFollowed();
  }

  /** @param {readonly number[]} seats the seats that have just left the game */
  #tellOut(seats) {
    const { state, text, announce, name } = this.context;
    const { you, view } = state;
    const isOwn = you?.seat != null && seats.includes(you.seat);
    const names = list(seats.map(name));
    const words =
      isOwn && seats.length === 1
        ? text('out.sign_own')
        : text('out.sign', { names, count: seats.length });
    const colours = seats.flatMap((seat) => view?.seats[seat]?.colour ?? []);
    if (isOwn && view?.phase === 'playing') announce(text('out.title'));
    if (!this.#isSeen()) {
      const isNews = !document.hidden && state.steps <= FEW && !this.frame.skips;
      if (isNews) this.#show(words, colours);
      return;
    }
    // The player may skip the rest of the game in the meantime.
    const shown = () => !this.frame.skips && this.#show(words, colours);
    setTimeout(() => setTimeout(shown, this.frame.restsIn()), BEGUN_MS);
    if (!isOwn) return;
    this.#scenes += 1;
    const seenMs = this.after()?.signMs ?? 0;
    const ended = () => {
      this.#scenes -= 1;
      this.after()?.card.show(this.#scenes > 0);
    };
    setTimeout(() => setTimeout(ended, this.frame.restsIn() + seenMs), BEGUN_MS);
  }

  /**
   * @param {string} words
   * @param {import('../../protocol.js').Colour[]} colours
   */
  #show(words, colours) {
    this.sound.play('out');
    this.after()?.showOut(this.frame.picture, words, colours);
  }

  /**
   * Whether events are animated. They are not if many have arrived at once, the page is hidden or
   * the reader prefers reduced motion.
   */
  #isSeen() {
    const { continued, steps } = this.context.state;
    const still = document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches;
    return continued && steps <= FEW && !still && !this.frame.skips;
  }
}

/**
 * Returns the seats that are out of the game which the room shows.
 *
 * @param {Pick<RoomView, 'game' | 'seats'>} view
 */
function seatsOut({ game, seats }) {
  if (!game) return [];
  return seats.flatMap((_, seat) => (factsOf(game, seat).out ? [seat] : []));
}
