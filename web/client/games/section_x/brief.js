/**
 * The status line beside the board: what the player has to do now, the outcome of the drafted
 * decision, or the reason why something is not possible. It fits into two lines of a narrow panel.
 * Screen readers get whole sentences with the details that the line omits, and some of them are
 * shown as numbers below the line. The functions are pure.
 *
 * @import {SectionXFightAhead, SectionXIllegal, SectionXTarget} from '../../protocol.js'
 * @import {Situation} from './status.js'
 * @import {Words} from './words.js'
 */
import { never } from '../../lib/never.js';
import { fightsAt } from './draft.js';
import { parseSpot, zoneOf } from './plan.js';
import { alarmOf } from './siren.js';
import { cellsOf, fitsAt, stepsOf, targetsOf, whyAt } from './targets.js';
import { refusal, zoneWords } from './words.js';

/**
 * A number for each of some players, such as the prisoners that they would lose.
 *
 * @typedef {object} Numbers
 * @property {string} label the counted property
 * @property {readonly { seat: number, count: number }[]} items
 */

/** The reasons that have a short sentence. */
const SHORT = /** @type {const} @satisfies {readonly SectionXIllegal['code'][]} */ ([
  'door_blocks',
  'foreign_prisoner_in_hideout',
  'foreign_tunnel',
  'occupied_hideout',
  'prisoner_on_tile',
  'same_tunnel',
  'section_full',
  'zone_of_other',
  'zone_reserved',
]);

/**
 * Explains briefly why something is not possible. Of several reasons it gives the first.
 *
 * @param {readonly SectionXIllegal[]} why
 * @param {Words} words
 */
export function whyBrief([why], { text, name }) {
  if (!why) return '';
  const known = SHORT.some((code) => code === why.code);
  const who = 'owner' in why ? { name: name(why.owner) } : {};
  return known
    ? text(`section_x.why.${why.code}`, who)
    : (refusal(why, { text, name }) ?? text(`problem.${why.code}`));
}

/**
 * @param {Situation} situation
 * @returns {string}
 */
export function briefWords(situation) {
  const { choices, draft, told, looked, busy, text } = situation;
  if (told !== null) return told.brief;
  if (choices === null) return waitingWords(situation);
  // A player who walks the board by keys sees the same explanation of the cell as a screen reader
  // speaks.
  const why = looked === null || draft.to !== null ? [] : whyAt(situation, looked);
  if (looked !== null && why.length > 0)
    return [looked, whyBrief(why, situation)].join(text('section_x.colon'));
  if (draft.at !== null && draft.to === null) return text('section_x.brief.tunnels');
  if (draft.tool) return draftBrief(situation);
  if (draft.mode !== null && draft.mode !== 'walk')
    return text(`section_x.brief.begin_${draft.mode}`);
  if (draft.sure) {
    const { own, plan } = situation;
    const few = tooFewAfter(
      situation,
      (own === null ? null : plan.view.players[own]?.exposed) ?? 0,
    );
    return few ? text('section_x.brief.too_few', few) : text('section_x.brief.end_loses');
  }
  if (choices.draw.length > 0)
    return text(busy ? 'section_x.brief.draws' : 'section_x.choose.draw');
  if (choices.fight) return text('section_x.brief.fight');
  if (choices.give_door.length > 0) return text('section_x.brief.give');
  if (choices.skip_tile) return text('section_x.brief.tile');
  const walks = choices.steps.some((one) => one.to.length > 0);
  const door = choices.doors.length > 0;
  if (choices.tile) return text('section_x.brief.any_order');
  if (walks) return text(door ? 'section_x.brief.walk_or_door' : 'section_x.brief.walk');
  return text(door ? 'section_x.brief.door_or_end' : 'section_x.choose.end');
}

/** @param {Situation} situation */
function waitingWords({ plan: { view }, text, name, own }) {
  const { acting, phase } = view;
  if (acting === null || view.outcome !== null) return text('section_x.status.over');
  if (acting === own) return text('section_x.yours');
  return text(`section_x.status.${phase.type}`, { name: name(acting) });
}

