/**
 * The end of a game without a result, which its remaining players agree on after one has left.
 *
 * @import {Question} from '../../lib/notices.js'
 * @import {RoomContext} from '../context.js'
 */
import { factsOf } from '../../games/index.js';
import { confirm } from '../../lib/dialog.js';
import { html } from '../../lib/dom.js';
import { list } from '../../lib/text.js';
import { isAnsweredHere } from '../guests/seats.js';

/**
 * Returns the votes for the end, or `null` if the reader has none to cast.
 *
 * @param {Pick<RoomContext, 'state'>} context
 */
function votesOf({ state: { view, you } }) {
  if (view?.phase !== 'playing' || !view.game || you?.seat == null) return null;
  return factsOf(view.game, you.seat).out ? null : view.end_votes;
}

/**
 * Creates the button that asks the others to end the game, or ends it if no other person is still
 * in it. Returns `null` for a reader who has no vote, and while the others are asked.
 *
 * @param {RoomContext} context
 */
export function earlyEndButton(context) {
  const { text, issue } = context;
  if (votesOf(context)?.length !== 0) return null;
  const ask = async () => {
    if (await confirm(text, 'early_end')) await issue({ type: 'vote_to_end', wanted: true });
  };
  return html(
    'button',
    { type: 'button', 'aria-haspopup': 'dialog', onclick: ask },
    text('early_end.yes'),
  );
}

/**
 * Returns the question about a requested end, with the reader's choices, or `null` without one.
 *
 * @param {RoomContext} context
 * @returns {Question | null}
 */
export function earlyEndQuestion(context) {
  const { state, text, name, issue } = context;
  const votes = votesOf(context) ?? [];
  if (votes.length === 0) return null;
  const key = 'early-end';
  const vote = (/** @type {boolean} */ wanted) => () => void issue({ type: 'vote_to_end', wanted });
  if (isAnsweredHere(state, votes)) {
    const choices = [{ label: text('pause.take_back'), chosen: vote(false) }];
    return { key, words: text('early_end.waits'), choices };
  }
  const words = text('early_end.asked', { names: list(votes.map(name)), count: votes.length });
  const agree = { label: text('pause.agree'), chosen: vote(true) };
  const decline = { label: text('pause.decline'), chosen: vote(false) };
  return { key, words, choices: [agree, decline] };
}
