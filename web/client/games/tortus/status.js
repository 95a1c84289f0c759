/**
 * Computes the words and the controls of the panel from a view. The functions are pure.
 *
 * @import {Colour, TortusTile} from '../../protocol.js'
 * @import {Draft, ActionKind, Situation as Game} from './draft.js'
 * @import {Card} from '../hand.js'
 * @import {Face} from './hand.js'
 * @import {PanelState} from './panel.js'
 * @import {Seen} from './words.js'
 */
import { never } from '../../lib/never.js';
import { arrowsOf } from './arrows.js';
import {
  ACTIONS,
  costsOwn,
  decisionOf,
  hasBegun,
  isDrawOffered,
  isPossible,
  rotationOf,
  usable,
} from './draft.js';
import { previewOf } from './preview.js';
import { stakeAt, winningSquare } from './stakes.js';
import { pointedBy } from './star.js';
import { isRisk, movingOf, targetAt } from './targets.js';
import { kindWords, meetsWords, tileWords } from './words.js';

/**
 * @typedef {object} Asked
 * @property {Draft} draft
 * @property {string | null} looked the square under the pointer or with the focus
 * @property {string | null} told the reason why the last attempt is not possible
 * @property {boolean} busy whether a decision has been sent and its answer has not arrived yet
 * @property {number} begun the number of actions that the current turn began with; 0 if unknown
 * @property {number} takeBack the number of decisions of the turn that can be taken back
 * @property {(seat: number) => Colour} colour
 *
 * @typedef {Game & Seen & Asked} Situation
 */

/**
 * @param {Situation} situation
 * @returns {PanelState}
 */
export function panelState(situation) {
  const { view, own, draft, busy, text, name, colour } = situation;
  const { choices } = view;
  return {
    status: status(situation),
    tone:
      situation.told !== null || isGrave(situation) ? 'warn' : choices === null ? 'calm' : 'act',
    seated: own !== null,
    kinds: ACTIONS.map((kind) => ({
      kind,
      chosen: draft.kind === kind,
      possible: choices?.type === 'act' && isPossible(situation, kind) && !busy,
    })),
    turnable: rotationOf(situation, draft) !== null && !busy,
    commit: commitLabel(situation),
    ready: decisionOf(situation, draft) !== null && !busy,
    stake: stakeAt(situation, draft, draft.square),
    undo: own !== null && view.turn === own && situation.takeBack > 0 && !busy,
    risk: isRisk(situation, draft),
    end: endLabel(situation),
    draw: drawLabel(situation),
    drawable: isPossible(situation, 'draw') && !busy,
    actions: hasBegun(view)
      ? {
          left: view.actions,
          begun: Math.max(situation.begun, view.actions),
          words: actionsWords(situation),
        }
      : null,
    pawns: view.hands.map((_, seat) => {
      const stand = view.pawns.filter((pawn) => pawn.seat === seat);
      return {
        colour: colour(seat),
        lost: stand.map((pawn) => pawn.lost),
        words: text('tortus.pawns', {
          name: name(seat),
          count: stand.filter((pawn) => !pawn.lost).length,
        }),
      };
    }),
  };
}

/**
 * Returns the tiles of the hand as they should be shown.
 *
 * @param {Situation} situation
 * @returns {Card<Face>[]}
 */
export function cardsOf(situation) {
  const { view, own, draft, text } = situation;
  const hand = own === null ? [] : (view.hands[own] ?? []);
  const free = usable(view.choices);
  return hand.map(({ tile, public: known }, place) => {
    const chosen = draft.hand === place;
    const rotation = chosen ? (rotationOf(situation, draft) ?? 0) : 0;
    const words = tile === null ? text('tortus.hand.hidden') : tileWords(tile, rotation, situation);
    const values = { number: place + 1, count: hand.length, tile: words };
    return {
      // A place keeps its button until it gets another tile.
      held: { key: `${place} ${tile ?? ''} ${known}`, face: { tile, known } },
      rotation: tile === null ? 0 : situation.facing.rotation({ tile, rotation }),
      chosen,
      blocked: view.choices === null || free.includes(place) ? null : whyNotUsable(situation, tile),
      label: text(known ? 'tortus.hand.known' : 'tortus.hand.tile', values),
    };
  });
}

/** @param {Situation} situation */
function actionsWords({ view, text }) {
  return view.actions > 2
    ? text('tortus.actions_pindaiba', { count: view.actions })
    : text('tortus.actions', { count: view.actions });
}

/**
 * Returns whether the draft, or the previewed square, costs the viewer something.
 *
 * @param {Situation} situation
 */
function isGrave(situation) {
  const { view, draft, looked } = situation;
  if (view.choices?.type === 'penalty' || isRisk(situation, draft)) return true;
  return (
    costsOwn(situation, draft, draft.square ?? looked) ||
    (starTip(situation)?.hole ?? null) !== null
  );
}

/**
 * Returns what the tip of the drafted star points to, or `null`.
 *
 * @param {Situation} situation
 */