/** @param {Situation} situation */
function draftBrief(situation) {
  const { plan, draft, text } = situation;
  const { tool, to } = draft;
  switch (tool?.type) {
    case 'stock': {
      if (to === null) return text('section_x.brief.stock', { count: cellsOf(situation).length });
      return fightBrief(situation) ?? text('section_x.brief.place', { cell: to });
    }
    case 'tile':
      return tileBrief(situation, tool.cell);
    case 'prisoner': {
      const target = targetsOf(situation).find((one) => one.to === to);
      if (target) return targetBrief(situation, target);
      const count = stepsOf(situation)?.to.length ?? 0;
      return text('section_x.brief.prisoner', { count });
    }
    case 'door':
      if (to !== null) return text('section_x.brief.door_to', { cell: plan.cellOf(to) });
      return text(tool.from === null ? 'section_x.brief.door' : 'section_x.brief.own_door');
    case 'give':
      return to === null
        ? text('section_x.brief.give')
        : text('section_x.brief.give_up', { cell: plan.cellOf(to) });
    case undefined:
      return '';
    default:
      return never(tool ?? /** @type {never} */ (tool));
  }
}

/**
 * @param {Situation} situation
 * @param {string} cell the cell of the chosen tile
 */
function tileBrief(situation, cell) {
  const { plan, draft, text } = situation;
  const { to } = draft;
  if (to === null) {
    if (draft.mode === 'swap') return text('section_x.brief.swap_with', { cell });
    const turns = fitsAt(situation, cell).length > 0;
    const moves = cellsOf(situation).some((one) => one !== cell);
    const which = turns && moves ? 'both' : turns ? 'turn' : 'move';
    return text(`section_x.brief.tile_${which}`, { cell });
  }
  if (to === cell) return text('section_x.brief.turned', { cell });
  if (plan.tile(to)) return text('section_x.brief.exchange', { a: cell, b: to });
  return fightBrief(situation) ?? text('section_x.brief.relocate', { from: cell, cell: to });
}

/**
 * Describes the outcome of a step.
 *
 * @param {Situation} situation
 * @param {SectionXTarget} target
 */
function targetBrief(situation, { to, does }) {
  const { text } = situation;
  const zone = zoneWords(zoneOf(to) ?? 0, text);
  if (does?.wins) return text('section_x.brief.wins');
  if (does?.ends_round) {
    const few = tooFewAfter(situation, does.ends_round[situation.own ?? 0] ?? 0);
    return few ? text('section_x.brief.too_few', few) : text('section_x.brief.ends_round');
  }
  if (does?.takes_zone) return text('section_x.brief.takes_zone', { zone });
  if (does?.loses_key) return text('section_x.brief.loses_key');
  const spot = parseSpot(to);
  if (spot) return text('section_x.brief.step', { cell: spot.cell });
  return to === 'block'
    ? text('section_x.brief.step_back')
    : text('section_x.brief.step_out', { zone });
}

/**
 * Returns the fight that matters most to the viewer among those that the tile would cause:
 * preferably one that the viewer loses.
 *
 * @param {Situation} situation
 * @returns {SectionXFightAhead | null}
 */
function fightOf(situation) {
  const fights = fightsAt(situation);
  const loses = fights.find(
    ({ lengths, among }) =>
      lengths.some(({ seat }) => seat === situation.own) &&
      !among.some((seat) => seat === situation.own),
  );
  return loses ?? fights[0] ?? null;
}

/** @param {Situation} situation */
function fightBrief(situation) {
  const { text, name, own } = situation;
  const fight = fightOf(situation);
  if (!fight) return null;
  const [winner, ...others] = fight.among;
  if (winner === undefined || others.length > 0) return text('section_x.brief.fight_tied');
  return winner === own
    ? text('section_x.brief.fight_won')
    : text('section_x.brief.fight_of', { name: name(winner) });
}

