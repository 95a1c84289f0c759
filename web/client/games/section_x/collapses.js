/**
 * The collapses at the end of rounds: fetches their animation before it is needed, and ends a
 * running one when the viewer presses the board or a key.
 *
 * @import {SectionXBoard} from './board.js'
 */
import { fetchDrama } from './rounds.js';
import { alarmOf } from './siren.js';

/** The time after which a page has loaded what it shows first, in milliseconds. */
const QUIET_MS = 5_000;

export class Collapses {
  #deafen = new AbortController();
  /** The timer until the animation is fetched in any case. */
  #quiet = window.setTimeout(() => void this.fetch(), QUIET_MS);

  /** @param {SectionXBoard} board */
  constructor(board) {
    this.board = board;
    // The square itself settles all that moves on it, so the press is taken before it gets there.
    const press = (/** @type {PointerEvent} */ { target }) => {
      if (target instanceof Node && board.square.contains(target)) this.#skip();
    };
    board.layout.addEventListener('pointerdown', press, { capture: true });
    const { signal } = this.#deafen;
    document.addEventListener('keydown', this.#skipByKey, { capture: true, signal });
    for (const type of ['pointerdown', 'keydown'])
      document.addEventListener(type, this.fetch, { once: true, signal });
  }

  /** Fetches the animation of a collapse. */
  fetch = async () => {
    const drama = await fetchDrama();
    const { stage } = this.board;
    if (stage && drama) stage.scene.playCollapse = drama.playCollapse;
  };

  /** Ends a running collapse for a key, unless the viewer types. @param {KeyboardEvent} event */
  #skipByKey = (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const types = target?.closest('input, textarea, select, dialog[open]');
    const goesOn = ['Tab', 'Shift', 'Control', 'Alt', 'Meta'].includes(event.key);
    if (types || goesOn || !this.#skip()) return;
    // The key has done its work, and must not act on the new round as well.
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  /** Ends a running collapse and shows its result. Returns whether there was one. */
  #skip() {
    const { stage, siren, lights, shown, rounds, square } = this.board;
    if (!stage?.scene.settle()) return false;
    siren.rest();
    lights.warn(shown !== null && alarmOf(shown.view).last, 0);
    rounds.hurry();
    // The press that skips must not press anything on the board of the new round.
    const swallow = (/** @type {Event} */ event) => event.stopPropagation();
    square.addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => square.removeEventListener('click', swallow, { capture: true }), 400);
    return true;
  }

  dispose() {
    clearTimeout(this.#quiet);
    this.#deafen.abort();
  }
}
