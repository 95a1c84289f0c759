/**
 * The review within a replay: its request and progress, and then the verdict, the chart of the win
 * chances and the lists of costly moves.
 *
 * @import {Review} from '../protocol.js'
 * @import {Words} from '../games/modules.js'
 * @import {Film} from './film.js'
 */
import { missedPath } from '../games/puzzle-path.js';
import { fetchComputed } from '../lib/computed.js';
import { createButton, html, paint, set } from '../lib/dom.js';
import { glyph } from '../lib/glyph.js';
import { sayError } from '../lib/problem.js';
import { ChancesChart, sayStep } from './chances.js';
import { countGood } from './grades.js';
import { badge } from './moment.js';
import { verdictOf } from './review-words.js';
import { Verdicts } from './verdicts.js';

/** @typedef {import('../lib/computed.js').Progress} Progress */
/**
 * @typedef {object} Missed what seats missed in the game, as the server sends it
 * @property {string} id the id of the game
 * @property {{ version: number, seat: number,
 *   goal: { type: string, players?: number, least?: number } }[]} missed
 */

export class ReviewPart {
  element = html('div', { class: 'review-told' });
  /** The review by steps, once it is known. @type {Verdicts | null} */
  verdicts = null;
  /** @type {ChancesChart | null} */
  #chart = null;
  #lists = html('div', { class: 'review-lists' });
  #isWanted = false;

  /**
   * @param {Words} words
   * @param {object} on
   * @param {(step: number, which: 'better' | null) => void} on.select
   * @param {(verdicts: Verdicts, verdict: string) => void} on.reviewed
   * @param {(sentence: string) => void} on.announce
   */
  constructor(words, on) {
    this.words = words;
    this.on = on;
  }

  /**
   * Offers to review the game.
   *
   * @param {() => void} begin
   */
  offer(begin) {
    const { text } = this.words;
    paint(
      this.element,
      html('p', { class: 'soft' }, text('review.body')),
      createButton({ onclick: begin }, text('review.begin')),
    );
  }

  /**
   * Requests the review and shows it.
   *
   * @param {string} path the path of the game in the API
   * @param {Film} film
   * @param {number | null} own the seat in which the reader played
   */
  async begin(path, film, own) {
    const { text } = this.words;
    this.#isWanted = true;
    this.#working({ done: 0, of: 0 });
    this.on.announce(text('review.working'));
    try {
      const isWanted = () => this.#isWanted;
      /** @type {Review | null} */
      const review = await fetchComputed(`${path}/review`, {
        isWanted,
        progress: (progress) => this.#working(progress),
      });
      if (!review) return;
      // The review is worth showing without it.
      /** @type {Promise<Missed | null>} */
      const searched = fetchComputed(`${path}/missed`, { isWanted });
      const missed = await searched.catch(() => null);
      if (this.#isWanted) this.#show({ review, missed }, film, own);
    } catch (error) {
      if (!this.#isWanted) return;
      const complaint = sayError(error, text);
      paint(
        this.element,
        html('p', { class: 'refused' }, complaint),
        createButton({ onclick: () => void this.begin(path, film, own) }, text('review.begin')),
      );
      this.on.announce(complaint);
    }
  }

  /** Ends a request that nothing waits for any more. */
  end() {
    this.#isWanted = false;
  }

  /**
   * Shows the selected step.
   *
   * @param {number} step
   */
  show(step) {
    this.#chart?.show(step);
    for (const button of this.#lists.querySelectorAll('button')) {
      const isIt = button.dataset['step'] === String(step);
      set(button, { 'aria-current': isIt ? 'step' : null });
    }
  }

  /**
   * Returns the win chances at a step in words; empty before the review is known.
   *
   * @param {number} step
   */
  chances(step) {
    return this.#chart?.words(step) ?? '';
  }

  /** @param {Progress} progress */
  #working({ done, of }) {
    const { text } = this.words;
    paint(
      this.element,
      html(
        'p',
        { class: 'review-progress', key: 'working' },
        html('progress', { max: of || 1, value: done, 'aria-label': text('review.working') }),
        html('span', {}, of > 0 && text('review.progress', { done, count: of })),
      ),
    );
  }

  /**
   * @param {{ review: Review, missed: Missed | null }} found
   * @param {Film} film
   * @param {number | null} own
   */
  #show({ review, missed }, film, own) {
    const { text } = this.words;
    const verdicts = new Verdicts(review, film.replay.steps);
    this.verdicts = verdicts;
    const chart = new ChancesChart(text, verdicts, film.seats(film.end), (step, costly) =>
      this.on.select(step, costly ? 'better' : null),
    );
    this.#chart = chart;
    const verdict = verdictOf(review, own, text);
    this.#paintLists({ verdicts, missed }, film, own);
    this.element.replaceChildren(
      html('p', { class: 'review-verdict' }, verdict),
      chart.element,
      this.#lists,
      chart.details,
    );
    this.on.reviewed(verdicts, verdict);
  }

  /**
   * Lists the costly moves, and what was missed: the reader's first, then those of each other
   * player.
   *
   * @param {{ verdicts: Verdicts, missed: Missed | null }} found
   * @param {Film} film
   * @param {number | null} own
   */
  #paintLists({ verdicts, missed }, film, own) {
    const { words } = this;
    const moments = verdicts.costly.flatMap((step) => {
      const moment = verdicts.moment(step);
      return moment ? [{ step, moment }] : [];
    });
    const players = film.seats(film.end);
    const seats = players.map((_, seat) => seat);
    const order = own === null ? seats : [own, ...seats.filter((seat) => seat !== own)];
    paint(
      this.#lists,
      order.map((of) => {
        const shares = countGood(verdicts.review.decisions, of);
        const colour = players[of]?.colour ?? null;
        return html(
          'section',
          { key: of },
          html(
            'h3',
            {},
            html(
              'strong',
              { class: 'review-who' },
              colour && glyph(colour),
              html('span', { dir: 'auto', translate: 'no' }, words.name(of)),
            ),
            shares.count > 0 && html('small', {}, words.text('review.share', shares)),
          ),
          html(
            'ol',
            { class: 'review-moments' },
            moments
              .filter(({ moment }) => moment.seat === of)
              .map(({ step, moment }) =>
                html(
                  'li',
                  {},
                  createButton(
                    { 'data-step': step, onclick: () => this.on.select(step, 'better') },
                    badge(moment.loss, words),
                    html('small', { class: 'soft' }, sayStep(step, verdicts.end, words.text)),
                  ),
                ),
              ),
          ),
          missed && this.#links(missed, film, of),
        );
      }),
    );
  }

  /**
   * Links to the puzzles that are made of what a seat missed.
   *
   * @param {Missed} missed
   * @param {Film} film
   * @param {number} seat
   */
  #links({ id, missed }, film, seat) {
    const { text } = this.words;
    const own = missed.filter((one) => one.seat === seat);
    return html(
      'ul',
      { class: 'review-missed' },
      own.map((one) => {
        const { type, players, least } = one.goal;
        const step = film.replay.steps.indexOf(one.version);
        return html(
          'li',
          {},
          html(
            'a',
            { href: missedPath(film.replay.options.game, id, one) },
            text(`review.missed.${type}`, { count: players ?? least ?? 1 }),
          ),
          ' ',
          html('small', { class: 'soft' }, sayStep(step, film.end, text)),
        );
      }),
    );
  }
}
