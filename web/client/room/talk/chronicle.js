/**
 * Describes the events of a room in sentences.
 *
 * @import {AnyEvent, BotKind, By, GameKind, Player, PublicEvent, TimelineEntry} from '../../protocol.js'
 * @import {BoardModule} from '../../games/modules.js'
 * @import {Text} from '../../lib/text.js'
 */
import { knowName } from '../../lib/names.js';
import { never } from '../../lib/never.js';
import { list } from '../../lib/text.js';
import { sayDate } from '../../lib/time.js';
import { saySetting } from '../../settings/words.js';

/**
 * @typedef {object} Entry
 * @property {number} version
 * @property {number} at milliseconds since 1970
 * @property {string[]} sentences
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
  /** The number of events that are already converted. */
  #told = 0;

  /**
   * @param {Text} text
   * @param {(kind: GameKind) => Pick<BoardModule<any>, 'sentence'>} boardOf
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
      if (sentences.length > 0) fresh.push({ version, at, sentences, forced, bot });
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
    const { text, name } = this;
    switch (happening.type) {
      case 'created':
        knowName(happening.name);
        return [text('log.created', { name: happening.name })];
      case 'sat':
        this.#unready.delete(happening.seat);
        this.#names.set(happening.seat, happening.name);
        knowName(happening.name);
        this.#bots.set(happening.seat, happening.bot ?? null);
        if (this.#running) this.#takeOver(happening);
        return [this.#saySat(happening)];
      case 'stood':
        // A removed player is also banned, and that event is reported.
        return happening.removed ? [] : [text('log.stood', { name: happening.name })];
      case 'named':
        this.#names.set(happening.seat, happening.name);
        knowName(happening.name);
        return [text('log.named', { before: happening.before, name: happening.name })];
      case 'coloured':
        return [
          text('log.coloured', {
            name: name(happening.seat),
            colour: text(`colour.${happening.colour}`),
          }),
        ];
      case 'readied':
        return this.#sayReady(happening);
      case 'set':
        return this.#saySettings(happening);
      case 'host':
        return [text(sayHost(happening), { name: happening.name })];
      case 'locked':
        return [text(happening.locked ? 'log.locked' : 'log.unlocked')];
      case 'hushed':
        return [text(happening.hushed ? 'log.hushed' : 'log.unhushed')];
      case 'barred':
        return [text('log.barred', { name: happening.name })];
      case 'readmitted':
        return [text('log.readmitted', { name: happening.name })];
      case 'committed':
        return [];
      case 'started':
        return this.#sayStart(happening);
      case 'played':
        return [
          ...this.#sayBy(happening.by ?? 'player', happening.seat),
          ...this.#sayEvents(happening.events),
        ];
      case 'away':
        return [text(happening.away ? 'log.away' : 'log.back', { name: name(happening.seat) })];
      case 'urged':
        return [text('log.urged', { by: name(happening.by), name: name(happening.seat) })];
      case 'pause_asked':
        return [
          text(happening.until_all ? 'log.pause_asked_until_all' : 'log.pause_asked', {
            name: name(happening.seat),
          }),
        ];
      case 'would_go_on':
        return [text('log.would_go_on', { name: name(happening.seat) })];
      case 'vacation':
        return [
          happening.until === null
            ? text('log.vacation_over', { name: name(happening.seat) })
            : text('log.vacation', {
                name: name(happening.seat),
                date: sayDate(happening.until),
              }),
        ];
      case 'pause_declined':
        return [text('log.pause_declined', { name: name(happening.seat) })];
      case 'paused':
        return [text(`log.paused_${happening.reason}`)];
      case 'resumed':
        return [
          happening.seat === null
            ? text('log.resumed_by_nobody')
            : text('log.resumed', { name: name(happening.seat) }),
        ];
      case 'took_back':
        return [
          text(happening.agreed ? 'log.took_back_agreed' : 'log.took_back', {
            name: name(happening.seat),
          }),
        ];
      case 'take_back_asked':
      case 'take_back_agreed':
      case 'take_back_declined':
        return [text(`log.${happening.type}`, { name: name(happening.seat) })];
      case 'hinted':
        return [text('log.hinted', { name: name(happening.seat) })];
      case 'revised':
        return [text('log.revised')];
      case 'abandoned':
        this.#running = false;
        return [text('log.abandoned')];
      case 'ended':
        this.#running = false;
        // The game's own events have already announced the winner.
        return [];
      default:
        return never(happening);
    }
  }

  /**
   * @param {Extract<PublicEvent, {type: 'sat'}>} sat the event of a player who takes over another
   *   player's seat during a game
   */
  #takeOver({ seat, name, colour, bot }) {
    const taker = { name, colour, bot: bot ?? null };
    this.players = this.players.map((player, of) => (of === seat ? taker : player));
  }

  /** @param {Extract<PublicEvent, {type: 'sat'}>} sat */
  #saySat({ name, colour, bot }) {
    const { text } = this;
    const values = { name, colour: text(`colour.${colour}`) };
    if (!bot) return text('log.sat', values);
    return text('log.sat_bot', { ...values, level: text(`bot.${bot}`) });
  }

  /** @param {Extract<PublicEvent, {type: 'started'}>} started */
  #sayStart({ round, players, left_out: leftOut, events }) {
    this.players = players.map((player, seat) => ({ ...player, bot: this.#bot(seat) }));
    this.#running = true;
    this.#names = new Map(players.map((player, seat) => [seat, player.name]));
    for (const player of players) knowName(player.name);
    const names = list(
      this.players.map(({ name, bot }) => (bot ? this.text('bot.named', { name }) : name)),
    );
    const lines = [this.text('log.started', { round, names })];
    if (leftOut) lines.push(this.text('log.left_out', { names: list(leftOut) }));
    return [...lines, ...this.#sayEvents(events)];
  }

  /**
   * @param {By} by
   * @param {number} seat
   * @returns {string[]}
   */
  #sayBy(by, seat) {
    switch (by) {
      case 'player':
        return [];
      case 'clock':
        return [this.text('log.by_clock', { name: this.name(seat) })];
      case 'away':
        return [this.text('log.by_away', { name: this.name(seat) })];
      case 'bot':
        return [];
      case 'stand_in':
        return [this.text('log.by_stand_in', { name: this.name(seat) })];
      default:
        return never(by);
    }
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
    const changes = changed.map((setting) => saySetting(setting, settings, text, name)).join('; ');
    const said = [text('log.set', { changes })];
    if (unready.length > 0) said.push(text('log.asked_again', { names: list(unready.map(name)) }));
    return said;
  }
}

/**
 * Returns the text key of the sentence about a new host.
 *
 * @param {Extract<PublicEvent, {type: 'host'}>} host
 */
function sayHost({ gone, back }) {
  if (back) return 'log.host_back';
  return gone ? 'log.host_gone' : 'log.host';
}
