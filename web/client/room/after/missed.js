/**
 * The link to what the reader missed in the game that has just ended, as puzzles.
 *
 * @import {RoomContext} from '../context.js'
 */
import { missedPath } from '../../games/puzzle-path.js';
import { fetchComputed } from '../../lib/computed.js';
import { html, paint, part } from '../../lib/dom.js';
import { loadPart } from '../../lib/text.js';

const line = html('p', { class: 'check-link' });
/** The number of the game that was asked about. */
let asked = 0;

/**
 * Shows the link below the result, once, if there is anything.
 *
 * @param {RoomContext} context
 * @param {number} own the seat in which the reader played
 */
export async function showMissed(context, own) {
  const { view } = context.state;
  const round = view?.phase === 'over' && view.game?.outcome ? view.round : 0;
  line.hidden = round === 0 || round !== asked;
  if (!view?.game || round === 0 || round === asked) return;
  asked = round;
  const { game } = view.game;
  const path = `/api/rooms/${encodeURIComponent(context.room)}/games/${round}/missed`;
  /** @type {{ id: string, missed: { version: number, seat: number }[] } | null} */
  const found = await fetchComputed(path, { isWanted: () => asked === round });
  const of = found?.missed.filter(({ seat }) => seat === own) ?? [];
  const [first] = of;
  if (!found || !first) return;
  await loadPart('room/text/*.missed.json');
  const href = missedPath(game, found.id, first);
  paint(line, html('a', { href }, context.text('end.missed', { count: of.length })));
  line.hidden = false;
  if (!line.isConnected) part('result').after(line);
}
