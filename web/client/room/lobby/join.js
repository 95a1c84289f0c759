/**
 * The panel for a visitor who has followed an invitation link and has no seat: the host and the
 * game, and one button that takes a seat.
 *
 * @import {Colour} from '../../protocol.js'
 * @import {RoomContext} from '../context.js'
 */

import { html, paint, part, write } from '../../lib/dom.js';
import { glyph } from '../../lib/glyph.js';
import { selectOnFocus, showName } from '../../lib/name-field.js';
import { newNonce } from '../../lib/random.js';
import { sayClock } from '../../settings/words.js';
import { COLOURS, freeColours } from './colours.js';

/** The key of the colour that was chosen last on this device. */
const CHOSEN = 'senda.colour';

export class JoinPanel {
  /** The selected colour, or `null` before the panel is shown. @type {Colour | null} */
  #colour = null;
  /**
   * Whether the visitor wants to watch and is therefore not asked, because of the link for
   * spectators or by choice.
   */
  #watches;
  #panel = part('join');
  /** The name that the server has. The field shows it until the visitor types another one. */
  #known = '';
  #name = /** @type {HTMLInputElement} */ (part('join-name'));

  /**
   * @param {RoomContext} context
   * @param {object} use
   * @param {(name: string) => Promise<boolean>} use.rename changes the visitor's name; resolves to
   *   whether that succeeded
   * @param {() => void} use.changed called when the visitor has chosen to watch, so that the parts
   *   beside the panel are redrawn
   */
  constructor(context, { rename, changed }) {
    this.context = context;
    this.rename = rename;
    this.#watches = new URLSearchParams(context.world.location.search).has('watch');
    selectOnFocus(this.#name);
    part('join-form').addEventListener('submit', (event) => {
      event.preventDefault();
      void this.sit(null);
    });
    part('join-watch').addEventListener('click', () => {
      this.#watches = true;
      this.show();
      changed();
      part('main').focus({ preventScroll: true });
    });
  }

  /** Whether the panel is visible. */
  get isShown() {
    return !this.#panel.hidden;
  }

  /** Shows the panel to a visitor who can take a seat, and hides it otherwise. */
  show() {
    const { text, state } = this.context;
    const { you, view } = state;
    if (!you || !view) return;
    const free = view.seats.some((seat) => !seat);
    // After a game the buttons of the result lead to the next one.
    const isBefore = view.phase !== 'playing' && view.phase !== 'over';
    const wanted = !this.#watches && you.seat === null && free && isBefore && !view.used_up;
    if (this.#name.value === this.#known && you.name !== this.#known)
      showName(this.#name, you.name);
    this.#known = you.name;
    this.#panel.hidden = !wanted;
    if (!wanted) return;
    const game = text(`game.${view.settings.options.game}`);
    const invites = you.host
      ? text('join.own', { game })
      : text('join.title', { name: view.host.name, game });
    write(part('join-title'), invites);
    const seated = view.seats.filter((seat) => seat !== null).length;
    const facts = [
      text('lobby.seated', { seated, seats: view.seats.length }),
      sayClock(view.settings.clock, text),
    ];
    write(part('join-facts'), facts.join(' · '));
    // A visitor who only watches would have to leave once the game starts.
    part('join-watch').hidden = view.settings.no_spectators === true;
    this.#paintColours();
  }

  #paintColours() {
    const { text, state } = this.context;
    const free = freeColours(state.view?.seats ?? []);
    if (this.#colour === null || !free.has(this.#colour)) this.#colour = this.#usual(free);
    paint(
      part('join-colours'),
      COLOURS.map((colour) =>
        html(
          'label',
          { key: colour, class: 'join-colour', title: text(`colour.${colour}`) },
          html('input', {
            type: 'radio',
            name: 'join-colour',
            value: colour,
            checked: colour === this.#colour,
            disabled: !free.has(colour),
            'aria-label': text(`colour.${colour}`),
            onchange: () => {
              this.#colour = colour;
            },
          }),
          glyph(colour),
        ),
      ),
    );
  }

  /**
   * Takes a seat. If the panel is shown, the visitor gets the name and the marker that they have
   * chosen there. A player who takes a seat is ready and contributes to the shuffle.
   *
   * @param {number | null} seat the seat, or `null` for the first free one
   */
  sit = async (seat) => {
    const { state, issue } = this.context;
    if (!this.isShown) {
      await issue({ type: 'sit', seat, colour: null, nonce: newNonce() });
      return;
    }
    const name = this.#name.value.trim();
    if (name !== '' && name !== state.you?.name && !(await this.rename(name))) return;
    const colour = this.#colour;
    const { ok } = await issue({ type: 'sit', seat, colour, nonce: newNonce() });
    if (ok && colour) this.#remember(colour);
  };

  /**
   * Returns the initially selected colour: the last chosen one if it is free, or else the first
   * free one.
   *
   * @param {Set<Colour>} free
   */
  #usual(free) {
    const remembered = this.#remembered();
    const chosen = COLOURS.find((colour) => colour === remembered);
    return chosen && free.has(chosen)
      ? chosen
      : (COLOURS.find((colour) => free.has(colour)) ?? null);
  }

  #remembered() {
    try {
      return this.context.world.storage().getItem(CHOSEN);
    } catch {
      return null;
    }
  }

  /** @param {Colour} colour */
  #remember(colour) {
    try {
      this.context.world.storage().setItem(CHOSEN, colour);
    } catch {
      // Without storage the choice is not remembered.
    }
  }
}
