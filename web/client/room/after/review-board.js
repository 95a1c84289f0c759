/**
 * A position of a finished game on the board, from the view of the player who decided.
 *
 * @import {AnyAction, WorstMoment} from '../../protocol.js'
 * @import {Words} from '../../games/modules.js'
 * @import {RoomContext} from '../context.js'
 */
import { boardOf } from '../../games/modules.js';
import { seatsOf } from '../../games/seats.js';
import { inform } from '../../lib/dialog.js';
import { html, set, write } from '../../lib/dom.js';
import { setInert } from '../../lib/inert.js';
import { sayProposal } from '../game/hint.js';

/**
 * Shows the board from the view of the seat, with either of the two decisions assembled on it,
 * until the dialog is closed.
 *
 * @param {WorstMoment} moment
 * @param {RoomContext} context
 * @param {Words} words
 */
export async function showMoment({ seat, action, better, view }, { text, chronicle }, words) {
  const board = boardOf(view.game).createBoard({
    text,
    announce: () => {},
    act: async () => ({ ok: true }),
    takeBack: async () => ({ ok: true }),
  });
  // The board is only a picture, because the sentences contain all of it.
  setInert(board.element, true);
  set(board.element, { 'aria-hidden': 'true' });
  const decisions = [
    { which: 'better', decided: better.action },
    { which: 'chosen', decided: action },
  ];
  const said = html('p', { class: 'review-said', 'aria-live': 'polite' });
  const buttons = decisions.map(({ which, decided }) =>
    html(
      'button',
      { type: 'button', onclick: () => choose(which, decided) },
      text(`review.show_${which}`),
    ),
  );
  /**
   * @param {string} which
   * @param {AnyAction} decided
   */
  function choose(which, decided) {
    board.propose(decided);
    write(said, text(`review.${which}`, { what: sayProposal(decided, view, seat, words) }));
    for (const [at, button] of buttons.entries())
      set(button, { 'aria-pressed': String(decisions[at]?.which === which) });
  }
  board.show({ view, seats: seatsOf(chronicle.players), you: whoever(seat, words), ...STILL });
  choose('better', better.action);
  const content = [
    html('div', { class: 'review-board' }, board.element),
    html('div', { class: 'review-choices' }, buttons),
    said,
  ];
  await inform(text, text('review.moment', { name: words.name(seat) }), content, null);
  board.dispose();
}

const STILL = /** @type {const} */ ({ phase: 'playing', still: true });

/**
 * Returns the player who decided, in the form that the board expects for its viewer.
 *
 * @param {number} seat
 * @param {Words} words
 */
const whoever = (seat, { name }) => ({
  person: '',
  name: name(seat),
  seat,
  host: false,
  left_out: false,
  tabs: 1,
});
