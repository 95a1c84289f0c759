/**
 * What the panel says and offers under a view. Pure.
 *
 * @import {Colour, SectionXKind, SectionXTarget, SectionXView} from '../../protocol.js'
 * @import {Making} from './draft.js'
 * @import {PanelState} from './panel.js'
 * @import {Words} from './words.js'
 */

import { never } from '../../lib/never.js';
import { tileWords, whyWords } from './cell-words.js';
import {
  cellsOf,
  decisionOf,
  fights,
  legalAt,
  legalOther,
  otherRotation,
  rotationOf,
  spotsOf,
  stepsOf,
  targetsOf,
} from './draft.js';
import { lengthsWords, placeWords } from './words.js';

/**
 * @typedef {object} Looks
 * @property {number | null} own the viewer's seat
 * @property {boolean} busy whether a decision is on its way
 * @property {string | null} told why something can't be done, as long as nothing else is begun
 * @property {string | null} looked the cell that the keyboard's focus is on
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
  return {
    status: status(situation),
    tone: tone(situation),
    seated: own !== null,
    facts: factsWords(situation),
    notice:
      view.outcome !== null
        ? null
        : view.last_turn
          ? text('section_x.last_turn')
          : view.last_round
            ? text('section_x.last_round')
            : null,
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
    exchanging: tool?.type === 'tile' && legalOther(situation).length > 0,
    otherTurnable: legalOther(situation).length > 1,
    door: doorOffer(situation),
    answers: answers(situation),
    skip: choices?.skip_tile ? text('section_x.skip') : null,
    end: choices?.end_turn ? text(draft.sure ? 'section_x.end_sure' : 'section_x.end_turn') : null,
    commit: commitLabel(situation),
    ready: decisionOf(situation) !== null && !busy,
    busy,
  };
}

/**
 * @param {Situation} situation
 * @returns {boolean} whether there is anything to be turned, or gone through
 */
function turnable(situation) {
  const { draft } = situation;
  const { tool, to } = draft;
  switch (tool?.type) {
    case 'stock':
      return to === null || legalAt(situation, to).length > 1;
    case 'tile':
      return legalAt(situation, to ?? tool.cell).length > (to === null ? 0 : 1);
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

/** Round, steps and so on. @param {Situation} situation */
function factsWords({ plan: { view }, text, name }) {
  if (view.outcome !== null) return text('section_x.facts.over', { round: view.round });
  const words = { round: view.round, name: view.turn === null ? '' : name(view.turn) };
  const steps = view.phase.type === 'act' || view.phase.type === 'main';
  return steps
    ? text('section_x.facts.steps', { ...words, count: view.steps_left })
    : text('section_x.facts.round', words);
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
 * @param {Situation} situation
 * @returns {PanelState['door']}
 */
function doorOffer({ plan, choices, draft, own, text }) {
  const count = own === null ? 0 : (plan.view.players[own]?.doors ?? 0);
  const open = choices?.doors.some((one) => one.from === null) ?? false;
  if (!open) return null;
  const chosen = draft.tool?.type === 'door' && draft.tool.from === null;
  return { label: text('section_x.door.put', { count }), chosen };
}

/**
 * What is to be answered by a button: whose doors stay, or which is given up.
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

/** @param {Situation} situation */
function status(situation) {
  const { choices, draft, told, looked, text } = situation;
  if (told !== null) return told;
  if (choices === null) return waitingWords(situation);
  // Whoever goes over the board by keys sees what is said of the cell to those who hear it.
  const why = looked === null || draft.to !== null ? [] : whyWords(situation, looked, situation);
  if (looked !== null && why.length > 0) return [looked, ...why].join(text('section_x.comma'));
  const composed = draftWords(situation);
  if (composed !== '') return composed;
  if (draft.sure) return text('section_x.end_loses', { count: exposed(situation) });
  if (choices.draw.length > 0) return text('section_x.choose.draw');
  if (choices.fight) return fightWords(situation);
  if (choices.give_door.length > 0) return text('section_x.choose.give');
  const parts = [];
  if (choices.tile)
    parts.push(text(choices.skip_tile ? 'section_x.choose.tile' : 'section_x.choose.tile_any'));
  if (choices.steps.some((one) => one.to.length > 0))
    parts.push(text('section_x.choose.steps', { count: situation.plan.view.steps_left }));
  if (choices.doors.length > 0) parts.push(text('section_x.choose.door'));
  if (parts.length === 0) return text('section_x.choose.end');
  return [text('section_x.yours'), ...parts].join(' ');
}

/** @param {Situation} situation */
function fightWords({ choices, text, name }) {
  return text('section_x.choose.fight', {
    lengths: lengthsWords(choices?.fight?.lengths ?? [], { text, name }),
  });
}

/** @param {Situation} situation */
function waitingWords({ plan: { view }, text, name, own }) {
  const { acting, phase } = view;
  if (acting === null || view.outcome !== null) return text('section_x.status.over');
  if (acting === own) return text('section_x.yours');
  return text(`section_x.status.${phase.type}`, { name: name(acting) });
}

/**
 * What is composed, as it is said to a screen reader; nothing while nothing is.
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
        ...(fights(situation) ? [text('section_x.compose.fight')] : []),
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
      return '';
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
    const turns = legalAt(situation, cell).length > 0;
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
    text('section_x.compose.prisoner', { place: placeWords(at, text), count: to }),
    text('section_x.compose.steps', { count: view.steps_left, walked }),
  ].join(' ');
}

/**
 * What a step does, said before it is made.
 *
 * @param {Situation} situation
 * @param {SectionXTarget} target
 */
function targetWords({ text }, { to, does }) {
  const words = [text('section_x.compose.step', { place: placeWords(to, text) })];
  if (does?.takes_zone) words.push(text('section_x.does.takes_zone'));
  if (does?.loses_key) words.push(text('section_x.does.loses_key'));
  if (does?.wins) words.push(text('section_x.does.wins'));
  else if (does?.ends_round) words.push(text('section_x.does.ends_round'));
  return words.join(' ');
}

/**
 * Own prisoners that are in tunnels and in no hide-out.
 *
 * @param {Pick<Situation, 'plan' | 'own'>} situation
 */
function exposed({ plan: { view }, own }) {
  if (own === null) return 0;
  const inTunnels = view.prisoners.filter(
    (one) => one.seat === own && one.at.includes(':') && !/^(green|free)/.test(one.at),
  ).length;
  return inTunnels - (view.players[own]?.hidden ?? 0);
}

/**
 * Whether to end the turn now loses prisoners that could still be moved.
 *
 * @param {Pick<Situation, 'plan' | 'own' | 'choices'>} situation
 */
export function losesByEnding({ plan, own, choices }) {
  const canMove = choices?.steps.some(({ prisoners }) =>
    plan.view.prisoners.some(
      (one) => one.seat === own && prisoners.includes(one.number) && one.at !== 'block',
    ),
  );
  return plan.view.last_turn && canMove === true && exposed({ plan, own }) > 0;
}

/**
 * The parties of a game in words, for the table beside the board.
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
    counts: /** @type {const} */ (['free', 'green', 'hidden', 'lost', 'doors']).map((what) => ({
      what,
      count: player[what],
    })),
    tiles: player.stock.length,
  }));
}
