/**
 * Describes the game in words: for the log, for screen readers, and for the line beside the board.
 * The functions are pure. The words themselves come from the language's file.
 *
 * @import {TortusEnd, TortusEvent, TortusField, TortusTarget, TortusTile, TortusView} from '../../protocol.js'
 * @import {Words} from '../modules.js'
 * @import {Text} from '../../lib/text.js'
 * @import {Draft} from './draft.js'
 * @import {Facing} from './facing.js'
 * @import {Mark} from './last-turn.js'
 */

import { never } from '../../lib/never.js';
import { list } from '../../lib/text.js';
import { sidesOf } from './geometry.js';
import { movingOf } from './targets.js';

/**
 * @typedef {Words & { facing: Facing, marks: ReadonlyMap<string, Mark> }} Seen the words for a
 *   viewer with their orientation of the board, and the marks on it
 */

/**
 * Describes an event in one line for the log. It does not include the rotation of tiles, which
 * looks different from each side of the board.
 *
 * @param {TortusEvent} event
 * @param {Words} words
 * @returns {string | null} the line, or `null` for an event that is not worth one
 */
export function sentence(event, { text, name }) {
  switch (event.type) {
    case 'set_up':
      return null;
    case 'opened':
      return text('tortus.log.opened', { name: name(event.first) });
    case 'redealt':
      return text('tortus.log.redealt');
    case 'exchanged':
      return text('tortus.log.exchanged', {
        name: name(event.seat),
        square: event.square,
        laid: kindWords(event.laid, text),
        taken: kindWords(event.taken, text),
      });
    case 'placed':
      return text('tortus.log.placed', { name: name(ownerOf(event.pawn)), square: event.square });
    case 'turn':
      return event.actions > USUAL_ACTIONS
        ? text('tortus.log.pindaiba', { name: name(event.seat), count: event.actions })
        : text('tortus.log.turn', { name: name(event.seat) });
    case 'rotated':
      return text('tortus.log.rotated', { square: event.square });
    case 'revealed':
      return text('tortus.log.revealed', {
        square: event.square,
        tile: kindWords(event.tile, text),
      });
    case 'misopened':
      return text('tortus.log.misopened', { square: event.square });
    case 'penalised':
      return text('tortus.log.penalised', { name: name(ownerOf(event.pawn)) });
    case 'swapped':
      return text('tortus.log.swapped', {
        name: name(event.seat),
        square: event.square,
        laid: kindWords(event.laid, text),
        taken: kindWords(event.taken, text),
      });
    case 'moved':
      return text(`tortus.log.moved.${event.by}`, {
        name: name(ownerOf(event.pawn)),
        from: event.from,
        to: event.to,
      });
    case 'captured':
      return text('tortus.log.captured', { name: name(ownerOf(event.pawn)), square: event.square });
    case 'fell': {
      const fell = text('tortus.log.fell', {
        name: name(ownerOf(event.pawn)),
        square: event.square,
      });
      return event.taken === null
        ? fell
        : `${fell} ${text('tortus.log.gap', { name: name(event.taken) })}`;
    }
    case 'filled':
      return text('tortus.log.filled', {
        name: name(event.seat),
        square: event.square,
        tile: kindWords(event.tile, text),
      });
    case 'sank':
      return text('tortus.log.sank', { name: name(ownerOf(event.pawn)), square: event.square });
    case 'acted':
      return text('tortus.log.acted', { count: event.left });
    case 'draw_offered':
      return text('tortus.log.draw_offered', { name: name(event.seat) });
    case 'draw_declined':
      return text('tortus.log.draw_declined', { name: name(event.seat) });
    case 'over': {
      // The log already reports the pawn that fell.
      const why = event.end.how === 'pit' ? [] : [endWords(event.end, { text, name })];
      const winner =
        event.outcome.places.filter((place) => place === 1).length === 1
          ? event.outcome.places.indexOf(1)
          : null;
      return [
        ...why,
        winner === null ? text('tortus.log.draw') : text('tortus.log.won', { name: name(winner) }),
      ].join(' ');
    }
    default:
      return never(event);
  }
}

/** The number of actions in a turn of a player with more than one pawn. */
const USUAL_ACTIONS = 2;
/** The number of pawns of each player. The first ones belong to the first seat. */
const PAWNS = 5;

/**
 * Returns the owner of a pawn, for callers without a view.
 *
 * @param {number} pawn
 */
export function ownerOf(pawn) {
  return Math.floor(pawn / PAWNS);
}

/**
 * Explains why the game is over.
 *
 * @param {TortusEnd} end
 * @param {Words} words
 * @returns {string}
 */
export function endWords(end, { text, name }) {
  switch (end.how) {
    case 'pit':
    case 'no_pawns':
    case 'resigned':
      return text(`tortus.end.${end.how}`, { name: name(end.loser) });
    case 'repetition':
    case 'turn_limit':
    case 'agreement':
      return text(`tortus.end.${end.how}`);
    default:
      return never(end);
  }
}

/**
 * Names the kind of a tile.
 *
 * @param {TortusTile} tile
 * @param {Text} text
 */
export function kindWords(tile, text) {
  return text(`tortus.kind.${tile}`);
}

/**
 * Describes a tile as the viewer sees it, such as "single arrows up and right".
 *
 * @param {TortusTile} tile
 * @param {number} rotation the rotation of the tile in quarter turns clockwise
 * @param {Seen} seen
 */
export function tileWords(tile, rotation, { text, facing }) {
  const sides = sidesOf(tile, facing.rotation({ tile, rotation }));
  if (sides.length === 0) return kindWords(tile, text);
  return text(
    `tortus.tile.${tile === 'star' || tile === 'double' || tile === 'triple' ? tile : 'single'}`,
    {
      count: sides.length,
      sides: list(sides.map((side) => text(`tortus.side.${side}`))),
    },
  );
}

