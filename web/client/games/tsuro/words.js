/**
 * Describes the board in words: for the log, for screen readers, and for the line under the board.
 * The functions are pure. The words themselves come from the language's file.
 *
 * @import {Face, TsuroEvent, TsuroView, Walk} from '../../protocol.js'
 */
import { never } from '../../lib/never.js';
import { squareName } from '../squares.js';
import { isFirst, isSide, parseMark, sideOf, standOf, stepsOf } from './geometry.js';

/** @typedef {(key: string, params?: Record<string, string | number>) => string} Text */
/** @typedef {(seat: number) => string} Names */

/**
 * Explains how the game ended. The places say who has won.
 *
 * @param {TsuroView} view
 * @param {{ text: Text, name: Names }} words
 */
export function ending(view, words) {
  return { verdict: null, why: view.outcome && why(view.markers, view.outcome.places, words) };
}

/**
 * @param {TsuroView['markers']} markers
 * @param {readonly number[]} places
 * @param {{ text: Text, name: Names }} words
 */
function why(markers, places, { text, name }) {
  const last = Math.max(...markers.map(({ out }) => out?.after ?? 0));
  const gaveUp = markers.findIndex(({ out }) => out?.how === 'resigned' && out.after === last);
  const standing = markers.filter(({ out }) => out === null).length;
  const winners = places.filter((place) => place === 1).length;
  if (standing === 1 && winners === 1) {
    const isOne = markers.length === 2 && gaveUp >= 0;
    return isOne ? text('tsuro.end.resigned', { name: name(gaveUp) }) : text('tsuro.end.standing');
  }
  if (standing === 0) return winners > 1 ? text('tsuro.end.together') : null;
  return text('tsuro.end.all_laid', { count: standing });
}

/**
 * Describes an event in one line for the log.
 *
 * @param {TsuroEvent} event
 * @param {{ text: Text, name: Names }} words
 * @returns {string | null} the line, or `null` for an event that is not worth one
 */
export function sentence(event, { text, name }) {
  switch (event.type) {
    case 'set_up':
      return null;
    case 'opened':
      return text('tsuro.log.opened', { name: name(event.first) });
    case 'started':
      return text('tsuro.log.started', {
        name: name(event.seat),
        mark: shortMark(event.mark, text),
      });
    case 'chose':
      return text('tsuro.log.chose', { name: name(event.seat), mark: shortMark(event.mark, text) });
    case 'laid':
      return text('tsuro.log.laid', {
        name: name(event.seat),
        square: event.square,
        names: list(event.waits.map(name), text),
        count: event.waits.length,
      });
    case 'placed':
      return [
        text('tsuro.log.placed', { name: name(event.seat), square: event.square }),
        ...farewells(event.walks, text, name),
      ].join(' ');
    case 'bonus':
      return text('tsuro.log.bonus', {
        name: name(event.seat),
        names: list(event.from.map(name), text),
      });
    case 'swapped':
      return event.take.length === 0
        ? text('tsuro.log.kept', { name: name(event.seat) })
        : text('tsuro.log.swapped', { name: name(event.seat), count: event.take.length });
    case 'resigned':
      return text('tsuro.log.resigned', { name: name(event.seat) });
    case 'returned': {
      const count = event.hands.reduce((sum, hand) => sum + hand.tiles.length, 0);
      return count === 0 ? null : text('tsuro.log.returned', { count });
    }
    case 'dragon':
      return event.holder === null
        ? text('tsuro.log.dragon_back')
        : text('tsuro.log.dragon', { name: name(event.holder) });
    case 'over': {
      const winners = event.outcome.places.flatMap((place, seat) =>
        place === 1 ? [name(seat)] : [],
      );
      return text('tsuro.log.over', { names: list(winners, text), count: winners.length });
    }
    case 'drew':
    case 'turn':
      return null;
    default:
      return never(event);
  }
}

/**
 * Describes the eliminations that the walks cause.
 *
 * @param {readonly Walk[]} walks
 * @param {Text} text
 * @param {Names} name
 * @returns {string[]}
 */
