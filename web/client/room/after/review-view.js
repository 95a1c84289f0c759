/**
 * The contents of an open review: the chart, the selected step and the lists of costly moves. It
 * shows the selected step on the board.
 *
 * @import {WorstMoment} from '../../protocol.js'
 * @import {Words} from '../../games/modules.js'
 * @import {RoomContext} from '../context.js'
 * @import {Replay} from './replay.js'
 * @import {ReviewEvents} from './review.js'
 * @import {Which} from './review-step.js'
 */
import { seatsOf } from '../../games/seats.js';
import { createButton, html, paint, set } from '../../lib/dom.js';
import { shownName } from '../../lib/text.js';
import { ChancesChart, sayStep } from './chances.js';
import { countGood } from './grades.js';
import { badge, headOf, paintStep } from './review-step.js';
import { verdictOf } from './review-words.js';

export class ReviewView {
  /** @type {{ step: number, which: Which }} */
  #at;
  #verdict = html('p', { class: 'review-verdict' });
  #detail = html('div', { class: 'review-step', 'aria-live': 'polite' });
  #moves = html('div', { class: 'review-moves', role: 'group' });
  #lists = html('div', { class: 'review-lists' });

  /**
   * @param {Replay} replay
   * @param {number | null} own the seat in which the reader played
   * @param {RoomContext} context
   * @param {ReviewEvents} on
   */
  constructor(replay, own, context, on) {
    this.replay = replay;
    this.own = own;
    this.context = context;
    this.on = on;
    const { text, chronicle } = context;
    /** @type {Words} */
    this.words = {
      text,
      name: (seat) => shownName(chronicle.players[seat]?.name ?? context.name(seat)),
    };
    this.#at = { step: replay.end, which: 'chosen' };
    this.chart = new ChancesChart(text, replay, chronicle.players, (step, costly) =>
      this.#go(step, costly ? 'better' : 'chosen'),
    );
    set(this.#moves, { 'aria-label': text('review.moves') });
    this.element = html(
      'div',
      { class: 'review-told' },
      this.#verdict,
      this.chart.element,
      this.#moves,
      this.#detail,
      this.#lists,
      this.chart.details,
    );
    paint(this.#verdict, verdictOf(replay.review, own, text));
    this.#paintLists();
  }

  /** Shows the first costly move of the reader, or the end of the game. */
  begin() {
    const { costly } = this.replay;
    const own = costly.find((step) => this.replay.moment(step)?.seat === this.own);
    const first = own ?? (this.own === null ? costly[0] : undefined);
    if (first === undefined) this.#go(this.replay.end, 'chosen');
    else this.#go(first, 'better');
  }

  /**
   * Shows the next step or the one before.
   *
   * @param {1 | -1} by
   */
  step(by) {
    const step = this.#at.step + by;
    if (step >= 0 && step <= this.replay.end) this.#go(step, 'chosen');
  }

  /**
   * Shows the next costly move or the one before.
   *
   * @param {1 | -1} by
   */
  stepCostly(by) {
    const step = this.replay.nextCostly(this.#at.step, by);
    if (step !== null) this.#go(step, 'better');
  }

  /**
   * @param {number} step
   * @param {Which} which
   */
  #go(step, which) {
    this.#at = { step, which };
    this.chart.show(step);
    this.#paintMoves();
    paintStep(this.#detail, this.replay, this.#at, this.context, this.words, {
      choose: (other) => this.#go(step, other),
      find: this.on.find,
    });
    for (const button of this.#lists.querySelectorAll('button')) {
      const isIt = button.dataset['step'] === String(step);
      set(button, { 'aria-current': isIt ? 'step' : null });
    }
    this.#showBoard();
  }

  #showBoard() {
    const { step, which } = this.#at;
    const seats = seatsOf(this.context.chronicle.players);
    const moment = this.replay.moment(step);
    this.on.frame.review(
      moment
        ? {
            view: moment.view,
            seats,
            you: decider(moment, this.words),
            proposal: which === 'better' ? moment.better.action : moment.action,
          }
        : { view: this.replay.position(step), seats, you: null, proposal: null },
    );
  }

  #paintMoves() {
    const { text } = this.context;
    const { step } = this.#at;
    const { replay } = this;
    /**
     * @param {string} key
     * @param {string} sign
     * @param {boolean} possible
     * @param {() => void} onclick
     */
    const button = (key, sign, possible, onclick) =>
      createButton(
        {
          class: 'square',
          'aria-label': text(`review.${key}`),
          title: text(`review.${key}`),
          'aria-disabled': possible ? null : 'true',
          onclick,
        },
        sign,
      );
    const [before, after] = [replay.nextCostly(step, -1), replay.nextCostly(step, 1)];
    paint(
      this.#moves,
      button('previous_costly', '«', before !== null, () => this.stepCostly(-1)),
      button('previous', '‹', step > 0, () => this.step(-1)),
      button('next', '›', step < replay.end, () => this.step(1)),
      button('next_costly', '»', after !== null, () => this.stepCostly(1)),
    );
  }

  /** Shows the costly moves: the reader's first, then those of each other player. */
  #paintLists() {
    const { replay, own, words } = this;
    const moments = replay.costly.flatMap((step) => {
      const moment = replay.moment(step);
      return moment ? [{ step, moment }] : [];
    });
    const seats = this.context.chronicle.players.map((_, seat) => seat);
    const order = own === null ? seats : [own, ...seats.filter((seat) => seat !== own)];
    paint(
      this.#lists,
      order.map((of) => {
        const shares = countGood(replay.review.decisions, of);
        return html(
          'section',
          { key: of },
          html(
            'h3',
            {},
            headOf(of, this.context, words),
            shares.count > 0 && html('small', {}, words.text('review.share', shares)),
          ),
          html(
            'ol',
            { class: 'review-moments' },
            moments
              .filter(({ moment }) => moment.seat === of)
              .map(({ step, moment }) => this.#item(step, moment)),
          ),
        );
      }),
    );
  }

  /**
   * @param {number} step
   * @param {WorstMoment} moment
   */
  #item(step, { loss }) {
    return html(
      'li',
      {},
      createButton(
        { 'data-step': step, onclick: () => this.#go(step, 'better') },
        badge(loss, this.words),
        html('small', { class: 'soft' }, sayStep(step, this.replay, this.words.text)),
      ),
    );
  }
}

/**
 * Returns the player who decided, in the form that the board expects for its viewer.
 *
 * @param {WorstMoment} moment
 * @param {Words} words
 */
const decider = ({ seat }, { name }) => ({
  person: '',
  name: name(seat),
  seat,
  host: false,
  left_out: false,
  tabs: 1,
});
