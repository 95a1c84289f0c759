/**
 * Defers work until the browser has drawn a frame or has nothing else to do. Each piece runs in a
 * task of its own, so that the page answers input in between.
 */

/** The longest wait in milliseconds for a moment in which the browser has nothing to do. */
const IDLE_MS = 2000;

/**
 * Creates a function that schedules `run` after the next frame. Further calls before it runs have
 * no effect.
 *
 * @param {() => void} run
 * @returns {() => void} schedules the run
 */
export function createLater(run) {
  let asked = false;
  const channel = new MessageChannel();
  channel.port1.onmessage = () => {
    asked = false;
    run();
  };
  const next = () => channel.port2.postMessage(null);
  return () => {
    if (asked) return;
    asked = true;
    // A hidden page draws no frames, so it does not wait for one.
    if (document.hidden) next();
    else requestAnimationFrame(next);
  };
}

/**
 * Runs a function once the browser has nothing else to do, or after two seconds.
 *
 * @param {() => void} run
 */
export function whenIdle(run) {
  // Safari has no idle callbacks.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: IDLE_MS });
  else setTimeout(run, IDLE_MS / 4);
}
