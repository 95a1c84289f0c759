/**
 * Sums up turns in whole sentences: where a player dug and how far the prisoners went, who is out,
 * and the doors that the viewer lost. The functions are pure.
 *
 * @import {SectionXEvent, SectionXView} from '../../protocol.js'
 * @import {Words} from '../modules.js'
 * @import {Told} from '../story.js'
 */
import { list } from '../../lib/text.js';
import { middle } from '../hexes.js';
import { parseSpot } from './plan.js';

/**
 * Sums up turns for a viewer.
 *
 * @param {readonly Told<SectionXEvent>[]} turns
 * @param {SectionXView} view
 * @param {number | null} own the viewer's seat
 * @param {Words} words
 */
export function story(turns, view, own, words) {
  return turns
    .flatMap((turn) => [
      actionWords(turn, view, words),
      ...outWords(turn, words),
      ...lossWords(turn, own, words),
      ...endWords(turn, own, words),
    ])
    .join(' ');
}

/**
 * Describes the tile and the steps or the door of a turn in one sentence.
 *
 * @param {Told<SectionXEvent>} turn
 * @param {SectionXView} view
 * @param {Words} words
 */
function actionWords({ seat, events }, view, { text, name }) {
  const steps = events.filter(({ type }) => type === 'stepped').length;
  const door = events.find((event) => event.type === 'door_put');
  const act = door ? 'door' : steps > 0 ? 'walked' : 'alone';
  return text(`section_x.story.${tileOf(events)}.${act}`, {
    ...whereOf(events, view, text),
    ...(door?.type === 'door_put' && { cell: parseSpot(door.to)?.cell ?? door.to }),
    name: name(seat),
    count: steps,
  });
}

/** The words for the changes to tiles. @type {Partial<Record<SectionXEvent['type'], string>>} */
const TILES = { placed: 'dug', relocated: 'moved', exchanged: 'swapped', turned: 'turned' };

/** @param {readonly SectionXEvent[]} events */
function tileOf(events) {
  const changed = events.flatMap(({ type }) => TILES[type] ?? []);
  return changed[0] ?? 'none';
}

/**
 * Returns the place of the change to a tile: the direction in which the player dug, or the cells.
 *
 * @param {readonly SectionXEvent[]} events
 * @param {SectionXView} view
 * @param {Words['text']} text
 * @returns {Record<string, string>}
 */
function whereOf(events, view, text) {
  for (const event of events) {
    switch (event.type) {
      case 'placed':
        return { where: text(`section_x.towards.${areaNear(event.cell, view) + 1}`) };
      case 'relocated':
        return { from: event.from, to: event.to };
      case 'exchanged':
        return { from: event.a, to: event.b };
      case 'turned':
        return { from: event.cell };
      default:
    }
  }
  return {};
}

/**
 * Returns the number of the green area that is nearest to a cell.
 *
 * @param {string} cell
 * @param {Pick<SectionXView, 'areas' | 'radius'>} view
 */
export function areaNear(cell, { areas, radius }) {
  const { x, y } = middle(cell, radius);
  const far = areas.map(({ cells }) =>
    Math.min(
      ...cells.map((one) => {
        const at = middle(one, radius);
        return Math.hypot(at.x - x, at.y - y);
      }),
    ),
  );
  return far.indexOf(Math.min(...far));
}

/**
 * Describes the prisoners who have reached a green area and stayed there.
 *
 * @param {Told<SectionXEvent>} turn
 * @param {Words} words
 */
function outWords({ seat, events }, { text, name }) {
  /** @type {Map<number, string>} */
  const ends = new Map();
  for (const event of events) if (event.type === 'stepped') ends.set(event.prisoner, event.to);
  const count = [...ends.values()].filter((at) => at.startsWith('green')).length;
  return count === 0 ? [] : [text('section_x.story.out', { name: name(seat), count })];
}

/**
 * Describes the doors that the viewer has lost.
 *
 * @param {Told<SectionXEvent>} turn
 * @param {number | null} own
 * @param {Words} words
 */
function lossWords({ events }, own, { text }) {
  const cells = events.flatMap((event) =>
    event.type === 'fought' && event.kept !== own
      ? event.back.flatMap(({ seat, at }) => (seat === own ? [parseSpot(at)?.cell ?? at] : []))
      : [],
  );
  if (cells.length === 0) return [];
  return [text('section_x.story.lost_doors', { cells: list(cells), count: cells.length })];
}

/**
 * Describes the end of a round.
 *
 * @param {Told<SectionXEvent>} turn
 * @param {number | null} own
 * @param {Words} words
 */
function endWords({ events }, own, { text }) {
  return events.flatMap((event) => {
    if (event.type !== 'collapsed') return [];
    const lost = event.lost.filter(({ seat }) => seat === own).length;
    return [
      lost === 0
        ? text('section_x.story.collapsed')
        : text('section_x.story.collapsed_on_you', { count: lost }),
    ];
  });
}
