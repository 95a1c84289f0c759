/**
 * Describes the game in words. The functions are pure. The words themselves come from the
 * language's file.
 *
 * @import {Problem, SectionXDoor, SectionXEnd, SectionXEvent, SectionXIllegal, SectionXLength, SectionXPrisoner, SectionXRoundEnd, SectionXView} from '../../protocol.js'
 */

import { never } from '../../lib/never.js';
import { sayProblem } from '../../lib/problem.js';
import { list } from '../../lib/text.js';
import { parseSpot, zoneOf } from './plan.js';

/** @typedef {(key: string, params?: Record<string, string | number>) => string} Text */
/** @typedef {(seat: number) => string} Names */
/** @typedef {{ text: Text, name: Names }} Words */

/**
 * Describes an event in one line for the log.
 *
 * @param {SectionXEvent} event
 * @param {Words} words
 * @returns {string | null} the line, or `null` for an event that is not worth one
 */
export function sentence(event, words) {
  const { text, name } = words;
  switch (event.type) {
    case 'set_up':
      return null;
    case 'opened':
      return text('section_x.log.opened', { name: name(event.first) });
    case 'turn':
      return null;
    case 'drew':
      return event.tile === null
        ? text('section_x.log.drew', { name: name(event.seat), pile: event.pile + 1 })
        : text('section_x.log.drew_tile', {
            name: name(event.seat),
            pile: event.pile + 1,
            tile: kindWords(event.tile, text),
          });
    case 'placed':
      return text('section_x.log.placed', {
        name: name(event.seat),
        tile: kindWords(event.tile, text),
        cell: event.cell,
      });
    case 'exchanged':
      return text('section_x.log.exchanged', { a: event.a, b: event.b });
    case 'relocated':
      return text('section_x.log.relocated', { from: event.from, to: event.to });
    case 'turned':
      return text('section_x.log.turned', { cell: event.cell });
    case 'skipped':
      return text('section_x.log.skipped');
    case 'tied':
      return text('section_x.log.tied', {
        cell: cellWords(event.at),
        names: list(event.among.map(name)),
        lengths: lengthsWords(event.lengths, words),
      });
    case 'fought':
      return text('section_x.log.fought', {
        name: name(event.kept),
        cell: cellWords(event.at),
        lengths: lengthsWords(event.lengths, words),
        doors: doorsWords(event.back, words),
      });
    case 'stepped':
      return text('section_x.log.stepped', {
        name: name(event.seat),
        from: placeWords(event.from, text),
        to: placeWords(event.to, text),
      });
    case 'zone_taken':
      return text('section_x.log.zone_taken', {
        name: name(event.seat),
        zone: zoneWords(event.zone, text),
      });
    case 'door_put':
      return event.from === null
        ? text('section_x.log.door_put', { name: name(event.seat), cell: cellWords(event.to) })
        : text('section_x.log.door_moved', {
            name: name(event.seat),
            from: cellWords(event.from),
            cell: cellWords(event.to),
          });
    case 'key_due':
      return text('section_x.log.key_due', { name: name(event.seat) });
    case 'key_won':
      return event.door === null
        ? text('section_x.log.key_won', { name: name(event.seat) })
        : text('section_x.log.key_won_for', {
            name: name(event.seat),
            cell: cellWords(event.door),
          });
    case 'key_lost':
      return text('section_x.log.key_lost', { name: name(event.seat) });
    case 'collapsed':
      return collapseSentence(event, words);
    case 'last_round':
      return text('section_x.log.last_round');
    case 'round':
      return text('section_x.log.round', { number: event.number });
    case 'resigned':
      return text('section_x.log.resigned', { name: name(event.seat) });
    case 'over': {
      const winners = event.outcome.places.flatMap((place, seat) =>
        place === 1 ? [name(seat)] : [],
      );
      return text('section_x.log.over', { names: list(winners), count: winners.length });
    }
    default:
      return never(event);
  }
}

/**
 * @param {Extract<SectionXEvent, { type: 'collapsed' }>} event
 * @param {Words} words
 */
function collapseSentence({ why, freed, lost, safe }, words) {
  const { text } = words;
  return [
    whyWords(why, words),
    freed.length === 0
      ? text('section_x.log.nobody_freed')
      : text('section_x.log.freed', { names: countsWords(freed, words) }),
    lost.length === 0
      ? text('section_x.log.nobody_lost')
      : text('section_x.log.lost', { names: countsWords(lost, words) }),
    text('section_x.log.safe', { count: safe.length }),
  ].join(' ');
}

/**
 * Explains why a round is over.
 *
 * @param {SectionXRoundEnd} why
 * @param {Words} words
 */
