/**
 * Hints: a player requests one on their turn, and it is assembled on the board and described in a
 * sentence.
 *
 * @import {AnyAction, AnyView, Hint, Reason} from '../../protocol.js'
 * @import {Words} from '../../games/modules.js'
 * @import {RoomContext} from '../context.js'
 */
import { boardOf } from '../../games/modules.js';
import { list } from '../../lib/text.js';

/** The percentage of ways below which a reason says that few are left. */
const MANY = 50;

/** The reasons with the same sentence in every game. Every other reason belongs to one game. */
const COMMON = new Set(['only', 'wins', 'leaves', 'throws_out']);

/**
 * Describes a possible decision of a seat as advice.
 *
 * @param {AnyAction} action
 * @param {AnyView} view the view of that seat
 * @param {number} seat
 * @param {Words} words
 */
export function sayProposal(action, view, seat, words) {
  return boardOf(view.game).proposal?.(action, view, seat, words) ?? '';
}

/**
 * Returns a sentence for each reason behind the advice.
 *
 * @param {readonly Reason[]} reasons
 * @param {AnyView['game']} kind
 * @param {Words} words
 */
export function sayReasons(reasons, kind, { text, name }) {
  return reasons.map((reason) => {
    const type = 'ways' in reason && reason.ways === 100 ? 'keeps_all' : reason.type;
    const values = {
      ...('seats' in reason && { names: list(reason.seats.map(name)) }),
      ...('count' in reason && { count: reason.count }),
      ...('steps' in reason && { count: reason.steps }),
    };
    const key = COMMON.has(type) ? `reason.${type}` : `${kind}.reason.${type}`;
    const isFew = 'ways' in reason && reason.ways < MANY;
    return text(isFew ? `${key}_few` : key, values);
  });
}

/**
 * Describes a hint: the decision, the rest of the turn, the reasons and the expected result.
 *
 * @param {Hint} hint
 * @param {AnyView} view
 * @param {number} seat
 * @param {Words} words
 */
export function sayHint({ action, rest = [], reasons, share }, view, seat, words) {
  const { text } = words;
  const { later } = boardOf(view.game);
  const steps = rest.flatMap((one) => later?.(one, words) ?? []);
  return [
    sayProposal(action, view, seat, words),
    ...(steps.length > 0 ? [text('hint.rest', { steps: steps.join(' → ') })] : []),
    ...sayReasons(reasons, view.game, words),
    ...(share === null ? [] : [text('hint.share', { share })]),
  ].join(' ');
}

/** Requests hints and shows the last one for as long as it is valid. */
export class HintDesk {
  /** @type {{ game: AnyView, hint: Hint | null } | null} */
  #told = null;

  /**
   * @param {RoomContext} context
   * @param {object} on
   * @param {(sentence: string) => void} on.show shows a sentence; an empty one removes it
   * @param {(sentence: string) => void} on.early reports the reason why there is no hint now
   * @param {(action: AnyAction, rest: readonly AnyAction[]) => void} on.propose shows the decision
   *   and the rest of the turn on the board
   */
  constructor(context, { show, early, propose }) {
    this.context = context;
    this.show = show;
    this.early = early;
    this.propose = propose;
  }

  /**
   * Requests a hint. A known hint is shown again, and a player without a decision to make is
   * refused.
   */
  ask() {
    const { view, at } = this.context.state;
    const decides = view?.game && 'choices' in view.game && view.game.choices !== null;
    if (!decides) this.#refuse();
    else if (this.#told?.hint && this.#told.game === view?.game) this.#say();
    else void this.context.issue({ type: 'hint', version: at.version });
  }

  /** Removes the hint once the player tries another decision. */
  fade() {
    if (this.#told !== null) this.show('');
  }

  /**
   * Shows the hint from the server, or that the server had no time to compute one.
   *
   * @param {Hint | null} hint the hint, or `null`
   */
  take(hint) {
    const game = this.context.state.view?.game;
    if (!game) return;
    this.#told = { game, hint };
    this.#say();
  }

  /** Removes the hint once it is out of date. */
  follow() {
    if (this.#told === null || this.#told.game === this.context.state.view?.game) return;
    this.#told = null;
    this.show('');
  }

  /** Shows the hint again, in the page's language. */
  repeat() {
    if (this.#told !== null) this.#say();
  }

  #refuse() {
    const words = this.context.text('hint.early');
    this.context.announce(words);
    this.early(words);
  }

  #say() {
    const { context } = this;
    const hint = this.#told?.hint ?? null;
    const { you, view } = context.state;
    if (!view?.game || !you || you.seat === null) return;
    const words =
      hint === null ? context.text('hint.none') : sayHint(hint, view.game, you.seat, context);
    context.announce(words);
    if (hint) this.propose(hint.action, hint.rest ?? []);
    this.show(words);
  }
}
