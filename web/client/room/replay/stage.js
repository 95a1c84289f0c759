/**
 * Shows earlier positions in the place of the room's board. The board of the game is only hidden,
 * so that it keeps the draft of the reader's decision, and its panel makes room for the controls of
 * the replay without a change of size.
 *
 * @import {AnyEvent} from '../../protocol.js'
 * @import {Board} from '../../games/modules.js'
 * @import {BoardFrame} from '../game/board-frame.js'
 * @import {Frame} from '../game/recorder.js'
 */
import { set } from '../../lib/dom.js';
import { setInert } from '../../lib/inert.js';
import { createPicture } from '../game/picture-board.js';

export class Stage {
  /** @type {Board<any>} */
  #board;
  /** @type {HTMLElement} */
  #picture;
  /** @type {HTMLElement} */
  #hidden;
  /** @type {HTMLElement} */
  #live;

  /**
   * @param {HTMLElement} live the board of the game
   * @param {BoardFrame} frame
   * @param {Frame} first a position of the game
   * @param {HTMLElement} bar the controls of the replay
   * @param {() => void} pressed called when the reader presses the picture
   */
  constructor(live, frame, first, bar, pressed) {
    this.#live = live;
    this.#hidden = /** @type {HTMLElement} */ (live.querySelector('.board-square'));
    this.#board = createPicture(first.view.game, frame.context.text);
    const square = /** @type {HTMLElement} */ (this.#board.element.querySelector('.board-square'));
    this.#picture = square;
    setInert(square, true);
    set(square, { 'aria-hidden': 'true', class: 'board-square replayed' });
    this.#hidden.hidden = true;
    this.#hidden.after(square);
    live.dataset['replays'] = '';
    live.querySelector('.board-panel')?.append(bar);
    this.bar = bar;
    // The picture itself is inert, so a press reaches only what is around it.
    this.#press = ({ clientX: x, clientY: y }) => {
      const box = square.getBoundingClientRect();
      if (x >= box.left && x <= box.right && y >= box.top && y <= box.bottom) pressed();
    };
    live.addEventListener('pointerdown', this.#press);
  }

  /** @type {(event: PointerEvent) => void} */
  #press;

  /** Whether the board of the game is still on the page. */
  get isThere() {
    return this.#live.isConnected;
  }

  /**
   * Shows a position.
   *
   * @param {Frame} frame
   * @param {readonly AnyEvent[]} events the events of the replayed turns up to this position
   * @param {{ still: boolean, pace: number }} how
   */
  show({ view, seats, you }, events, { still, pace }) {
    // A position of the past has no decision to make.
    const past = 'choices' in view ? { ...view, choices: null } : view;
    this.#board.show({ view: past, seats, you, phase: 'playing', events, still, pace });
  }

  /** Returns the milliseconds until the last position has come to rest. */
  restsIn() {
    const ends = this.#picture.getAnimations({ subtree: true }).map(({ effect, currentTime }) => {
      const end = Number(effect?.getComputedTiming().endTime ?? 0);
      return Number.isFinite(end) ? end - Number(currentTime ?? 0) : 0;
    });
    return Math.max(0, this.#board.restsIn(), ...ends);
  }

  /** Shows the board of the game again. */
  close() {
    this.#live.removeEventListener('pointerdown', this.#press);
    this.bar.remove();
    this.#picture.remove();
    this.#board.dispose();
    this.#hidden.hidden = false;
    delete this.#live.dataset['replays'];
  }
}
