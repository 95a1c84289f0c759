/**
 * The controller that the boards of all games share: it shows a view, keeps the draft of the
 * viewer's decision, and sends the decision.
 *
 * @import {Press} from '../lib/keys.js'
 * @import {AnyView} from '../protocol.js'
 * @import {Place} from './board-keys.js'
 * @import {KeyHelp} from './controls.js'
 * @import {Answer, BoardContext, Shown} from './modules.js'
 */
import { html, isDrawn, set } from '../lib/dom.js';
import { createLater } from '../lib/later.js';
import { listenToKeys } from './board-keys.js';
import { HintButton } from './controls.js';
import { drawWithin, walkMs } from './drawing.js';
import { Players } from './players.js';

/**
 * @typedef {object} Scene the drawn board
 * @property {SVGSVGElement} root
 * @property {{ focus: (cell?: string) => void }} cells
 * @property {() => void} settle ends the animations that still run
 * @property {number} [restsAt] the time at which the scene's own animations end, as in
 *   `performance.now()`
 */

/**
 * The controller of a game's board. Comments here that mention the draft hold for the draft type of
 * every game.
 *
 * @abstract
 * @template {AnyView} V
 * @template D the draft: the decision that the viewer is preparing
 * @template {{ type: string }} A a decision
 * @template {{ scene: Scene }} G the contents of the stage: the scene and the overlays that are
 *   drawn over it
 */
export class BoardController {
  /** @type {Shown<V> | null} */
  shown = null;
  /** @type {G | null} */
  stage = null;
  /** Whether a decision has been sent and its answer has not arrived yet. */
  #sent = false;
  /** The last announcement about the draft. */
  said = '';
  #question = '';
  /**
   * The state before the views whose draft is not drawn yet: the view that was shown before them,
   * and whether the board had the focus.
   *
   * @type {{ before: Shown<V> | null, focused: boolean } | null}
   */
  #undrawn = null;
  #drawRestLater = createLater(() => this.#drawRest());
  #deafen = () => {};
  /** @type {HintButton | null} */
  #hint = null;
  /** @type {HTMLElement | null} */
  #panel = null;
  /** The element in place of the controls. @type {HTMLElement | null} */
  #aside = null;
  /** The letters whose keys lead to the squares, so that the arrow keys work after them. */
  boardKeys = '';

  /**
   * @param {BoardContext} context
   * @param {V['game']} game
   * @param {D} nothing the draft before the viewer has chosen anything
   */
  constructor(context, game, nothing) {
    const { text, act, takeBack, announce, hint = () => {}, drafted = () => {} } = context;
    this.text = text;
    this.parts = context.parts;
    this.drafted = drafted;
    this.announce = announce;
    /** @type {(action: A) => Promise<Answer>} */
    this.act = (action) => act(/** @type {any} */ ({ game, ...action }));
    this.undo = takeBack;
    this.askForHint = hint;
    // The first call reads a style and caches it. Here nothing has changed yet, so the browser has
    // no pending style to recompute.
    walkMs();
    this.draft = nothing;
    this.players = new Players(text);
    this.square = html('div', { class: 'board-square' });
    this.square.addEventListener('pointerdown', () => this.hurry(), { capture: true });
    this.layout = html('div', { class: 'board-layout' }, this.square);
    this.element = html('div', { class: `board ${game.replaceAll('_', '-')}` }, this.layout);
  }

  /** Whether the viewer cannot decide, because a decision is under way or the game is paused. */
  get busy() {
    return this.#sent || this.shown?.paused === true;
  }

