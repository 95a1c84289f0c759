/**
 * Installs the service worker in an installed app, so that the app shows a page of Senda's own when
 * it is opened while the server can't be reached.
 */

import { prefixed } from './files.js';

/** The service worker of the pages, which also receives the notifications. */
const WORKER = prefixed('/push.js');

/** Installs the service worker, if the page runs as an installed app or becomes one. */
export function watchInstallation() {
  const workers = navigator.serviceWorker;
  // Browsers allow service workers only over https.
  if (!workers) return;
  // Without the worker, the browser shows its own page.
  const install = () => void workers.register(WORKER).catch(() => {});
  if (matchMedia('(display-mode: standalone)').matches) install();
  else addEventListener('appinstalled', install);
}
