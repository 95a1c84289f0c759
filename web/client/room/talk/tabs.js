/**
 * Tabs that show one of several lists.
 */
import { isDrawn } from '../../lib/dom.js';

/**
 * @typedef {ReturnType<typeof createTabs>} Tabs
 */

/**
 * Creates the tabs of the page.
 *
 * @param {HTMLElement} root the element that contains the tabs; each tab controls a panel
 * @param {HTMLElement} opener the button that opens the tabs on small screens, and that counts the
 *   unseen lines of its panel
 */
export function createTabs(root, opener) {
  const tabs = [...root.querySelectorAll('[role="tab"]')].filter(
    (tab) => tab instanceof HTMLElement,
  );

  /** @param {HTMLElement} tab */
  const panelOf = (tab) => document.getElementById(tab.getAttribute('aria-controls') ?? '');

  /** @param {HTMLElement} chosen */
  function open(chosen) {
    for (const tab of tabs) {
      const selected = tab === chosen;
      tab.setAttribute('aria-selected', String(selected));
      tab.tabIndex = selected ? 0 : -1;
      const panel = panelOf(tab);
      if (panel) panel.hidden = !selected;
    }
    mark(chosen, 0);
  }

  /**
   * @param {HTMLElement} tab
   * @param {number} count
   */
  function mark(tab, count) {
    const written = count === 0 ? '' : String(Math.min(count, 99));
    const same = opener.dataset['counts'] === tab.dataset['counts'];
    for (const one of same ? [tab, opener] : [tab]) {
      const badge = one.querySelector('.badge');
      if (badge) badge.textContent = written;
    }
  }

  /** @param {HTMLElement} tab */
  const countOf = (tab) => Number(tab.querySelector('.badge')?.textContent ?? '');
  /** @param {HTMLElement} tab */
  const isOpen = (tab) => tab.getAttribute('aria-selected') === 'true';

  for (const [index, tab] of tabs.entries()) {
    tab.addEventListener('click', () => open(tab));
    tab.addEventListener('keydown', (event) => {
      const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
      const next = tabs[(index + step + tabs.length) % tabs.length];
      if (step === 0 || !next) return;
      event.preventDefault();
      open(next);
      next.focus();
    });
  }
  const first = tabs[0];
  if (first) open(first);

  return {
    /**
     * Counts new lines of a panel that may be hidden.
     *
     * @param {string} panel the id of the panel
     * @param {number} added
     */
    count(panel, added) {
      const tab = tabs.find((one) => one.dataset['counts'] === panel);
      if (!tab || added === 0 || (isOpen(tab) && isDrawn(root))) return;
      mark(tab, countOf(tab) + added);
    },

    /**
     * Opens the tab of a panel.
     *
     * @param {string} panel the id of the panel
     */
    open(panel) {
      const tab = tabs.find((one) => panelOf(one)?.id === panel);
      if (tab) open(tab);
    },

    /** Opens the tab whose lines the opener counts, because the reader has pressed the opener. */
    shown() {
      const counted = tabs.find((one) => one.dataset['counts'] === opener.dataset['counts']);
      if (counted) open(counted);
    },
  };
}
