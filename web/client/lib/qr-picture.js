/**
 * A link as a picture that a phone's camera reads.
 */
import { svg } from './dom.js';
import { qrCode } from './qr-code.js';

/** Light modules round the code, without which cameras don't find it. */
const MARGIN = 4;

/**
 * @param {string} link
 * @param {string} label what it is, for those who don't see it
 * @returns {SVGSVGElement | null} nothing for a link that is too long
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
