/**
 * The button that opens the review of the finished game. The review's modules are fetched on
 * demand.
 *
 * @import {createLog} from '../talk/log.js'
 * @import {RoomContext} from '../context.js'
 * @import {ReviewEvents, ReviewPanel} from './review.js'
 * @import {Sheet} from '../talk/sheet.js'
 * @import {Tabs} from '../talk/tabs.js'
 */
import { comeBack } from '../../lib/come-back.js';
import { part } from '../../lib/dom.js';
import { inTime } from '../../lib/wait.js';
import { outcomeOf } from './finish.js';

/**
 * @param {RoomContext} context
 * @param {object} page
 * @param {ReturnType<typeof createLog>} page.log
 * @param {Tabs} page.tabs
 * @param {Sheet} page.sheet
 * @param {(sentence: string) => void} page.complain
 * @returns {(own: number | null) => void} updates the button and the panel for the seat in which
 *   the reader played
 */
export function createReviewing(context, { log, tabs, sheet, complain }) {
  /** @param {number} version */
  function find(version) {
    sheet.open();
    tabs.open('panel-log');
    log.find(version);
  }

  const opener = part('open-review');
  /** @type {ReviewPanel | null} */
  let panel = null;
  /** @type {number | null} */
  let seat = null;

  /** @param {number | null} own */
  function show(own) {
    seat = own;
    const { view } = context.state;
    const round = view?.phase === 'over' && outcomeOf(view.game) ? view.round : 0;
    panel?.follow(round, own);
    opener.hidden = round === 0 || panel?.isBegun === true;
  }

  opener.addEventListener('click', async () => {
    try {
      panel ??= await fetchPanel(context, { mark: log.mark, find });
    } catch {
      complain(context.text('problem.unreachable'));
      await comeBack();
      return;
    }
    show(seat);
    if (!opener.hidden) void panel.begin();
    show(seat);
  });
  return show;
}

/**
 * @param {RoomContext} context
 * @param {ReviewEvents} on
 */
async function fetchPanel(context, on) {
  const { fetchReview, ReviewPanel } = await inTime(import('./review.js'));
  await inTime(fetchReview());
  return new ReviewPanel(part('review'), context, on);
}
