/**
 * Draws a link as a QR code for the camera of a phone.
 */
import { svg } from './dom.js';
import { qrCode } from './qr-code.js';

/** The quiet zone around the code, in modules. Cameras need it to find the code. */
const MARGIN = 4;

/**
 * @param {string} link
 * @param {string} label the accessible name
 * @returns {SVGSVGElement | null} the picture, or `null` for a link that is too long
 */
export function drawCode(link, label) {
  const modules = qrCode(link);
  if (modules === null) return null;
  const size = modules.length + 2 * MARGIN;
  const dark = modules.flatMap((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x + MARGIN} ${y + MARGIN}h1v1h-1z` : '')),
  );
  return svg(
    'svg',
    { class: 'code', viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': label },
    svg('rect', { class: 'code-light', width: size, height: size }),
    svg('path', { class: 'code-dark', d: dark.join('') }),
  );
}
