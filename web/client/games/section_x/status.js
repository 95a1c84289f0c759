/**
 * Computes the words and the controls of the panel from a view. The functions are pure.
 *
 * @import {Colour, SectionXKind, SectionXView} from '../../protocol.js'
 * @import {Making} from './draft.js'
 * @import {PanelState} from './panel.js'
 * @import {Loss} from './turns.js'
 * @import {Words} from './words.js'
 */

import { never } from '../../lib/never.js';
import { actionsOf } from './actions.js';
import { briefWords, noticeOf, numbersOf, stagesOf } from './brief.js';
import { tileWords } from './cell-words.js';
import { decisionOf } from './draft.js';
import { draftWords } from './prose.js';
import { legalAt, legalOther, rotationOf } from './rotations.js';
import { fitsAt, spotsOf, targetsOf } from './targets.js';
import { placeWords } from './words.js';

/**
 * @typedef {object} Looks
 * @property {number | null} own the viewer's seat
 * @property {boolean} busy whether a decision has been sent and its answer has not arrived yet
 * @property {{ brief: string, prose: string } | null} told the reason why the last attempt is not
 *   possible, until the player starts something else
 * @property {string | null} looked the cell that has the keyboard focus
 * @property {number} takeBack the number of decisions of the turn that can be taken back
 * @property {Loss | null} loss the last fight that has cost the viewer a door, as long as it is
 *   recent
 * @property {(seat: number) => Colour} colour
 *
 * @typedef {Making & Looks & Words} Situation
 */

/**
 * @param {Situation} situation
 * @returns {PanelState}
 */
export function panelState(situation) {
  const { plan, choices, draft, own, busy, text, stock } = situation;
  const { view } = plan;
  const { tool } = draft;
  const turns = turnable(situation);
  const exchanging = tool?.type === 'tile' && legalOther(situation).length > 0;
  const status = briefWords(situation);
  const prose = situation.told?.prose ?? draftWords(situation);
  return {
    status,
    prose: prose === status ? '' : prose,
    tone: tone(situation),
    stages: stagesOf(situation),
    seated: own !== null,
    facts: factsWords(situation),
    over: view.outcome !== null,
    notice: noticeOf(situation),
    numbers: numbersOf(situation),
    piles: view.piles.map(({ count, top }, pile) => ({
      count,
      top: view.options.open_piles && view.outcome === null ? (top[0] ?? null) : null,
      label: pileWords(situation, count, top[0] ?? null, pile),
      open: choices?.draw.includes(pile) ?? false,
    })),
    drawing: (choices?.draw.length ?? 0) > 0,
    stock: stock.flatMap((kind, at) => {
      if (kind === null) return [];
      const chosen = tool?.type === 'stock' && tool.at === at;
      const rotation = chosen ? rotationOf(situation) : 0;
      const offered = choices?.tile?.place.find((one) => one.stock.includes(at));
      const blocked =
        choices?.tile && (!offered || /^A*$/.test(offered.to)) ? text('section_x.nowhere') : null;
      return [
        { at, kind, rotation, chosen, blocked, label: stockWords(situation, kind, at, rotation) },
      ];
    }),
    turnable: turns,
    actions: actionsOf(situation),
    exchanging,
    otherTurnable: legalOther(situation).length > 1,
    answers: answers(situation),
    skip: choices?.skip_tile ? text('section_x.skip') : null,
    due: isDue(situation),
    end: choices?.end_turn ? text(draft.sure ? 'section_x.end_sure' : 'section_x.end_turn') : null,
    takeBack:
      // The button to rotate the other tile of an exchange has the same place.
      own !== null && view.turn === own && situation.takeBack > 0 && !exchanging
        ? text('section_x.take_back')
        : null,
    commit: commitLabel(situation),
    ready: decisionOf(situation) !== null && !busy,
    busy,
  };
}

/**
 * @param {Situation} situation
 * @returns {boolean} whether there is a tile to turn, or several destinations to step through
 */
function turnable(situation) {
  const { draft } = situation;
  const { tool, to } = draft;
  switch (tool?.type) {
    case 'stock':
      return to === null || legalAt(situation, to).length > 1;
    case 'tile':
      return fitsAt(situation, to ?? tool.cell).length > (to === null ? 0 : 1);
    case 'prisoner':
      return targetsOf(situation).length > 1;
    case 'door':
    case 'give':
      return spotsOf(situation).length > 1;
    case undefined:
      return false;
    default:
      return never(tool ?? /** @type {never} */ (tool));
  }
}

/** @param {Situation} situation */
function tone({ choices, told, draft }) {
  if (choices === null) return 'calm';
  return told !== null || draft.sure ? 'warn' : 'act';
}

