/**
 * The card in the place of the hand for a player who is out of the running game: their place, and
 * everything that they can still do.
 *
 * @import {BoardFrame} from '../game/board-frame.js'
 * @import {RoomContext} from '../context.js'
 */
import { factsOf } from '../../games/index.js';
import { createButton, html, paint } from '../../lib/dom.js';
import { glyph } from '../../lib/glyph.js';
import { showFollowed } from '../game/followed.js';
import { takeBackLabel } from '../game/take-back.js';
import { createEmotes } from '../talk/emotes.js';
import { icon } from './icons.js';
import { NextGame } from './next-game.js';

/**
 * @typedef {object} OutState
 * @property {number | null} place the reader's place, once nothing can change it any more
 * @property {number} count the number of players
 * @property {number[]} others the seats that are still in the game
 * @property {boolean} mayTakeBack whether the reader is alone with bots and can take a decision back
 * @property {boolean} maySkip whether only bots play on, so that the game can be skipped to its end
 * @property {boolean} mayBeReady whether other people wait for the next game as well
 * @property {boolean} seesHands whether the reader sees all hands, so that they may tell the players
 *   nothing and can't come back
 */

/**
 * Returns the state of the card, or `null` for a reader who is not out of a running game.
 *
 * @param {Pick<RoomContext, 'state' | 'text'>} context
 * @returns {OutState | null}
 */
export function outOf(context) {
  const { you, view } = context.state;
  const own = you?.seat ?? null;
  if (!view || own === null || view.phase !== 'playing' || !view.game) return null;
  const { game } = view;
  const facts = factsOf(game, own);
  if (!facts.out || ('choices' in game && game.choices !== null)) return null;
  const seats = view.seats.flatMap((seat, number) => (seat ? [{ seat, number }] : []));
  const people = seats.filter(({ seat }) => seat.bot === null && !seat.vacant);
  const isAlone = people.length === 1;
  const seesHands = view.settings.out_see_hands === true;
  return {
    seesHands,
    place: facts.place,
    count: seats.length,
    others: seats.flatMap(({ number }) => (factsOf(game, number).out ? [] : [number])),
    mayTakeBack: isAlone && !seesHands && takeBackLabel(context) !== null,
    maySkip: view.only_bots,
    mayBeReady: !isAlone && !view.used_up,
  };
}

export class OutCard {
  #body = html('div', { class: 'out-body' });
  #element = html('section', { class: 'out-card', 'aria-labelledby': 'out-title' }, this.#body);
  /** The buttons of the emotes, as long as they are open. @type {HTMLElement | null} */
  #emotes = null;
  /** The seat that stands out on the board, or `null`. @type {number | null} */
  #followed = null;

  /**
   * @param {RoomContext} context
   * @param {object} parts
   * @param {BoardFrame} parts.frame
   * @param {() => void} parts.unsent called when an emote can't be sent for lack of a connection
   */
  constructor(context, { frame, unsent }) {
    this.context = context;
    this.frame = frame;
    this.unsent = unsent;
    this.next = new NextGame(context);
  }

  /**
   * Shows the card if the reader is out, and hides it otherwise.
   *
   * @param {boolean} early whether the animation of the last move still runs, so that the card waits
   */
  show(early) {
    this.next.follow();
    const out = outOf(this.context);
    if (out === null || early) {
      if (out === null) {
        this.#closeEmotes();
        this.#follow(null);
      }
      this.frame.setAside(null);
      return;
    }
    if (this.#followed !== null && !out.others.includes(this.#followed)) this.#follow(null);
    this.#paint(out);
    this.frame.setAside(this.#element);
  }

  /** @param {OutState} out */
  #paint(out) {
    const { text, state } = this.context;
    const { place, count } = out;
    const own = state.view?.seats[state.you?.seat ?? 0];
    paint(
      this.#body,
      html(
        'h2',
        { id: 'out-title' },
        own && glyph(own.colour),
        place === null ? text('out.title') : text('out.place', { place, count }),
      ),
      out.others.length > 1 && this.#followRow(out.others),
      html('div', { class: 'out-actions' }, this.#actions(out)),
    );
  }

  /** @param {readonly number[]} others */
  #followRow(others) {
    const { text, name, state } = this.context;
    return html(
      'div',
      { class: 'out-follow', role: 'group', 'aria-label': text('out.follow') },
      html('span', { class: 'soft', 'aria-hidden': 'true' }, text('out.follow')),
      others.map((seat) => {
        const colour = state.view?.seats[seat]?.colour;
        return createButton(
          {
            key: seat,
            class: 'square',
            'aria-pressed': this.#followed === seat ? 'true' : 'false',
            'aria-label': name(seat),
            title: name(seat),
            onclick: () => {
              this.#follow(this.#followed === seat ? null : seat);
              this.show(false);
            },
          },
          colour && glyph(colour),
        );
      }),
    );
  }

  #skip() {
    this.frame.skip();
    this.show(false);
  }

  /** @param {OutState} out */
  #actions({ mayTakeBack, maySkip, mayBeReady, seesHands }) {
    const { text, state, issue } = this.context;
    const { isWanted } = this.next;
    /**
     * @param {string} key
     * @param {() => unknown} onclick
     * @param {Record<string, string>} [more]
     */
    const button = (key, onclick, more = {}) => createButton({ key, onclick, ...more }, text(key));
    return [
      maySkip &&
        !this.frame.skips &&
        button('out.skip', () => this.#skip(), {
          class: 'primary',
        }),
      mayTakeBack &&
        button('out.take_back', () => issue({ type: 'ask_take_back', version: state.at.version })),
      mayBeReady &&
        createButton(
          {
            key: 'out.ready',
            class: 'out-ready',
            'aria-pressed': isWanted ? 'true' : 'false',
            onclick: () => {
              this.next.want(!isWanted);
              this.show(false);
            },
          },
          isWanted && icon('check'),
          text('out.ready'),
        ),
      !seesHands &&
        createButton(
          {
            key: 'out.react',
            'aria-expanded': this.#emotes === null ? 'false' : 'true',
            onclick: () => this.#react(),
          },
          text('out.react'),
        ),
    ];
  }

  /** Opens or closes the row of emotes. */
  #react() {
    if (this.#emotes === null) {
      this.#emotes = createEmotes(this.context.text, (emote) => {
        if (!this.context.say({ type: 'emote', emote })) this.unsent();
      });
      this.#element.append(this.#emotes);
    } else {
      this.#closeEmotes();
    }
    this.show(false);
  }

  #closeEmotes() {
    this.#emotes?.remove();
    this.#emotes = null;
  }

  /** @param {number | null} seat */
  #follow(seat) {
    if (seat === this.#followed) return;
    this.#followed = seat;
    showFollowed(seat, this.context.state.view);
  }

  /** Marks the followed player again, after the list of players was drawn. */
  markFollowed() {
    if (this.#followed !== null) showFollowed(this.#followed, this.context.state.view);
  }
}
