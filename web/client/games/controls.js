/**
 * The controls that the panels beside the boards share: the status line, the commit button, the
 * turn buttons and the help on keys.
 *
 * @import {Text} from '../lib/text.js'
 */
import { inform } from '../lib/dialog.js';
import { createButton, html, set, svg, write } from '../lib/dom.js';
import { icon } from '../lib/icons.js';

/**
 * Makes a button call `press` on a click, except while it is marked as disabled with
 * `aria-disabled`.
 *
 * @template {HTMLElement} B
 * @param {B} button
 * @param {() => void} press
 * @param {() => void} [refused] explains why the button cannot be pressed
 * @returns {B}
 */
export function pressable(button, press, refused = () => {}) {
  button.addEventListener('click', () => {
    if (button.getAttribute('aria-disabled') === 'true') refused();
    else press();
  });
  return button;
}

/**
 * The line that shows the question or the current event in words. The lead, which says that it is
 * the viewer's turn, stays visible whatever else the line shows.
 */
export class StatusLine {
  constructor() {
    this.lead = html('strong', { class: 'board-lead' });
    this.words = html('span', {});
    this.element = html(
      'div',
      { class: 'board-status notice-place' },
      html('p', {}, this.lead, ' ', this.words),
    );
  }

  /**
   * @param {string | null} lead the announcement that it is the viewer's turn; `null` where it is
   *   not
   * @param {string} words
   * @param {'calm' | 'act' | 'warn'} tone
   */
  show(lead, words, tone) {
    this.lead.hidden = lead === null;
    write(this.lead, lead ?? '');
    write(this.words, words);
    this.element.dataset['tone'] = tone;
  }
}

/**
 * The button that commits the decision. It keeps its place while there is nothing to decide, so
 * that the layout does not jump.
 */
export class CommitButton {
  /**
   * @param {() => void} press
   * @param {() => void} [refused] explains why the button cannot be pressed
   */
  constructor(press, refused) {
    const button = createButton({ class: 'board-commit absent' });
    this.element = pressable(button, press, refused);
  }

  /**
   * @param {string | null} label the label; `null` while there is nothing to decide
   * @param {boolean} ready whether the button can be pressed
   */
  show(label, ready) {
    this.element.classList.toggle('absent', label === null);
    if (label !== null) write(this.element, label);
    set(this.element, { 'aria-disabled': ready ? null : 'true' });
  }
}

/** The two buttons that turn a tile backward and forward. */
export class TurnButtons {
  /** @param {(by: 1 | -1) => void} turn */
  constructor(turn) {
    this.back = turnButton('turn-back', () => turn(-1));
    this.on = turnButton('turn-on', () => turn(1));
    this.element = html('div', { class: 'board-turns' }, this.back, this.on);
  }

  /**
   * @param {string} back the label of the button that turns backward
   * @param {string} on the label of the button that turns forward
   * @param {boolean} enabled whether the buttons can be pressed
   */
  show(back, on, enabled) {
    set(this.back, { 'aria-label': back, title: back });
    set(this.on, { 'aria-label': on, title: on });
    this.back.disabled = !enabled;
    this.on.disabled = !enabled;
  }
}

/**
 * Creates a button with a circular arrow.
 *
 * @param {'turn-back' | 'turn-on'} name
 * @param {() => void} press
 */
function turnButton(name, press) {
  const arrow = icon(name === 'turn-back' ? 'rotate-left' : 'rotate-right');
  const button = createButton({ class: `board-turn ${name}` }, arrow);
  button.addEventListener('click', press);
  return button;
}

/** The key that shows the list of keys. */
const HELP = '?';
/** The key that asks for a hint. */
const HINT = 'H';

/** The button that asks for a hint. It is visible only where hints are allowed. */
export class HintButton {
  /**
   * @param {Text} text
   * @param {KeyHelp} keys the key help, which lists the key of this button as well
   * @param {() => void} ask asks for the hint. It is called even where there is nothing to decide:
   *   the callee explains that.
   */
  constructor(text, keys, ask) {
    this.keys = keys;
    this.element = createButton(
      { class: 'board-hint', title: text('hint.ask'), 'aria-keyshortcuts': HINT, hidden: true },
      icon('bulb'),
      html('span', {}, text('hint.ask')),
    );
    this.element.addEventListener('click', ask);
  }

  /**
   * @param {boolean} allowed whether hints are allowed
   * @param {boolean} ready whether there is something to decide
   */
  show(allowed, ready) {
    this.keys.hints = allowed;
    this.element.hidden = !allowed;
    set(this.element, { 'aria-disabled': ready ? null : 'true' });
  }

  /**
   * Handles a key. Returns whether the button used it.
   *
   * @param {import('../lib/keys.js').Press} press
   */
  takes({ key, repeat }) {
    if (this.element.hidden || repeat || key.toUpperCase() !== HINT) return false;
    this.element.click();
    return true;
  }
}

/** The button that shows the list of keys. */
export class KeyHelp {
  /**
   * @param {Text} text
   * @param {string} title
   * @param {readonly (readonly [keys: string, name: string])[]} rows the keys, separated by spaces,
   *   with the name of the action
   * @param {(name: string) => string} say returns the description of a key's action
   * @param {string | null} [more] additional help below the list
   */
  constructor(text, title, rows, say, more = null) {
    this.text = text;
    this.title = title;
    this.rows = rows;
    this.say = say;
    this.more = more;
    /** The names of the actions that have no effect in this game. @type {ReadonlySet<string>} */
    this.idle = new Set();
    /** Whether the list contains the key for a hint. */
    this.hints = false;
    this.element = createButton(
      { class: 'quiet board-keys', 'aria-haspopup': 'dialog', 'aria-keyshortcuts': HELP },
      title,
    );
    this.element.addEventListener('click', () => this.show());
  }

  /** Shows the list of keys. Always returns `true`, for use as a key handler. */
  show() {
    const line = (/** @type {string} */ keys, /** @type {string} */ words) => [
      html('dt', {}, ...keys.split(' ').map((one) => html('kbd', {}, one))),
      html('dd', {}, words),
    ];
    const lines = this.rows
      .filter(([, name]) => !this.idle.has(name))
      .map(([keys, name]) => line(keys, this.say(name)));
    // The line goes before the last one, which is the key of this help.
    if (this.hints) lines.splice(-1, 0, line(HINT, this.text('hint.key')));
    const list = html('dl', { class: 'key-list' }, ...lines.flat());
    void inform(this.text, this.title, [list, this.more && html('p', {}, this.more)], HELP);
    return true;
  }
}

/**
 * Draws the mark on a board that a player taps or clicks to confirm the draft.
 *
 * @param {() => void} press
 * @returns {SVGGElement} the mark, drawn around the origin
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
