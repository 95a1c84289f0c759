/**
 * The hand beside a board: up to three tiles to choose from and to turn.
 *
 * @import {DragEvents} from './drag.js'
 */
import { html, Keyed, set } from '../lib/dom.js';
import { listenToDrag } from './drag.js';

/** How long a finger rests on a tile to look at it without choosing it, in milliseconds. */
const LONG_PRESS = 350;

/**
 * @template F
 * @typedef {object} Card how a tile of the hand is to be shown
 * @property {{ key: string, face: F }} held the tile, known by a key: a hand can hold two that are alike
 * @property {number} rotation
 * @property {boolean} chosen
 * @property {string | null} blocked why it can't be laid
 * @property {string} label
 */

/**
 * @typedef {object} HandEvents
 * @property {(tile: string) => void} press a tile is clicked or tapped
 * @property {(tile: string) => void} confirm Enter on a tile
 * @property {(tile: string | null, by: 'pointer' | 'focus') => void} look a tile is looked at, or no longer
 * @property {(tile: string) => DragEvents} [drag] where tiles can be dragged
 */

/**
 * @template F
 * @typedef {object} Drawing how tiles are drawn
 * @property {(face: F, rotation: number) => SVGSVGElement} pictureOf
 * @property {(tile: SVGGElement, rotation: number) => void} turnTile
 */

/**
 * @template F what tells one kind of tile from another
 */
export class Hand {
  /**
   * @param {HandEvents} on
   * @param {Drawing<F>} drawing
   */
  constructor(on, drawing) {
    this.on = on;
    this.drawing = drawing;
    this.element = html('div', { class: 'board-hand', role: 'group' });
    /** @type {Keyed<HTMLButtonElement>} */
    this.cards = new Keyed(this.element);
  }

  /**
   * @param {readonly Card<F>[]} cards
   * @param {string} label of the whole hand
   */
  show(cards, label) {
    set(this.element, { 'aria-label': label });
    const known = new Map(cards.map((card) => [card.held.key, card]));
    this.cards.keep(known.keys(), (key) => this.#draw(/** @type {Card<F>} */ (known.get(key))));
    let number = 0;
    for (const card of cards) {
      const button = this.cards.get(card.held.key);
      if (!button) continue;
      // What is new was made at the end; keys and eyes go by the order.
      const there = this.element.children[number] ?? null;
      if (there !== button) this.element.insertBefore(button, there);
      number += 1;
      set(button, {
        'aria-label': card.label,
        'aria-pressed': String(card.chosen),
        'aria-disabled': card.blocked === null ? null : 'true',
        title: card.blocked,
      });
      const key = button.querySelector('.hand-key');
      if (key) key.textContent = String(number);
      const tile = /** @type {SVGGElement} */ (button.querySelector('.tile'));
      this.drawing.turnTile(tile, card.rotation);
    }
  }

  /** @param {Card<F>} card */
  #draw(card) {
    const button = html(
      'button',
      { type: 'button', class: 'hand-tile' },
      this.drawing.pictureOf(card.held.face, card.rotation),
      html('span', { class: 'hand-key', 'aria-hidden': 'true' }),
    );
    this.#listen(button, card.held.key);
    return button;
  }

  /**
   * @param {HTMLButtonElement} button
   * @param {string} tile
   */
  #listen(button, tile) {
    const { on } = this;
    let rest = 0;
    let held = false;
    const release = () => {
      clearTimeout(rest);
      if (held) on.look(null, 'pointer');
    };
    const drag = on.drag?.(tile);
    if (drag) {
      listenToDrag(button, {
        ...drag,
        lift: (by) => {
          release();
          held = false;
          return drag.lift(by);
        },
      });
    }
    button.addEventListener('click', () => {
      // What ends a long press is no tap.
      if (!held) on.press(tile);
      held = false;
    });
    button.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.repeat) return;
      event.preventDefault();
      event.stopPropagation();
      on.confirm(tile);
    });
    button.addEventListener('pointerenter', (event) => {
      if (event.pointerType === 'mouse') on.look(tile, 'pointer');
    });
    button.addEventListener('pointerleave', (event) => {
      if (event.pointerType === 'mouse') on.look(null, 'pointer');
      else release();
    });
    button.addEventListener('pointerdown', (event) => {
      held = false;
      if (event.pointerType === 'mouse') return;
      rest = window.setTimeout(() => {
        held = true;
        on.look(tile, 'pointer');
      }, LONG_PRESS);
    });
    button.addEventListener('pointerup', release);
    button.addEventListener('pointercancel', release);
    button.addEventListener('contextmenu', (event) => {
      if (held) event.preventDefault();
    });
    button.addEventListener('focus', () => {
      if (button.matches(':focus-visible')) on.look(tile, 'focus');
    });
    button.addEventListener('blur', () => on.look(null, 'focus'));
  }
}
