/** Tabs that divide a form. */
import { createButton, html } from '../lib/dom.js';

/**
 * @typedef {object} Tabs
 * @property {HTMLElement} list
 * @property {HTMLElement[]} panels
 * @property {(inside: Element) => void} reveal opens the tab that contains an element
 */

/**
 * @param {string} name the accessible name of the list of tabs
 * @param {{ id: string, title: string, content: HTMLElement[] }[]} parts
 * @returns {Tabs}
 */
export function createTabs(name, parts) {
  const tabs = parts.map(({ id, title }) =>
    createButton(
      {
        role: 'tab',
        class: 'settings-tab',
        id: `settings-tab-${id}`,
        'aria-controls': `settings-panel-${id}`,
      },
      title,
    ),
  );
  const panels = parts.map(({ id, content }) =>
    html(
      'div',
      {
        role: 'tabpanel',
        class: 'settings-panel',
        id: `settings-panel-${id}`,
        'aria-labelledby': `settings-tab-${id}`,
      },
      content,
    ),
  );

  /** @param {number} chosen */
  function open(chosen) {
    for (const [at, tab] of tabs.entries()) {
      tab.setAttribute('aria-selected', String(at === chosen));
      tab.tabIndex = at === chosen ? 0 : -1;
    }
    for (const [at, panel] of panels.entries()) panel.hidden = at !== chosen;
  }

  /**
   * @param {number} at
   * @param {string} key
   * @returns {number | undefined} the tab that the key leads to
   */
  function led(at, key) {
    switch (key) {
      case 'ArrowRight':
        return (at + 1) % tabs.length;
      case 'ArrowLeft':
        return (at + tabs.length - 1) % tabs.length;
      case 'Home':
        return 0;
      case 'End':
        return tabs.length - 1;
      default:
        return undefined;
    }
  }

  for (const [at, tab] of tabs.entries()) {
    tab.addEventListener('click', () => open(at));
    tab.addEventListener('keydown', (event) => {
      const next = led(at, event.key);
      if (next === undefined) return;
      event.preventDefault();
      open(next);
      tabs[next]?.focus();
    });
  }
  open(0);
  return {
    list: html('div', { role: 'tablist', class: 'settings-tabs', 'aria-label': name }, tabs),
    panels,
    reveal(inside) {
      const at = panels.findIndex((panel) => panel.contains(inside));
      if (at >= 0) open(at);
    },
  };
}
