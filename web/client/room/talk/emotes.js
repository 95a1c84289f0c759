/**
 * The emotes of the chat: their pictures, and the buttons that send them.
 *
 * @import {Emote} from '../../protocol.js'
 * @import {Text} from '../../lib/text.js'
 */
import { createButton, html, svg } from '../../lib/dom.js';

/**
 * The picture of each emote: its lines in a square of 24 units, and its filled areas.
 *
 * @type {Record<Emote, { lines: string, filled?: string }>}
 */
const DRAWINGS = {
  hello: {
    lines:
      'M8 13V6.5a1.3 1.3 0 0 1 2.6 0V11m0-5.5a1.3 1.3 0 0 1 2.6 0V11m0-4.3a1.3 1.3 0 0 1 2.6 0V14c0 3.9-2 6-5 6-2.4 0-3.7-1-5-3.2l-2-3.6a1.3 1.3 0 0 1 2.2-1.4L8 13.6M17.5 4.5A6 6 0 0 1 20 8M4 8.5A6 6 0 0 1 5.6 5',
  },
  good_luck: {
    lines: 'M12 12c0 4 1 6.500 3 8.500',
    filled:
      'M12 12C9 12 5 11.500 5 8.700 5 6.500 8 6 9 8 7.500 6 9 3.500 12 5.500 15 3.500 16.500 6 15 8 16 6 19 6.500 19 8.700 19 11.500 15 12 12 12ZM12 12C10.800 14.800 8.500 16.500 7 15.300 5.600 14.200 7.300 12.300 12 12ZM12 12C13.200 14.800 15.500 16.500 17 15.300 18.400 14.200 16.700 12.300 12 12Z',
  },
  nice: {
    lines:
      'M7.500 11 11 4.500c1.800 0 2.300 1.400 1.900 3L12.300 10H18a1.700 1.700 0 0 1 1.700 2l-1.100 6a2 2 0 0 1-2 1.600H7.500ZM4 11h3.500v8.600H4Z',
  },
  thanks: {
    lines: '',
    filled:
      'M12 20C5 15.300 3.500 12 3.500 9.300 3.500 6.700 5.500 5 7.800 5 9.600 5 11.200 6 12 7.600 12.800 6 14.400 5 16.200 5 18.500 5 20.500 6.700 20.500 9.300 20.500 12 19 15.300 12 20Z',
  },
  oops: {
    lines:
      'M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 1 0 0-17M8.200 17c1-1.900 2.200-2.800 3.800-2.800s2.800.9 3.800 2.800M7.500 10l3-1.500M16.500 10l-3-1.500',
  },
  wow: {
    lines:
      'M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 1 0 0-17M12 13.500a2.200 2.700 0 1 0 0 5.400 2.200 2.700 0 1 0 0-5.400',
    filled:
      'M8.800 7.700a1.300 1.600 0 1 0 0 3.200 1.300 1.600 0 1 0 0-3.200M15.200 7.700a1.300 1.600 0 1 0 0 3.200 1.300 1.600 0 1 0 0-3.200',
  },
  thinking: {
    lines:
      'M4 6.500A2.500 2.500 0 0 1 6.500 4h11A2.500 2.500 0 0 1 20 6.500v7a2.500 2.500 0 0 1-2.500 2.500H11l-4.500 4v-4A2.500 2.500 0 0 1 4 13.500Z',
    filled:
      'M8.300 8.800a1.300 1.300 0 1 0 0 2.600 1.300 1.300 0 1 0 0-2.600M12 8.800a1.300 1.300 0 1 0 0 2.600 1.300 1.300 0 1 0 0-2.600M15.700 8.800a1.300 1.300 0 1 0 0 2.600 1.300 1.300 0 1 0 0-2.600',
  },
  good_game: {
    lines:
      'M7 4h10v5.500a5 5 0 0 1-10 0ZM7 6H4c0 3 1 5 3.300 5M17 6h3c0 3-1 5-3.300 5M12 14.500V18M8.500 20h7M9.500 18h5l.5 2h-6Z',
  },
};

/** All emotes in the order of the buttons. */
export const EMOTES = /** @type {Emote[]} */ (Object.keys(DRAWINGS));

/**
 * Draws an emote.
 *
 * @param {Emote} emote
 */
export function drawEmote(emote) {
  const { lines, filled } = DRAWINGS[emote];
  return svg(
    'svg',
    { class: 'emote', viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' },
    lines !== '' && svg('path', { class: 'emote-line', d: lines }),
    filled !== undefined && svg('path', { class: 'emote-fill', d: filled }),
  );
}

/**
 * Creates a row with a button for each emote.
 *
 * @param {Text} text
 * @param {(emote: Emote) => void} say sends an emote
 */
export function createEmotes(text, say) {
  return html(
    'div',
    { class: 'emotes', role: 'group', 'aria-label': text('emote.title') },
    EMOTES.map((emote) =>
      createButton(
        {
          class: 'quiet square',
          'aria-label': text(`emote.${emote}`),
          title: text(`emote.${emote}`),
          onclick: () => say(emote),
        },
        drawEmote(emote),
      ),
    ),
  );
}
