/**
 * Hints: asked for by a player who decides, put together on the board and said in a sentence.
 *
 * @import {AnyAction, AnyView, Hint, Reason} from '../protocol.js'
 * @import {Words} from '../games/modules.js'
 * @import {Table} from './page.js'
 */
import { boardOf } from '../games/modules.js';
import { list } from '../lib/text.js';

/** The reasons that are said in any game with the same words; each other is the word of a game. */
const COMMON = new Set(['only', 'wins', 'leaves', 'throws_out']);

/**
 * What a decision of a seat would be, as advice.
 *
 * @param {AnyAction} action
 * @param {AnyView} view the seat's own
 * @param {number} seat
 * @param {Words} words
 */
export function sayProposal(action, view, seat, words) {
  return boardOf(view.game).proposal?.(action, view, seat, words) ?? '';
}

/**
 * Why it is advised, a sentence for each reason.
 *
 * @param {readonly Reason[]} reasons
 * @param {AnyView['game']} kind
 * @param {Words} words
 */
export function sayReasons(reasons, kind, { text, name }) {
  return reasons.map((reason) => {
    const { type } = reason;
    const values = {
      ...('seats' in reason && { names: list(reason.seats.map(name)) }),
      ...('ways' in reason && { count: reason.ways }),
      ...('count' in reason && { count: reason.count }),
      ...('steps' in reason && { count: reason.steps }),
    };
    return COMMON.has(type)
      ? text(`reason.${type}`, values)
      : text(`${kind}.reason.${type}`, values);
  });
}

/**
 * A hint in words: what to do, why, and what comes of it.
 *
 * @param {Hint} hint
 * @param {AnyView} view
 * @param {number} seat
 * @param {Words} words
 */
export function sayHint({ action, reasons, share }, view, seat, words) {
  const { text } = words;
  return [
    text('hint.lead'),
    sayProposal(action, view, seat, words),
    ...sayReasons(reasons, view.game, words),
    ...(share === null ? [] : [text('hint.share', { share })]),
  ].join(' ');
}

/** The hint that was told last, for as long as it holds. */
export class HintDesk {
  /** @type {{ game: AnyView, hint: Hint | null } | null} */
  #told = null;

  /**
   * @param {Table} table
   * @param {object} on
   * @param {(sentence: string) => void} on.show an empty one takes it away
   * @param {(sentence: string) => void} on.early why there is none now
   * @param {(action: AnyAction) => void} on.propose shows it on the board
   */
  constructor(table, { show, early, propose }) {
    this.table = table;
    this.show = show;
    this.early = early;
    this.propose = propose;
  }

  /** Asks for a hint; one that is known is said again, and nobody is given one who has nothing to decide. */
  ask() {
    const { view, at } = this.table.state;
    const decides = view?.game && 'choices' in view.game && view.game.choices !== null;
    if (!decides) this.#refuse();
    else if (this.#told?.hint && this.#told.game === view?.game) this.#say();
    else void this.table.issue({ type: 'hint', version: at.version });
  }

  /**
   * The server has said what to do; `null` where it had no time to find out.
   *
   * @param {Hint | null} hint
   */
  take(hint) {
    const game = this.table.state.view?.game;
    if (!game) return;
    this.#told = { game, hint };
    this.#say();
  }

  /** Takes the hint away when it is over. */
  follow() {
    if (this.#told === null || this.#told.game === this.table.state.view?.game) return;
    this.#told = null;
    this.show('');
  }

  #refuse() {
    const words = this.table.text('hint.early');
    this.table.announce(words);
    this.early(words);
  }

  #say() {
    const { table } = this;
    const hint = this.#told?.hint ?? null;
    const { you, view } = table.state;
    if (!view?.game || !you || you.seat === null) return;
    const words =
      hint === null ? table.text('hint.none') : sayHint(hint, view.game, you.seat, table);
    table.announce(words);
    this.show(words);
    if (hint) this.propose(hint.action);
  }
}
