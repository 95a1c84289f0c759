/**
 * Shows an error panel when a script of this page fails, instead of a page that looks normal but
 * does not work. The script is loaded before all others and imports none, because each of them may
 * be the one that is missing.
 */

/** The error that browsers report for a layout that settles one frame later. It is harmless. */
const HARMLESS = /^ResizeObserver loop/;

/** The time in milliseconds after which a page that shows nothing has probably lost a script. */
const BLANK_MS = 60_000;
/**
 * The age in milliseconds from which a blank page is reloaded when the device gets a network again.
 */
const FRESH_MS = 5_000;

/** Whether the page has loaded its texts. */
const isWorded = () => document.body.classList.contains('worded');

function show() {
  const fault = document.getElementById('fault');
  if (!fault?.hidden) return;
  fault.querySelector('button')?.addEventListener('click', () => location.reload());
  fault.hidden = false;
}

/** @param {Event} event */
function failed(event) {
  const harmless =
    event instanceof ErrorEvent
      ? HARMLESS.test(event.message)
      : // Without a script its importers do not run. A missing picture does no such harm.
        !(event.target instanceof HTMLScriptElement);
  if (!harmless) show();
}

// A browser waits for a script for as long as the network is silent.
setTimeout(() => {
  if (!isWorded()) show();
}, BLANK_MS);
addEventListener('online', () => {
  if (!isWorded() && performance.now() > FRESH_MS) location.reload();
});
// Error events of elements do not bubble, so they reach a listener on the window only in the
// capture phase.
addEventListener('error', failed, true);
addEventListener('unhandledrejection', show);
