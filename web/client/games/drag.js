/**
 * Dragging a tile of the hand to the board, with a mouse, a pen or a finger. What can be dragged can be pressed as well.
 */
import { html } from '../lib/dom.js';

/** How far a pointer slips before it drags what it is on, in pixels. */
const SLIP = 8;

/** @typedef {{ clientX: number, clientY: number }} At a point of the window */
/**
 * @typedef {object} DragEvents
 * @property {(by: string) => { across: number } | null} lift what is dragged begins to move, by that type of pointer; says
 *   how many pixels across it shall be, or `null` where it can't be dragged
 * @property {(at: At) => boolean} over it is over that point; says whether it is shown there already
 * @property {(at: At | null) => void} drop it is let go there; `null` where it goes back
 */

/**
 * Lets an element be dragged: a copy of its picture goes along with the pointer.
 *
 * @param {HTMLElement} element
 * @param {DragEvents} on
 */
export function listenToDrag(element, on) {
  /** @type {{ id: number, x: number, y: number } | null} */
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
    pressed = { id: event.pointerId, x: event.clientX, y: event.clientY };
    // A fast pointer has left the element before it has slipped far enough.
    document.addEventListener('pointermove', move);
    document.addEventListener('pointerup', release);
    document.addEventListener('pointercancel', cancel);
  });
  // What ends a drag presses nothing.
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
 * A copy of an element's picture, over the page.
 *
 * @param {HTMLElement} element
 * @param {number} across pixels
 */
function copyOf(element, across) {
  const picture = html('div', { class: 'board-lifted', 'aria-hidden': 'true' });
  const drawn = element.querySelector('svg')?.cloneNode(true);
  if (drawn) picture.append(drawn);
  picture.style.inlineSize = `${across}px`;
  picture.style.blockSize = `${across}px`;
  // Beside the element, so that it is drawn with the same colours.
  element.closest('.board')?.append(picture);
  return picture;
}
