/**
 * The vote to skip a player who lets the others wait.
 *
 * @import {RoomContext} from '../context.js'
 */
import { factsOf } from '../../games/index.js';
import { createButton } from '../../lib/dom.js';

const MINUTE_MS = 60_000;

/**
 * Returns the seat that the reader may vote to skip. The server sends the time from which that is
 * allowed.
 *
 * @param {Pick<RoomContext, 'state' | 'serverTime'>} context
 * @returns {number | null}
 */
export function urgeable({ state: { view, you }, serverTime }) {
  const own = you?.seat ?? null;
  if (!view?.game || own === null || factsOf(view.game, own).out) return null;
  const now = serverTime();
  const long = view.awaited.find(
    ({ seat, urge_from, urged_by }) => seat !== own && urge_from <= now && !urged_by.includes(own),
  );
  return long?.seat ?? null;
}

/**
 * Returns the seat that players have voted to skip, the number of votes, and the minutes until they
 * suffice.
 *
 * @param {Pick<RoomContext, 'state' | 'serverTime'>} context
 * @returns {{seat: number, count: number, minutes: number} | null}
 */
export function urgedFor({ state: { view }, serverTime }) {
  const urged = view?.awaited.find(({ urged_by }) => urged_by.length > 0);
  if (!urged) return null;
  const { seat, urged_by, alone_from } = urged;
  const minutes = Math.max(1, Math.ceil((alone_from - serverTime()) / MINUTE_MS));
  return { seat, count: urged_by.length, minutes };
}

/**
 * Creates the function that informs the reader when others vote to skip their turn, once a turn.
 *
 * @param {Pick<RoomContext, 'state' | 'text' | 'announce'>} context
 * @param {(sentence: string) => void} tell shows a sentence for some seconds
 * @returns {() => void} call this after every change
 */
export function createUrgeNotice(context, tell) {
  let wasUrged = false;
  return () => {
    const { you, view } = context.state;
    const own = you?.seat ?? null;
    const mine = view?.awaited.find(({ seat }) => own !== null && seat === own);
    const isUrged = mine !== undefined && mine.urged_by.length > 0;
    if (isUrged && !wasUrged) {
      const words = context.text('turn.urged');
      tell(words);
      context.announce(words);
    }
    wasUrged = isUrged;
  };
}

/**
 * Creates the button that votes to skip a player.
 *
 * @param {RoomContext} context
 * @param {number} seat
 */
export const urgeButton = ({ text, name, issue }, seat) =>
  createButton(
    {
      'aria-label': text('players.urge_named', { name: name(seat) }),
      onclick: () => issue({ type: 'urge', seat }),
    },
    text('players.urge'),
  );
