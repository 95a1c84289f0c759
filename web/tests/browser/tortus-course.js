/**
 * The course of a game of Tortus. Tiles lie by chance, so nobody can know beforehand what happens in it; but two who
 * want the same thing can bring it about. What they do next is thought out from what their pages were told.
 */

import { expect } from '@playwright/test';

import { deciding } from './tortus.js';

/** @import { TortusAction, TortusField, TortusTarget, TortusView } from '../../client/protocol.js' */
/** @import { Player } from './tortus.js' */

/** What both want: two captures in one action, a star that a pawn goes on from, a gap to fill, the end. */
/** @typedef {'chain' | 'star' | 'hole' | 'pit'} Goal */

/** Decisions after which both have wanted the same thing for too long. */
const MOST_DECISIONS = 220;
/** Steps to the next square in each direction: that in which a tip points at rotation 0, then clockwise. */
const AROUND = /** @type {const} */ ([
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
]);
/** Where the pawns are put: three in a row, and no column that neither player looks along. */
const COLUMNS = /** @type {const} */ (['abceg', 'defbg']);

/**
 * @param {string} square
 * @param {readonly [number, number]} step
 */
function beside(square, [across, down]) {
  return `${String.fromCharCode(square.charCodeAt(0) + across)}${Number(square.slice(1)) + down}`;
}

/** @param {TortusView} view */
function look(view) {
  const fields = new Map(view.board.map((field) => [field.square, field]));
  const pawns = new Set(view.pawns.map(({ at }) => at));
  const tile = (/** @type {TortusField | undefined} */ field) =>
    field?.copies == null ? field?.tile : fields.get(field.copies)?.tile;
  return {
    fields,
    isFree: (/** @type {string} */ square) => fields.has(square) && !pawns.has(square),
    /** What a pawn meets there: a star is what it copies. */
    content: (/** @type {string} */ square) => tile(fields.get(square)) ?? null,
    neighbours: (/** @type {string} */ square) =>
      AROUND.map((step) => beside(square, step)).filter((one) => fields.has(one)),
  };
}

const swallows = (/** @type {string | null} */ tile) => tile === 'hole' || tile === 'pit';
const leads = (/** @type {string | null} */ tile) =>
  tile !== null && tile !== 'star' && !swallows(tile);

/**
 * The squares that serve a goal.
 *
 * @param {TortusView} view
 * @param {Goal} goal
 */
function places(view, goal) {
  const { content, isFree } = look(view);
  const open = view.board.filter(({ square, open }) => open && isFree(square));
  if (goal !== 'star') return open.filter(({ tile }) => tile === goal).map(({ square }) => square);
  const stars = open.filter(({ square, tile }) => tile === 'star' && !swallows(content(square)));
  return stars
    .filter(({ square }) => leads(content(square)) || stars.length > 1)
    .map(({ square }) => square);
}

/**
 * The first step of the shortest way of an own pawn to one of the squares, past pawns and holes.
 *
 * @param {TortusView} view
 * @param {number} own
 * @param {readonly string[]} to
 * @returns {TortusAction | null}
 */
function approach(view, own, to) {
  const { content, isFree, neighbours } = look(view);
  /** @type {{ pawn: number, at: string, first: string | null }[]} */
  const reached = view.pawns.flatMap(({ seat, at }, pawn) =>
    seat === own && at !== null ? [{ pawn, at, first: null }] : [],
  );
  const been = new Set(reached.map(({ at }) => at));
  for (const { pawn, at, first } of reached) {
    for (const next of neighbours(at)) {
      if (to.includes(next)) return { type: 'move', pawn, to: first ?? next };
      if (been.has(next) || !isFree(next) || swallows(content(next))) continue;
      been.add(next);
      reached.push({ pawn, at: next, first: first ?? next });
    }
  }
  return null;
}

/**
 * The target that the goal, or else nothing, is risked on.
 *
 * @param {readonly TortusTarget[]} targets
 * @param {readonly TortusTarget['meets']['type'][]} liked from the best
 */
function choose(targets, liked) {
  for (const type of liked) {
    const target = targets.find(({ meets }) => meets.type === type);
    if (target) return target.square;
  }
  throw new Error('there is nowhere to go');
}

/**
 * What to do with an action.
 *
 * @param {TortusView} view
 * @param {Goal} goal
 * @returns {TortusAction}
 */
