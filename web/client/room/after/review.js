/**
 * The review of a finished game: the cost of each decision, and a hard bot's alternatives to costly
 * ones.
 *
 * @import {Judged, Review, WorstMoment} from '../../protocol.js'
 * @import {Words} from '../../games/modules.js'
 * @import {RoomContext} from '../context.js'
 */
import { loadStyle } from '../../games/modules.js';
import { html, paint } from '../../lib/dom.js';
import { sayError } from '../../lib/problem.js';
import { Refused, request } from '../../lib/session.js';
import { loadPart } from '../../lib/text.js';
import { pause } from '../../lib/wait.js';
import { sayProposal, sayReasons } from '../game/hint.js';
import { showMoment } from './review-board.js';

/** The interval in milliseconds between two requests for the progress of a review. */
const ASK_EVERY_MS = 1_000;
/** The maximum number of consecutive attempts of a request. */
const UNANSWERED = 5;
/** The number of worst moments that are pointed out, apart from the reader's own. */
const POINTED_OUT = 3;

/**
 * @typedef {{ words: string, costly: boolean }} Mark the annotation of a decision in the log, and
 *   whether it is pointed out
 * @typedef {{ done: number, of: number }} Progress the number of evaluated decisions, and of all
 *   decisions
 * @typedef {object} ReviewEvents
 * @property {(marks: ReadonlyMap<number, Mark>) => void} mark annotates the log lines of these
 *   versions
 * @property {(version: number) => void} find shows the log line of a version
 */

/** Fetches the texts and styles of a review. */
export async function fetchReview() {
  await Promise.all([loadPart('room/text/*.review.json'), loadStyle('room/after/review.css')]);
}

/**
 * Requests a review, with retries. The request is idempotent, so a short network failure does no
 * harm.
 *
 * @param {string} path
 * @returns {Promise<Review | Progress>}
 */
async function askPatiently(path) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await request('POST', path, undefined, { repeats: true });
    } catch (error) {
      if (error instanceof Refused || tries === UNANSWERED) throw error;
      await pause(tries * ASK_EVERY_MS);
    }
  }
}

/** The panel that reviews the last game. */
export class ReviewPanel {
  /** The number of the finished game, or 0 for none. */
  #round = 0;
  /** @type {'idle' | 'working' | 'done' | 'failed'} */
  #state = 'idle';
  /** @type {Progress | null} */
  #progress = null;
  /** @type {Review | null} */
  #review = null;
  #complaint = '';
  /** The seat in which the reader played. @type {number | null} */
  #own = null;

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

