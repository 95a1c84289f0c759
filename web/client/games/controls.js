/**
 * What the panels beside the boards have in common: the button that decides, the ones that turn, the help on keys.
 */
import { html, set, svg } from '../lib/dom.js';

/** The button that decides. It keeps its place while there is nothing to decide, so that nothing jumps. */
export class CommitButton {
  /** @param {() => void} press */
  constructor(press) {
    this.element = html('button', { type: 'button', class: 'board-commit absent' });
    this.element.addEventListener('click', () => {
      if (this.element.getAttribute('aria-disabled') !== 'true') press();
    });
  }

  /**
   * @param {string | null} label `null` while nothing is to be decided
   * @param {boolean} ready whether it can be pressed
   */
  show(label, ready) {
    this.element.classList.toggle('absent', label === null);
    if (label !== null && this.element.textContent !== label) this.element.textContent = label;
    set(this.element, { 'aria-disabled': ready ? null : 'true' });
  }
}

/**
 * A button with an arrow that goes round.
 *
 * @param {'turn-back' | 'turn-on'} name
 * @param {() => void} press
 */
export function turnButton(name, press) {
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
   * @param {readonly { keys: string, name: string, words: string }[]} rows `keys` with blanks between them
   * @param {string | null} [more] what else there is to know
   */
  constructor(title, rows, more = null) {
    const lines = rows.flatMap(({ keys, name, words }) => [
      html('dt', { 'data-key': name }, ...keys.split(' ').map((one) => html('kbd', {}, one))),
      html('dd', { 'data-key': name }, words),
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
