/**
 * Describes the draft in whole sentences, for screen readers. The functions are pure.
 *
 * @import {SectionXFightAhead, SectionXTarget} from '../../protocol.js'
 * @import {Situation} from './status.js'
 */
import { never } from '../../lib/never.js';
import { list } from '../../lib/text.js';
import { tooFewAfter } from './brief.js';
import { tileWords } from './cell-words.js';
import { fightsAt } from './draft.js';
import { legalAt, otherRotation, rotationOf } from './rotations.js';
import { cellsOf, fitsAt, stepsOf, targetsOf } from './targets.js';
import { lengthsWords, placeWords } from './words.js';

/**
 * Describes the draft; the result is empty while there is no draft.
 *
 * @param {Situation} situation
 * @returns {string}
 */
export function draftWords(situation) {
  const { plan, choices, draft, stock, text } = situation;
  const { tool, to } = draft;
  if (choices === null) return '';
  switch (tool?.type) {
    case 'stock': {
      const kind = stock[tool.at];
      if (!kind) return '';
      const tile = tileWords(plan, kind, rotationOf(situation), text);
      if (to === null)
        return text('section_x.compose.stock', { tile, count: cellsOf(situation).length });
      return [
        text('section_x.compose.place', { tile, cell: to }),
        ...fightsAt(situation).map((fight) => foughtWords(situation, fight)),
        ...oneWay(situation),
      ].join(' ');
    }
    case 'tile':
      return draftTileWords(situation, tool.cell);
    case 'prisoner': {
      const target = targetsOf(situation).find((one) => one.to === to);
      return target ? targetWords(situation, target) : prisonerWords(situation, tool.number);
    }
    case 'door':
      if (to === null)
        return text(tool.from === null ? 'section_x.compose.door' : 'section_x.compose.own_door');
      return text('section_x.compose.door_to', { cell: placeWords(to, text) });
    case 'give':
      return to === null
        ? text('section_x.choose.give')
        : text('section_x.compose.give', { cell: placeWords(to, text) });
    case undefined:
      return draft.sure
        ? lossesWords(
            plan.view.players.map((player) => player.exposed),
            situation,
          )
        : '';
    default:
      return never(tool ?? /** @type {never} */ (tool));
  }
}

/** @param {Situation} situation */
function oneWay(situation) {
  const { to } = situation.draft;
  return to !== null && legalAt(situation, to).length === 1
    ? [situation.text('section_x.one_way')]
    : [];
}

/**
 * @param {Situation} situation
 * @param {string} cell
 */
function draftTileWords(situation, cell) {
  const { plan, draft, text } = situation;
  const { to } = draft;
  const laid = plan.tile(cell);
  if (!laid) return '';
  if (to === null) {
    const turns = fitsAt(situation, cell).length > 0;
    const moves = cellsOf(situation).some((one) => one !== cell);
    const which = turns && moves ? 'both' : turns ? 'turn' : 'move';
    return text(`section_x.compose.tile_${which}`, { cell });
  }
  const tile = tileWords(plan, laid.kind, rotationOf(situation), text);
  if (to === cell)
    return [text('section_x.compose.turned', { cell, tile }), ...oneWay(situation)].join(' ');
  const other = plan.tile(to);
  if (!other)
    return [
      text('section_x.compose.relocate', { from: cell, cell: to, tile }),
      ...fightsAt(situation).map((fight) => foughtWords(situation, fight)),
      ...oneWay(situation),
    ].join(' ');
  return text('section_x.compose.exchange', {
    a: cell,
    b: to,
    tile,
    other: tileWords(plan, other.kind, otherRotation(situation), text),
  });
}

/**
 * @param {Situation} situation
 * @param {number} number
 */
function prisonerWords({ plan: { view }, choices, draft, own, text }, number) {
  const at = view.prisoners.find((one) => one.seat === own && one.number === number)?.at ?? 'block';
  const to =
    stepsOf({ choices, draft, plan: /** @type {never} */ (null), stock: [] })?.to.length ?? 0;
  const walked = view.done.steps[number] ?? 0;
  return [
    text('section_x.compose.prisoner', { where: placeWords(at, text), count: to }),
    text('section_x.compose.steps', { count: view.steps_left, walked }),
  ].join(' ');
}

/**
 * Describes the outcome of a step before the player makes it.
 *
 * @param {Situation} situation
 * @param {SectionXTarget} target
 */
function targetWords(situation, { to, does }) {
  const { text } = situation;
  const words = [text('section_x.compose.step', { place: placeWords(to, text) })];
  if (does?.takes_zone) words.push(text('section_x.does.takes_zone'));
  if (does?.loses_key) words.push(text('section_x.does.loses_key'));
  if (does?.wins) words.push(text('section_x.does.wins'));
  else if (does?.ends_round) {
    words.push(lossesWords(does.ends_round, situation));
    const few = tooFewAfter(situation, does.ends_round[situation.own ?? 0] ?? 0);
    if (few) words.push(text('section_x.brief.too_few', few));
  }
  return words.join(' ');
}

/**
 * Describes how many prisoners each player would lose, such as "It ends the round: Bruno loses 1,
 * Chiara 1, you 0."
 *
 * @param {readonly number[]} losses the losses, indexed by seat
 * @param {Pick<Situation, 'text' | 'name' | 'own'>} situation
 */
export function lossesWords(losses, { text, name, own }) {
  const each = losses.map((count, seat) =>
    seat === own
      ? text('section_x.losses.you', { count })
      : text('section_x.losses.of', { name: name(seat), count }),
  );
  return text('section_x.does.ends_round', { losses: list(each) });
}

/**
 * Describes the outcome of a fight that the draft would cause.
 *
 * @param {Pick<Situation, 'text' | 'name' | 'own'>} situation
 * @param {SectionXFightAhead} fight
 */
export function foughtWords({ text, name, own }, { lengths, among }) {
  const [winner, ...others] = among;
  const words = { lengths: lengthsWords(lengths, { text, name }) };
  if (winner === undefined || others.length > 0) return text('section_x.fight.tied', words);
  return winner === own
    ? text('section_x.fight.won', words)
    : text('section_x.fight.of', { ...words, name: name(winner) });
}
