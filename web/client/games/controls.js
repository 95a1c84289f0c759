/**
 * What the panels beside the boards have in common: the button that decides, the ones that turn, the help on keys.
 */
import { html, set, svg, write } from '../lib/dom.js';

/**
 * Lets a button be pressed, but for as long as it says that it can't.
 *
 * @template {HTMLElement} B
 * @param {B} button
 * @param {() => void} press
 * @returns {B}
 */
export function pressable(button, press) {
  button.addEventListener('click', () => {
    if (button.getAttribute('aria-disabled') !== 'true') press();
  });
  return button;
}

/** The button that decides. It keeps its place while there is nothing to decide, so that nothing jumps. */
export class CommitButton {
  /** @param {() => void} press */
  constructor(press) {
    const button = html('button', { type: 'button', class: 'board-commit absent' });
    this.element = pressable(button, press);
  }

  /**
   * @param {string | null} label `null` while nothing is to be decided
   * @param {boolean} ready whether it can be pressed
   */
  show(label, ready) {
    this.element.classList.toggle('absent', label === null);
    if (label !== null) write(this.element, label);
    set(this.element, { 'aria-disabled': ready ? null : 'true' });
  }
}

/** The two buttons that turn, back and on. */
export class TurnButtons {
  /** @param {(by: 1 | -1) => void} turn */
  constructor(turn) {
    this.back = turnButton('turn-back', () => turn(-1));
    this.on = turnButton('turn-on', () => turn(1));
    this.element = html('div', { class: 'board-turns' }, this.back, this.on);
  }

  /**
   * @param {string} back what they say
   * @param {string} on
   * @param {boolean} enabled
   */
  show(back, on, enabled) {
    set(this.back, { 'aria-label': back, title: back });
    set(this.on, { 'aria-label': on, title: on });
    this.back.disabled = !enabled;
    this.on.disabled = !enabled;
  }
}

/**
 * A button with an arrow that goes round.
 *
 * @param {'turn-back' | 'turn-on'} name
 * @param {() => void} press
 */
function turnButton(name, press) {
  const arrow = svg(
    'svg',
    { viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' },
    svg('path', { d: 'M19 12.5a7 7 0 1 1-2.2-5.1' }),
    svg('path', { d: 'M17.6 3.2v4.6h-4.6' }),
  );
  const button = html('button', { type: 'button', class: `board-turn ${name}` }, arrow);
  button.addEventListener('click', press);
  return button;
}

/** Which keys there are, to be unfolded. */
export class KeyHelp {
  /**
   * @param {string} title
   * @param {readonly (readonly [keys: string, name: string])[]} rows the keys with blanks between them
   * @param {(name: string) => string} say what a key does
   * @param {string | null} [more] what else there is to know
   */
  constructor(title, rows, say, more = null) {
    const lines = rows.flatMap(([keys, name]) => [
      html('dt', { 'data-key': name }, ...keys.split(' ').map((one) => html('kbd', {}, one))),
      html('dd', { 'data-key': name }, say(name)),
    ]);
    this.element = html(
      'details',
      { class: 'board-keys' },
      html('summary', {}, title),
      html('dl', {}, ...lines),
      ...(more === null ? [] : [html('p', {}, more)]),
    );
  }

  /** Unfolds it, or folds it again. Says that it could. */
  toggle() {
    this.element.open = !this.element.open;
    if (this.element.open) this.element.querySelector('summary')?.focus();
    return true;
  }
}

/**
 * The sign on a board by which a finger or a mouse confirms what is put together there.
 *
 * @param {() => void} press
 * @returns {SVGGElement} around the origin
 */
export function drawCheck(press) {
  const check = svg(
    'g',
    { class: 'confirm' },
    svg('circle', { class: 'confirm-reach', r: 27 }),
    svg('circle', { class: 'confirm-face', r: 18 }),
    svg('path', { class: 'confirm-tick', d: 'M-8 0.5L-2.5 6.5L8.5 -6' }),
  );
  check.addEventListener('click', (event) => {
    event.stopPropagation();
    press();
  });
  return check;
}
