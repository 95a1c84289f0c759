/**
 * The review of a finished game: the win chances, the cost of each move, and a hard bot's
 * alternatives to costly ones. While it is open, the room's board shows the selected step.
 *
 * @import {Review} from '../../protocol.js'
 * @import {BoardFrame} from '../game/board-frame.js'
 * @import {RoomContext} from '../context.js'
 * @import {Mark} from './review-words.js'
 * @import {Progress} from './review-request.js'
 */
import { loadStyle } from '../../games/modules.js';
import { createButton, html, paint } from '../../lib/dom.js';
import { icon } from '../../lib/icons.js';
import { openLayer } from '../../lib/layer.js';
import { sayError } from '../../lib/problem.js';
import { loadPart } from '../../lib/text.js';
import { Replay } from './replay.js';
import { listenToReviewKeys } from './review-keys.js';
import { fetchReviewOf } from './review-request.js';
import { ReviewView } from './review-view.js';
import { marksOf, verdictOf } from './review-words.js';

/**
 * @typedef {object} ReviewEvents
 * @property {(marks: ReadonlyMap<number, Mark>) => void} mark annotates the log lines of these
 *   versions
 * @property {(version: number) => void} find shows the log line of a version
 * @property {Pick<BoardFrame, 'review'>} frame the board of the room
 * @property {() => void} changed called when the review is opened or closed
 */

/** Fetches the texts and styles of a review. */
export async function fetchReview() {
  await Promise.all([loadPart('room/text/*.review.json'), loadStyle('room/after/review.css')]);
}

/** The panel that reviews the last game. */
export class ReviewPanel {
  /** The number of the finished game, or 0 for none. */
  #round = 0;
  /** @type {'closed' | 'working' | 'open' | 'failed'} */
  #state = 'closed';
  /** @type {Progress | null} */
  #progress = null;
  /** @type {Replay | null} */
  #replay = null;
  /** @type {ReviewView | null} */
  #view = null;
  #complaint = '';
  /** The seat in which the reader played. @type {number | null} */
  #own = null;
  /** Ends what belongs to the open review: its keys and its entry in the history. */
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

  /** Whether the review is shown or computed, so that there is nothing to request. */
  get isOpen() {
    return this.#state === 'working' || this.#state === 'open';
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
    if (this.#replay) this.on.mark(new Map());
    void this.#end();
    this.#round = round;
    this.#replay = null;
    this.#progress = null;
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
    this.#view = null;
    delete document.body.dataset['reviewing'];
    this.on.frame.review(null);
    const left = this.#leave();
    this.#leave = async () => {};
    return left;
  }

  /** Requests the review, unless it is known, and shows it. */
  async begin() {
    const { room, text, announce } = this.context;
    const round = this.#round;
    this.#state = 'working';
    this.#paint();
    if (!this.#replay) announce(text('review.working'));
    this.parent.querySelector('h2')?.focus();
    try {
      const review =
        this.#replay?.review ??
        (await fetchReviewOf(room, round, {
          isWanted: () => round === this.#round && this.#state === 'working',
          progress: (progress) => {
            this.#progress = progress;
            this.#paint();
          },
        }));
      if (review) this.#open(review);
    } catch (error) {
      if (round !== this.#round) return;
      this.#state = 'failed';
      this.#complaint = sayError(error, text);
      this.#paint();
      announce(this.#complaint);
      this.on.changed();
    }
  }

  /** @param {Review} review */
  #open(review) {
    const { context, on } = this;
    this.#state = 'open';
    document.body.dataset['reviewing'] = '';
    const replay = new Replay(review);
    this.#replay = replay;
    this.#view = new ReviewView(replay, this.#own, context, on);
    this.#leave = this.#listen(this.#view);
    on.mark(marksOf(review, context.text));
    this.#paint();
    // The result above the review has gone, so the page may be scrolled too far.
    scrollTo(0, 0);
    this.#view.begin();
    context.announce(verdictOf(review, this.#own, context.text));
  }

  /** @param {ReviewView} view */
  #listen(view) {
    const close = () => this.close();
    const deafen = listenToReviewKeys({
      step: (by) => view.step(by),
      costly: (by) => view.stepCostly(by),
      close,
    });
    const left = openLayer(close);
    return () => {
      deafen();
      return left();
    };
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
    const view = this.#view;
    if (view === null) {
      paint(
        this.parent,
        heading,
        this.#state === 'failed' && html('p', { class: 'refused' }, this.#complaint),
        this.#state === 'working' && this.#working(),
      );
      return;
    }
    const focused = this.parent.contains(document.activeElement);
    this.parent.replaceChildren(heading, view.element);
    if (focused) this.parent.querySelector('h2')?.focus({ preventScroll: true });
  }

  #working() {
    const { text } = this.context;
    const { done, of } = this.#progress ?? { done: 0, of: 0 };
    return html(
      'p',
      { class: 'review-progress', key: 'working' },
      html('progress', { max: of || 1, value: done, 'aria-label': text('review.working') }),
      html('span', {}, of > 0 && text('review.progress', { done, count: of })),
    );
  }
}
