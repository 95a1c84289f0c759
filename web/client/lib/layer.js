/**
 * Makes the Back button or gesture close dialogs and sheets before it leaves the page: while one is
 * open, the history has an additional entry.
 */

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

/**
 * Shows a modal dialog of choices. A button among them acts only once the dialog is closed and its
 * history entry is left, because it may open a dialog of its own.
 *
 * @param {HTMLDialogElement} dialog
 * @param {HTMLElement} choices the part of the dialog with the buttons
 */
export function showChoices(dialog, choices) {
  const closed = showDialog(dialog);
  const choose = async (/** @type {Event} */ event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (!button) return;
    event.stopPropagation();
    const shut = new Promise((resolve) => {
      dialog.addEventListener('close', resolve, { once: true });
    });
    dialog.close();
    await shut;
    await closed();
    button.click();
  };
  choices.addEventListener('click', choose, true);
  dialog.addEventListener('close', () => choices.removeEventListener('click', choose, true), {
    once: true,
  });
}

// After a reload no layer is open, so the entries of layers are left.
if ('history' in globalThis && depth() > 0) history.go(-depth());