function farewells(walks, text, name) {
  return firstOfCollisions(walks).flatMap((walk) => {
    switch (walk.end.type) {
      case 'stands':
        return [];
      case 'edge':
        return [text('tsuro.log.edge', { name: name(walk.seat) })];
      case 'collision':
        return [text('tsuro.log.collision', { name: name(walk.seat), other: name(walk.end.with) })];
      default:
        return never(walk.end);
    }
  });
}

/**
 * Returns the walks without the second one of each colliding pair, because one sentence describes
 * both.
 *
 * @param {readonly Walk[]} walks
 */
function firstOfCollisions(walks) {
  return walks.filter((walk, index) => {
    const { end } = walk;
    return end.type !== 'collision' || !walks.slice(0, index).some((one) => one.seat === end.with);
  });
}

/**
 * Describes the outcome of a placement or a path in words.
 *
 * @param {{ walks: readonly Walk[], waits: readonly number[] }} decision
 * @param {number | null} own the viewer's seat
 * @param {Text} text
 * @param {Names} name
 */
export function previewWords({ walks, waits }, own, text, name) {
  const mine = walks.filter((walk) => walk.seat === own);
  const told = firstOfCollisions([...mine, ...walks.filter((walk) => walk.seat !== own)]);
  const isLost = (/** @type {Walk} */ { seat, end }) => end.type === 'edge' && seat !== own;
  // One sentence names all players who leave together, and it comes last.
  const lost = told.filter(isLost).map(({ seat }) => name(seat));
  const walked = [
    ...told.filter((walk) => !isLost(walk)).map((walk) => walkWords(walk, own, text, name)),
    ...(lost.length === 0
      ? []
      : [text('tsuro.preview.other_edge', { names: list(lost, text), count: lost.length })]),
  ];
  const waiting =
    waits.length === 0
      ? []
      : [text('tsuro.preview.waits', { names: list(waits.map(name), text), count: waits.length })];
  return [...walked, ...waiting].join(' ');
}

/**
 * @param {Walk} walk
 * @param {number | null} own
 * @param {Text} text
 * @param {Names} name
 */
function walkWords({ seat, end }, own, text, name) {
  const who = seat === own ? 'you' : 'other';
  switch (end.type) {
    case 'stands':
      return text(`tsuro.preview.${who}_stands`, {
        name: name(seat),
        square: parseMark(end.at).square,
      });
    case 'edge':
      return text('tsuro.preview.you_edge');
    case 'collision':
      return text(`tsuro.preview.${who}_collision`, {
        name: name(seat),
        other: end.with === own ? text('tsuro.you_object') : name(end.with),
      });
    default:
      return never(end);
  }
}

/**
 * Names the one of the two paths before a side of the rim that begins at a port, such as "left
 * path".
 *
 * @param {number} port
 * @param {Text} text
 */
export function pathName(port, text) {
  const upright = ['east', 'west'].includes(sideOf(port));
  const first = isFirst(port);
  if (upright) return text(first ? 'tsuro.path.upper' : 'tsuro.path.lower');
  return text(first ? 'tsuro.path.left' : 'tsuro.path.right');
}

/**
 * Describes where the tile of another player has moved the viewer's marker. The outcome of the
 * viewer's own tile was announced before it was laid.
 *
 * @param {TsuroView | undefined} before
 * @param {TsuroView} view
 * @param {number | null} own the viewer's seat
 * @param {Text} text
 * @returns {string | null} the description, or `null` if the marker has not been moved
 */
export function ledOnWords(before, view, own, text) {
  if (own === null || view.board.at(-1)?.seat === own) return null;
  const marker = view.markers[own];
  const walked = before?.markers[own]?.path.length;
  const at = marker ? standOf(marker) : null;
  if (!marker || at === null || walked === undefined) return null;
  if (walked >= marker.path.length || view.board.length !== (before?.board.length ?? 0) + 1)
    return null;
  return text('tsuro.led_on', { square: parseMark(at).square });
}

/**
 * Describes a start mark for a reader who does not see the board, such as "top edge, column c, left
 * mark". A side of the rim is described without the mark.
 *
 * @param {string} mark
 * @param {Text} text
 */
