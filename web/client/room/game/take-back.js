/**
 * Taking back a decision with the consent of the other players.
 *
 * @import {Question} from '../../lib/notices.js'
 * @import {TimelineEntry} from '../../protocol.js'
 * @import {RoomContext} from '../context.js'
 */
import { list } from '../../lib/text.js';
import { standing } from '../state.js';

/**
 * Returns the label of the button that requests a take-back, or `null` if the reader has no
 * decision to take back.
 *
 * @param {Pick<RoomContext, 'state' | 'text'>} context
 */
export function takeBackLabel({ state: { view, you, happenings }, text }) {
  const own = you?.seat ?? null;
  if (own === null || view?.phase !== 'playing') return null;
  if (view.settings.day || view.settings.rated) return null;
  if (view.paused !== null || view.take_back_asked_by.length > 0) return null;
  if (view.take_back_declined.includes(own)) return null;
  const isOwn = (/** @type {TimelineEntry} */ { happening }) =>
    happening.type === 'played' &&
    happening.seat === own &&
    (happening.by ?? 'player') === 'player';
  if (!standing(happenings).some(isOwn)) return null;
  const people = view.seats.filter((seat) => seat !== null && seat.bot === null && !seat.vacant);
  return text(people.length > 1 ? 'take_back.ask' : 'take_back.alone');
}

/**
 * Returns the question about a requested take-back, with the reader's choices, or `null` if none is
 * requested.
 *
 * @param {RoomContext} context
 * @returns {Question | null}
 */
export function takeBackQuestion({ state: { view, you }, text, name, issue, guests }) {
  const [asker, ...agreed] = view?.phase === 'playing' ? view.take_back_asked_by : [];
  if (asker === undefined || view?.paused) return null;
  const own = you?.seat ?? null;
  const decline = () => void issue({ type: 'decline_take_back' });
  const key = 'take-back';
  if (own === asker) {
    const choices = [{ label: text('take_back.withdraw'), chosen: decline }];
    const isWaited = (/** @type {number} */ seat) =>
      seat !== asker &&
      !guests?.areAmong([seat]) &&
      view?.seats[seat]?.bot === null &&
      !agreed.includes(seat);
    const waited = (view?.seats ?? []).flatMap((_, seat) => (isWaited(seat) ? [name(seat)] : []));
    return { key, words: text('take_back.waits', { names: list(waited) }), choices };
  }
  const others =
    agreed.length > 0 ? ` ${text('take_back.agreed', { names: list(agreed.map(name)) })}` : '';
  const words = text('take_back.asked', { name: name(asker) }) + others;
  const isAsked = own !== null && !agreed.includes(own) && !guests?.areAmong([asker, ...agreed]);
  const agree = () => void issue({ type: 'agree_take_back', seat: asker });
  const choices = [
    { label: text('take_back.agree'), chosen: agree },
    { label: text('take_back.decline'), chosen: decline },
  ];
  return { key, words, choices: isAsked ? choices : [] };
}
