/**
 * Computes what can be chosen: the destinations of the chosen tool, the objects at a cell, and the
 * reasons why something there is not available. The functions are pure. The choices of the view are
 * the only source of what is legal.
 *
 * @import {SectionXIllegal, SectionXSteps, SectionXTarget, SectionXTileChoices} from '../../protocol.js'
 * @import {Making, Mode, Tool} from './draft.js'
 */
import { rotationsOf } from './plan.js';
import { legalAt } from './rotations.js';

/**
 * Returns the prisoners in the same place as the chosen one, with their destinations.
 *
 * @param {Making} making
 * @returns {SectionXSteps | null}
 */
export function stepsOf({ choices, draft: { tool } }) {
  if (tool?.type !== 'prisoner') return null;
  return choices?.steps.find((one) => one.prisoners.includes(tool.number)) ?? null;
}

/**
 * Returns the destinations of the chosen prisoner.
 *
 * @param {Making} making
 * @returns {readonly SectionXTarget[]}
 */
export function targetsOf(making) {
  return stepsOf(making)?.to ?? [];
}

/**
 * Returns the destinations of the chosen door, or the doors that can be given up.
 *
 * @param {Making} making
 * @returns {readonly string[]}
 */
export function spotsOf({ choices, draft: { tool } }) {
  if (tool?.type === 'give') return choices?.give_door ?? [];
  if (tool?.type !== 'door') return [];
  return choices?.doors.find((one) => one.from === tool.from)?.to ?? [];
}

/**
 * Returns the rotations of the chosen tile on a cell that go with the action that the player has
 * begun.
 *
 * @param {Making} making
 * @param {string} cell
 * @returns {number[]}
 */
export function fitsAt(making, cell) {
  const { plan, draft } = making;
  const { tool, mode } = draft;
  if (tool?.type === 'tile' && mode !== null) {
    const leadsTo = cell === tool.cell ? 'turn' : plan.tile(cell) ? 'swap' : 'move';
    if (leadsTo !== mode) return [];
  }
  return legalAt(making, cell);
}

/**
 * Returns the cells that the chosen tile can go to. While the player has only begun an action with
 * tiles, these are the cells of the tiles to choose from.
 *
 * @param {Making} making
 * @returns {string[]}
 */
export function cellsOf(making) {
  const { plan, choices, draft } = making;
  const { tool, mode } = draft;
  if (!choices?.tile) return [];
  if (tool?.type === 'stock' || tool?.type === 'tile')
    return plan.view.cells.filter((cell) => fitsAt(making, cell).length > 0);
  return tool === null && isOfTiles(mode) ? tilesFor(making, mode) : [];
}

/**
 * @param {Mode} mode
 * @returns {mode is 'move' | 'swap' | 'turn'}
 */
function isOfTiles(mode) {
  return mode === 'move' || mode === 'swap' || mode === 'turn';
}

/**
 * Returns the tiles of the board that can be chosen for an action.
 *
 * @param {Pick<Making, 'plan' | 'choices'>} making
 * @param {'move' | 'swap' | 'turn'} mode
 * @returns {string[]} their cells
 */
export function tilesFor({ plan, choices }, mode) {
  const tile = choices?.tile;
  if (!tile) return [];
  if (mode === 'turn') return tile.turn.map(({ cell }) => cell);
  return tile.moves
    .filter(({ cell, to }) =>
      plan.view.cells.some(
        (other, at) =>
          other !== cell &&
          (plan.tile(other) !== null) === (mode === 'swap') &&
          (rotationsOf(to[at]).length > 0 || (mode === 'swap' && isBeside(tile, cell, other))),
      ),
    )
    .map(({ cell }) => cell);
}

/**
 * Returns whether two adjacent tiles can be exchanged.
 *
 * @param {SectionXTileChoices} tile
 * @param {string} cell
 * @param {string} other
 */
function isBeside({ beside }, cell, other) {
  return beside.some(
    ([a, b, digits]) =>
      ((a === cell && b === other) || (a === other && b === cell)) &&
      [...digits].some((digit) => rotationsOf(digit).length > 0),
  );
}

/**
 * Returns whether each action can be begun now.
 *
 * @param {Pick<Making, 'plan' | 'choices'>} making
 * @returns {Record<'place' | NonNullable<Mode>, boolean>}
 */
export function modesOf(making) {
  const { choices } = making;
  const tiles = (/** @type {'move' | 'swap' | 'turn'} */ mode) => tilesFor(making, mode).length > 0;
  return {
    place: choices?.tile?.place.some(({ to }) => !/^A*$/.test(to)) === true,
    move: tiles('move'),
    swap: tiles('swap'),
    turn: tiles('turn'),
    walk: choices?.steps.some(({ to }) => to.length > 0) === true,
    door: (choices?.doors.length ?? 0) > 0,
  };
}

