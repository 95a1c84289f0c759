/**
 * What the boards of all games do alike: show a view, keep what the viewer is putting together, and send it.
 *
 * @import {Press} from '../lib/keys.js'
 * @import {AnyView} from '../protocol.js'
 * @import {KeyHelp} from './controls.js'
 * @import {Answer, BoardContext, Shown} from './modules.js'
 */
import { html, isDrawn } from '../lib/dom.js';
import { pressesOf } from '../lib/keys.js';
import { createLater } from '../lib/later.js';
import { HintButton } from './controls.js';
import { walkMs } from './drawing.js';
import { Players } from './players.js';

/**
 * @typedef {'elsewhere' | 'square' | 'target'} Place where Enter is pressed: on something of its own, on a square, or
 *   on a square that can be chosen now
 */

/**
 * @typedef {object} Scene the board as it is drawn
 * @property {SVGSVGElement} root
 * @property {{ focus: () => void }} cells
 * @property {() => void} settle ends what still moves
 * @property {number} [restsAt] when what it moves by itself comes to rest, by `performance.now()`
 */

/**
 * The board of a game. What is said of `draft` holds for each game's own.
 *
 * @abstract
 * @template {AnyView} V
 * @template D the draft: what the viewer is putting together
 * @template {{ type: string }} A a decision
 * @template {{ scene: Scene }} G what is on the stage: the scene, and what is drawn over it
 */
export class BoardController {
  /** @type {Shown<V> | null} */
  shown = null;
  /** @type {G | null} */
  stage = null;
  /** Whether a decision is on its way. */
  busy = false;
  /** What was said last of the draft. */
  said = '';
  #question = '';
  /**
   * What the view was before those that are drawn but for what is put together, and whether the board had the focus.
   *
   * @type {{ before: Shown<V> | null, focused: boolean } | null}
   */
  #undrawn = null;
  #drawRestLater = createLater(() => this.#drawRest());
  #deafen = () => {};
  /** @type {HintButton | null} */
  #hint = null;

  /**
   * @param {BoardContext} context
   * @param {V['game']} game
   * @param {D} nothing the draft before anything is chosen
   */
  constructor({ text, act, takeBack, announce, hint = () => {} }, game, nothing) {
    this.text = text;
    this.announce = announce;
    /** @type {(action: A) => Promise<Answer>} */
    this.act = (action) => act(/** @type {any} */ ({ game, ...action }));
    this.undo = takeBack;
    this.askForHint = hint;
    // Asked for the first time while nothing has changed yet.
    walkMs();
    this.draft = nothing;
    this.players = new Players(text);
    this.square = html('div', { class: 'board-square' });
    this.layout = html('div', { class: 'board-layout' }, this.square);
    this.element = html('div', { class: `board ${game.replaceAll('_', '-')}` }, this.layout);
  }

