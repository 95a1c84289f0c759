/**
 * The chart of the win chances: a line for each player, with the shape of the player at its end. A
 * table contains the same figures. The slider of the timeline is below the chart.
 *
 * @import {Colour} from '../protocol.js'
 * @import {Verdicts} from './verdicts.js'
 * @import {Text} from '../lib/text.js'
 */
import { html, paint, pointIn, set, svg } from '../lib/dom.js';
import { glyphShape } from '../lib/glyph.js';
import { lastIndexWhere } from '../lib/last.js';
import { shownName } from '../lib/text.js';

/** The size of the plot in the units of the drawing. */
const [WIDTH, HEIGHT] = [300, 100];
/** The space for the shapes at the ends of the lines. */
const EDGE = 10;
/** The scale of a shape in the chart. */
const SHAPE = 0.55;
/** The distance between the shapes of lines that end in the same place. */
const APART = 12;
/** The distance, in units of the drawing, within which a press selects a marked move. */
const NEAR = 7;

/** @typedef {{ name: string, colour: Colour }} ChartPlayer */

/**
 * Returns the step at which the line of a seat ends: after it the seat has no chance any more.
 *
 * @param {readonly number[]} chances the chances of a seat at each step
 */
export function lineEnd(chances) {
  const last = lastIndexWhere(chances, (chance) => chance > 0);
  return Math.min(chances.length - 1, last + 1);
}

/** Draws the chart, and reports the steps that the reader selects. */
export class ChancesChart {
  #cursor = svg('path', { class: 'chances-cursor' });
  #table = html('div', { class: 'chances-table' });

  /**
   * @param {Text} text
   * @param {Verdicts} verdicts
   * @param {readonly ChartPlayer[]} players the players, indexed by seat
   * @param {(step: number, costly: boolean) => void} select called with a step, and whether the
   *   reader has pressed the mark of a costly move
   */
  constructor(text, verdicts, players, select) {
    this.text = text;
    this.verdicts = verdicts;
    this.players = players;
    const details = html(
      'details',
      { class: 'fold' },
      html('summary', {}, text('review.table')),
      this.#table,
    );
    details.addEventListener('toggle', () => details.open && this.#fillTable());
    const plot = this.#draw();
    plot.addEventListener('click', (event) => {
      const { x, y } = pointIn(plot, event);
      const marked = verdicts.costly.find(
        (step) => Math.hypot(this.#x(step) - x, this.#y(step) - y) < NEAR,
      );
      const step = Math.round((x / WIDTH) * verdicts.end);
      select(marked ?? Math.max(0, Math.min(verdicts.end, step)), marked !== undefined);
    });
    this.element = html(
      'figure',
      { class: 'chances' },
      html('figcaption', {}, text('review.chances')),
      plot,
    );
    this.details = details;
  }

  /** @param {number} step */
  #x = (step) => (step / Math.max(1, this.verdicts.end)) * WIDTH;

  /**
   * Returns the height of the mark of a decision: on the line of the seat that made it.
   *
   * @param {number} step
   */
  #y(step) {
    const seat = this.verdicts.decision(step)?.seat ?? 0;
    return HEIGHT - (this.verdicts.chances(step)[seat] ?? 0);
  }

  #draw() {
    const grid = [0, 50, 100].map((chance) =>
      svg('path', { class: 'chances-grid', d: `M0 ${HEIGHT - chance}H${WIDTH}` }),
    );
    const marks = this.verdicts.costly.map((step) =>
      svg('circle', { class: 'chances-mark', cx: this.#x(step), cy: this.#y(step), r: 3 }),
    );
    return svg(
      'svg',
      {
        class: 'chances-plot',
        viewBox: `${-EDGE} ${-EDGE} ${WIDTH + 2 * EDGE} ${HEIGHT + 2 * EDGE}`,
        'aria-hidden': 'true',
        focusable: 'false',
      },
      ...grid,
      this.#cursor,
      ...this.#lines(),
      ...marks,
    );
  }

  /** Returns the lines and then the shapes at their ends, so that no line covers a shape. */
  #lines() {
    const steps = Array.from({ length: this.verdicts.end + 1 }, (_, step) => step);
    /** @type {Map<string, number>} */
    const taken = new Map();
    /** @type {SVGElement[]} */
    const lines = [];
    const ends = this.players.map(({ colour }, seat) => {
      const chances = steps.map((step) => this.verdicts.chances(step)[seat] ?? 0);
      const end = lineEnd(chances);
      const points = chances
        .slice(0, end + 1)
        .map((chance, step) => `${this.#x(step).toFixed(1)} ${HEIGHT - chance}`);
      const d = `M${points.join('L')}`;
      const line = svg('path', { class: 'chances-line', d });
      line.style.setProperty('stroke', `var(--seat-${colour})`);
      lines.push(svg('path', { class: 'chances-edge', d }), line);
      const [x, y] = [this.#x(end), HEIGHT - (chances[end] ?? 0)];
      const place = `${Math.round(x / APART)} ${Math.round(y / APART)}`;
      const before = taken.get(place) ?? 0;
      taken.set(place, before + 1);
      const shift = before * APART * (y > HEIGHT / 2 ? -1 : 1);
      const shape = glyphShape(colour);
      set(shape, { transform: `translate(${x.toFixed(1)} ${y + shift}) scale(${SHAPE})` });
      return shape;
    });
    return [...lines, ...ends];
  }

  /**
   * Shows the selected step.
   *
   * @param {number} step
   */
  show(step) {
    const x = this.#x(step).toFixed(1);
    set(this.#cursor, { d: `M${x} ${-EDGE}V${HEIGHT + EDGE}` });
  }

  /**
   * Returns the chances of all players at a step in words.
   *
   * @param {number} step
   */
  words(step) {
    const { text, players, verdicts } = this;
    const chances = verdicts.chances(step);
    return players
      .map(({ name }, seat) => text('review.chance_of', { name, chance: chances[seat] ?? 0 }))
      .join(' ');
  }

  /** Fills the table when it is opened: most readers never open it. */
  #fillTable() {
    if (this.#table.hasChildNodes()) return;
    const { text, players, verdicts } = this;
    const steps = Array.from({ length: verdicts.end + 1 }, (_, step) => step);
    paint(
      this.#table,
      html(
        'table',
        {},
        html('caption', { class: 'visually-hidden' }, text('review.chances')),
        html(
          'thead',
          {},
          html(
            'tr',
            {},
            html('th', { scope: 'col' }, text('review.move')),
            players.map(({ name }) =>
              html('th', { scope: 'col', dir: 'auto', translate: 'no' }, shownName(name)),
            ),
          ),
        ),
        html(
          'tbody',
          {},
          steps.map((step) =>
            html(
              'tr',
              {},
              html('th', { scope: 'row' }, String(step)),
              players.map((_, seat) =>
                html(
                  'td',
                  {},
                  text('review.percent', { chance: verdicts.chances(step)[seat] ?? 0 }),
                ),
              ),
            ),
          ),
        ),
      ),
    );
  }
}

/**
 * Names a step.
 *
 * @param {number} step
 * @param {number} end the last step
 * @param {Text} text
 */
export function sayStep(step, end, text) {
  return step === 0 ? text('review.start') : text('review.step', { number: step, count: end });
}