function act(view, goal) {
  const { choices, turn } = view;
  if (choices?.type !== 'act' || turn === null) throw new Error('nobody has the turn');
  const { fields, content, neighbours, isFree } = look(view);
  if (goal === 'chain') {
    for (const { pawn, to } of choices.moves) {
      const captures = to.find(({ square, meets }) => {
        const beyond = neighbours(square).filter(
          (next) => next !== view.pawns[pawn]?.at && !isFree(next),
        );
        return meets.type === 'pawn' && beyond.length > 0;
      });
      if (captures) return { type: 'move', pawn, to: captures.square };
    }
  } else {
    const nearer = approach(view, turn, places(view, goal));
    if (nearer) return nearer;
  }
  if (goal === 'star') {
    for (const { square, rotations } of choices.rotate) {
      if (fields.get(square)?.tile !== 'star') continue;
      const rotation = rotations.find((one) =>
        leads(content(beside(square, AROUND[one] ?? AROUND[0]))),
      );
      if (rotation !== undefined) return { type: 'rotate', square, rotation };
    }
    const hand = choices.hand.find((place) => view.hands[turn]?.[place]?.tile === 'star');
    const [square] = choices.swap;
    if (hand !== undefined && square !== undefined)
      return { type: 'swap', square, hand, rotation: 0 };
  }
  const [closed] = choices.open;
  if (closed !== undefined) return { type: 'open', square: closed };
  // What is wanted may lie under a pawn, or out of sight: some pawn moves, never for long the same.
  const safe = choices.moves.flatMap(({ pawn, to }) =>
    to.flatMap(({ square, meets }) =>
      meets.type === 'open' || meets.type === 'closed' ? [{ pawn, to: square }] : [],
    ),
  );
  const hiding = safe.filter(({ pawn }) => fields.get(view.pawns[pawn]?.at ?? '')?.open === false);
  const among = hiding.length > 0 ? hiding : safe;
  const move = among[Math.floor(Math.random() * among.length)];
  return move ? { type: 'move', ...move } : { type: 'end_turn' };
}

/**
 * What the one who decides does next.
 *
 * @param {TortusView} view theirs
 * @param {Goal} goal
 * @returns {TortusAction}
 */
export function next(view, goal) {
  const { choices } = view;
  switch (choices?.type) {
    case 'exchange':
      return { type: 'exchange', hand: choices.hand[0] ?? 0, square: choices.squares[0] ?? '' };
    case 'place': {
      const inner = choices.squares.filter((square) => ['2', '6'].includes(square.slice(1)));
      const square = [...(COLUMNS[view.acting ?? 0] ?? '')].map((column) =>
        inner.find((one) => one.startsWith(column)),
      );
      return {
        type: 'place',
        square: square.find((one) => one !== undefined) ?? choices.squares[0] ?? '',
      };
    }
    case 'act':
      return act(view, goal);
    case 'push':
      return {
        type: 'push',
        to: choose(
          choices.to,
          goal === 'chain' && view.steps.length === 1
            ? ['pawn']
            : ['closed', 'open', 'pawn', 'hole', 'pit'],
        ),
      };
    case 'flow': {
      const at = view.pawns[choices.pawn]?.at;
      const isStar = view.board.some(({ square, tile }) => square === at && tile === 'star');
      const safe = choices.to.filter(
        ({ meets }) => meets.type === 'open' || meets.type === 'closed',
      );
      if (goal === 'star' && isStar && safe[0]) return { type: 'follow', to: safe[0].square };
      return { type: 'stop' };
    }
    case 'fill':
      return { type: 'fill', hand: choices.hand[0] ?? 0, rotation: 1 };
    case 'penalty':
      return { type: 'penalty', pawn: choices.pawns[0] ?? 0 };
    case undefined:
      throw new Error('there is nothing to decide');
    default:
      return /** @type {never} */ (choices);
  }
}

/**
 * Plays on towards a goal, whoever decides, until what is to be done next is what was waited for.
 *
 * @param {readonly Player[]} players
 * @param {Goal} goal
 * @param {object} course
 * @param {(view: TortusView, action: TortusAction) => boolean} course.until asked before each decision
 * @param {(player: Player) => Promise<void>} [course.after] done after each
 * @returns {Promise<{ player: Player, action: TortusAction }>} what is to be done next, and by whom
 */
export async function playTo(players, goal, { until, after }) {
  for (let decision = 0; decision < MOST_DECISIONS; decision += 1) {
    const player = await deciding(players);
    const action = next(player.view, goal);
    if (until(player.view, action)) return { player, action };
    await player.act(action);
    await after?.(player);
    await expect
      .poll(() => players.every(({ told }) => told.version === player.told.version))
      .toBe(true);
  }
  throw new Error(`${MOST_DECISIONS} decisions have not led to: ${goal}`);
}
