/**
 * The panel for swapping tiles with the players that the acting player's tile has just eliminated.
 * The player chooses tiles to give and tiles to take, or keeps everything.
 *
 * @import {Colour} from '../../protocol.js'
 * @import {Held} from './draft.js'
 * @import {Text} from './words.js'
 */
import { createButton, html, Keyed, set, write } from '../../lib/dom.js';
import { glyph } from '../../lib/glyph.js';
import { pressable } from '../controls.js';
import { pictureOf } from './tile.js';

/**
 * @typedef {object} OfferedTile
 * @property {Held} held
 * @property {string} label
 * @property {boolean} chosen
 */
/**
 * @typedef {object} OfferState
 * @property {readonly OfferedTile[]} own the player's tiles
 * @property {readonly { seat: number, name: string, colour: Colour, tiles: readonly OfferedTile[] }[]} offers
 * @property {boolean} ready whether as many tiles are given as taken
 * @property {boolean} busy whether a decision has been sent and its answer has not arrived yet
 */
/**
 * @typedef {object} OfferEvents
 * @property {(key: string) => void} give
 * @property {(key: string) => void} take
 * @property {() => void} swap
 * @property {() => void} keepAll
 */

/** The offered tiles, beside the player's own. */
export class Offer {
  /**
   * @param {Text} text
   * @param {OfferEvents} on
   */
  constructor(text, on) {
    this.text = text;
    this.on = on;
    this.rows = html('div', { class: 'offer-rows' });
    /** @type {Keyed<HTMLElement>} */
    this.groups = new Keyed(this.rows);
    /** @type {Map<string, Keyed<HTMLButtonElement>>} */
    this.tiles = new Map();
    this.swap = button('board-commit', text('tsuro.swap.commit'), on.swap);
    this.keepAll = button('offer-keep', text('tsuro.swap.keep'), on.keepAll);
    this.element = html(
      'div',
      { class: 'tsuro-offer', role: 'group', 'aria-label': text('tsuro.swap.title'), hidden: true },
      this.rows,
      html('div', { class: 'offer-buttons' }, this.swap, this.keepAll),
    );
  }

  /**  @param {OfferState | null} state the state; `null` while there is nothing to swap */
  show(state) {
    this.element.hidden = state === null;
    if (state === null) {
      this.groups.keep([], () => html('div'));
      this.tiles.clear();
      return;
    }
    const { text, on } = this;
    /** @type {Map<string, { title: string, colour: Colour | null, tiles: readonly OfferedTile[], press: (key: string) => void }>} */
    const hands = new Map();
    hands.set('own', {
      title: text('tsuro.swap.own'),
      colour: null,
      tiles: state.own,
      press: on.give,
    });
    for (const { seat, name, colour, tiles } of state.offers) {
      hands.set(String(seat), {
        title: text('tsuro.swap.of', { name }),
        colour,
        tiles,
        press: on.take,
      });
    }
    this.groups.keep(hands.keys(), (key) => {
      const row = html('div', { class: 'offer-tiles' });
      this.tiles.set(key, new Keyed(row));
      const colour = hands.get(key)?.colour ?? null;
      const title = html(
        'p',
        { 'aria-hidden': 'true' },
        ...(colour ? [glyph(colour)] : []),
        html('span', {}),
      );
      return html(
        'div',
        { class: key === 'own' ? 'offer-hand own' : 'offer-hand', role: 'group' },
        title,
        row,
      );
    });
    for (const [key, { title, tiles, press }] of hands) {
      const group = this.groups.get(key);
      if (!group) continue;
      set(group, { 'aria-label': title });
      const named = group.querySelector('p > span');
      if (named) write(named, title);
      const known = new Map(tiles.map((tile) => [tile.held.key, tile]));
      const row = /** @type {Keyed<HTMLButtonElement>} */ (this.tiles.get(key));
      row.keep(known.keys(), (tile) => {
        const { held } = /** @type {OfferedTile} */ (known.get(tile));
        const made = createButton({ class: 'offer-tile' }, pictureOf(held.face, 0));
        made.addEventListener('click', () => press(held.key));
        return made;
      });
      for (const [tile, { label, chosen }] of known) {
        const made = row.get(tile);
        if (made) set(made, { 'aria-label': label, 'aria-pressed': String(chosen) });
      }
    }
    set(this.swap, { 'aria-disabled': state.ready && !state.busy ? null : 'true' });
    set(this.keepAll, { 'aria-disabled': state.busy ? 'true' : null });
  }

  /** Takes the focus, for a player who has just laid a tile with the keyboard. */
  focus() {
    this.element.querySelector('button')?.focus({ preventScroll: true });
  }
}

/**
 * @param {string} name
 * @param {string} label
 * @param {() => void} press
 */
function button(name, label, press) {
  return pressable(createButton({ class: name }, label), press);
}
