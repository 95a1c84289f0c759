/**
 * The button that opens the review of the finished game. The review's modules are fetched on
 * demand. A review that was open is opened again after a reload, and when the reader comes back to
 * the page.
 *
 * @import {BoardFrame} from '../game/board-frame.js'
 * @import {createLog} from '../talk/log.js'
 * @import {RoomContext} from '../context.js'
 * @import {ReviewEvents, ReviewPanel} from './review.js'
 * @import {Sheet} from '../talk/sheet.js'
 * @import {Tabs} from '../talk/tabs.js'
 */
import { comeBack } from '../../lib/come-back.js';
import { part } from '../../lib/dom.js';
import { inTime } from '../../lib/wait.js';
import { outcomeOf } from './outcome.js';

/** The key in the state of the history entry that holds the number of the reviewed game. */
const MARK = 'review';

/**
 * @param {RoomContext} context
 * @param {object} page
 * @param {ReturnType<typeof createLog>} page.log
 * @param {Tabs} page.tabs
 * @param {Sheet} page.sheet
 * @param {Pick<BoardFrame, 'review' | 'restsIn'>} page.frame
 * @param {(sentence: string) => void} page.complain
 * @returns {(own: number | null) => void} updates the button and the panel for the seat in which
 *   the reader played
 */
export function createReviewing(context, { log, tabs, sheet, frame, complain }) {
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
  /** The number of the game whose review was open before the page was loaded. */
  let again = Number(globalThis.history?.state?.[MARK] ?? 0);

  /** Returns the number of the finished game, or 0 for none. */
  function finished() {
    const { view } = context.state;
    return view?.phase === 'over' && outcomeOf(view.game) ? view.round : 0;
  }

  function changed() {
    remember(panel?.isOpen ? finished() : 0);
    show(seat);
    // A browser moves the focus off a hidden element only with the next frame.
    const focused = document.activeElement;
    const isLost = focused === document.body || part('review').contains(focused);
    if (isLost && panel?.isOpen === false && !opener.hidden) opener.focus();
  }

  async function open() {
    try {
      panel ??= await fetchPanel(context, { mark: log.mark, find, frame, changed });
    } catch {
      complain(context.text('problem.unreachable'));
      await comeBack();
      return;
    }
    show(seat);
    if (opener.hidden) return;
    remember(finished());
    void panel.begin();
    show(seat);
  }

  /** @param {number | null} own */
  function show(own) {
    seat = own;
    const round = finished();
    panel?.follow(round, own);
    opener.hidden = round === 0 || panel?.isOpen === true;
    if (round === 0) return;
    const isAgain = again === round;
    again = 0;
    if (isAgain) void open();
  }

  opener.addEventListener('click', () => void open());
  return show;
}

/**
 * Notes in the history that the review of a game is open, so that a reload opens it again.
 *
 * @param {number} round the number of the game, or 0 for none
 */
function remember(round) {
  const { [MARK]: known = 0, ...state } = history.state ?? {};
  if (known === round) return;
  history.replaceState(round === 0 ? state : { ...state, [MARK]: round }, '');
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