function starTip(situation) {
  const { tile } = previewOf(situation);
  return tile && pointedBy(tile, situation.view);
}

/**
 * Describes what the tip of the drafted star points to, with a leading space; empty where it points
 * to no open tile.
 *
 * @param {Situation} situation
 */
function tipOfStar(situation) {
  const { text } = situation;
  const points = starTip(situation);
  if (!points) return '';
  const { square, lying, hole } = points;
  const values = { square, tile: kindWords(lying.tile, text) };
  return ` ${text(hole ? 'tortus.composed.points_fatal' : 'tortus.composed.points', values)}`;
}

/**
 * @param {Situation} situation
 * @returns {string | null}
 */
function commitLabel(situation) {
  const { view, draft, text } = situation;
  const { kind } = draft;
  const stake = stakeAt(situation, draft, draft.square);
  if (stake !== null) return text(`tortus.commit.${stake}`);
  if (isRisk(situation, draft)) return text('tortus.commit.open_risk');
  if (kind === 'draw') return text(isDrawOffered(view) ? 'tortus.draw.agree' : 'tortus.draw.offer');
  switch (view.choices?.type) {
    case 'act':
      return kind === null ? null : text(`tortus.commit.${kind}`);
    case 'push':
    case 'flow':
      // A tap is enough, unless the move costs the viewer something.
      return draft.square === null ? null : text(`tortus.commit.${view.choices.type}`);
    case 'exchange':
    case 'place':
    case 'fill':
    case 'penalty':
      return text(`tortus.commit.${view.choices.type}`);
    case undefined:
      return null;
    default:
      return never(view.choices);
  }
}

/** @param {Situation} situation */
function endLabel({ view, draft, text }) {
  // While the viewer is asked to confirm the end, the commit button is enough.
  if (draft.kind === 'end') return null;
  if (view.choices?.type === 'act') return text('tortus.end_turn');
  return view.choices?.type === 'flow' ? text('tortus.stop') : null;
}

/** @param {Situation} situation */
function drawLabel({ view, own, text }) {
  if (own === null || !hasBegun(view)) return null;
  if (view.draw === own)
    return text(view.declined ? 'tortus.draw.declined' : 'tortus.draw.offered');
  return text(isDrawOffered(view) ? 'tortus.draw.agree' : 'tortus.draw.offer');
}

/**
 * Explains why a tile of the hand cannot be used now.
 *
 * @param {Situation} situation
 * @param {TortusTile | null} tile
 */
export function whyNotUsable({ view: { choices }, text }, tile) {
  const isHole = tile === 'hole' || tile === 'pit';
  switch (choices?.type) {
    case 'act':
      return text(isHole ? 'tortus.why.hole' : 'tortus.why.swap');
    case 'fill':
      return text('tortus.why.hole');
    case 'exchange':
      return text('tortus.why.exchange');
    case undefined:
      return text('tortus.why.turn');
    default:
      return text('tortus.hand.blocked');
  }
}

/**
 * Explains why an action is not possible now.
 *
 * @param {Situation} situation
 * @param {ActionKind} kind
 */
export function whyNotPossible(situation, kind) {
  const { view, text } = situation;
  if (view.choices === null) return text('tortus.why.turn');
  // Another question has to be answered first.
  return view.choices.type === 'act' ? text(`tortus.why.${kind}`) : asked(situation);
}

/** @param {Situation} situation */
function status(situation) {
  const { view, own, draft, text, name, told } = situation;
  if (told !== null) return told;
  const { choices } = view;
  const offered =
    view.draw !== null && isDrawOffered(view) && view.draw !== own && own !== null
      ? `${text('tortus.draw.asked', { name: name(view.draw) })} `
      : '';
  if (draft.kind === 'draw')
    return text(isDrawOffered(view) ? 'tortus.draw.sure_agree' : 'tortus.draw.sure_offer');
  const words = (choices === null ? null : draftWords(situation)) ?? null;
  return offered + (words ?? lookedWords(situation) ?? lethalWords(situation) + asked(situation));
}

/**
 * Describes the draft, for the status line and for screen readers.
 *
 * @param {Situation} situation
 * @returns {string | null}
 */
export function draftWords(situation) {
  const { view, own, draft, text, name } = situation;
  const { choices } = view;
  const { kind, square, hand } = draft;
  if (kind === 'draw')
    return text(isDrawOffered(view) ? 'tortus.draw.sure_agree' : 'tortus.draw.sure_offer');
  const moving = movingOf(choices, draft);
  const target = targetAt(choices, draft, square);
  if (moving && target) return meetsWords(target, moving.pawn, view, own, { text, name });
  switch (choices?.type) {
    case 'exchange':
      if (hand === null) return null;
      return square === null
        ? text('tortus.composed.exchange_where', { tile: handWords(situation, hand) })
        : text('tortus.composed.exchange', { tile: handWords(situation, hand), square });
    case 'place':
      return square === null ? null : text('tortus.composed.place', { square });
    case 'fill':
      return hand === null
        ? null
        : text('tortus.composed.fill', {
            tile: handWords(situation, hand),
            square: choices.square,
          }) + tipOfStar(situation);
    case 'penalty':
      return draft.pawn === null
        ? null
        : text('tortus.composed.penalty', { square: view.pawns[draft.pawn]?.at ?? '' });
    case 'act':
      return actionWords(situation, kind);
    case 'push':
    case 'flow':
    case undefined:
      return null;
    default:
      return never(choices);
  }
}