  /** Whether the review is running or done, so that there is nothing to request. */
  get isBegun() {
    return this.#state === 'working' || this.#state === 'done';
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
    if (this.#review) this.on.mark(new Map());
    this.#round = round;
    this.#state = 'idle';
    this.#review = null;
    this.#progress = null;
    this.#paint();
  }

  #paint() {
    this.parent.hidden = this.#state === 'idle';
    const { text } = this.context;
    paint(
      this.parent,
      html('h2', { id: 'review-title', tabindex: '-1' }, text('review.title')),
      this.#state === 'failed' && html('p', { class: 'refused' }, this.#complaint),
      this.#state === 'working' && this.#working(),
      this.#review && this.#told(this.#review),
    );
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

  /** Requests the review and shows its result. */
  async begin() {
    const { room, text, announce } = this.context;
    const round = this.#round;
    const path = `/api/rooms/${encodeURIComponent(room)}/games/${round}/review`;
    this.#state = 'working';
    this.#paint();
    announce(text('review.working'));
    this.parent.querySelector('h2')?.focus();
    try {
      for (;;) {
        /** @type {Review | Progress} */
        const told = await askPatiently(path);
        if (round !== this.#round) return;
        if ('worst' in told) {
          this.#take(told);
          return;
        }
        this.#progress = told;
        this.#paint();
        await pause(ASK_EVERY_MS);
        if (round !== this.#round) return;
      }
    } catch (error) {
      if (round !== this.#round) return;
      this.#state = 'failed';
      this.#complaint = sayError(error, text);
      this.#paint();
      announce(this.#complaint);
    }
  }

  /** @param {Review} review */
  #take(review) {
    this.#state = 'done';
    this.#review = review;
    const { text } = this.context;
    const costly = new Set(this.#shown(review).map(({ version }) => version));
    /** @type {Map<number, Mark>} */
    const marks = new Map();
    for (const { version, loss } of review.decisions)
      if (loss !== null && loss > 0) {
        const words = text(costly.has(version) ? 'review.line_costly' : 'review.line', {
          count: loss,
        });
        marks.set(version, { words, costly: costly.has(version) });
      }
    this.on.mark(marks);
    this.#paint();
    this.context.announce(this.#verdict(review));
  }

  /**
   * Returns the moments that are pointed out: the worst of the game, and all of the reader's.
   *
   * @param {Review} review
   */
  #shown({ worst }) {
    return worst.filter(({ seat }, at) => at < POINTED_OUT || seat === this.#own);
  }

  /** @param {Review} review */
  #verdict(review) {
    const { text } = this.context;
    const { length } = this.#shown(review);
    return length === 0 ? text('review.flawless') : text('review.found', { count: length });
  }

  /** @param {Review} review */
  #told(review) {
    const { text } = this.context;
    const worst = this.#shown(review);
    return html(
      'div',
      { key: 'told', class: 'review-told' },
      html('p', {}, this.#verdict(review)),
      this.#shares(review.decisions),
      html('p', { class: 'soft' }, text('review.explained')),
      html(
        'ol',
        { class: 'review-moments' },
        worst.map((moment) => this.#moment(moment)),
      ),
    );
  }

  /**
   * Creates the list of shares: for each player the number of decisions that were as good as a hard
   * bot's.
   *
   * @param {readonly Judged[]} decisions
   */
  #shares(decisions) {
    const { text } = this.context;
    const { name } = this.#words();
    const judged = decisions.filter(({ loss }) => loss !== null);
    const seats = [...new Set(judged.map(({ seat }) => seat))].sort((a, b) => a - b);
    return html(
      'ul',
      { class: 'review-shares' },
      seats.map((of) => {
        const own = judged.filter(({ seat }) => seat === of);
        const good = own.filter(({ loss }) => loss === 0).length;
        return html(
          'li',
          { key: of },
          html('strong', { dir: 'auto', translate: 'no' }, name(of)),
          ' ',
          html('span', {}, text('review.share', { good, count: own.length })),
        );
      }),
    );
  }

  /** @param {WorstMoment} moment */
  #moment(moment) {
    const { text, chronicle } = this.context;
    const { version, seat, action, reasons, better, loss, view } = moment;
    const words = this.#words();
    const why = sayReasons(reasons, view.game, words);
    const whyBetter = sayReasons(better.reasons, view.game, words);
    const chosen = [sayProposal(action, view, seat, words), ...why].join(' ');
    const other = [sayProposal(better.action, view, seat, words), ...whyBetter].join(' ');
    return html(
      'li',
      { key: version },
      html(
        'p',
        { class: 'review-head' },
        html('strong', { dir: 'auto', translate: 'no' }, words.name(seat)),
        ' ',
        html('strong', { class: 'review-cost' }, text('review.cost', { count: loss })),
      ),
      html('p', {}, text('review.chosen', { what: chosen })),
      html('p', {}, text('review.better', { what: other })),
      html(
        'p',
        { class: 'actions' },
        html(
          'button',
          {
            type: 'button',
            'aria-haspopup': 'dialog',
            onclick: () => void showMoment(moment, this.context, words),
          },
          text('review.board'),
        ),
        chronicle.entries.some((entry) => entry.version === version) &&
          html(
            'button',
            { type: 'button', class: 'quiet', onclick: () => this.on.find(version) },
            text('review.log'),
          ),
      ),
    );
  }

  /** @returns {Words} */
  #words() {
    const { text, chronicle, name } = this.context;
    return { text, name: (seat) => chronicle.players[seat]?.name ?? name(seat) };
  }
}
