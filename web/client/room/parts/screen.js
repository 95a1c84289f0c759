/**
 * Redraws the page after each message of the server.
 *
 * @import {After} from '../after/parts.js'
 * @import {Phase, You} from '../../protocol.js'
 * @import {Play} from './play.js'
 * @import {RoomContext} from '../context.js'
 * @import {Table} from '../lobby/parts.js'
 * @import {Talk} from './talk.js'
 */
import { part, set, write } from '../../lib/dom.js';
import { createLater } from '../../lib/later.js';
import { paintShuffle } from '../after/shuffle.js';
import { isAlone } from '../game/alone.js';
import { paintPlayers } from '../game/players.js';
import { arrange } from './controls.js';
import { keepingFocus } from './focus.js';
import { onDemand } from './on-demand.js';
import { paintRules } from './rules.js';
import { ShownPhase } from './shown-phase.js';

/**
 * @typedef {object} Surroundings the parts around the board
 * @property {Pick<Talk, 'log' | 'chat' | 'sheet' | 'showReactions' | 'begin'>} talk
 * @property {() => Table | null} table
 * @property {() => After | null} after
 */

export class Screen {
  /** The seat in which the reader plays, or played the last game. @type {number | null} */
  #ownSeat = null;
  #phase = new ShownPhase(() => this.show());

  /**
   * @param {RoomContext} context
   * @param {object} parts
   * @param {Play} parts.play
   * @param {(phase: Phase) => void} parts.showControls
   * @param {() => void} parts.showQuestions
   * @param {Surroundings} parts.around
   */
  constructor(context, { play, showControls, showQuestions, around }) {
    this.context = context;
    this.play = play;
    this.showControls = showControls;
    this.showQuestions = showQuestions;
    this.around = around;
    /** Redraws the parts around the board after the next frame. */
    this.showAroundLater = createLater(() => this.#showAround());
    /** Redraws the log, whose size does not depend on its lines. */
    this.showLogLater = createLater(() => {
      around.talk.log.show(context.chronicle.entries);
      play.replays.follow();
    });
  }

  /** Redraws at once everything that a move needs, and later the parts around the board. */
  show() {
    const { play, context } = this;
    const { you, view } = context.state;
    if (!you || !view) return;
    let turned = false;
    keepingFocus(() => {
      const phase = this.#phase.follow(view.phase, play.moments.endingRestsIn());
      turned = document.body.dataset['phase'] !== phase;
      if (turned) {
        arrange(phase);
        // The board of the game takes the place of the sheet.
        this.around.talk.sheet.close();
      }
      document.body.dataset['phase'] = phase;
      if (turned && phase === 'playing') {
        this.around.talk.begin(isAlone(context));
        // The button that starts a game can be further down than its board.
        document.documentElement.scrollTop = 0;
      }
      if (view.phase === 'playing') this.#ownSeat = you.seat;
      else if (view.phase === 'over') this.#ownSeat ??= you.seat;
      showBar(context, you, phase);
      showDevice(context, () => this.show());
      this.showControls(phase);
      // The turn is announced before the question of the board.
      play.turn.show();
      play.frame.show();
      // The board has the place of the questions.
      this.showQuestions();
      play.hints.follow();
      play.moments.follow();
    });
    if (turned) this.#showAround();
    else this.showAroundLater();
    this.showLogLater();
    if (!this.#phase.justEnded) return;
    play.moments.celebrate(this.#ownSeat);
    focusRematch();
  }

  /** Redraws the parts around the board. */
  #showAround() {
    const { context, around } = this;
    const { talk, after } = around;
    const table = around.table();
    keepingFocus(() => {
      after()?.show(this.#ownSeat);
      table?.show();
      talk.chat.follow();
      talk.showReactions();
      // A visitor who is asked to join has not decided to watch.
      part('watching-chip').hidden = context.state.you?.seat !== null || table?.isAsking === true;
      paintPlayers(part('players'), context);
      write(part('shuffle-title'), context.text('shuffle.title'));
      paintShuffle(part('shuffle'), context);
      paintRules(context);
      this.play.showWatching();
      showHands(context);
      showRated(context);
      this.play.moments.markFollowed();
    });
  }
}

/**
 * Names the guests in the room, and passes the device of the reader to theirs.
 *
 * @param {RoomContext} context
 * @param {() => void} changed redraws the page
 */
function showDevice(context, changed) {
  if (context.guests || context.state.view?.seats.some((seat) => seat?.guest_of))
    void onDemand(
      context,
      () => import('../guests/device.js'),
      (m) => m.followDevice(context, changed),
    );
}

/**
 * Tells the reader of a game who sees the tiles of all players, if the host allows that. Most games
 * do not need it.
 *
 * @param {RoomContext} context
 */
function showHands(context) {
  const { hands_after: later, out_see_hands: out } = context.state.view?.settings ?? {};
  if (later || out)
    void onDemand(
      context,
      () => import('../game/hands-note.js'),
      (m) => m.showHandsNote(context),
    );
}

/**
 * Tells the people in a room with rated games about them. The sign in the bar goes when the host
 * turns ratings off.
 *
 * @param {RoomContext} context
 */
function showRated(context) {
  if (context.state.view?.settings.rated || document.querySelector('.rated-chip'))
    void onDemand(
      context,
      () => import('../rated/note.js'),
      (m) => m.showRated(context),
    );
}

/** Moves the focus to the button for another game, unless the reader is writing. */
function focusRematch() {
  if (document.activeElement?.matches('input, textarea, dialog *')) return;
  part('rematch').querySelector('button')?.focus({ preventScroll: true });
}

/**
 * Shows the reader's name, whether they are watching, the number of spectators and the number of
 * the reader's tabs.
 *
 * @param {RoomContext} context
 * @param {You} you
 * @param {Phase} phase
 */
function showBar({ state, text }, you, phase) {
  write(part('name'), you.name);
  const { watching } = state.presence;
  // Before a game the spectators are listed beside the table.
  const unsaid = watching === 0 || phase === 'lobby';
  part('watching').hidden = unsaid;
  write(part('watching'), unsaid ? '' : text('watchers.short', { count: watching }));
  const tabs = you.tabs < 2 ? null : text('tabs.open', { count: you.tabs });
  part('own-tabs').hidden = tabs === null;
  set(part('own-tabs'), { 'aria-label': tabs, title: tabs });
}
