/**
 * Says when this page has made a mistake of its own, instead of standing there as if nothing were. It comes before
 * every other script and needs none of them, as each of them may be what is missing.
 */

/** What browsers report of a layout that settles one frame later: nothing has gone wrong. */
const HARMLESS = /^ResizeObserver loop/;

/** Milliseconds after which a page that shows nothing has probably lost what it waits for. */
const BLANK_MS = 60_000;
/** Milliseconds from which on it may have been lost, when the device has a network again. */
const FRESH_MS = 5_000;

/** Whether the page has come as far as its words. */
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
      : // Without a script whatever imports it does not run; a picture is no such loss.
        !(event.target instanceof HTMLScriptElement);
  if (!harmless) show();
}

// A browser waits for a script as long as the network keeps silent.
setTimeout(() => {
  if (!isWorded()) show();
}, BLANK_MS);
addEventListener('online', () => {
  if (!isWorded() && performance.now() > FRESH_MS) location.reload();
});
// Elements tell only those who listen on the way down.
addEventListener('error', failed, true);
addEventListener('unhandledrejection', show);
