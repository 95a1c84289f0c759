/**
 * The icons of all pages: one set on a grid of 24 units, drawn with lines of the same width that
 * have the colour of the text around them. The signs of one game are in the folder of the game.
 */
import { svg } from './dom.js';

/** @typedef {keyof typeof PATHS} IconName */

/** The path data of each icon. A full stop in an icon is a line without length. */
export const PATHS = {
  close: 'M6 6l12 12M18 6L6 18',
  more: 'M5.5 11.4a.6.6 0 1 1 0 1.2.6.6 0 0 1 0-1.2zM12 11.4a.6.6 0 1 1 0 1.2.6.6 0 0 1 0-1.2zM18.5 11.4a.6.6 0 1 1 0 1.2.6.6 0 0 1 0-1.2z',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  'chevron-down': 'M6 9.5l6 6 6-6',
  'chevron-right': 'M9.5 6l6 6-6 6',
  'chevron-left': 'M14.5 6l-6 6 6 6',
  'arrow-left': 'M20 12H4.5M11 5.5L4.5 12l6.5 6.5',
  'arrow-right': 'M4 12h15.5M13 5.5l6.5 6.5-6.5 6.5',
  'arrow-up': 'M12 20V4.5M5.5 11L12 4.5l6.5 6.5',
  'arrow-down': 'M12 4v15.5M5.5 13l6.5 6.5 6.5-6.5',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  'rotate-left': 'M5 12.5a7 7 0 1 0 2.2-5.1M6.4 3.2v4.6H11',
  'rotate-right': 'M19 12.5a7 7 0 1 1-2.2-5.1M17.6 3.2v4.6H13',
  undo: 'M9 5L4.5 9.5 9 14M5 9.5h9a5.5 5.5 0 0 1 0 11h-3.5',
  replay: 'M5 12.5a7 7 0 1 0 2.2-5.1M6.4 3.2v4.6H11M10.3 9.4l4.8 3.1-4.8 3.1z',
  refresh: 'M19.5 10A8 8 0 0 0 5 8.5M4.5 4v4.5H9M4.5 14A8 8 0 0 0 19 15.5M19.5 20v-4.5H15',
  settings:
    'M4 7h8M18 7h2M4 17h2M12 17h8M15 4.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM9 14.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z',
  sound: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
  mute: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9.5l5 5M20.5 9.5l-5 5',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 21h4',
  sun: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z',
  system: 'M4 5h16v11H4zM9 20h6M12 16v4',
  globe:
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3 12h18M12 3c3 3 3.500 6 3.500 9s-.500 6-3.500 9c-3-3-3.500-6-3.500-9S9 6 12 3',
  palette:
    'M12 3.5a8.5 8.5 0 1 0 0 17c1.4 0 2-.9 2-1.9 0-1.5-1-1.7-1-2.9 0-1 .8-1.7 1.9-1.7H17a3.5 3.5 0 0 0 3.5-3.5c0-4-3.8-7-8.5-7zM7.5 12h.01M9.5 8h.01M14.5 8h.01',
  copy: 'M9 9h11v11H9zM5.5 15H4V4h11v1.5',
  link: 'M10 14a4 4 0 0 0 5.7 0l3.3-3.3a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0L5 13.3A4 4 0 0 0 10.7 19l1.3-1.3',
  share: 'M12 15V3.5M7.5 7.5L12 3.5l4.5 4M5 12v8h14v-8',
  qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2.5v2.5M20 14v.01M14 20h.01M17.5 20H20v-2.5',
  download: 'M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 20h14',
  external: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  send: 'M4 12l16-8-4.5 16-4-6zM11.5 14L20 4',
  smile:
    'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM8.5 14.5c1 1.6 2.2 2.3 3.5 2.3s2.5-.7 3.5-2.3M9 9.5v.5M15 9.5v.5',
  // A bubble with lines of the log.
  talk: 'M4 4.5h16v12h-9l-4.5 4v-4H4zM8 8.5h8M8 12.3h5.5',
  book: 'M12 6.5C9.5 5 7 4.5 4 4.5v14c3 0 5.5.5 8 2 2.5-1.5 5-2 8-2v-14c-3 0-5.5.5-8 2zM12 6.5v14',
  bulb: 'M9 16.5c0-2-3-3.3-3-7a6 6 0 0 1 12 0c0 3.7-3 5-3 7zM9.5 20.5h5',
  info: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 11v5.5M12 7.5v.01',
  warning: 'M12 4l9 16H3zM12 10v4.5M12 17.2v.01',
  clock: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 7.5V12l3 2',
  pause: 'M8.5 5v14M15.5 5v14',
  play: 'M7 4.5l12 7.5-12 7.5z',
  flag: 'M6 21V4M6 4.5h12l-3 4 3 4H6',
  lock: 'M5 11h14v9H5zM8 11V8a4 4 0 0 1 8 0v3',
  unlock: 'M5 11h14v9H5zM8 11V8a4 4 0 0 1 7.5-2',
  leave: 'M13 4H5v16h8M10 12h10.5M17 8.5l3.5 3.5-3.5 3.5',
  people:
    'M9 5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM2.5 20c0-3.5 2.5-5.5 6.5-5.5s6.5 2 6.5 5.5M15.5 5.3a3.5 3.5 0 0 1 0 6.4M18 15c2.2.7 3.5 2.5 3.5 5',
  person: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM4.5 20.5c0-3.8 3-6 7.5-6s7.5 2.2 7.5 6',
  crown: 'M4 18.5h16M4 15L3 7l5 3.5L12 4.5l4 6L21 7l-1 8z',
  eye: 'M2.5 12C5 7.5 8.2 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.7 6.5-9.5 6.5S5 16.5 2.5 12zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6z',
  bot: 'M5 9h14v10H5zM12 9V5M12 4v.01M9 13v1.5M15 13v1.5M2.5 13v2.5M21.5 13v2.5',
  tabs: 'M8 8h12.5v12.5H8zM4 15.5H3.5v-12h12V4',
  menu: 'M4 6.5h16M4 12h16M4 17.5h16',
  trophy:
    'M7 4h10v6a5 5 0 0 1-10 0zM7 6H3.5c0 3.5 1.3 5 3.7 5M17 6h3.5c0 3.5-1.3 5-3.7 5M12 15v3.5M8 20.5h8',
  star: 'M12 3.5l2.6 5.6 6.1.7-4.5 4.2 1.2 6-5.4-3-5.4 3 1.2-6-4.5-4.2 6.1-.7z',
  edit: 'M4 20l1-4.5L16 4.5l3.5 3.5L8.5 19zM13.5 7l3.5 3.5',
  trash: 'M4 7h16M9.5 7V4h5v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  list: 'M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01',
  frame: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  expand: 'M14 4h6v6M10 20H4v-6M20 4l-6.5 6.5M4 20l6.5-6.5',
};

/**
 * Draws an icon as large as the text beside it. Screen readers skip it, so that a button with
 * nothing else in it needs a label.
 *
 * @param {IconName} name
 * @returns {SVGSVGElement}
 */
export function icon(name) {
  return svg(
    'svg',
    { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' },
    svg('path', { d: PATHS[name] }),
  );
}

/**
 * Draws the icons that the markup names with `data-icon`, each before the rest of its element.
 *
 * @param {ParentNode} root
 */
export function fillIcons(root) {
  for (const element of root.querySelectorAll('[data-icon]')) {
    const name = /** @type {IconName} */ (element.getAttribute('data-icon'));
    element.insertBefore(icon(name), element.firstChild);
  }
}