export function whyWords(why, { text, name }) {
  switch (why.how) {
    case 'escape':
      return text('section_x.collapse.escape', { name: name(why.seat) });
    case 'last_tile':
      return text('section_x.collapse.last_tile');
    case 'idle':
      return text('section_x.collapse.idle');
    case 'turn_limit':
      return text('section_x.collapse.turn_limit');
    default:
      return never(why);
  }
}

/**
 * Describes the number of prisoners of each owner, such as "3 of Ana, 1 of Bruno". The result is
 * empty without prisoners.
 *
 * @param {readonly SectionXPrisoner[]} prisoners
 * @param {Words} words
 */
function countsWords(prisoners, { text, name }) {
  const seats = [...new Set(prisoners.map((one) => one.seat))].sort((a, b) => a - b);
  return seats
    .map((seat) =>
      text('section_x.count_of', {
        count: prisoners.filter((one) => one.seat === seat).length,
        name: name(seat),
      }),
    )
    .join(text('section_x.comma'));
}

/**
 * @param {readonly SectionXLength[]} lengths
 * @param {Words} words
 */
export function lengthsWords(lengths, { text, name }) {
  return lengths
    .map(({ seat, tiles }) => text('section_x.count_of', { count: tiles, name: name(seat) }))
    .join(text('section_x.comma'));
}

/**
 * @param {readonly SectionXDoor[]} doors
 * @param {Words} words
 */
function doorsWords(doors, { text, name }) {
  return list(
    doors.map(({ seat, at }) =>
      text('section_x.door_of', { name: name(seat), cell: cellWords(at) }),
    ),
  );
}

/**
 * Explains why the game ended. There is no verdict, because the places name the winner.
 *
 * @param {SectionXView} view
 * @param {Words} words
 */
export function ending({ end, options }, words) {
  return { verdict: null, why: end && endWords(end, options.target, words) };
}

/**
 * Explains why a game is over.
 *
 * @param {SectionXEnd} end
 * @param {number} target the number of prisoners that had to be brought out
 * @param {Words} words
 */
function endWords(end, target, { text, name }) {
  switch (end.how) {
    case 'target':
      return text('section_x.end.target', { name: name(end.winner), count: target });
    case 'nobody_can':
      return text('section_x.end.nobody_can', { count: target });
    case 'last_round':
      return text('section_x.end.last_round', { count: target });
    case 'stalled':
      return text('section_x.end.stalled');
    case 'round_limit':
      return text('section_x.end.round_limit');
    case 'alone':
      return text('section_x.end.alone', { name: name(end.winner) });
    default:
      return never(end);
  }
}

/**
 * Names a kind of tile.
 *
 * @param {import('../../protocol.js').SectionXKind} kind
 * @param {Text} text
 */
export function kindWords(kind, text) {
  return text(`section_x.kind.${kind}`);
}

/**
 * Returns the cell of a place in a tunnel.
 *
 * @param {string} spot
 */
function cellWords(spot) {
  return parseSpot(spot)?.cell ?? spot;
}

/**
 * Names a place, such as "the cell block", "g10" or "Pinewood".
 *
 * @param {string} place
 * @param {Text} text
 */
export function placeWords(place, text) {
  const spot = parseSpot(place);
  if (spot) return spot.cell;
  if (place === 'block') return text('section_x.place.block');
  if (place === 'lost') return text('section_x.place.lost');
  return zoneWords(zoneOf(place) ?? 0, text);
}

/**
 * Names the place of a free zone, such as "Pinewood". The name stands for the green area as well.
 *
 * @param {number} zone
 * @param {Text} text
 */
export function zoneWords(zone, text) {
  return text(`section_x.zone.${zone + 1}`);
}

/**
 * Joins sides in the way of the language, such as "east and south-west".
 *
 * @param {readonly number[]} sides
 * @param {Text} text
 */
export function sidesWords(sides, text) {
  return list(sides.map((side) => text(`side.${side}`)));
}

/**
 * Explains why the rules reject a decision.
 *
 * @param {Problem} problem
 * @param {Words} words
 * @returns {string | null} the explanation, or `null` where the code alone suffices
 */
export function refusal(problem, { text, name }) {
  switch (problem.code) {
    case 'does_not_fit':
      return text('problem.does_not_fit', {
        cell: problem.cell,
        side: text(`side.${problem.side}`),
      });
    case 'distance_rule':
      return text('problem.distance_rule', { old: problem.old, new: problem.new });
    case 'foreign_tunnel':
    case 'door_blocks':
    case 'zone_of_other':
    case 'tunnel_of_other':
      return text(`problem.${problem.code}`, { name: name(problem.owner) });
    default:
      return null;
  }
}

/**
 * Explains why the rules reject a decision, for every code.
 *
 * @param {SectionXIllegal} illegal
 * @param {Words} words
 */
export function sayIllegal(illegal, words) {
  return refusal(illegal, words) ?? sayProblem(illegal, words.text, words.name);
}
