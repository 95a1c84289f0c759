/**
 * The link to what the reader missed in the game that has just ended, as puzzles.
 *
 * @import {RoomContext} from '../context.js'
 */
import { missedPath } from '../../games/puzzle-path.js';
import { html, paint, part } from '../../lib/dom.js';
import { request } from '../../lib/session.js';
import { loadPart } from '../../lib/text.js';

const line = html('p', { class: 'check-link' });
/** The number of the game that was asked about. */
let asked = 0;

/** The most players who may all ask at once from one address, after a long game. */
const MOST_PLAYERS = 2;

/**
 * Shows the link below the result of two players, once, if there is anything. Larger tables find it
 * in the review.
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
  if ((view.game.outcome?.places.length ?? 0) > MOST_PLAYERS) return;
  const { game } = view.game;
  const path = `/api/rooms/${encodeURIComponent(context.room)}/games/${round}/missed`;
  /** @type {{ id: string, missed: { version: number, seat: number }[] }} */
  const { id, missed } = await request('GET', path);
  const of = missed.filter(({ seat }) => seat === own);
  const [first] = of;
  if (!first || asked !== round) return;
  await loadPart('room/text/*.missed.json');
  const href = missedPath(game, id, first);
  paint(line, html('a', { href }, context.text('end.missed', { count: of.length })));
  line.hidden = false;
  if (!line.isConnected) part('result').after(line);
}