/**
 * Returns the objects that can be chosen at a cell, in the order of selection: prisoners, a door,
 * the tile. After an action has been begun, only its own objects can.
 *
 * @param {Making} making
 * @param {string} cell
 * @returns {Tool[]}
 */
export function toolsAt({ plan, choices, draft: { mode } }, cell) {
  if (!choices) return [];
  if (isOfTiles(mode))
    return tilesFor({ plan, choices }, mode).includes(cell) ? [{ type: 'tile', cell }] : [];
  const { prisoners } = plan.view;
  const own = plan.view.acting;
  const at = (/** @type {number | undefined} */ number) =>
    prisoners.find((one) => one.seat === own && one.number === number)?.at ?? '';
  /** @type {Tool[]} */
  const tools = choices.steps.flatMap((steps) => {
    const [number] = steps.prisoners;
    return number !== undefined && plan.isAt(at(number), cell)
      ? [{ type: 'prisoner', number }]
      : [];
  });
  if (mode === 'door') tools.length = 0;
  for (const { from } of mode === 'walk' ? [] : choices.doors)
    if (from !== null && plan.isAt(from, cell)) tools.push({ type: 'door', from });
  if (mode !== null) return tools;
  if (
    choices.tile?.moves.some((one) => one.cell === cell) ||
    choices.tile?.turn.some((one) => one.cell === cell)
  ) {
    tools.push({ type: 'tile', cell });
  }
  return tools;
}

/**
 * Returns the reasons why the tile on a cell cannot be moved or turned.
 *
 * @param {Pick<Making, 'choices'>} making
 * @param {string} cell
 * @returns {SectionXIllegal[]}
 */
export function whyFixed({ choices }, cell) {
  const fixed = choices?.tile?.fixed.find((one) => one.cell === cell);
  if (!fixed) return [];
  return fixed.moved === null || fixed.moved.code === fixed.turn.code
    ? [fixed.turn]
    : [fixed.moved, fixed.turn];
}

/**
 * Returns the reasons why a cell cannot be chosen now, as far as the view contains them.
 *
 * @param {Making} making
 * @param {string} cell
 * @returns {readonly SectionXIllegal[]}
 */
export function whyAt(making, cell) {
  const { plan, choices, draft } = making;
  if (!choices) return [];
  if (draft.tool === null) return whyFixed(making, cell);
  if (draft.tool.type !== 'prisoner') return [];
  const barred = stepsOf(making)?.barred ?? [];
  return barred.filter((one) => plan.isAt(one.to, cell)).map((one) => one.why);
}

/**
 * A place that prisoners can go to while nothing is chosen, with the prisoners that can: one of
 * each place where they are.
 *
 * @typedef {object} Direct
 * @property {SectionXTarget} target the destination of the first of them
 * @property {readonly number[]} prisoners the numbers of the prisoners
 */

/**
 * Returns the places that prisoners can go to while nothing is chosen. The result is empty while
 * a press could also mean something else. Where several prisoners can go to a place, those that
 * have left it in this turn are excluded.
 *
 * @param {Making} making
 * @returns {Direct[]}
 */
export function directs({ choices, draft, left }) {
  if (!choices || draft.tool !== null) return [];
  if (draft.mode !== 'walk' && (draft.mode !== null || choices.tile !== null)) return [];
  /** @type {Map<string, { target: SectionXTarget, number: number }[]>} */
  const all = new Map();
  for (const { prisoners, to } of choices.steps) {
    const [number] = prisoners;
    if (number === undefined) continue;
    for (const target of to) {
      // A press never means the way back into the cell block.
      if (target.to === 'block') continue;
      all.set(target.to, [...(all.get(target.to) ?? []), { target, number }]);
    }
  }
  return [...all].flatMap(([to, ways]) => {
    const onward = ways.filter(({ number }) => left?.get(number)?.includes(to) !== true);
    const [first, ...more] = onward.length > 0 ? onward : ways;
    if (!first) return [];
    return [{ target: first.target, prisoners: [first, ...more].map(({ number }) => number) }];
  });
}

/**
 * Returns the direct destinations at a cell.
 *
 * @param {Making} making
 * @param {string} cell
 */
export function directAt(making, cell) {
  return directs(making).filter((one) => making.plan.isAt(one.target.to, cell));
}

/**
 * Returns the cells with a piece that can be dragged.
 *
 * @param {Pick<Making, 'plan' | 'choices'>} making
 * @returns {Set<string>}
 */
export function liftableCells({ plan, choices }) {
  const walking = new Set(
    (choices?.steps ?? []).flatMap(({ prisoners, to }) => (to.length > 0 ? prisoners : [])),
  );
  const places = plan.view.prisoners
    .filter(({ seat, number }) => seat === plan.view.acting && walking.has(number))
    .map(({ at }) => at);
  return new Set([
    ...places.flatMap((at) => (at === 'block' ? plan.view.island : [plan.cellOf(at)])),
    ...(choices?.tile?.moves ?? []).map(({ cell }) => cell),
  ]);
}
