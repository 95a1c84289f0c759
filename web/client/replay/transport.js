/**
 * The buttons of a replay: to the start, a step back, play or pause, a step on, to the end; the
 * speed, and the choice of the viewer.
 *
 * @import {Text} from '../lib/text.js'
 * @import {Viewer} from './address.js'
 * @import {Film} from './film.js'
 */
import { createButton, html, paint, set, svg } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { shownName } from '../lib/text.js';

/** The path data of the icons of the two ends. */
const [START, END] = ['M6 6v12M17.5 6l-6 6 6 6', 'M18 6v12M6.500 6l6 6-6 6'];

/**
 * Draws an icon that only a replay has, like those of all pages.
 *
 * @param {string} d
 */
const edge = (d) =>
  svg(
    'svg',
    { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' },
    svg('path', { d }),
  );

/** The speeds, the slowest first. */
export const SPEEDS = [0.5, 1, 2, 4];

export class Transport {
  #speed = html('select', { class: 'replay-speed' });
  #viewer = html('select', { class: 'replay-viewer', translate: 'no' });

  /**
   * @param {Text} text
   * @param {object} on
   * @param {(by: 1 | -1) => void} on.step
   * @param {(to: 'start' | 'end') => void} on.jump
   * @param {() => void} on.toggle
   * @param {(speed: number) => void} on.speed
   * @param {(viewer: Viewer) => void} on.view
   */
  constructor(text, on) {
    this.text = text;
    this.start = this.#button(edge(START), 'film.start', () => on.jump('start'));
    this.back = this.#button(icon('chevron-left'), 'review.previous', () => on.step(-1));
    this.toggle = this.#button(icon('play'), 'film.play', on.toggle);
    this.toggle.classList.add('primary');
    this.on = this.#button(icon('chevron-right'), 'review.next', () => on.step(1));
    this.last = this.#button(edge(END), 'film.end', () => on.jump('end'));
    const buttons = [this.start, this.back, this.toggle, this.on, this.last];
    set(this.#speed, { 'aria-label': text('film.speed') });
    paint(
      this.#speed,
      SPEEDS.map((speed) =>
        html('option', { value: speed, selected: speed === 1 }, text('film.times', { speed })),
      ),
    );
    this.#speed.addEventListener('change', () => on.speed(Number(this.#speed.value)));
    this.#viewer.addEventListener('change', () => {
      const { value } = this.#viewer;
      on.view(value === 'spectator' || value === 'all' ? value : Number(value));
    });
    this.element = html(
      'div',
      { class: 'transport' },
      html(
        'div',
        { class: 'transport-buttons', role: 'group', 'aria-label': text('film.controls') },
        buttons,
      ),
      this.#speed,
    );
    this.viewer = html(
      'label',
      { class: 'replay-view' },
      html('span', {}, text('film.view')),
      this.#viewer,
    );
  }

  /**
   * @param {Element} sign
   * @param {string} key
   * @param {() => void} press
   */
  #button(sign, key, press) {
    const label = this.text(key);
    return createButton(
      { class: 'square', 'aria-label': label, title: label, onclick: press },
      sign,
    );
  }

  /**
   * Offers the viewers of a game.
   *
   * @param {Film} film
   * @param {Viewer} chosen
   */
  offer(film, chosen) {
    const { text } = this;
    const seats = film.replay.players.map(({ name }, seat) => ({
      value: seat,
      words: shownName(name),
    }));
    const all = [
      { value: 'spectator', words: text('film.spectator') },
      ...seats,
      { value: 'all', words: text('film.all') },
    ];
    paint(
      this.#viewer,
      all.map(({ value, words }) => html('option', { value, selected: value === chosen }, words)),
    );
    this.#viewer.value = String(chosen);
  }

  /**
   * Shows whether the replay plays, and the end that it is at.
   *
   * @param {{ step: number, end: number, plays: boolean, speed: number }} now
   */
  show({ step, end, plays, speed }) {
    const { text } = this;
    for (const button of [this.start, this.back])
      set(button, { 'aria-disabled': step === 0 ? 'true' : null });
    for (const button of [this.on, this.last])
      set(button, { 'aria-disabled': step === end ? 'true' : null });
    const label = text(plays ? 'film.pause' : 'film.play');
    set(this.toggle, { 'aria-label': label, title: label });
    paint(this.toggle, icon(plays ? 'pause' : 'play'));
    this.#speed.value = String(speed);
  }
}
