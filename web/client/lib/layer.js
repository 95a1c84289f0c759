/**
 * Makes the Back button or gesture on a phone close dialogs and sheets: while one is open, the
 * history has an additional entry. On other devices Back leads to the previous page as usual.
 */

/**
 * The media query for windows where dialogs and sheets cover the page: phones, upright and on their
 * side.
 */
const PHONE = '(max-width: 33.99rem), (max-height: 30rem)';
/** The key in the state of a history entry that marks it as the entry of a layer. */
const MARK = 'layer';
/**
 * The time in milliseconds after which an entry counts as left, if the browser does not confirm it.
 */
const LEAVE_MS = 500;

/** The function that closes each open layer, the topmost last. @type {(() => void)[]} */
const layers = [];
/** Resolves when all pending steps back in the history are done. */
let leaving = Promise.resolve();
/** Called when the browser has left an entry. @type {(() => void) | null} */
let left = null;
let watched = false;

/** The number of layers that the current history entry represents. */
const depth = () => Number(history.state?.[MARK] ?? 0);

function watch() {
  if (watched) return;
  watched = true;
  addEventListener('popstate', () => {
    if (left) left();
    else while (layers.length > depth()) layers.pop()?.();
  });
}

/** @returns {Promise<void>} resolves when the browser is back at the previous entry */
function leave() {
  return new Promise((resolve) => {
    const timer = setTimeout(() => left?.(), LEAVE_MS);
    left = () => {
      clearTimeout(timer);
      left = null;
      // The browser is again responsible for the scroll position.
      if (depth() === 0) history.scrollRestoration = 'auto';
      resolve();
    };
    history.back();
  });
}

/**
 * Registers a layer over the page.
 *
 * @param {() => void} close closes the layer when Back is pressed
 * @returns {() => Promise<void>} reports that the layer was closed in any way; resolves when its
 *   history entry is left
 */
export function openLayer(close) {
  if (!matchMedia(PHONE).matches) return () => Promise.resolve();
  watch();
  layers.push(close);
  // Going back from the entry must not scroll the page behind.
  history.scrollRestoration = 'manual';
  history.pushState({ ...history.state, [MARK]: layers.length }, '');
  return () => {
    const at = layers.indexOf(close);
    if (at < 0) return leaving;
    layers.splice(at, 1);
    leaving = leaving.then(() => (depth() > layers.length ? leave() : undefined));
    return leaving;
  };
}

/**
 * Shows a modal dialog that Back closes as well.
 *
 * @param {HTMLDialogElement} dialog
 */
export function showDialog(dialog) {
  const closed = openLayer(() => dialog.close());
  dialog.addEventListener('close', () => void closed(), { once: true });
  dialog.showModal();
  return closed;
}

// After a reload no layer is open, so the entries of layers are left.
if ('history' in globalThis && depth() > 0) history.go(-depth());
