/**
 * The replay of the last game in its room, with its review: it takes the place of the result, and
 * shows its positions on the room's board.
 *
 * @import {BoardFrame} from '../game/board-frame.js'
 * @import {RoomContext} from '../context.js'
 * @import {Mark} from '../../replay/review-words.js'
 */
import { createButton, html, part } from '../../lib/dom.js';
import { icon } from '../../lib/icons.js';
import { openLayer } from '../../lib/layer.js';
import { sayError } from '../../lib/problem.js';
import { fetchReplayFiles, ReplayPanel } from '../../replay/panel.js';

/**
 * @typedef {object} ReviewEvents
 * @property {(marks: ReadonlyMap<number, Mark>) => void} mark annotates the log lines of these
 *   versions
 * @property {(version: number) => void} find shows the log line of a version
 * @property {Pick<BoardFrame, 'review' | 'restsIn'>} frame the board of the room
 * @property {() => void} changed called when the review is opened or closed
 */

/** Fetches the texts and styles of a review. */
export const fetchReview = fetchReplayFiles;

/** The panel that reviews the last game. */
export class ReviewPanel {
  /** The number of the finished game, or 0 for none. */
  #round = 0;
  /** @type {'closed' | 'open' | 'failed'} */
  #state = 'closed';
  /** @type {ReplayPanel | null} */
  #replay = null;
  #complaint = '';
  /** The seat in which the reader played. @type {number | null} */
  #own = null;
  /** Leaves the entry of the open review in the history. */
  #leave = async () => {};

  /**
   * @param {HTMLElement} parent
   * @param {RoomContext} context
   * @param {ReviewEvents} on
   */
  constructor(parent, context, on) {
    this.parent = parent;
    this.context = context;
    this.on = on;
  }

  /** Whether the review is shown, so that there is nothing to request. */
  get isOpen() {
    return this.#state === 'open';
  }

  /**
   * Follows the state of the room. The next game removes the review of the last one.
   *
   * @param {number} round the number of the finished game, or 0 for none
   * @param {number | null} own the seat in which the reader played
   */
  follow(round, own) {
    this.#own = own;
    if (round === this.#round) return;
    this.on.mark(new Map());
    void this.#end();
    this.#round = round;
    this.#paint();
  }

  /** Closes the review and shows the result of the game again. */
  close() {
    const left = this.#end();
    this.#paint();
    this.on.changed();
    // The page is then at the history entry that the review was opened from.
    void left.then(this.on.changed);
  }

  #end() {
    this.#state = 'closed';
    this.#replay?.close();
    this.#replay = null;
    delete document.body.dataset['reviewing'];
    this.on.frame.review(null);
    const left = this.#leave();
    this.#leave = async () => {};
    return left;
  }

  /** Fetches the replay, shows it, and requests the review. */
  async begin() {
    const { room, text, announce } = this.context;
    const { frame, mark, find } = this.on;
    const round = this.#round;
    const close = () => this.close();
    const replay = new ReplayPanel({
      ...{ text, announce, frame, mark, find, close },
      board: part('board'),
      own: this.#own,
    });
    this.#state = 'open';
    this.#replay = replay;
    this.#paint();
    this.parent.querySelector('h2')?.focus();
    try {
      const path = `/api/rooms/${encodeURIComponent(room)}/games/${round}/replay`;
      await replay.open(path, { step: null, viewer: 'spectator' });
      if (replay !== this.#replay) {
        replay.close();
        if (this.#replay === null) frame.review(null);
        return;
      }
      document.body.dataset['reviewing'] = '';
      this.#leave = openLayer(close);
      // The result above the review has gone, so the page may be scrolled too far.
      scrollTo(0, 0);
      replay.begin(true);
    } catch (error) {
      if (replay !== this.#replay) return;
      this.#state = 'failed';
      this.#complaint = sayError(error, text);
      this.#paint();
      announce(this.#complaint);
      this.on.changed();
    }
  }

  #paint() {
    this.parent.hidden = this.#state === 'closed';
    const { text } = this.context;
    const heading = html(
      'div',
      { class: 'heading' },
      html('h2', { id: 'review-title', tabindex: '-1' }, text('review.title')),
      createButton(
        {
          class: 'quiet square',
          'aria-label': text('review.close'),
          title: text('review.close'),
          onclick: () => this.close(),
        },
        icon('close'),
      ),
    );
    const refusal = html('p', { class: 'refused' }, this.#complaint);
    const content = this.#state === 'failed' ? refusal : (this.#replay?.element ?? '');
    this.parent.replaceChildren(heading, content);
  }
}