  /**
   * Puts the panel beside the board, and begins to listen to the keys.
   *
   * @param {HTMLElement} panel
   * @param {(press: Press, where: Place) => boolean} keys says whether a key was of use
   * @param {{ help: KeyHelp, before: Element }} [hints] what shows the keys, and what the button for a hint comes before;
   *   without it there are no hints
   */
  assemble(panel, keys, hints) {
    const hint = hints ? new HintButton(this.text, hints.help, () => this.askForHint()) : null;
    if (hint) hints?.before.before(hint.element);
    this.#hint = hint;
    this.layout.append(panel);
    this.#deafen = listenToKeys(
      this.element,
      (press, where) => (hint?.takes(press) ?? false) || keys(press, where),
    );
  }

  /**
   * How many play.
   *
   * @abstract
   * @param {V} _view
   * @returns {number}
   */
  countPlayers(_view) {
    throw new Error('abstract');
  }

  /**
   * What the viewer is asked: as long as it is the same, a decision that was sent is still on its way.
   *
   * @param {V} view
   * @returns {unknown}
   */
  questionIn(view) {
    return 'choices' in view ? view.choices : null;
  }

  /** The viewer is asked something else than before. */
  askedAnew() {}

  /** What the viewer is asked, for whoever does not see it; empty where what is put together says it. */
  askedWords() {
    return '';
  }

  /**
   * What is left of the draft under the new view.
   *
   * @abstract
   * @param {boolean} _same whether the viewer is asked the same as before
   * @returns {D}
   */
  reconciled(_same) {
    throw new Error('abstract');
  }

  /**
   * Draws the view on the stage, which is set anew where the board is another.
   *
   * @abstract
   * @param {Shown<V>} _shown
   */
  draw(_shown) {
    throw new Error('abstract');
  }

  /**
   * The view is drawn, and what is left of the draft as well.
   *
   * @param {Shown<V>} _shown
   * @param {Shown<V> | null} _before what was shown before it
   */
  drawn(_shown, _before) {}

  /**
   * Draws what is being put together.
   *
   * @abstract
   */
  render() {
    throw new Error('abstract');
  }

  /**
   * The decision that has been put together; `null` while something is missing.
   *
   * @abstract
   * @returns {A | null}
   */
  decision() {
    throw new Error('abstract');
  }

  /**
   * Whether a decision leaves what the viewer is asked as it was.
   *
   * @param {A} _action
   */
  isAside(_action) {
    return false;
  }

  /**
   * What is put together when that decision is; `null` where nothing has to be.
   *
   * @param {A} _action
   * @returns {D | null}
   */
  draftFor(_action) {
    return null;
  }

  /**
   * Puts a decision together that somebody advises, for the viewer to look at.
   *
   * @param {A} action
   */
  propose(action) {
    if (this.busy) return;
    const draft = this.draftFor(action);
    if (draft !== null) this.compose(draft);
  }

  /** Takes the focus to what is asked beside the board. Says whether there is anything. */
  focusAsked() {
    return false;
  }

  /** @param {Shown<V>} shown */
  show(shown) {
    const before = this.shown;
    this.shown = shown;
    this.players.show(shown, this.countPlayers(shown.view));
    const focused = this.hasFocus();
    const question = JSON.stringify(this.questionIn(shown.view));
    const same = question === this.#question;
    this.#question = question;
    if (!same) {
      this.busy = false;
      this.said = '';
      this.askedAnew();
    }
    this.draft = this.reconciled(same);
    const asked = same ? '' : this.askedWords();
    if (asked !== '') this.announce(asked);
    this.draw(shown);
    this.#undrawn ??= { before, focused };
    // What moves on the board is seen first. What is put together follows in a task of its own: both together would keep a
    // slow phone too long.
    if (before === null || shown.still) this.#drawRest();
    else this.#drawRestLater();
  }

  /** Draws what is put together, and what goes with it, unless that is done. */
  #drawRest() {
    const { shown } = this;
    const undrawn = this.#undrawn;
    this.#undrawn = null;
    if (undrawn === null || shown === null) return;
    this.render();
    this.#showHintButton(shown);
    this.drawn(shown, undrawn.before);
    if (undrawn.focused) this.refocus();
  }

  /** @param {Shown<V>} shown */
  #showHintButton({ view, hints = false }) {
    const decides = 'choices' in view && view.choices !== null;
    this.#hint?.show(hints && this.players.own !== null && view.outcome === null, decides);
  }

  /** Milliseconds until what was shown last has come to rest. */
  restsIn() {
    const now = performance.now();
    const ends = this.element.getAnimations({ subtree: true }).map(leftOf);
    return Math.max(0, (this.stage?.scene.restsAt ?? now) - now, ...ends);
  }

  dispose() {
    this.#undrawn = null;
    this.stage?.scene.settle();
    this.#deafen();
    this.element.remove();
  }

  /**
   * @param {G} stage
   * @param {HTMLElement} [into]
   * @returns {G}
   */
  setStage(stage, into = this.square) {
    into.replaceChildren(stage.scene.root);
    this.stage = stage;
    return stage;
  }

  /** Whether something of the board has the focus. */
  hasFocus() {
    return this.element.contains(document.activeElement);
  }

  /** Keeps the focus on the game when what had it is gone, or can't be pressed any more. */
  refocus() {
    const now = document.activeElement;
    if (now && this.hasFocus() && isDrawn(now)) return;
    if (!this.focusAsked()) this.stage?.scene.cells.focus();
  }

  /**
   * Takes over a draft. Says whether it is another.
   *
   * @param {D} draft
   */
  compose(draft) {
    if (draft === this.draft) return false;
    this.draft = draft;
    this.render();
    return true;
  }

  /**
   * Takes over a part of a draft.
   *
   * @param {Partial<D>} part
   */
  change(part) {
    return this.compose({ ...this.draft, ...part });
  }

  /**
   * Says what a decision would do, when that changes.
   *
   * @param {string} words
   */
  say(words) {
    if (words !== this.said && words !== '') this.announce(words);
    this.said = words;
  }

  /** Sends the decision that has been put together. Says whether there is one. */
  commit() {
    const decision = this.busy ? null : this.decision();
    if (decision === null) return false;
    void this.send(decision);
    return true;
  }

  /** Takes back the last decision of the turn. */
  async takeBack() {
    if (this.busy) return;
    this.busy = true;
    this.render();
    await this.undo().catch(() => ({ ok: false }));
    this.busy = false;
    this.render();
  }

  /** @param {A} action */
  async send(action) {
    if (this.busy) return;
    this.busy = true;
    this.render();
    const answer = await this.act(action).catch(() => ({ ok: false }));
    // After a yes the next view brings other choices; after a no everything stays as it was.
    if (answer.ok && !this.isAside(action)) return;
    this.busy = false;
    this.render();
  }
}

/**
 * Milliseconds that are left of an animation; nothing of one that never ends.
 *
 * @param {Animation} animation
 */
function leftOf({ effect, currentTime }) {
  const end = Number(effect?.getComputedTiming().endTime ?? 0);
  return Number.isFinite(end) ? end - Number(currentTime ?? 0) : 0;
}

/**
 * Listens to the keys of a board, which work anywhere on the page as long as nobody is writing.
 *
 * @param {HTMLElement} board
 * @param {(press: Press, where: Place) => boolean} take says whether the key was of use
 * @returns {() => void} stops listening
 */
function listenToKeys(board, take) {
  const listener = (/** @type {KeyboardEvent} */ event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('input, textarea, select, [contenteditable], dialog[open]')) return;
    if (board.closest('[inert]')) return;
    const where = placeOf(board, target);
    if (pressesOf(event).some((press) => take(press, where))) event.preventDefault();
  };
  document.addEventListener('keydown', listener);
  return () => document.removeEventListener('keydown', listener);
}

/**
 * What Enter on that element means for the board: nothing where it would press something else; on
 * a square other than one to be chosen it only ends what has been begun.
 *
 * @param {HTMLElement} board
 * @param {Element | null} target
 * @returns {Place}
 */
function placeOf(board, target) {
  if (!target || target === document.body) return 'square';
  if (target.closest('button, a, summary')) return 'elsewhere';
  // What only a script can give the focus, as a heading, can't be pressed.
  if (!board.contains(target)) return target.matches('[tabindex="-1"]') ? 'square' : 'elsewhere';
  return target.matches('.cell.target') ? 'target' : 'square';
}
