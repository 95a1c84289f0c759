/**
 * What the panels beside the boards have in common: the line in words, the button that decides, the ones that turn, the
 * help on keys.
 *
 * @import {Text} from '../lib/text.js'
 */
import { inform } from '../lib/dialog.js';
import { html, set, svg, write } from '../lib/dom.js';

/**
 * Lets a button be pressed, but for as long as it says that it can't.
 *
 * @template {HTMLElement} B
 * @param {B} button
 * @param {() => void} press
 * @param {() => void} [refused] says why it can't be pressed
 * @returns {B}
 */
export function pressable(button, press, refused = () => {}) {
  button.addEventListener('click', () => {
    if (button.getAttribute('aria-disabled') === 'true') refused();
    else press();
  });
  return button;
}

/** What is asked, or happens, in words; whose turn it is stays there, whatever else is said. */
export class StatusLine {
  constructor() {
    this.lead = html('strong', { class: 'board-lead' });
    this.words = html('span', {});
    this.element = html('p', { class: 'board-status' }, this.lead, ' ', this.words);
  }

  /**
   * @param {string | null} lead that it is the viewer's turn; `null` where it is not
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

/** The button that decides. It keeps its place while there is nothing to decide, so that nothing jumps. */
export class CommitButton {
  /**
   * @param {() => void} press
   * @param {() => void} [refused] says why it can't be pressed
   */
  constructor(press, refused) {
    const button = html('button', { type: 'button', class: 'board-commit absent' });
    this.element = pressable(button, press, refused);
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

/** The key that shows which keys there are. */
const HELP = '?';
/** The key that asks for a hint. */
const HINT = 'H';

/** The button that asks for a hint; it is there only where hints may be asked for. */
export class HintButton {
  /**
   * @param {Text} text
   * @param {KeyHelp} keys that list its key as well
   * @param {() => void} ask also where there is nothing to decide: whoever is asked says so
   */
  constructor(text, keys, ask) {
    this.keys = keys;
    this.element = html(
      'button',
      { type: 'button', class: 'board-hint', 'aria-keyshortcuts': HINT, hidden: true },
      text('hint.ask'),
    );
    this.element.addEventListener('click', ask);
  }

  /**
   * @param {boolean} allowed whether hints may be asked for
   * @param {boolean} ready whether there is something to decide
   */
  show(allowed, ready) {
    this.keys.hints = allowed;
    this.element.hidden = !allowed;
    set(this.element, { 'aria-disabled': ready ? null : 'true' });
  }

  /**
   * Takes a key. Says whether it was of use.
   *
   * @param {import('../lib/keys.js').Press} press
   */
  takes({ key, repeat }) {
    if (this.element.hidden || repeat || key.toUpperCase() !== HINT) return false;
    this.element.click();
    return true;
  }
}

/** A button that shows which keys there are. */
export class KeyHelp {
  /**
   * @param {Text} text
   * @param {string} title
   * @param {readonly (readonly [keys: string, name: string])[]} rows the keys with blanks between them
   * @param {(name: string) => string} say what a key does
   * @param {string | null} [more] what else there is to know
   */
  constructor(text, title, rows, say, more = null) {
    this.text = text;
    this.title = title;
    this.rows = rows;
    this.say = say;
    this.more = more;
    /** Names of keys that do nothing in this game. @type {ReadonlySet<string>} */
    this.idle = new Set();
    /** Whether there is a key for a hint. */
    this.hints = false;
    this.element = html(
      'button',
      {
        type: 'button',
        class: 'quiet board-keys',
        'aria-haspopup': 'dialog',
        'aria-keyshortcuts': HELP,
      },
      title,
    );
    this.element.addEventListener('click', () => this.show());
  }

  /** Shows them. Says that it could. */
  show() {
    const line = (/** @type {string} */ keys, /** @type {string} */ words) => [
      html('dt', {}, ...keys.split(' ').map((one) => html('kbd', {}, one))),
      html('dd', {}, words),
    ];
    const lines = this.rows
      .filter(([, name]) => !this.idle.has(name))
      .map(([keys, name]) => line(keys, this.say(name)));
    // Before the last, which is that for this help.
    if (this.hints) lines.splice(-1, 0, line(HINT, this.text('hint.key')));
    const list = html('dl', { class: 'key-list' }, ...lines.flat());
    void inform(this.text, this.title, [list, this.more && html('p', {}, this.more)], HELP);
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
