/**
 * The lists of the log and the chat. They grow at the end and stay scrolled to it, unless the
 * reader has scrolled up.
 *
 * @import {ChatLine} from '../../protocol.js'
 * @import {Entry} from './chronicle.js'
 * @import {Mark} from '../../replay/review-words.js'
 * @import {Text} from '../../lib/text.js'
 */

import { createButton, html } from '../../lib/dom.js';
import { glyph } from '../../lib/glyph.js';
import { icon } from '../../lib/icons.js';
import { lazily } from '../../lib/once.js';
import { drawEmote } from './emotes.js';

/** The distance from the end, in pixels, within which a list counts as scrolled to the end. */
const AT_END = 40;

const hours = lazily(
  () =>
    new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
);

/**
 * Returns the time of a line. It is empty if the line before it has the same minute.
 *
 * @param {number} at milliseconds since 1970
 * @param {number | undefined} before the time of the line before it
 */
function moment(at, before) {
  const date = new Date(at);
  const written = hours().format(date);
  const again = before !== undefined && hours().format(new Date(before)) === written;
  return html('time', { datetime: date.toISOString() }, again ? '' : written);
}

/** @param {HTMLElement} list */
const measure = (list) => `${list.clientHeight} of ${list.scrollHeight}`;

/**
 * Creates the update function of a list whose items are only appended or all replaced.
 *
 * @template {{at: number}} T
 * @param {HTMLElement} parent
 * @param {(item: T, before: number | undefined) => HTMLLIElement} draw
 * @returns {(items: T[]) => number} shows the items; returns the number of items added at the end
 */
function createGrowingList(parent, draw) {
  /** @type {T[]} */
  let shown = [];
  let following = true;
  /** The height of the visible part and of the content at the last check. */
  let measured = '';
  const follow = () => {
    measured = measure(parent);
    if (following) parent.scrollTop = parent.scrollHeight;
  };
  const heed = () => {
    // A scroll event may be the result of a changed size. Only a scroll at the same size means that
    // the reader has moved away from the end.
    if (following && measured !== measure(parent)) follow();
    else following = parent.scrollHeight - parent.scrollTop - parent.clientHeight < AT_END;
  };
  parent.addEventListener('scroll', heed);
  // A list that becomes smaller, or is shown again, must be scrolled to its end again.
  new ResizeObserver(follow).observe(parent);
  return (items) => {
    // The reader may have scrolled just now, so that the event is still to come.
    if (parent.clientHeight) heed();
    // The chat drops its oldest lines, so the remaining lines must be the end of the lines shown
    // before.
    const [oldest] = items;
    const dropped = oldest === undefined ? -1 : shown.indexOf(oldest);
    const kept = dropped < 0 ? 0 : shown.length - dropped;
    const continued = dropped >= 0 && items[kept - 1] === shown.at(-1);
    if (continued) {
      for (let index = 0; index < dropped; index += 1) parent.firstElementChild?.remove();
    } else {
      parent.replaceChildren();
    }
    const added = items.slice(continued ? kept : 0);
    const start = items.length - added.length;
    parent.append(...added.map((item, index) => draw(item, items[start + index - 1]?.at)));
    shown = [...items];
    if (!continued) following = true;
    follow();
    return added.length;
  };
}

/**
 * Creates the log of the room page.
 *
 * @param {HTMLElement} parent
 * @param {Text} text
 */
