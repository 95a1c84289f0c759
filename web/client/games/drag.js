/**
 * Makes it possible to drag a tile of the hand to the board with a mouse, a pen or a finger.
 * Everything that can be dragged can also be chosen by a click.
 */
import { html } from '../lib/dom.js';

/** The distance that a pointer must move before it starts to drag, in pixels. */
const SLIP = 8;

/**  @typedef {{ clientX: number, clientY: number }} At a point of the window */
/**
 * @typedef {object} DragEvents
 * @property {(by: string) => { across: number } | Promise<unknown> | null} lift starts the drag by a
 *   pointer of that type; returns how many pixels wide the dragged picture should be, `null` where
 *   the tile cannot be dragged, or a promise to wait for before it is asked again
 * @property {(at: At) => boolean} over handles the pointer being over a point; returns whether the
 *   board already shows the tile there
 * @property {(at: At | null) => void} drop handles the release at a point; `null` where the tile
 *   goes back to the hand
 */

/**
 * Makes an element draggable: a copy of its picture follows the pointer.
 *
 * @param {HTMLElement} element
 * @param {DragEvents} on
 */
export function listenToDrag(element, on) {
  /** @type {{ id: number, x: number, y: number, waits: PointerEvent | null } | null} */
  let pressed = null;
  /** @type {{ picture: HTMLElement, across: number } | null} */
  let lifted = null;
  let dragged = false;

  const end = (/** @type {At | null} */ at) => {
    pressed = null;
    document.removeEventListener('pointermove', move);
    document.removeEventListener('pointerup', release);
    document.removeEventListener('pointercancel', cancel);
    if (lifted === null) return;
    lifted.picture.remove();
    element.classList.remove('dragged');
    lifted = null;
    document.removeEventListener('keydown', onEscape, { capture: true });
    on.drop(at);
  };
  const release = (/** @type {PointerEvent} */ event) => {
    if (event.pointerId === pressed?.id) end(event);
  };
  const cancel = (/** @type {PointerEvent} */ event) => {
    if (event.pointerId === pressed?.id) end(null);
  };
  const onEscape = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    end(null);
  };
  const lift = (/** @type {PointerEvent} */ event) => {
    const size = on.lift(event.pointerType);
    if (size instanceof Promise) {
      wait(size, event);
      return;
    }
    if (size === null) {
      end(null);
      return;
    }
    dragged = true;
    element.classList.add('dragged');
    element.setPointerCapture(event.pointerId);
    lifted = { picture: copyOf(element, size.across), across: size.across };
    document.addEventListener('keydown', onEscape, { capture: true });
  };
  const wait = (/** @type {Promise<unknown>} */ ready, /** @type {PointerEvent} */ event) => {
    const press = pressed;
    if (press === null) return;
    const isNew = press.waits === null;
    press.waits = event;
    if (!isNew) return;
    void ready.then(() => {
      const last = press.waits;
      press.waits = null;
      if (pressed === press && last !== null) move(last);
    });
  };
  const move = (/** @type {PointerEvent} */ event) => {
    if (pressed === null || event.pointerId !== pressed.id) return;
    const slipped = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y);
    if (lifted === null && slipped >= SLIP) lift(event);
    if (lifted === null) return;
    const { picture, across } = lifted;
    picture.style.translate = `${event.clientX - across / 2}px ${event.clientY - across / 2}px`;
    picture.classList.toggle('shown-there', on.over(event));
  };

  element.addEventListener('pointerdown', (event) => {
    dragged = false;
    if (event.button !== 0 || !event.isPrimary) return;
    pressed = { id: event.pointerId, x: event.clientX, y: event.clientY, waits: null };
    // The listener is on the document, because a fast pointer has left the element before it has
    // moved far enough.
    document.addEventListener('pointermove', move);
    document.addEventListener('pointerup', release);
    document.addEventListener('pointercancel', cancel);
  });
  // The click that ends a drag must not press anything.
  element.addEventListener(
    'click',
    (event) => {
      if (dragged && event.detail > 0) event.stopImmediatePropagation();
      dragged = false;
    },
    { capture: true },
  );
}

/**
 * Shows a copy of an element's picture above the page.
 *
 * @param {HTMLElement} element
 * @param {number} across the width and height in pixels
 */
function copyOf(element, across) {
  const picture = html('div', { class: 'board-lifted', 'aria-hidden': 'true' });
  const drawn = element.querySelector('svg')?.cloneNode(true);
  if (drawn) picture.append(drawn);
  picture.style.inlineSize = `${across}px`;
  picture.style.blockSize = `${across}px`;
  // The copy goes into the element's board, so that it inherits the same colours.
  element.closest('.board')?.append(picture);
  return picture;
}
