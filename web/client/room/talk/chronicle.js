/**
 * Describes the events of a room in sentences.
 *
 * @import {AnyEvent, BotKind, By, GameKind, Player, PublicEvent, TimelineEntry} from '../../protocol.js'
 * @import {BoardModule} from '../../games/modules.js'
 * @import {Text} from '../../lib/text.js'
 */
import { knowName } from '../../lib/names.js';
import { never } from '../../lib/never.js';
import { isolate, list, shownName } from '../../lib/text.js';
import { NAMES, saySetting } from '../../settings/words.js';
import { sentenceOf } from './sentences.js';

/**
 * @typedef {object} Entry
 * @property {number} version
 * @property {number} at milliseconds since 1970
 * @property {string[]} sentences
 * @property {boolean} ended whether the decision has only ended a turn
 * @property {number | null} forced the seat whose time ran out, so that the clock decided, as the
 *   first sentence says
 * @property {boolean} bot whether a bot has made the decision
 */

/**
 * @typedef {Player & {bot: BotKind | null}} Finisher a player of a game, with the kind of bot if a
 *   bot plays
 */

/**
 * Converts events to sentences in order. An event names only a seat, so the owner of each seat is
 * tracked through the events.
 */
export class Chronicle {
  /** @type {Entry[]} */
  entries = [];
  /** The players of the current or last game, indexed by seat. @type {Finisher[]} */
  players = [];
  /** @type {Map<number, string>} */
  #names = new Map();
  /**
   * The bots among the players whose arrival was seen, by seat.
   *
   * @type {Map<number, BotKind | null>}
   */
  #bots = new Map();
  #running = false;
  /**
   * The seats that are known not to be ready. Only their change to ready is reported.
   *
   * @type {Set<number>}
   */
  #unready = new Set();
  /** Whether a player has asked for a pause, so that the next request is consent. */
  #pauseAsked = false;
  /** The seats that are skipped by vote, although their owners may be there. @type {Set<number>} */
  #votedOut = new Set();
  /** The number of events that are already converted. */
  #told = 0;

  /**
   * @param {Text} text
   * @param {(kind: GameKind) => Pick<BoardModule<any>, 'sentence' | 'onlyEndsTurn'>} boardOf
   * @param {(seat: number) => {name: string, bot: BotKind | null}} ownerNow returns the owner of a
   *   seat whose owner sat down before the events that the page has
   */
  constructor(text, boardOf, ownerNow) {
    this.text = text;
    this.boardOf = boardOf;
    this.ownerNow = ownerNow;
  }

  /**
   * Converts the new events to entries.
   *
   * @param {TimelineEntry[]} happenings all events
   * @param {boolean} continued whether they continue the events of the last call
   * @returns {Entry[]} the new entries
   */
  tell(happenings, continued) {
    if (!continued) {
      this.entries = [];
      this.players = [];
      this.#names.clear();
      this.#bots.clear();
      this.#unready.clear();
      this.#pauseAsked = false;
      this.#votedOut.clear();
      this.#running = false;
      this.#told = 0;
    }
    /** @type {Entry[]} */
    const fresh = [];
    for (const { version, at, happening } of happenings.slice(this.#told)) {
      const sentences = this.#say(happening);
      const forced =
        happening.type === 'played' && happening.by === 'clock' ? happening.seat : null;
      const bot = happening.type === 'played' && happening.by === 'bot';
      const ended = happening.type === 'played' && this.#onlyEndsTurn(happening.events);
      if (sentences.length > 0) fresh.push({ version, at, sentences, forced, ended, bot });
    }
    this.#told = happenings.length;
    this.entries.push(...fresh);
    return fresh;
  }

  /** @param {number} seat */
  name = (seat) => this.#names.get(seat) ?? this.ownerNow(seat).name;

  /** @param {number} seat */
  #bot(seat) {
    const seen = this.#bots.get(seat);
    return seen === undefined ? this.ownerNow(seat).bot : seen;
  }

  /**
   * @param {PublicEvent} happening
   * @returns {string[]}
   */
  #say(happening) {
    switch (happening.type) {
      case 'sat':
        return this.#saySat(happening);
      case 'named':
        this.#names.set(happening.seat, happening.name);
        knowName(happening.name);
        break;
      case 'readied':
        return this.#sayReady(happening);
      case 'set':
        return this.#saySettings(happening);
      case 'started':
        return this.#sayStart(happening);
      case 'pause_asked':
        if (this.#pauseAsked)
          return [this.text('log.pause_agreed', { name: this.name(happening.seat) })];
        this.#pauseAsked = true;
        break;
      case 'pause_declined':
      case 'paused':
        this.#pauseAsked = false;
        break;
      case 'away':
        return [this.#sayAway(happening)];
      case 'played':
        return [
          ...this.#sayBy(happening.by ?? 'player', happening.seat, happening.events),
          ...this.#sayEvents(happening.events),
        ];
      case 'created':
        knowName(happening.name);
        break;
      case 'abandoned':
      case 'ended':
        this.#running = false;
        break;
      default:
    }
    const sentence = sentenceOf(happening, this);
    return sentence === null ? [] : [sentence];
  }

  /**
   * @param {Extract<PublicEvent, {type: 'sat'}>} sat the event of a player who takes over another
   *   player's seat during a game
   */
  #takeOver({ seat, name, colour, bot }) {
    const taker = { name, colour, bot: bot ?? null };
    this.players = this.players.map((player, of) => (of === seat ? taker : player));
  }