/**
 * @param {Situation} situation
 * @param {ActionKind | null} kind
 * @returns {string | null}
 */
function actionWords(situation, kind) {
  const { view, draft, text } = situation;
  const { square, hand, pawn } = draft;
  switch (kind) {
    case 'move':
      return pawn === null
        ? text('tortus.composed.move')
        : text('tortus.composed.move_where', { square: view.pawns[pawn]?.at ?? '' });
    case 'rotate': {
      if (square === null) return text('tortus.composed.rotate');
      const field = view.board.find((one) => one.square === square);
      const lies =
        field?.tile == null
          ? ''
          : tileWords(field.tile, rotationOf(situation, draft) ?? 0, situation);
      const ready = decisionOf(situation, draft) !== null;
      // A hole or a knight looks the same in every rotation.
      if (field?.tile != null && arrowsOf(field.tile).length === 0)
        return text('tortus.composed.rotate_vain', { square, tile: lies });
      const key = ready ? 'tortus.composed.rotate_so' : 'tortus.composed.rotate_how';
      return text(key, { square, tile: lies }) + tipOfStar(situation);
    }
    case 'open':
      if (square === null)
        return text(
          view.options.strict_open ? 'tortus.composed.open_strict' : 'tortus.composed.open',
        );
      return text(
        isRisk(situation, draft) ? 'tortus.composed.open_risk' : 'tortus.composed.open_sure',
        { square },
      );
    case 'swap':
      if (hand === null)
        return square === null
          ? text('tortus.composed.swap')
          : text('tortus.composed.swap_what', { square });
      return square === null
        ? text('tortus.composed.swap_where', { tile: handWords(situation, hand) })
        : text('tortus.composed.swap_so', { square, tile: handWords(situation, hand) }) +
            tipOfStar(situation);
    case 'end':
      return text('tortus.composed.end', { count: view.actions });
    case 'draw':
    case null:
      return null;
    default:
      return never(kind);
  }
}

/**
 * Describes a tile of the viewer's hand as it would be laid.
 *
 * @param {Situation} situation
 * @param {number} place
 */
function handWords(situation, place) {
  const { view, own, draft, text } = situation;
  const tile = view.hands[own ?? 0]?.[place]?.tile ?? null;
  if (tile === null) return text('tortus.hand.hidden');
  const rotation = rotationOf(situation, draft);
  return rotation === null ? kindWords(tile, text) : tileWords(tile, rotation, situation);
}

/**
 * Announces that the movable pawn can win the game now, with a space after it; empty where it
 * cannot.
 *
 * @param {Situation} situation
 */
function lethalWords(situation) {
  const square = winningSquare(situation, situation.draft);
  return square === null ? '' : `${situation.text('tortus.lethal_here', { square })} `;
}

/**
 * Describes what a pawn would meet on the previewed square.
 *
 * @param {Situation} situation
 * @returns {string | null}
 */
export function lookedWords({ view, own, draft, looked, text, name }) {
  const moving = movingOf(view.choices, draft);
  const target = targetAt(view.choices, draft, looked);
  return moving && target ? meetsWords(target, moving.pawn, view, own, { text, name }) : null;
}

/**
 * Describes the viewer's question for screen readers.
 *
 * @param {Situation} situation
 * @param {boolean} begins whether it is the first question of a turn; later the log reports how
 *   many actions are left
 */
export function askedWords(situation, begins) {
  const { choices } = situation.view;
  if (choices === null) return '';
  if (choices.type !== 'act') return lethalWords(situation) + asked(situation);
  return begins ? actionsWords(situation) : '';
}

/** @param {Situation} situation */
function asked(situation) {
  const { view, own, text, name } = situation;
  const { choices, acting, phase } = view;
  if (phase.type === 'over' || acting === null) return text('tortus.status.over');
  if (choices === null)
    return text(acting === own ? 'tortus.status.yours' : `tortus.status.${phase.type}`, {
      name: name(acting),
    });
  switch (choices.type) {
    case 'act':
      return `${actionsWords(situation)} ${text('tortus.ask.act')}`;
    case 'push':
    case 'flow': {
      const { seat, at } = view.pawns[choices.pawn] ?? { seat: 0, at: null };
      const whose = seat === own ? '_own' : '';
      return text(`tortus.ask.${choices.type}${whose}`, { name: name(seat), square: at ?? '' });
    }
    case 'fill':
      return text('tortus.ask.fill', { square: choices.square });
    case 'exchange':
    case 'place':
    case 'penalty':
      return text(`tortus.ask.${choices.type}`);
    default:
      return never(choices);
  }
}
