/**
 * Enlarges the board to the whole window, and the window to the whole screen where the browser can.
 */

/**
 * Creates the switch.
 *
 * @param {(isFull: boolean) => void} changed
 */
export function createFullScreen(changed) {
  const { body, documentElement: page } = document;
  const isFull = () => body.dataset['full'] !== undefined;
  /** The scroll position of the page before, in pixels. */
  let before = 0;

  /** @param {boolean} full */
  function set(full) {
    if (full === isFull()) return;
    if (full) {
      before = scrollY;
      body.dataset['full'] = '';
    } else {
      delete body.dataset['full'];
    }
    // The board is at the top of the page. Afterwards the reader is where they were before.
    scrollTo(0, full ? 0 : before);
    changed(full);
  }

  function leave() {
    if (!isFull()) return;
    set(false);
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => {});
  }

  document.addEventListener('fullscreenchange', () => {
    if (!document.fullscreenElement) set(false);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !isFull()) return;
    if (document.querySelector('dialog[open]')) return;
    event.preventDefault();
    leave();
  });

  return {
    leave,

    toggle() {
      if (isFull()) {
        leave();
        return;
      }
      set(true);
      // A phone may refuse. The board has the whole window nevertheless.
      void page.requestFullscreen?.().catch(() => {});
    },
  };
}
