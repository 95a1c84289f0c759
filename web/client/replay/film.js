/**
 * A finished game as a sequence of steps: the deal, and each decision and take-back after it. It
 * knows the position of each step, its sentences, and the players at that time.
 *
 * @import {AnyEvent, AnyView, GameReplay, SeatView, TimelineEntry} from '../protocol.js'
 * @import {Text} from '../lib/text.js'
 */
import { factsOf } from '../games/index.js';
import { boardOf } from '../games/modules.js';
import { seatsOf } from '../games/seats.js';
import { patched } from '../lib/packed.js';
import { eventsOf } from '../room/state.js';
import { Chronicle } from '../room/talk/chronicle.js';

/** The sounds of events in which something is lost. @type {ReadonlySet<string>} */
const LOSSES = new Set(['capture', 'blast']);

export class Film {
  /** The positions that are known so far, in order. @type {AnyView[]} */
  #positions;
  /** The sentences of each step. @type {string[]} */
  #sentences;
  /** The events of each step, and of the times before it. @type {TimelineEntry[][]} */
  #happenings;

  /**
   * @param {GameReplay} replay
   * @param {Text} text
   */
  constructor(replay, text) {
    this.replay = replay;
    this.text = text;
    this.#positions = [replay.positions.start];
    const chronicle = new Chronicle(text, boardOf, (seat) => ({
      name: replay.players[seat]?.name ?? text('seats.number', { number: seat + 1 }),
      bot: replay.players[seat]?.bot ?? null,
    }));
    const { steps, happenings } = replay;
    const entries = chronicle.tell(happenings, false);
    /** @type {<T extends { version: number }>(all: readonly T[]) => T[][]} */
    const divided = (all) => {
      const parts = steps.map(() => /** @type {typeof all[number][]} */ ([]));
      let step = 0;
      for (const one of all) {
        while (step < steps.length - 1 && one.version > (steps[step] ?? 0)) step += 1;
        parts[step]?.push(one);
      }
      return parts;
    };
    this.#sentences = divided(entries).map((told) =>
      told.flatMap(({ sentences }) => sentences).join(' '),
    );
    this.#happenings = divided(happenings);
  }

  /** The last step. */
  get end() {
    return this.replay.steps.length - 1;
  }

  /** The kind of the game. */
  get kind() {
    return this.replay.options.game;
  }

  /**
   * Returns the position of a step.
   *
   * @param {number} step
   * @returns {AnyView}
   */
  position(step) {
    const known = this.#positions;
    while (known.length <= step) {
      const change = this.replay.positions.changes[known.length - 1] ?? [];
      // The patch applies to a list that contains the position, so that it can replace all of it.
      known.push(patched([known.at(-1)], change)[0]);
    }
    return /** @type {AnyView} */ (known[step]);
  }

  /**
   * Returns the version of the room that a step was shown with.
   *
   * @param {number} step
   */
  version(step) {
    return this.replay.steps[step] ?? 0;
  }

  /**
   * Returns the events of the game up to a step.
   *
   * @param {number} step
   * @returns {AnyEvent[]}
   */
  events(step) {
    return eventsOf(this.#happenings.slice(0, step + 1).flat());
  }

  /**
   * Returns the sentences of a step, or an empty text for a decision that needs none.
   *
   * @param {number} step
   */
  sentence(step) {
    return this.#sentences[step] ?? '';
  }

  /**
   * Returns the time of a step in milliseconds since 1970.
   *
   * @param {number} step
   */
  at(step) {
    return this.#decisive(step)?.at ?? 0;
  }

  /**
   * Returns the seat whose decision led to a step, or `null` for the deal.
   *
   * @param {number} step
   */
  seat(step) {
    const happening = this.#decisive(step)?.happening;
    return happening?.type === 'played' || happening?.type === 'took_back' ? happening.seat : null;
  }

  /**
   * Whether a player, a pawn or a prisoner was lost with a step.
   *
   * @param {number} step
   */
  isLoss(step) {
    if (step === 0) return false;
    const happening = this.#decisive(step)?.happening;
    const events = happening?.type === 'played' ? happening.events : [];
    if (
      events.some((event) =>
        boardOf(event.game)
          .soundsOf(event)
          .some((one) => LOSSES.has(one)),
      )
    )
      return true;
    const [before, after] = [this.position(step - 1), this.position(step)];
    return this.replay.players.some(
      (_, seat) => factsOf(after, seat).out && !factsOf(before, seat).out,
    );
  }

  /**
   * Returns the players at a step: a seat that was given up may have a new owner.
   *
   * @param {number} step
   * @returns {SeatView[]}
   */
  seats(step) {
    const seats = seatsOf(this.replay.players).map((seat, number) => ({
      ...seat,
      bot: this.replay.players[number]?.bot ?? null,
    }));
    for (const { happening } of this.#happenings.slice(0, step + 1).flat()) {
      if (happening.type !== 'sat') continue;
      const { seat, name, colour, bot = null } = happening;
      const before = seats[seat];
      if (before) seats[seat] = { ...before, name, colour, bot };
    }
    return seats;
  }

  /** @param {number} step */
  #decisive(step) {
    const version = this.version(step);
    const own = this.#happenings[step]?.filter((one) => one.version === version) ?? [];
    return (
      own.find(({ happening }) => ['started', 'played', 'took_back'].includes(happening.type)) ??
      null
    );
  }
}
