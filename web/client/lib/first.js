/**
 * The script that each page runs before everything else. It is no module, because modules run after
 * the first paint and may be missing themselves.
 */

/*
 * Leads to the address under the prefix of the server. Some proxies remove the prefix from
 * requests, so the server finds a page without it, but its cookies and links are under it.
 */
(() => {
  const prefix = document.documentElement.dataset['files']?.replace(/a\/\w+\/$/, '');
  if (!prefix || location.pathname.startsWith(prefix)) return;
  location.replace(prefix + location.href.slice(location.origin.length + 1));
})();

/*
 * Applies the colour scheme and the skin that the device has chosen, and follows changes in this
 * tab and in others. Otherwise the page would flash in the colours of the system.
 */
(() => {
  const root = document.documentElement;
  const colours = [...document.querySelectorAll('meta[name="theme-color"]')];
  const media = colours.map((colour) => colour.getAttribute('media') ?? '');

  /** @param {{ theme?: unknown, skin?: unknown } | null} choice */
  function apply(choice) {
    const theme = choice?.theme === 'light' || choice?.theme === 'dark' ? choice.theme : null;
    if (theme) root.dataset['theme'] = theme;
    else delete root.dataset['theme'];
    if (typeof choice?.skin === 'string') root.dataset['skin'] = choice.skin;
    else delete root.dataset['skin'];
    colours.forEach((colour, at) => {
      const own = media[at] ?? '';
      const forced = own.includes(String(theme)) ? 'all' : 'not all';
      colour.setAttribute('media', theme ? forced : own);
    });
  }

  /** @param {() => string | null} read */
  function applyStored(read) {
    try {
      apply(JSON.parse(read() ?? 'null'));
    } catch {
      // Without a readable storage the page has the colours of the system.
    }
  }

  applyStored(() => localStorage.getItem('senda.appearance'));
  addEventListener('storage', ({ key, newValue }) => {
    if (key === 'senda.appearance') applyStored(() => newValue);
  });
  addEventListener('appearance', (event) => {
    if (event instanceof CustomEvent) apply(event.detail);
  });
})();

/*
 * Shows an error panel when a script of this page fails, instead of a page that looks normal but
 * does not work.
 */
(() => {
  /** The error that browsers report for a layout that settles one frame later. It is harmless. */
  const HARMLESS = /^ResizeObserver loop/;

  /** The time in milliseconds after which a page that shows nothing has probably lost a script. */
  const BLANK_MS = 60_000;
  /**
   * The age in milliseconds from which a blank page is reloaded when the device gets a network
   * again.
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
})();

/*
 * Opens the socket of the page while its modules are still loading, which saves a slow phone
 * several round trips. The page names it in `<meta name="socket">`, and `lib/early-socket.js` takes
 * it. The socket of a room needs a session, so it is opened only in a browser that has been in a
 * room.
 */
(() => {
  /** The time in milliseconds after which a socket that nothing has taken is closed. */
  const UNUSED_MS = 30_000;

  const path = document.querySelector('meta[name="socket"]')?.getAttribute('content');
  if (typeof path !== 'string') return;
  try {
    const isOfRoom = path.includes('{room}');
    if (isOfRoom && localStorage.getItem('senda.known') === null) return;
    const room = encodeURIComponent(
      decodeURIComponent(/\/r\/([^/]+)/.exec(location.pathname)?.[1] ?? ''),
    );
    const url = new URL(path.replace('{room}', room), location.href);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(url, ['senda.v2', 'senda.v1']);
    /** @type {Event[]} */
    const events = [];
    const keep = (/** @type {Event} */ event) => void events.push(event);
    const kinds = ['open', 'message', 'close'];
    for (const kind of kinds) socket.addEventListener(kind, keep);
    const unused = setTimeout(() => socket.close(), UNUSED_MS);
    const release = () => {
      clearTimeout(unused);
      for (const kind of kinds) socket.removeEventListener(kind, keep);
      return events;
    };
    Object.assign(window, { earlySocket: { socket, release } });
  } catch {
    // The page then opens its socket itself, and reports why that fails.
  }
})();
