/**
 * Watches the turn and its time limit: shows the turn in the browser's tab, plays sounds, and
 * announces the vote to skip a slow player.
 *
 * @import {Notices} from '../lib/notify.js'
 * @import {Sound} from '../lib/sound.js'
 * @import {Table} from './page.js'
 */
import { part } from '../lib/dom.js';
import { fileAt } from '../lib/files.js';
import { SHORT_MS, timeOf } from './clock.js';
import { paintPlayers, tickClocks, urgeable, urgedFor } from './players.js';

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
   * @param {Table} table
   * @param {Sound} sound
   * @param {Notices} notify
   */
  constructor(table, sound, notify) {
    this.table = table;
    this.sound = sound;
    this.notify = notify;
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) notify.settle();
    });
    setInterval(() => this.#tick(), TICK_MS);
  }

  /** Shows whose turn it is. */
  show() {
    const { table } = this;
    const { state, text } = table;
    const { you, view } = state;
    if (!you || !view) return;
    const runs = view.phase === 'playing' && view.paused === null && you.seat !== null;
    const mine = runs && view.game?.acting === you.seat;
    document.title = mine ? text('title.your_turn') : text('title.room', { host: view.host.name });
    part('icon').setAttribute('href', fileAt(mine ? 'icon-turn.svg' : 'icon.svg'));
    document.body.dataset['turn'] = mine ? 'mine' : 'none';
    if (mine && !this.#wasMine) {
      table.announce(text('turn.yours'));
      this.sound.play('turn');
      const title = text('notify.turn', { host: view.host.name });
      this.notify.tell(title, table.room, fileAt('icons/turn-192.png'));
    }
    if (!mine) this.notify.settle();
    if (mine !== this.#wasMine) this.#saidShort = false;
    this.#wasMine = mine;
  }

  #tick() {
    const { table } = this;
    const { you, view } = table.state;
    this.#offerToSkip();
    if (!view?.clock || view.phase !== 'playing') return;
    tickClocks(part('players'), table);
    if (you?.seat == null) return;
    const time = timeOf(view.clock, you.seat, table.serverTime());
    if (time?.running !== true || time.ms > SHORT_MS) this.#saidShort = false;
    else if (!this.#saidShort) {
      this.#saidShort = true;
      table.announce(table.text('turn.short'));
      this.sound.play('short');
    }
  }

  /**
   * Offers the vote to skip a player once the time for it has come. The server sends no message at
   * that moment.
   */
  #offerToSkip() {
    const { table } = this;
    const seat = urgeable(table);
    const minutes = urgedFor(table)?.minutes ?? 0;
    if (seat === this.#offered && minutes === this.#minutes) return;
    const isNew = seat !== this.#offered;
    [this.#offered, this.#minutes] = [seat, minutes];
    paintPlayers(part('players'), table);
    if (isNew && seat !== null) {
      table.announce(table.text('players.may_urge', { name: table.name(seat) }));
    }
  }
}
