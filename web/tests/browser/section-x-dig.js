/**
 * Digs straight to a green area: the decisions of the players of prepared games of Section X.
 */

import { beside, rowsOf, sideTo } from '../../client/games/hexes.js';
import { parseSpot, planOf, rotationsOf } from '../../client/games/section_x/plan.js';
import { soon } from './soon.js';

/** @import { SectionXAction, SectionXView } from '../../client/protocol.js' */
/** @import { Convict } from './section-x.js' */

/**
 * Returns the direction of a seat's tunnel.
 *
 * @param {number} seat
 */
export function sideOf(seat) {
  return [0, 3, 5, 2][seat] ?? 0;
}

/**
 * Returns the cells of the straight tunnel from the island to a green area.
 *
 * @param {SectionXView} view
 * @param {number} side
 * @returns {string[]}
 */
function wayOf({ island, cells, radius }, side) {
  const way = [];
  for (let cell = island[3] ?? null; cell !== null; cell = beside(cell, side, radius))
    if (cells.includes(cell)) way.push(cell);
  return way;
}

/**
 * Returns the next decision of a player who digs straight to a green area and walks there.
 *
 * @param {SectionXView} view the player's own view, with the choices
 * @param {number} seat
 * @param {number} side the direction of the tunnel
 * @returns {SectionXAction}
 */
export function dig(view, seat, side) {
  const { choices } = view;
  if (!choices) throw new Error('nothing is asked');
  const [pile] = choices.draw;
  if (pile !== undefined) return { type: 'draw', pile };
  if (choices.fight) return { type: 'fight_choice', keep: choices.fight.among[0] ?? seat };
  const [given] = choices.give_door;
  if (given !== undefined) return { type: 'give_door', section: given };
  if (choices.skip_tile) return layOf(view, seat, side) ?? { type: 'skip_tile' };
  // If the order is free, the tile comes first.
  const laid = choices.tile && layOf(view, seat, side);
  if (laid) return laid;
  return stepOf(view, seat, side) ?? { type: 'end_turn' };
}

/**
 * Returns the placement of a tile that extends the tunnel. If there is none and the stock is full,
 * a useless tile is laid elsewhere.
 *
 * @param {SectionXView} view
 * @param {number} seat
 * @param {number} side
 * @returns {SectionXAction | null}
 */
function layOf(view, seat, side) {
  const plan = planOf(view);
  const way = wayOf(view, side);
  const next = way.find((cell) => !plan.tile(cell));
  if (next === undefined) return null;
  const places = view.choices?.tile?.place ?? [];
  const leads = (
    /** @type {import('../../client/protocol.js').SectionXKind} */ kind,
    /** @type {number} */ rotation,
  ) =>
    plan
      .sections(kind)
      .some(({ openings }) =>
        [side, side + 3].every((one) =>
          openings.some((opening) => (opening + rotation - one) % 6 === 0),
        ),
      );
  for (const { kind, stock, to } of places) {
    const rotation = rotationsOf(to[plan.number(next)]).find((one) => leads(kind, one));
    if (rotation !== undefined)
      return { type: 'place', stock: stock[0] ?? 0, cell: next, rotation };
  }
  if ((view.players[seat]?.stock.length ?? 0) < 3) return null;
  const ways = [0, 1, 2, 3, 4, 5].flatMap((one) => wayOf(view, one));
  const aside = rowsOf(view.radius)
    .flat()
    .filter(
      (cell) =>
        !ways.includes(cell) && ways.every((one) => sideTo(one, cell, view.radius) === null),
    );
  for (const { stock, to } of places) {
    for (const cell of aside) {
      const [rotation] = rotationsOf(to[plan.number(cell)]);
      if (rotation !== undefined) return { type: 'place', stock: stock[0] ?? 0, cell, rotation };
    }
  }
  return null;
}

/**
 * Returns a step along the tunnel by the prisoner who is furthest.
 *
 * @param {SectionXView} view
 * @param {number} seat
 * @param {number} side
 * @returns {SectionXAction | null}
 */
function stepOf(view, seat, side) {
  const way = wayOf(view, side);
  const far = (/** @type {string} */ place) => {
    const cell = parseSpot(place)?.cell;
    if (cell !== undefined) return way.indexOf(cell);
    return place === `green:${side}` ? way.length : -1;
  };
  const steps = (view.choices?.steps ?? []).flatMap(({ prisoners, to }) => {
    const number = prisoners[0] ?? 0;
    const at =
      view.prisoners.find((one) => one.seat === seat && one.number === number)?.at ?? 'block';
    return to
      .filter((target) => far(target.to) > far(at))
      .map((target) => ({ number, to: target.to, far: far(target.to) }));
  });
  const [best] = steps.sort((a, b) => b.far - a.far);
  return best ? { type: 'step', prisoner: best.number, to: best.to } : null;
}

/**
 * Returns the player who decides next.
 *
 * @param {readonly Convict[]} convicts
 * @returns {Promise<Convict | null>} the player, or `null` when the game is over
 */
export async function deciding(convicts) {
  const asked = () => convicts.find((one) => one.told.view?.choices != null);
  const over = () => convicts.some((one) => one.told.view?.outcome != null);
  await soon(() => asked() !== undefined || over()).toBe(true);
  return over() ? null : (asked() ?? null);
}

/**
 * Plays on, with a green area for each player, until the game is over or `until` returns true.
 *
 * @param {readonly Convict[]} convicts
 * @param {(view: SectionXView) => boolean} [until]
 * @returns {Promise<Convict | null>} the player who decides next, or `null` when the game is over
 */
export async function playOn(convicts, until = () => false) {
  for (;;) {
    const one = await deciding(convicts);
    if (one === null || until(one.view)) return one;
    await one.goOn();
    const seat = one.told.seat ?? 0;
    await one.act(dig(one.view, seat, sideOf(seat)));
  }
}
