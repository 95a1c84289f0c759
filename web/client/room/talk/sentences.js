/**
 * The sentences of the events that are described by themselves, without the events before them.
 *
 * @import {PublicEvent} from '../../protocol.js'
 * @import {Words} from '../../games/modules.js'
 */
import { never } from '../../lib/never.js';
import { sayDate } from '../../lib/time.js';

/**
 * @typedef {Exclude<PublicEvent, {type: 'sat' | 'readied' | 'set' | 'started' | 'played' | 'away'}>} PlainEvent
 * @typedef {{ [T in PlainEvent['type']]: (event: Extract<PlainEvent, {type: T}>, words: Words) => string | null }} Sentences
 *   the sentence of each type of event, or `null` if the event is not reported
 */

/**
 * Returns a function for the sentence of an event that concerns a seat.
 *
 * @param {string} key
 * @returns {(event: {seat: number}, words: Words) => string}
 */
const ofSeat =
  (key) =>
  ({ seat }, { text, name }) =>
    text(key, { name: name(seat) });

/** @type {Sentences} */
const SENTENCES = {
  // The room and its host.
  created: ({ name }, { text }) => text('log.created', { name }),
  host: ({ name, gone, back }, { text }) => {
    const key = gone ? 'log.host_gone' : 'log.host';
    return text(back ? 'log.host_back' : key, { name });
  },
  locked: ({ locked }, { text }) => text(locked ? 'log.locked' : 'log.unlocked'),
  admitted: (_, { text }) => text('log.admitted'),
  hushed: ({ hushed }, { text }) => text(hushed ? 'log.hushed' : 'log.unhushed'),
  barred: ({ name }, { text }) => text('log.barred', { name }),
  readmitted: ({ name }, { text }) => text('log.readmitted', { name }),

  // People and their seats.
  // A removed player is also banned, and that event is reported.
  stood: ({ name, removed }, { text }) => (removed ? null : text('log.stood', { name })),
  named: ({ before, name }, { text }) => text('log.named', { before, name }),
  coloured: ({ seat, colour }, { text, name }) =>
    text('log.coloured', { name: name(seat), colour: text(`colour.${colour}`) }),
  urged: ({ seat, by }, { text, name }) => text('log.urged', { by: name(by), name: name(seat) }),
  voted_to_end: ({ seat, wanted }, { text, name }) =>
    text(wanted ? 'log.voted_to_end' : 'log.pause_declined', { name: name(seat) }),
  vacation: ({ seat, until }, { text, name }) =>
    until === null
      ? text('log.vacation_over', { name: name(seat) })
      : text('log.vacation', { name: name(seat), date: sayDate(until) }),

  // Pauses.
  pause_asked: ({ seat, until_all: untilAll }, { text, name }) =>
    text(untilAll ? 'log.pause_asked_until_all' : 'log.pause_asked', { name: name(seat) }),
  pause_declined: ofSeat('log.pause_declined'),
  would_go_on: ofSeat('log.would_go_on'),
  paused: ({ reason }, { text }) => text(`log.paused_${reason}`),
  resumed: ({ seat }, { text, name }) =>
    seat === null ? text('log.resumed_by_nobody') : text('log.resumed', { name: name(seat) }),

  // Decisions that are taken back, and hints.
  take_back_asked: ofSeat('log.take_back_asked'),
  take_back_agreed: ofSeat('log.take_back_agreed'),
  take_back_declined: ofSeat('log.take_back_declined'),
  took_back: ({ seat, agreed }, { text, name }) =>
    text(agreed ? 'log.took_back_agreed' : 'log.took_back', { name: name(seat) }),
  hinted: ofSeat('log.hinted'),

  // The game as a whole.
  committed: () => null,
  revised: (_, { text }) => text('log.revised'),
  abandoned: ({ agreed }, { text }) => text(agreed ? 'log.ended_early' : 'log.abandoned'),
  // The game's own events have already announced the winner.
  ended: () => null,
};

/**
 * Returns the sentence of an event, or `null` if the event is not reported.
 *
 * @param {PlainEvent} event
 * @param {Words} words
 * @returns {string | null}
 */
export function sentenceOf(event, words) {
  const say = /** @type {((event: PlainEvent, words: Words) => string | null) | undefined} */ (
    SENTENCES[event.type]
  );
  return say ? say(event, words) : never(/** @type {never} */ (event));
}