/**
 * Describes the tile on a square.
 *
 * @param {TortusField} field
 * @param {TortusView} view
 * @param {Seen} seen
 */
function fieldWords(field, view, seen) {
  const { text } = seen;
  if (field.tile === null || field.rotation === null)
    return text(field.open ? 'tortus.square.gap' : 'tortus.square.closed');
  const lies = tileWords(field.tile, field.rotation, seen);
  const known = field.open ? lies : text('tortus.square.was_closed', { tile: lies });
  const source =
    field.copies === null ? null : view.board.find(({ square }) => square === field.copies);
  if (!source || source.tile === null || source.rotation === null) return known;
  return `${known}, ${text('tortus.square.copies', { square: source.square, tile: tileWords(source.tile, source.rotation, seen) })}`;
}

/**
 * Describes every square, by its name, such as "c3, single arrows to the north and south, pawn of
 * Ana".
 *
 * @param {TortusView} view
 * @param {number | null} own the viewer's seat
 * @param {Seen} seen
 * @returns {Map<string, string>}
 */
export function squareWords(view, own, seen) {
  const { text, name, marks } = seen;
  const pawns = new Map();
  for (const { seat, at } of view.pawns) {
    if (at === null) continue;
    const whose =
      seat === own
        ? text('tortus.square.own_pawn')
        : text('tortus.square.pawn', { name: name(seat) });
    pawns.set(at, [...(pawns.get(at) ?? []), whose]);
  }
  const section = (/** @type {string} */ square) => {
    const seat = sectionOf(view, square);
    if (seat === null) return [];
    return [
      seat === own
        ? text('tortus.square.own_section')
        : text('tortus.square.section', { name: name(seat) }),
    ];
  };
  const parts = (/** @type {TortusField} */ field) => [
    field.square,
    fieldWords(field, view, seen),
    ...(pawns.get(field.square) ?? []),
    ...section(field.square),
    ...markWords(marks.get(field.square), own, text, name),
  ];
  return new Map(view.board.map((field) => [field.square, parts(field).join(', ')]));
}

/**
 * Describes the change that a mark shows, such as "turned by Ana".
 *
 * @param {Mark | undefined} mark
 * @param {number | null} own the viewer's seat
 * @param {Text} text
 * @param {Words['name']} name
 * @returns {string[]} the description; empty where there is no mark
 */
export function markWords(mark, own, text, name) {
  if (!mark) return [];
  const by = mark.seat === own ? text('tortus.you_object') : name(mark.seat);
  return [text(`tortus.mark.${mark.deed}`, { name: by })];
}

/**
 * Returns the seat whose section contains a square, or `null`. The section of the first seat is in
 * the north.
 *
 * @param {Pick<TortusView, 'edge' | 'section'>} view
 * @param {string} square
 * @returns {number | null}
 */
export function sectionOf({ edge, section }, square) {
  const row = Number(square.slice(1)) - 1;
  if (row < section) return 0;
  return row >= edge - section ? 1 : null;
}

/**
 * Describes what a pawn would meet on a square, and the consequence.
 *
 * @param {TortusTarget} target
 * @param {number} pawn the pawn that moves
 * @param {TortusView} view
 * @param {number | null} own the viewer's seat
 * @param {Words} words
 */
export function meetsWords({ square, meets }, pawn, view, own, { text, name }) {
  const mine = view.pawns[pawn]?.seat === own;
  switch (meets.type) {
    case 'pawn': {
      const seat = view.pawns[meets.pawn]?.seat ?? 0;
      return seat === own
        ? text('tortus.meets.own_pawn', { square })
        : text('tortus.meets.pawn', { square, name: name(seat) });
    }
    case 'closed':
    case 'open':
      return text(`tortus.meets.${meets.type}`, { square });
    case 'hole':
    case 'pit':
      return mine
        ? text(`tortus.meets.${meets.type}_own`, { square })
        : text(`tortus.meets.${meets.type}`, { square, name: name(view.pawns[pawn]?.seat ?? 0) });
    default:
      return never(meets);
  }
}

/**
 * Describes a square for its tip: the tile, the change that was made to it, and what a pawn would
 * meet there or what the tile does.
 *
 * @param {string} square
 * @param {TortusTarget | null} target the encounter of the moving pawn on that square
 * @param {Seen & { view: TortusView, own: number | null, draft: Draft }} situation
 */
export function tipWords(square, target, situation) {
  const { view, own, marks, text, name } = situation;
  const field = view.board.find((one) => one.square === square);
  if (!field) return '';
  const does = field.tile ?? (field.open ? 'gap' : 'back');
  const pawn = movingOf(view.choices, situation.draft)?.pawn;
  const lies = field.tile === null ? square : `${square}, ${fieldWords(field, view, situation)}`;
  return [
    `${[lies, ...markWords(marks.get(square), own, text, name)].join(', ')}.`,
    target && pawn !== undefined
      ? meetsWords(target, pawn, view, own, situation)
      : text(`tortus.does.${does}`),
  ].join(' ');
}

/**
 * Describes how the game ended, and why.
 *
 * @param {TortusView} view
 * @param {Words} words
 */
export function ending({ end, outcome }, words) {
  const drawn = outcome?.places.every((place) => place === 1) === true;
  return {
    verdict: drawn ? words.text('end.draw') : null,
    why: end === null ? null : endWords(end, words),
  };
}

/**
 * Returns whether a decision with these events has ended the turn and done nothing else.
 *
 * @param {readonly TortusEvent[]} events
 */
export function onlyEndsTurn(events) {
  return events.length > 0 && events.every(({ type }) => type === 'turn');
}
