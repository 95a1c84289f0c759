/**
 * Applies the colour scheme and the skin that the device has chosen, and follows changes in this
 * tab and in others. This is no module, because modules run after the first paint, which would
 * flash in the colours of the system.
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