export function markWords(mark, text) {
  const { place, values } = markParts(mark);
  return text(`tsuro.mark.${place}`, values);
}

/**
 * Describes a start mark beside the board, which shows the letters and numbers, such as "top edge,
 * c, left".
 *
 * @param {string} mark
 * @param {Text} text
 */
export function shortMark(mark, text) {
  const { place, values } = markParts(mark);
  return text(`tsuro.short_mark.${place}`, values);
}

/** @param {string} mark */
function markParts(mark) {
  const { square, port } = parseMark(mark);
  const which = isSide(mark) ? 'side' : isFirst(port) ? 'first' : 'second';
  return {
    place: `${sideOf(port)}_${which}`,
    values: { column: square.slice(0, 1), row: square.slice(1) },
  };
}

/**
 * Describes every square, by its name, such as "c3, tile of Ana, crossed by Ana and Bruno".
 *
 * @param {TsuroView} view
 * @param {number | null} own the viewer's seat
 * @param {Text} text
 * @param {Names} name
 * @returns {Map<string, string>}
 */
export function squareWords(view, own, text, name) {
  /** @type {Map<string, string>} */
  const words = new Map();
  const laid = new Map(view.board.map((one) => [one.square, one]));
  const crossed = view.markers.map((marker) => new Set(stepsOf(marker).map((step) => step.square)));
  const stands = view.markers.map(standOf);
  for (let index = 0; index < view.edge * view.edge; index += 1) {
    const square = squareName(index % view.edge, Math.floor(index / view.edge));
    const tile = laid.get(square);
    const parts = [square];
    if (tile) {
      parts.push(
        tile.seat === own
          ? text('tsuro.square.own_tile')
          : text('tsuro.square.tile', { name: name(tile.seat) }),
      );
      const through = crossed.flatMap((squares, seat) =>
        squares.has(square) ? [seat === own ? text('tsuro.you_object') : name(seat)] : [],
      );
      if (through.length > 0)
        parts.push(text('tsuro.square.crossed', { names: list(through, text) }));
    } else {
      const waits = view.waiting?.square === square ? view.waiting : null;
      const lies = waits
        ? text('tsuro.square.waiting', { name: name(waits.seat) })
        : text('tsuro.square.empty');
      parts.push(lies, ...facing(stands, square, own, text, name));
    }
    words.set(square, parts.join(text('tsuro.comma')));
  }
  return words;
}

/**
 * Describes the players who face a square, and the sides that they face it from.
 *
 * @param {readonly (string | null)[]} stands the mark that each marker faces
 * @param {string} square
 * @param {number | null} own
 * @param {Text} text
 * @param {Names} name
 * @returns {string[]}
 */
function facing(stands, square, own, text, name) {
  return stands.flatMap((stand, seat) => {
    if (stand === null) return [];
    const at = parseMark(stand);
    if (at.square !== square) return [];
    const side = sideOf(at.port);
    return [
      seat === own
        ? text(`tsuro.square.you_face_${side}`)
        : text(`tsuro.square.faces_${side}`, { name: name(seat) }),
    ];
  });
}

/**
 * Describes the paths of a tile in its rotation, such as "1-4, 2-3, 5-8, 6-7". The eight path ends
 * are counted clockwise from the left one at the top.
 *
 * @param {Face} face
 * @param {number} rotation the rotation in quarter turns clockwise
 * @param {Text} text
 */
export function pathWords(face, rotation, text) {
  return face.paths
    .map((path) => path.map((port) => ((port + 2 * rotation) % 8) + 1).sort((a, b) => a - b))
    .sort(([a = 0], [b = 0]) => a - b)
    .map(([from = 0, to = 0]) => text('tsuro.hand.path', { from, to }))
    .join(text('tsuro.comma'));
}

/**
 * Joins names in the way of the language.
 *
 * @param {readonly string[]} names
 * @param {Text} text
 */
export function list(names, text) {
  const last = names.at(-1) ?? '';
  if (names.length < 2) return last;
  return text('tsuro.and', { names: names.slice(0, -1).join(text('tsuro.comma')), last });
}
