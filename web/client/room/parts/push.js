/**
 * Connects the page with the notifications that its reader gets while it is closed. The modules are
 * fetched only on a device that has the service worker of the notifications, and for a player who
 * may be offered them.
 *
 * @import {PushOffer} from './push-offer.js'
 * @import {RoomView, You} from '../../protocol.js'
 * @import {RoomContext} from '../context.js'
 */
import { loadPart } from '../../lib/text.js';
import { inTime } from '../../lib/wait.js';

/**
 * Creates the offer of a page. It also reports visits of the room, so that its notifications on
 * this device are closed.
 *
 * @param {Pick<RoomContext, 'world' | 'room' | 'text'>} context
 * @param {Pick<PushOffer['use'], 'changed' | 'say'>} page
 */
export function createPush(context, page) {
  const { room, text } = context;
  /** @type {PushOffer | null} */
  let offer = null;
  const fetchOffer = async () => {
    const [{ createPushOffer }] = await inTime(
      Promise.all([import('./push-offer.js'), loadPart('text/*.push.json')]),
    );
    offer ??= createPushOffer(context, page);
    return offer;
  };
  const look = async () => {
    const registration = await navigator.serviceWorker?.getRegistration();
    if (registration?.active) await (await fetchOffer()).use.push.look(room, text);
  };
  // The call fails in browsers without notifications, which need no report.
  const lookNow = () => void look().catch(() => {});
  document.addEventListener('visibilitychange', lookNow);
  // A page that is opened in the background has not been seen.
  if (!document.hidden) lookNow();
  let fetches = false;
  return {
    /**
     * Makes the offer, if it is useful to the reader.
     *
     * @param {Pick<You, 'seat'>} you
     * @param {Pick<RoomView, 'settings'>} view
     */
    async make(you, view) {
      if (offer) return offer.make(you, view);
      if (fetches || you.seat === null || view.settings.clock.type !== 'days') return;
      fetches = true;
      try {
        await (await fetchOffer()).make(you, view);
      } catch {
        // The next update tries again.
      }
      fetches = false;
    },

    /** Returns the offer as a question, or `null` if there is none. */
    question: () => offer?.question() ?? null,
  };
}
