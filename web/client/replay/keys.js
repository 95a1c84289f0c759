/**
 * The keys of an open replay. They work everywhere on the page except in text fields and open
 * dialogs.
 */

/**
 * @typedef {object} ReplayKeys
 * @property {(by: number) => void} step shows a later or an earlier step
 * @property {(to: 'start' | 'end') => void} jump
 * @property {(by: 1 | -1) => void} costly shows the next costly move or the one before
 * @property {() => void} toggle plays or pauses
 * @property {(by: 1 | -1) => void} speed plays faster or slower
 * @property {(() => void) | null} close closes the replay, if it can be closed
 */

/**
 * @param {ReplayKeys} on
 * @returns {() => void} a function that removes the listener
 */
export function listenToReplayKeys(on) {
  const listener = (/** @type {KeyboardEvent} */ event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('dialog[open], textarea, select, [role="tab"], [contenteditable]')) return;
    const slides = target?.matches('input[type="range"]') ?? false;
    if (target?.matches('input') && !slides) return;
    if (act(event, slides, target, on)) event.preventDefault();
  };
  document.addEventListener('keydown', listener);
  return () => document.removeEventListener('keydown', listener);
}

/**
 * @param {KeyboardEvent} event
 * @param {boolean} slides whether the slider has the focus, which takes some keys itself
 * @param {Element | null} target
 * @param {ReplayKeys} on
 * @returns {boolean} whether the key means something to a replay
 */
function act({ key, shiftKey }, slides, target, on) {
  switch (key) {
    case 'Escape':
      on.close?.();
      return on.close !== null;
    case 'ArrowLeft':
    case 'ArrowRight': {
      const by = key === 'ArrowRight' ? 1 : -1;
      if (shiftKey) on.costly(by);
      else if (slides) return false;
      else on.step(by);
      return true;
    }
    case 'Home':
    case 'End':
      if (slides) return false;
      on.jump(key === 'Home' ? 'start' : 'end');
      return true;
    case ' ':
      // A focused button or link is pressed instead.
      if (target?.closest('button, a, summary')) return false;
      on.toggle();
      return true;
    case '+':
    case '-':
      on.speed(key === '+' ? 1 : -1);
      return true;
    default:
      return false;
  }
}

/** The distance in pixels from which a movement of a finger is a swipe. */
const SWIPE = 40;

/**
 * Steps through a replay by swipes over an element: to the left is the next step, as with pages.
 *
 * @param {HTMLElement} element
 * @param {(by: 1 | -1) => void} step
 * @returns {() => void} a function that removes the listeners
 */
export function listenToSwipes(element, step) {
  /** @type {{ x: number, y: number } | null} */
  let from = null;
  const down = (/** @type {TouchEvent} */ { touches }) => {
    const [touch] = touches;
    from = touches.length === 1 && touch ? { x: touch.clientX, y: touch.clientY } : null;
  };
  const up = (/** @type {TouchEvent} */ { changedTouches }) => {
    const [touch] = changedTouches;
    if (!from || !touch) return;
    const [across, along] = [touch.clientX - from.x, touch.clientY - from.y];
    from = null;
    if (Math.abs(across) < SWIPE || Math.abs(across) < 2 * Math.abs(along)) return;
    step(across < 0 ? 1 : -1);
  };
  element.addEventListener('touchstart', down, { passive: true });
  element.addEventListener('touchend', up, { passive: true });
  return () => {
    element.removeEventListener('touchstart', down);
    element.removeEventListener('touchend', up);
  };
}