export function createLog(parent, text) {
  /** The annotations of lines, by version. @type {ReadonlyMap<number, Mark>} */
  let marks = new Map();
  /** The labels of the buttons that replay a turn, by the version of their line. */
  let offers = /** @type {ReadonlyMap<number, string>} */ (new Map());
  let chosen = (/** @type {number} */ _version, /** @type {HTMLElement} */ _button) => {};
  /** @param {number} version */
  const offerOf = (version) => {
    const label = offers.get(version);
    if (label === undefined) return '';
    const button = createButton(
      { class: 'quiet replay-turn', 'aria-label': label, title: label },
      icon('replay'),
    );
    button.addEventListener('click', () => chosen(version, button));
    return button;
  };
  /** @param {number} version */
  const noteOf = (version) => {
    const mark = marks.get(version);
    return mark ? html('small', { class: 'mark' }, mark.words) : '';
  };
  const show = createGrowingList(parent, (/** @type {Entry} */ entry, before) =>
    html(
      'li',
      { 'data-version': entry.version, class: marks.get(entry.version)?.costly && 'costly' },
      moment(entry.at, before),
      html(
        'span',
        {},
        entry.sentences.join(' '),
        entry.bot && html('small', { class: 'bot-mark' }, ` ${text('bot.mark')}`),
        noteOf(entry.version),
      ),
      offerOf(entry.version),
    ),
  );
  /** @param {number} version */
  const lineOf = (version) =>
    /** @type {HTMLElement | null} */ (parent.querySelector(`[data-version="${version}"]`));
  return {
    show,

    /**
     * Offers to replay the turns whose first line has one of these versions, and no others.
     *
     * @param {ReadonlyMap<number, string>} next the labels of the buttons, by version
     * @param {(version: number, button: HTMLElement) => void} press called when a button is pressed
     */
    offer(next, press) {
      const before = offers;
      [offers, chosen] = [next, press];
      for (const version of before.keys())
        if (!next.has(version)) lineOf(version)?.querySelector('.replay-turn')?.remove();
      for (const version of next.keys())
        if (!before.has(version)) lineOf(version)?.append(offerOf(version));
    },

    /**
     * Annotates the lines of these versions, and removes all other annotations.
     *
     * @param {ReadonlyMap<number, Mark>} next
     */
    mark(next) {
      for (const version of marks.keys()) {
        const line = lineOf(version);
        line?.classList.remove('costly');
        line?.querySelector('.mark')?.remove();
      }
      marks = next;
      for (const [version, { costly }] of marks) {
        const line = lineOf(version);
        line?.classList.toggle('costly', costly);
        line?.querySelector(':scope > span')?.append(noteOf(version));
      }
    },

    /**
     * Scrolls the line of a version into view and focuses it.
     *
     * @param {number} version
     */
    find(version) {
      const line = lineOf(version);
      if (!line) return;
      line.tabIndex = -1;
      const centre = () => {
        const [list, box] = [parent.getBoundingClientRect(), line.getBoundingClientRect()];
        parent.scrollTop += box.top - list.top - list.height / 2;
        line.scrollIntoView({ block: 'nearest' });
      };
      centre();
      line.focus({ preventScroll: true });
      // A list that was hidden before is scrolled to its end in the next frame.
      requestAnimationFrame(() => requestAnimationFrame(centre));
    },
  };
}

/**
 * Creates the list of chat lines.
 *
 * @param {HTMLElement} parent
 * @param {Text} text
 * @param {object} people
 * @param {(line: ChatLine) => boolean} people.isOwn whether the reader has written the line
 * @param {(line: ChatLine) => Promise<void>} people.mute asks whether to mute the author of the
 *   line, or to report the line
 * @returns {(lines: ChatLine[]) => number}
 */
export function createChatLines(parent, text, { isOwn, mute }) {
  return createGrowingList(parent, (line, before) => {
    const { at, name, colour, text: said, emote } = line;
    const speaker = isOwn(line)
      ? html('strong', { dir: 'auto', translate: 'no' }, name)
      : createButton(
          {
            class: 'speaker',
            dir: 'auto',
            translate: 'no',
            'aria-haspopup': 'dialog',
            'aria-label': text('mute.named', { name }),
            title: text('mute.hint'),
            onclick: () => void mute(line),
          },
          name,
        );
    return html(
      'li',
      {},
      moment(at, before),
      html(
        'span',
        {},
        colour !== null && html('span', { class: 'seat-sign' }, glyph(colour)),
        speaker,
        ' ',
        said !== undefined && html('span', { dir: 'auto' }, said),
        emote && drawEmote(emote),
        emote && html('span', { class: 'visually-hidden' }, text(`emote.${emote}`)),
      ),
    );
  });
}