/** Describes the round and the player whose turn it is. @param {Situation} situation */
function factsWords({ plan: { view }, own, text, name }) {
  const words = { round: view.round, name: view.turn === null ? '' : name(view.turn) };
  if (view.outcome !== null) return text('section_x.facts.over', words);
  return text(view.turn === own ? 'section_x.facts.yours' : 'section_x.facts.round', words);
}

/**
 * @param {Situation} situation
 * @param {number} count
 * @param {SectionXKind | null} top
 * @param {number} pile
 */
function pileWords({ plan, text }, count, top, pile) {
  const words = { number: pile + 1, count };
  return top === null
    ? text('section_x.pile', words)
    : text('section_x.pile_open', { ...words, tile: tileWords(plan, top, 0, text) });
}

/**
 * @param {Situation} situation
 * @param {SectionXKind} kind
 * @param {number} at
 * @param {number} rotation
 */
function stockWords({ plan, stock, text }, kind, at, rotation) {
  return text('section_x.stock.tile', {
    number: at + 1,
    count: stock.length,
    tile: tileWords(plan, kind, rotation, text),
  });
}

/**
 * Returns whether the only thing that is left to do in the turn is to end it.
 *
 * @param {Situation} situation
 */
function isDue({ choices }) {
  if (!choices?.end_turn || choices.tile !== null || choices.doors.length > 0) return false;
  return choices.steps.every(({ to }) => to.length === 0);
}

/**
 * Returns the answers to a question: whose doors stay after a fight, or which door the player gives
 * up.
 *
 * @param {Situation} situation
 * @returns {PanelState['answers']}
 */
function answers({ choices, draft, text, name, colour }) {
  if (choices?.fight) {
    const { among, lengths } = choices.fight;
    return among.map((seat) => ({
      key: `keep ${seat}`,
      label: text('section_x.fight.keep', {
        name: name(seat),
        count: lengths.find((one) => one.seat === seat)?.tiles ?? 0,
      }),
      colour: colour(seat),
      chosen: false,
      action: { type: 'fight_choice', keep: seat },
    }));
  }
  return (choices?.give_door ?? []).map((section) => ({
    key: section,
    label: text('section_x.give.door', { cell: placeWords(section, text) }),
    colour: null,
    chosen: draft.to === section,
    action: null,
  }));
}

/** @param {Situation} situation */
function commitLabel(situation) {
  const { choices, draft, plan, text } = situation;
  const { tool, to } = draft;
  if (choices === null) return null;
  switch (tool?.type) {
    case 'stock':
      return text('section_x.commit.place');
    case 'tile':
      if (to === null && draft.mode === 'move') return text('section_x.commit.relocate');
      if (to === null && draft.mode === 'swap') return text('section_x.commit.exchange');
      if (to === null || to === tool.cell) return text('section_x.commit.turn');
      return text(plan.tile(to) ? 'section_x.commit.exchange' : 'section_x.commit.relocate');
    case 'prisoner':
      return text('section_x.commit.step');
    case 'door':
      return text(tool.from === null ? 'section_x.commit.door' : 'section_x.commit.move_door');
    case 'give':
      return text('section_x.commit.give');
    case undefined:
      return null;
    default:
      return never(tool ?? /** @type {never} */ (tool));
  }
}

/**
 * Returns whether ending the turn now would lose prisoners although the player can still move some.
 *
 * @param {Pick<Situation, 'plan' | 'own' | 'choices'>} situation
 */
export function losesByEnding({ plan: { view }, own, choices }) {
  const moves = (/** @type {number} */ number) => {
    const at = view.prisoners.find((one) => one.seat === own && one.number === number)?.at;
    return at !== undefined && at !== 'block';
  };
  const canMove = choices?.steps.some(({ prisoners }) => prisoners.some(moves)) === true;
  const exposed = own === null ? 0 : (view.players[own]?.exposed ?? 0);
  return choices?.ends_round === true && canMove && exposed > 0;
}

/**
 * Returns the standings of the players, for the table beside the board.
 *
 * @param {SectionXView} view
 * @param {(seat: number) => string} name
 */
export function standingsOf(view, name) {
  return view.players.map((player, seat) => ({
    seat,
    name: name(seat),
    out: view.resigned.includes(seat),
    turn: view.turn === seat,
    key: player.key,
    target: view.options.target,
    counts: /** @type {const} */ (['free', 'green', 'hidden', 'exposed', 'lost', 'doors']).map(
      (what) => ({
        what,
        count: player[what],
      }),
    ),
  }));
}
