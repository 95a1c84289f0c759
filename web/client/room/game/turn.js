/**
 * Watches the turn and its time limit: shows the turn in the browser's tab, plays sounds, and
 * announces the vote to skip a slow player.
 *
 * @import {Notices} from '../../lib/notify.js'
 * @import {Sound} from '../../lib/sound.js'
 * @import {PageNotices} from '../../lib/notices.js'
 * @import {RoomContext} from '../context.js'
 */
import { part } from '../../lib/dom.js';
import { fileAt } from '../../lib/files.js';
import { absenceOf } from './absence.js';
import { SHORT_MS, timeOf } from './clock.js';
import { tickClocks } from './clock-faces.js';
import { paintPlayers } from './players.js';
import { urgeable, urgedFor } from './urge.js';

/** The interval in milliseconds between two updates of the clocks. */
const TICK_MS = 200;

export class TurnWatch {
  #wasMine = false;
  #saidShort = false;
  /** The seat that the reader may currently vote to skip. @type {number | null} */
  #offered = null;
  /** The shown number of minutes until the votes to skip suffice, or 0 without votes. */
  #minutes = 0;

  /**
   * @param {RoomContext} context
   * @param {object} use
   * @param {Sound} use.sound
   * @param {Notices} use.notify
   * @param {Pick<PageNotices, 'isLost' | 'showAbsence'>} use.notices
   */
  constructor(context, { sound, notify, notices }) {
    this.context = context;
    this.sound = sound;
    this.notify = notify;
    this.notices = notices;
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) notify.settle();
    });
    setInterval(() => this.#tick(), TICK_MS);
  }

  /** Shows whose turn it is. */
  show() {
    const { context } = this;
    const { state, text } = context;
    const { you, view } = state;
    if (!you || !view) return;
    const runs = view.phase === 'playing' && view.paused === null;
    const acting = view.game?.acting;
    // A guest on this device is not told by another page.
    const mine = runs && acting != null && this.#isPlayedHere(acting);
    document.title = mine ? text('title.your_turn') : text('title.room', { host: view.host.name });
    if (mine !== this.#wasMine) {
      part('icon').setAttribute('href', fileAt(mine ? 'icon-turn.svg' : 'icon.svg'));
    }
    document.body.dataset['turn'] = mine ? 'mine' : 'none';
    if (mine && !this.#wasMine) {
      if (acting === you.seat) context.announce(text('turn.yours'));
      this.sound.play('turn');
      const title = text('notify.turn', { host: view.host.name });
      this.notify.tell(title, context.room, fileAt('icons/turn-192.png'));
    }
    if (!mine) this.notify.settle();
    if (mine !== this.#wasMine) this.#saidShort = false;
    this.#wasMine = mine;
  }

  /** @param {number} seat */
  #isPlayedHere(seat) {
    const { guests, state } = this.context;
    return seat === state.you?.seat || guests?.areAmong([seat]) === true;
  }

  #tick() {
    const { context } = this;
    const { you, view } = context.state;
    this.#offerToSkip();
    this.notices.showAbsence(absenceOf(context));
    if (!view?.clock || view.phase !== 'playing') return;
    const isLost = this.notices.isLost();
    tickClocks(part('players'), context, isLost);
    if (you?.seat == null || isLost) return;
    const time = timeOf(view.clock, you.seat, context.serverTime());
    if (time?.running !== true || time.ms > SHORT_MS) this.#saidShort = false;
    else if (!this.#saidShort) {
      this.#saidShort = true;
      context.announce(context.text('turn.short'));
      this.sound.play('short');
    }
  }

  /**
   * Offers the vote to skip a player once the time for it has come. The server sends no message at
   * that moment.
   */
  #offerToSkip() {
    const { context } = this;
    const seat = urgeable(context);
    const minutes = urgedFor(context)?.minutes ?? 0;
    if (seat === this.#offered && minutes === this.#minutes) return;
    const isNew = seat !== this.#offered;
    [this.#offered, this.#minutes] = [seat, minutes];
    paintPlayers(part('players'), context);
    if (isNew && seat !== null) {
      context.announce(context.text('players.may_urge', { name: context.name(seat) }));
    }
  }
}
