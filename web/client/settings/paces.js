/**
 * Named ways to play that set everything about time at once: the clock, the substitute for absent
 * players, and whether a slow turn can be skipped.
 *
 * @import {Clock, Settings, StandIn} from '../protocol.js'
 */

/**
 * @typedef {object} Pace
 * @property {string} name the last part of its text keys
 * @property {Clock} clock
 * @property {StandIn} [stand_in]
 */

/** The paces, the fastest first. @type {readonly Pace[]} */
export const PACES = [
  { name: 'quick', clock: { type: 'turn', seconds: 120 } },
  { name: 'relaxed', clock: { type: 'none' }, stand_in: 'wait' },
  { name: 'week', clock: { type: 'days', days: 7 } },
];

/**
 * Returns the pace that the settings amount to, or `null` if they are of the host's own making.
 *
 * @param {Pick<Settings, 'clock' | 'stand_in' | 'no_skips'>} settings
 * @returns {Pace | null}
 */
export function paceOf({ clock, stand_in, no_skips = false }) {
  const isSame = (/** @type {Pace} */ pace) =>
    JSON.stringify(pace.clock) === JSON.stringify(clock) && pace.stand_in === stand_in;
  return no_skips ? null : (PACES.find(isSame) ?? null);
}