  /**
   * @param {Extract<PublicEvent, {type: 'sat'}>} sat
   * @returns {string[]}
   */
  #saySat(sat) {
    const { text } = this;
    const { seat, name, colour, bot } = sat;
    this.#unready.delete(seat);
    this.#names.set(seat, name);
    knowName(name);
    this.#bots.set(seat, bot ?? null);
    if (this.#running) this.#takeOver(sat);
    const values = { name, colour: text(`colour.${colour}`) };
    if (!bot) return [text('log.sat', values)];
    return [text('log.sat_bot', { ...values, level: text(`bot.${bot}`) })];
  }

  /** @param {Extract<PublicEvent, {type: 'started'}>} started */
  #sayStart({ round, players, left_out: leftOut, start, events }) {
    this.players = players.map((player, seat) => ({ ...player, bot: this.#bot(seat) }));
    this.#running = true;
    this.#pauseAsked = false;
    this.#names = new Map(players.map((player, seat) => [seat, player.name]));
    for (const player of players) knowName(player.name);
    // Joined by commas, because the language's format for lists takes a slow phone 60 ms to create
    // and most rooms need it for nothing else.
    const names = this.players.map(({ name, bot }) =>
      isolate(shownName(bot ? this.text('bot.named', { name }) : name)),
    );
    const lines = [this.text('log.started', { round, names: names.join(', ') })];
    if (start) lines.push(this.text(start.step === undefined ? 'log.repeats' : 'log.continues'));
    if (leftOut) lines.push(this.text('log.left_out', { names: list(leftOut) }));
    return [...lines, ...this.#sayEvents(events)];
  }

  /**
   * @param {By} by
   * @param {number} seat
   * @param {AnyEvent[]} events the events of the decision
   * @returns {string[]}
   */
  #sayBy(by, seat, events) {
    switch (by) {
      case 'player':
        return [];
      case 'clock':
        return [
          this.text(this.#onlyEndsTurn(events) ? 'log.by_clock_ended' : 'log.by_clock', {
            name: this.name(seat),
          }),
        ];
      case 'away':
        return [
          this.text(this.#votedOut.has(seat) ? 'log.by_skip' : 'log.by_away', {
            name: this.name(seat),
          }),
        ];
      case 'bot':
        return [];
      case 'stand_in':
        return [this.text('log.by_stand_in', { name: this.name(seat) })];
      default:
        return never(by);
    }
  }

  /**
   * Reports that a player is away, skipped by vote, or back.
   *
   * @param {{ seat: number, away: boolean, skipped?: boolean }} away
   */
  #sayAway({ seat, away, skipped = false }) {
    const values = { name: this.name(seat) };
    if (skipped) this.#votedOut.add(seat);
    else this.#votedOut.delete(seat);
    return this.text(skipped ? 'log.skipped' : away ? 'log.away' : 'log.back', values);
  }

  /**
   * Whether a decision has only ended a turn.
   *
   * @param {AnyEvent[]} events
   */
  #onlyEndsTurn(events) {
    const [first] = events;
    return first !== undefined && this.boardOf(first.game).onlyEndsTurn?.(events) === true;
  }

  /** @param {AnyEvent[]} events */
  #sayEvents(events) {
    const words = { text: this.text, name: this.name };
    return events.flatMap((event) => this.boardOf(event.game).sentence(event, words) ?? []);
  }

  /**
   * Reports a change of readiness. A player who sits down is ready, so only a change of mind is
   * reported.
   *
   * @param {Extract<PublicEvent, {type: 'readied'}>} readied
   */
  #sayReady({ seat, ready }) {
    const values = { name: this.name(seat) };
    if (ready) return this.#unready.delete(seat) ? [this.text('log.ready', values)] : [];
    this.#unready.add(seat);
    return [this.text('log.unready', values)];
  }

  /** @param {Extract<PublicEvent, {type: 'set'}>} set */
  #saySettings({ settings, changed, unready }) {
    const { text, name } = this;
    for (const seat of unready) this.#unready.add(seat);
    const said = changed.map((setting) => {
      const value = saySetting(setting, settings, text, name);
      return text('log.setting', { setting: text(NAMES[setting]), value });
    });
    said.unshift(text('log.set'));
    if (unready.length > 0) said.push(text('log.asked_again', { names: list(unready.map(name)) }));
    return said;
  }
}
