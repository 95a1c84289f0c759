/**
 * Computes the marks of a turn, which stay on the board until the next turn of the same player.
 * They follow from the events of the log; this module has no state of its own. The functions are
 * pure.
 *
 * @import {AnyEvent, TortusStep, TortusView} from '../../protocol.js'
 */
import { lastWhere } from '../../lib/last.js';

/**
 * @typedef {'rotated' | 'revealed' | 'misopened' | 'swapped' | 'filled'} Deed the change that was
 *   made to a tile
 */
/** @typedef {{ square: string, deed: Deed, seat: number }} Mark */
/** @typedef {{ pawn: number, square: string }} Lost a pawn that fell, and the square of its fall */
/**
 * @typedef {object} Turn
 * @property {number} seat
 * @property {TortusStep[]} steps the steps of pawns
 * @property {Map<string, Mark>} marks the marks, by square
 * @property {Lost[]} fallen the pawns that fell
 */
/**
 * @typedef {object} Trace the visible trace of the turns
 * @property {readonly TortusStep[]} past the steps of actions that have ended
 * @property {readonly TortusStep[]} current the steps of the current action, or of the action that
 *   ended the game
 * @property {ReadonlyMap<string, Mark>} marks
 * @property {readonly Lost[]} fallen
 */

/**
 * Returns the turns that have begun.
 *
 * @param {readonly AnyEvent[]} events the events of the game, as far as they are known
 * @returns {Turn[]}
 */
export function turnsIn(events) {
  /** @type {Turn[]} */
  const turns = [];
  for (const event of events) {
    if (event.game !== 'tortus') continue;
    if (event.type === 'turn')
      turns.push({ seat: event.seat, steps: [], marks: new Map(), fallen: [] });
    const turn = turns.at(-1);
    if (!turn) continue;
    switch (event.type) {
      case 'moved':
        turn.steps.push({ pawn: event.pawn, from: event.from, to: event.to });
        break;
      case 'fell':
      case 'sank':
        turn.fallen.push({ pawn: event.pawn, square: event.square });
        break;
      case 'rotated':
      case 'revealed':
      case 'misopened':
        mark(turn, event.square, event.type, turn.seat);
        break;
      case 'swapped':
      case 'filled':
        mark(turn, event.square, event.type, event.seat);
        break;
      default:
        break;
    }
  }
  return turns;
}

/**
 * Returns the number of actions that the current turn began with, or 0 where that is not known.
 *
 * @param {readonly AnyEvent[]} events the events of the game, as far as they are known
 */
export function actionsOf(events) {
  const begun = lastWhere(events, (event) => event.game === 'tortus' && event.type === 'turn');
  return begun?.game === 'tortus' && begun.type === 'turn' ? begun.actions : 0;
}

/**
 * @param {Turn} turn
 * @param {string} square
 * @param {Deed} deed
 * @param {number} seat
 */
function mark(turn, square, deed, seat) {
  turn.marks.set(square, { square, deed, seat });
}

/**
 * Returns the visible trace. A player sees the whole last turn of the opponent until their own turn
 * ends, and the current action. A spectator sees the current turn as soon as something has happened
 * in it, and until then the previous one.
 *
 * @param {readonly AnyEvent[]} events the events of the game, as far as they are known
 * @param {Pick<TortusView, 'steps' | 'phase'>} view
 * @param {number | null} own the viewer's seat
 * @returns {Trace}
 */
export function traceOf(events, { steps, phase }, own) {
  const turns = turnsIn(events);
  const running = turns.at(-1);
  const began = running !== undefined && (running.steps.length > 0 || running.marks.size > 0);
  const isOver = phase.type === 'over';
  const shown =
    own === null || isOver
      ? began || isOver
        ? running
        : turns.at(-2)
      : lastWhere(turns, ({ seat }) => seat !== own);
  if (!shown) return { past: [], current: steps, marks: new Map(), fallen: [] };
  // The steps of the current action are the last ones of its turn.
  const over =
    shown === running ? Math.max(0, shown.steps.length - steps.length) : shown.steps.length;
  return {
    past: shown.steps.slice(0, over),
    current: steps,
    marks: shown.marks,
    fallen: shown.fallen,
  };
}
