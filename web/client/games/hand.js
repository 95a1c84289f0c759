/**
 * The hand beside a board: up to three tiles that the player can choose and turn.
 *
 * @import {DragEvents} from './drag.js'
 */
import { createButton, html, Keyed, set } from '../lib/dom.js';
import { listenToDrag } from './drag.js';

/**
 * The time that a finger has to rest on a tile to preview it without choosing it, in milliseconds.
 */
const LONG_PRESS = 350;

/**
 * @template F
 * @typedef {object} Card a tile of the hand as it should be shown
 * @property {{ key: string, face: F }} held the tile, identified by a key because a hand can hold
 *   two identical tiles
 * @property {number} rotation
 * @property {boolean} chosen
 * @property {string | null} blocked the reason why the tile cannot be laid, or `null`
 * @property {string} label
 */

/**
 * @typedef {object} HandEvents
 * @property {(tile: string) => void} press handles a click or a tap on a tile
 * @property {(tile: string) => void} confirm handles Enter on a tile
 * @property {(tile: string | null, by: 'pointer' | 'focus') => void} look handles the start of a
 *   preview of a tile, or its end (`null`)
 * @property {(tile: string) => DragEvents} [drag] returns the drag handlers of a tile; omitted
 *   where tiles cannot be dragged
 */

/**
 * @template F
 * @typedef {object} Drawing the functions that draw tiles
 * @property {(face: F, rotation: number) => SVGSVGElement} pictureOf
 * @property {(tile: SVGGElement, rotation: number) => void} turnTile
 */

/**
 * @template F the data that distinguishes one kind of tile from another
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
   * @param {string} label the label of the whole hand
   */
  show(cards, label) {
    set(this.element, { 'aria-label': label });
    const known = new Map(cards.map((card) => [card.held.key, card]));
    this.cards.keep(known.keys(), (key) => this.#draw(/** @type {Card<F>} */ (known.get(key))));
    let number = 0;
    for (const card of cards) {
      const button = this.cards.get(card.held.key);
      if (!button) continue;
      // New buttons are appended at the end. They move to their place in the hand, because the
      // number keys and the visual order both follow it.
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
    const button = createButton(
      { class: 'hand-tile' },
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
      // The click that ends a long press does not count as a tap.
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