  /**
   * Puts the panel beside the board, and starts to listen to the keys.
   *
   * @param {HTMLElement} panel
   * @param {(press: Press, where: Place) => boolean} keys handles a key; returns whether the board
   *   used it
   * @param {{ help: KeyHelp, before: Element }} [hints] the key help, and the element before which
   *   the hint button is inserted; omitted on a board without hints
   */
  assemble(panel, keys, hints) {
    const hint = hints ? new HintButton(this.text, hints.help, () => this.askForHint()) : null;
    const tools = html('div', { class: 'board-tools' }, hint?.element, this.parts?.tools);
    if (hint) hints?.before.before(tools);
    this.#hint = hint;
    if (this.parts) panel.querySelector('.notice-place')?.prepend(this.parts.notice);
    this.#panel = panel;
    this.layout.append(panel);
    this.#deafen = listenToKeys(this, (press, where) => {
      this.hurry();
      return (hint?.takes(press) ?? false) || keys(press, where);
    });
  }

  /**
   * Returns the square that the draft concerns, or `null`.
   *
   * @returns {string | null}
   */
  draftedSquare() {
    return null;
  }

  /**
   * Returns the number of players.
   *
   * @abstract
   * @param {V} _view
   * @returns {number}
   */
  countPlayers(_view) {
    throw new Error('abstract');
  }

  /**
   * Returns the question that the viewer has to answer. While it stays the same, a decision that
   * was sent is still pending.
   *
   * @param {V} view
   * @returns {unknown}
   */
  questionIn(view) {
    return 'choices' in view ? view.choices : null;
  }

  /** Runs when the viewer's question has changed. */
  askedAnew() {}

  /**
   * Returns the viewer's question in words, for screen readers. The result is empty where the
   * announcement of the draft already contains it.
   */
  askedWords() {
    return '';
  }

  /**
   * Returns the part of the draft that is still valid in the new view.
   *
   * @abstract
   * @param {boolean} _same whether the viewer's question is the same as before
   * @returns {D}
   */
  reconciled(_same) {
    throw new Error('abstract');
  }

  /**
   * Draws the view on the stage. Creates a new stage where the board itself has changed.
   *
   * @abstract
   * @param {Shown<V>} _shown
   */
  draw(_shown) {
    throw new Error('abstract');
  }

  /**
   * Returns the longest time that a piece takes to walk over a square in the new view, in
   * milliseconds, so that a chain of moves does not take too long.
   *
   * @param {Shown<V>} _shown
   */
  paceOf(_shown) {
    return Number.POSITIVE_INFINITY;
  }

  /**
   * Runs after the view and the remaining draft have been drawn.
   *
   * @param {Shown<V>} _shown
   * @param {Shown<V> | null} _before the view that was shown before
   */
  drawn(_shown, _before) {}

  /**
   * Draws the draft on the stage and in the panel.
   *
   * @abstract
   */
  render() {
    throw new Error('abstract');
  }

  /**
   * Returns the decision that the draft amounts to, or `null` while it is incomplete.
   *
   * @abstract
   * @returns {A | null}
   */
  decision() {
    throw new Error('abstract');
  }

  /**
   * Returns whether a decision leaves the viewer's question unchanged.
   *
   * @param {A} _action
   */
  isAside(_action) {
    return false;
  }

  /**
   * Returns the draft that would result in the decision, or `null` where the decision needs no
   * draft.
   *
   * @param {A} _action
   * @returns {D | null}
   */
  draftFor(_action) {
    return null;
  }

  /**
   * Turns a suggested decision into a draft, for the viewer to inspect.
   *
   * @param {A} action
   */
  propose(action) {
    if (this.busy) return;
    const draft = this.draftFor(action);
    if (draft !== null) this.#replace(draft);
  }

  /** Moves the focus to the question beside the board. Returns whether there is one. */
  focusAsked() {
    return false;
  }

  /** @param {Shown<V>} shown */
  show(shown) {
    const before = this.shown;
    this.shown = shown;
    this.players.show(shown, this.countPlayers(shown.view));
    this.element.classList.toggle('paused', shown.paused === true);
    const focused = this.hasFocus();
    const question = JSON.stringify(this.questionIn(shown.view));
    const same = question === this.#question;
    this.#question = question;
    if (!same) {
      this.#sent = false;
      this.said = '';
      this.askedAnew();
    }
    this.draft = this.reconciled(same);
    const asked = same ? '' : this.askedWords();
    if (asked !== '') this.announce(asked);
    drawWithin(Math.min(shown.pace ?? Number.POSITIVE_INFINITY, this.paceOf(shown)), () =>
      this.draw(shown),
    );
    this.#undrawn ??= { before, focused };
    // The viewer sees the motion on the board first. The draft is drawn in a later task, because
    // both together would block a slow phone for too long.
    if (before === null || shown.still) this.#drawRest();
    else this.#drawRestLater();
  }

  /** Ends the animations on the board at once, so that an impatient viewer need not wait. */
  hurry() {
    this.stage?.scene.settle();
    for (const animation of this.square.getAnimations?.({ subtree: true }) ?? [])
      if (Number.isFinite(Number(animation.effect?.getComputedTiming().endTime)))
        animation.finish();
  }

  /** Draws the draft and everything that depends on it, unless that is already done. */
  #drawRest() {
    const { shown } = this;
    const undrawn = this.#undrawn;
    this.#undrawn = null;
    if (undrawn === null || shown === null) return;
    this.render();
    const reason = shown.paused === true ? this.text('pause.no_moves') : null;
    for (const commit of this.layout.querySelectorAll('.board-commit'))
      set(commit, { title: reason, 'aria-description': reason });
    const plays = this.players.own !== null && shown.phase === 'playing';
    this.#hint?.show(shown.hints === true && plays, this.decides);
    this.drawn(shown, undrawn.before);
    if (undrawn.focused) this.refocus();
  }

  /** Whether the viewer has a decision to make. */
  get decides() {
    const view = this.shown?.view;
    return view != null && 'choices' in view && view.choices !== null && this.players.own !== null;
  }

  /** Returns the number of milliseconds until the last shown view has come to rest. */
  restsIn() {
    const now = performance.now();
    const ends = this.element.getAnimations({ subtree: true }).map(leftOf);
    return Math.max(0, (this.stage?.scene.restsAt ?? now) - now, ...ends);
  }

  /**
   * Replaces the controls beside the board by an element.
   *
   * @param {HTMLElement | null} element the element; `null` shows the controls again
   */
  setAside(element) {
    if (element === this.#aside) return;
    this.#aside?.remove();
    this.#aside = element;
    this.#panel?.classList.toggle('set-aside', element !== null);
    if (element) this.#panel?.querySelector('.board-status')?.after(element);
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

  /** Returns whether an element of the board has the focus. */
  hasFocus() {
    return this.element.contains(document.activeElement);
  }

  /**
   * Keeps the focus within the game when the focused element has gone or can no longer be pressed.
   */
  refocus() {
    const now = document.activeElement;
    if (now && this.hasFocus() && isDrawn(now)) return;
    if (!this.focusAsked()) this.stage?.scene.cells.focus();
  }

  /**
   * Replaces the draft and draws it. Returns whether it differs from the one before.
   *
   * @param {D} draft
   */
  compose(draft) {
    const isNew = this.#replace(draft);
    if (isNew) this.drafted();
    return isNew;
  }

  /** @param {D} draft */
  #replace(draft) {
    if (draft === this.draft) return false;
    this.draft = draft;
    this.render();
    return true;
  }

  /**
   * Replaces some fields of the draft.
   *
   * @param {Partial<D>} part
   */
  change(part) {
    return this.compose({ ...this.draft, ...part });
  }

  /**
   * Announces the effect of the drafted decision when the words have changed.
   *
   * @param {string} words
   */
  say(words) {
    if (words !== this.said && words !== '') this.announce(words);
    this.said = words;
  }

  /** Sends the decision that the draft amounts to. Returns whether there is one. */
  commit() {
    const decision = this.busy ? null : this.decision();
    if (decision === null) return false;
    void this.send(decision);
    return true;
  }

  /** Takes back the last decision of the turn. */
  async takeBack() {
    await this.#request(this.undo, false);
  }

  /** @param {A} action */
  async send(action) {
    await this.#request(() => this.act(action), !this.isAside(action));
  }

  /**
   * Sends a request. Until it is answered, the viewer cannot decide.
   *
   * @param {() => Promise<Answer>} request
   * @param {boolean} changes whether the next view brings other choices where the server accepts
   *   the request; otherwise everything stays as it was
   */
  async #request(request, changes) {
    if (this.busy) return;
    this.#sent = true;
    this.render();
    const answer = await request().catch(() => ({ ok: false }));
    if (answer.ok && changes) return;
    this.#sent = false;
    this.render();
  }
}

/**
 * Returns the remaining time of an animation in milliseconds; 0 for an animation that never ends.
 *
 * @param {Animation} animation
 */
function leftOf({ effect, currentTime }) {
  const end = Number(effect?.getComputedTiming().endTime ?? 0);
  return Number.isFinite(end) ? end - Number(currentTime ?? 0) : 0;
}
