/**
 * What lies over a page on a phone is left with the Back button or gesture: while it is open, the history has an entry
 * more. Elsewhere Back leads to the page before, as always.
 */

/** Windows in which dialogs and sheets take the page's place: phones, upright and on their side. */
const PHONE = '(max-width: 33.99rem), (max-height: 30rem)';
/** What marks the entries of layers, in the state of the history. */
const MARK = 'layer';
/** Milliseconds after which an entry counts as left, if the browser does not say so. */
const LEAVE_MS = 500;

/** How each open layer is closed, the topmost last. @type {(() => void)[]} */
const layers = [];
/** The entries that are being left. */
let leaving = Promise.resolve();
/** Called when the browser has left an entry. @type {(() => void) | null} */
let left = null;
let watched = false;

/** The layers that the current entry stands for. */
const depth = () => Number(history.state?.[MARK] ?? 0);

function watch() {
  if (watched) return;
  watched = true;
  addEventListener('popstate', () => {
    if (left) left();
    else while (layers.length > depth()) layers.pop()?.();
  });
}

/** @returns {Promise<void>} when the browser is back at the entry before */
function leave() {
  return new Promise((resolve) => {
    const timer = setTimeout(() => left?.(), LEAVE_MS);
    left = () => {
      clearTimeout(timer);
      left = null;
      // Where the page is scrolled to is again the browser's to remember.
      if (depth() === 0) history.scrollRestoration = 'auto';
      resolve();
    };
    history.back();
  });
}

/**
 * Says that something lies over the page.
 *
 * @param {() => void} close closes it, as Back has been pressed
 * @returns {() => Promise<void>} says that it has been closed, by whatever; waits until its entry is left
 */
export function openLayer(close) {
  if (!matchMedia(PHONE).matches) return () => Promise.resolve();
  watch();
  layers.push(close);
  // To leave the entry again must not scroll the page behind.
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
 * Shows a dialog, which Back closes as well.
 *
 * @param {HTMLDialogElement} dialog
 */
export function showDialog(dialog) {
  const closed = openLayer(() => dialog.close());
  dialog.addEventListener('close', () => void closed(), { once: true });
  dialog.showModal();
  return closed;
}

// A layer that was open when the page was loaded anew is not, and its entry is left.
if ('history' in globalThis && depth() > 0) history.go(-depth());
