/**
 * Plays a replay: it shows the positions one after the other, and the controls to step through
 * them.
 *
 * @import {BoardFrame} from '../game/board-frame.js'
 * @import {RoomContext} from '../context.js'
 * @import {Shot} from './reel.js'
 */
import { walkMs } from '../../games/drawing.js';
import { createButton, html, paint, set, write } from '../../lib/dom.js';
import { icon } from '../../lib/icons.js';
import { listenToReplayKeys } from './keys.js';
import { captionAt } from './reel.js';
import { Stage } from './stage.js';

/** The time in milliseconds between the end of a replay and the return to the game. */
const SEEN_MS = 1_200;
/** The part of the time of a step in which pieces move. */
const MOVING = 0.8;

export class Player {
  #at = 0;
  #runs = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #title = html('strong', { class: 'replay-title' });
  #count = html('span', { class: 'replay-count' });
  #caption = html('p', { class: 'replay-caption' });
  #deafen = () => {};

  /**
   * @param {RoomContext} context
   * @param {BoardFrame} frame
   * @param {readonly Shot[]} reel the positions, at least two
   * @param {HTMLElement} live the board of the game
   * @param {() => void} closed called when the game is shown again
   */
  constructor(context, frame, reel, live, closed) {
    this.context = context;
    this.reel = reel;
    this.closed = closed;
    const { text } = context;
    this.back = this.#button('chevron-left', 'replay.previous', () => this.step(-1));
    this.toggle = this.#button('play', 'replay.play', () => this.#toggle());
    this.on = this.#button('chevron-right', 'replay.next', () => this.step(1));
    this.leave = createButton({ class: 'replay-back', onclick: () => this.close() });
    const moves = html(
      'div',
      { class: 'replay-moves', role: 'group', 'aria-label': text('replay.moves') },
      this.back,
      this.toggle,
      this.on,
    );
    this.element = html(
      'div',
      { class: 'replay-bar', role: 'group', 'aria-label': text('replay.short') },
      html('p', { class: 'replay-head' }, this.#title, this.#count),
      this.#caption,
      moves,
      this.leave,
    );
    const first = /** @type {Shot} */ (reel[0]);
    this.stage = new Stage(live, frame, first.frame, this.element, () => this.#skip());
    this.#deafen = listenToReplayKeys({
      step: (by) => this.step(by),
      skip: () => (this.#runs ? this.#skip() : this.close()),
    });
    this.follow();
    this.#show(0, true);
    this.toggle.focus({ preventScroll: true });
    this.context.announce(first.summary);
    this.#play();
  }

  /**
   * @param {import('../../lib/icons.js').IconName} sign
   * @param {string} key
   * @param {() => void} press
   */
  #button(sign, key, press) {
    const label = this.context.text(key);
    return createButton(
      { class: 'square', 'aria-label': label, title: label, onclick: press },
      icon(sign),
    );
  }

  /** Whether the board of the game is still on the page. */
  get isThere() {
    return this.stage.isThere;
  }

  /** Follows the state of the room: the reader may be asked for a decision in the meantime. */
  follow() {
    const { you, view } = this.context.state;
    const mine = you?.seat != null && view?.game?.acting === you.seat;
    write(this.leave, this.context.text(mine ? 'replay.back_yours' : 'replay.back'));
  }

  /**
   * Shows the next position or the one before, and stops to play.
   *
   * @param {1 | -1} by
   */
  step(by) {
    this.#stop();
    const at = this.#at + by;
    if (at >= 0 && at < this.reel.length) this.#show(at, by < 0);
    this.#paint();
    const shot = this.reel[this.#at];
    if (shot) this.context.announce(captionAt(shot, false) || this.context.text('replay.before'));
  }

  #toggle() {
    if (this.#runs) {
      this.#stop();
      this.#paint();
      return;
    }
    if (this.#at === this.reel.length - 1) this.#show(0, true);
    this.#play();
  }

  /** @param {number} [ms] the time for which the current position is shown */
  #play(ms = this.reel[this.#at]?.ms ?? 0) {
    this.#runs = true;
    this.#paint();
    const isLast = this.#at === this.reel.length - 1;
    const shown = isLast ? Math.max(ms, this.stage.restsIn()) + SEEN_MS : ms;
    this.#timer = setTimeout(() => {
      if (isLast) {
        this.close();
        return;
      }
      this.#show(this.#at + 1, false);
      this.#play();
    }, shown);
  }

  #stop() {
    clearTimeout(this.#timer);
    this.#runs = false;
  }

  /** Shows the end of a running replay at once. */
  #skip() {
    if (!this.#runs) return;
    clearTimeout(this.#timer);
    this.#show(this.reel.length - 1, true);
    this.#play(0);
  }

  /**
   * @param {number} at
   * @param {boolean} still
   */
  #show(at, still) {
    const shot = /** @type {Shot} */ (this.reel[at]);
    this.#at = at;
    const pace = shot.ms * MOVING;
    this.stage.show(shot.frame, shot.events, { still: still || walkMs() === 0, pace });
  }

  #paint() {
    const { text, name } = this.context;
    const shot = /** @type {Shot} */ (this.reel[this.#at]);
    const last = this.reel.length - 1;
    write(this.#title, text('replay.title', { name: name(shot.seat) }));
    write(this.#count, text('replay.step', { step: this.#at, count: last }));
    const caption = this.#at === 0 && !this.#runs ? '' : captionAt(shot, this.#runs);
    write(this.#caption, caption || text('replay.before'));
    set(this.back, { 'aria-disabled': this.#at === 0 ? 'true' : null });
    set(this.on, { 'aria-disabled': this.#at === last ? 'true' : null });
    const label = text(this.#runs ? 'replay.pause' : 'replay.play');
    set(this.toggle, { 'aria-label': label, title: label });
    paint(this.toggle, icon(this.#runs ? 'pause' : 'play'));
  }

  /** Shows the game again. */
  close() {
    this.#stop();
    this.#deafen();
    this.stage.close();
    this.closed();
  }
}
