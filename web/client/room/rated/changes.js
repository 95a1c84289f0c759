/**
 * The changes of the ratings by a finished game, below its result.
 *
 * @import {Finishers} from '../after/outcome.js'
 * @import {RoomContext} from '../context.js'
 */
import { html, paint, part } from '../../lib/dom.js';
import { sayError } from '../../lib/problem.js';
import { request } from '../../lib/session.js';
import { loadStyle } from '../../lib/styles.js';
import { loadPart, shownName } from '../../lib/text.js';

/** @typedef {{ points: number, provisional: boolean }} Rating */
/** @typedef {{ before: Rating, after: Rating }} Change */

const changes = html('div');
const section = html(
  'section',
  { class: 'standing rating-changes', 'aria-labelledby': 'rating-changes-title' },
  changes,
);
/** The game whose changes have been requested. */
let asked = 0;
/** The changes of that game by seat; `null` until they are known. @type {Change[] | null} */
let known = null;
/** The reason why they are not known. */
let refused = '';

/**
 * Shows the changes by the game that has just ended.
 *
 * @param {RoomContext} context
 * @param {Finishers} finishers
 */
export async function showChanges(context, finishers) {
  await Promise.all([loadPart('room/text/*.rated.json'), loadStyle('room/rated/rated.css')]);
  const { view } = context.state;
  const isOver = view?.phase === 'over' && view.game?.outcome;
  section.hidden = !isOver;
  if (!view || !isOver) return;
  if (!section.isConnected) part('result').after(section);
  if (asked !== view.round) {
    asked = view.round;
    known = null;
    refused = '';
    void fetchChanges(context, finishers, view.round);
  }
  draw(context, finishers);
}

/**
 * @param {RoomContext} context
 * @param {Finishers} finishers
 * @param {number} round
 */
async function fetchChanges(context, finishers, round) {
  const path = `/api/rooms/${encodeURIComponent(context.room)}/games/${round}/ratings`;
  try {
    /** @type {{ seats: Change[] }} */
    const { seats } = await request('GET', path);
    if (asked !== round) return;
    known = seats;
  } catch (error) {
    if (asked !== round) return;
    refused = sayError(error, context.text);
  }
  draw(context, finishers);
}

/**
 * Draws the changes. The rows are there before the numbers, so that nothing below them moves.
 *
 * @param {RoomContext} context
 * @param {Finishers} finishers
 */
function draw({ text }, finishers) {
  paint(
    changes,
    html('h3', { id: 'rating-changes-title' }, text('rated.changes')),
    refused !== '' && html('p', { class: 'soft' }, refused),
    known?.length === 0
      ? html('p', { class: 'soft' }, text('rated.no_changes'))
      : html(
          'ul',
          {},
          finishers.map((finisher, seat) =>
            html(
              'li',
              { key: seat },
              html('strong', { dir: 'auto', translate: 'no' }, shownName(finisher.name)),
              html('span', { class: 'rating-change' }, sayChange(known?.[seat], text)),
            ),
          ),
        ),
  );
}

/**
 * @param {Change | undefined} change
 * @param {RoomContext['text']} text
 */
function sayChange(change, text) {
  if (!change) return '…';
  const { before, after } = change;
  const key = after.provisional ? 'rated.change_provisional' : 'rated.change';
  return text(key, { before: before.points, after: after.points });
}
