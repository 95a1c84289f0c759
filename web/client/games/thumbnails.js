/**
 * The small pictures of the games, for the page that offers them all.
 *
 * @import {GameKind} from '../protocol.js'
 */
import { drawThumbnail as drawSectionX } from './section_x/thumbnail.js';
import { drawThumbnail as drawTortus } from './tortus/thumbnail.js';
import { drawThumbnail as drawTsuro } from './tsuro/thumbnail.js';

const THUMBNAILS = /** @satisfies {Partial<Record<GameKind, () => SVGElement>>} */ ({
  tsuro: drawTsuro,
  tortus: drawTortus,
  section_x: drawSectionX,
});

/**
 * Draws a small picture of a game's board, 3 to 2. Returns `null` where there is none.
 *
 * @param {GameKind} kind
 * @returns {SVGElement | null}
 */
export const drawThumbnail = (kind) => THUMBNAILS[kind]?.() ?? null;