/**
 * Returns the numbers to show below the line: the losses of each player, or the lengths of the
 * tunnels in a fight.
 *
 * @param {Situation} situation
 * @returns {Numbers | null}
 */
export function numbersOf(situation) {
  const { plan, choices, draft, text, loss } = situation;
  const { view } = plan;
  const losses = (/** @type {readonly number[]} */ all) => ({
    label: text('section_x.numbers.lost'),
    items: all.map((count, seat) => ({ seat, count })),
  });
  const lengths = (/** @type {readonly { seat: number, tiles: number }[]} */ all) => ({
    label: text('section_x.numbers.tiles'),
    items: all.map(({ seat, tiles }) => ({ seat, count: tiles })),
  });
  if (view.outcome !== null) return null;
  if (choices?.fight) return lengths(choices.fight.lengths);
  const fight = fightOf(situation);
  if (fight) return lengths(fight.lengths);
  const ends = targetsOf(situation).find((one) => one.to === draft.to)?.does?.ends_round;
  if (ends) return losses(ends);
  const exposed = view.players.map((player) => player.exposed);
  if (draft.sure || view.last_turn) return losses(exposed);
  return loss === null ? null : lengths(loss.lengths);
}

/**
 * Returns the notice that stays below the line: a lost door, or that the round or the game is about
 * to end.
 *
 * @param {Situation} situation
 * @returns {string | null}
 */
export function noticeOf({ plan: { view }, text, name, loss, own }) {
  if (view.outcome !== null) return null;
  if (view.last_turn) return text('section_x.last_turn');
  if (loss !== null)
    return text('section_x.lost_door', {
      cell: parseSpot(loss.door.at)?.cell ?? '',
      name: name(loss.winner),
    });
  const { seat, last } = alarmOf(view, own);
  if (last && seat !== null) {
    const count = own === null ? 0 : (view.players[own]?.exposed ?? 0);
    const which = count > 0 ? 'section_x.alarm.lose' : 'section_x.alarm.last';
    return text(which, { name: name(seat), count });
  }
  return view.last_round ? text('section_x.last_round') : null;
}

/**
 * Returns the number of prisoners that the viewer would have left after losing some, if the viewer
 * could then no longer free enough of them.
 *
 * @param {Pick<Situation, 'plan' | 'own'>} situation
 * @param {number} losses
 * @returns {{ left: number, target: number } | null}
 */
export function tooFewAfter({ plan: { view }, own }, losses) {
  const { target } = view.options;
  const has = (own === null ? null : view.players[own]?.potential) ?? 0;
  const left = has - losses;
  return has >= target && left < target ? { left, target } : null;
}

/**
 * @typedef {object} Stage one of the three parts of a turn
 * @property {'draw' | 'tile' | 'act'} key
 * @property {string} label
 * @property {'done' | 'now' | 'later'} state
 */

/**
 * Returns the progress of the current turn.
 *
 * @param {Pick<Situation, 'plan' | 'text'>} situation
 * @returns {Stage[]}
 */
export function stagesOf({ plan: { view }, text }) {
  const { phase, done, steps_left: left } = view;
  const walked = done.steps.some((steps) => steps > 0);
  const act = done.door
    ? text('section_x.stage.door')
    : walked
      ? text('section_x.stage.walk', { count: left })
      : text('section_x.stage.walk_or_door');
  const is = (/** @type {boolean} */ over, /** @type {boolean} */ now) =>
    over ? /** @type {const} */ ('done') : now ? 'now' : 'later';
  const drawing = phase.type === 'draw';
  const free = phase.type === 'main';
  const tile = phase.type === 'tile' || phase.type === 'fight_choice';
  return [
    { key: 'draw', label: text('section_x.stage.draw'), state: is(!drawing, true) },
    {
      key: 'tile',
      label: text('section_x.stage.tile'),
      state: is(!drawing && !tile && (!free || done.tile), tile || free),
    },
    {
      key: 'act',
      label: act,
      state: is(done.door || (walked && left === 0), !drawing && !tile),
    },
  ];
}
