/**
 * Work that can wait until the browser has shown what could not: each in a task of its own, so that whoever taps meanwhile
 * is answered between them.
 */

/**
 * Runs something soon, once however often it is asked for.
 *
 * @param {() => void} run
 * @returns {() => void} asks for it
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
    // A page that nobody sees shows nothing, and waits for nothing.
    if (document.hidden) next();
    else requestAnimationFrame(next);
  };
}
