/**
 * A device that several players share: passes it from player to player, and hides the tiles until
 * the next player has confirmed to hold it.
 *
 * @import {RoomContext} from '../context.js'
 * @import {SeatView} from '../../protocol.js'
 */
import { part } from '../../lib/dom.js';
import { createBar } from './bar.js';
import { heldBy, passedTo } from './holder.js';
import { guestNote } from './note.js';
import { createPanel } from './panel.js';
import { loadGuests } from './parts.js';
import { planOf } from './plan.js';
import { isAnsweredHere, seatsOf } from './seats.js';

export { askNew, change } from './dialogs.js';

/** The time in milliseconds for which a player sees the outcome of their turn. */
const REST_MS = 1_600;
/** The time in milliseconds after which a request to pass the device is repeated. */
const AGAIN_MS = 4_000;

/** @typedef {ReturnType<typeof createDevice>} Guests */

/**
 * Follows the state of the room.
 *
 * @param {RoomContext} context
 * @param {() => void} changed redraws the page
 */
export async function followDevice(context, changed) {
  await loadGuests();
  if (!context.guests) {
    context.guests = createDevice(context, changed);
    // The parts that name the guests have been drawn without them.
    changed();
  }
  context.guests.follow();
}

/**
 * @param {RoomContext} context
 * @param {() => void} changed
 */
function createDevice(context, changed) {
  const panel = createPanel(context, take);
  const showBar = createBar(context, look);
  /** The seat that was held last. @type {number | null} */
  let last = null;
  /** The player who wants to look at their own tiles, and the seat whose turn it was then. */
  let wish = noWish();
  let rests = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);
  let asksAgain = rests;

  /**
   * Gives the page to the player of a seat. The server sends what that player may know.
   *
   * @param {number} seat
   */
  function take(seat) {
    last = seat;
    if (wish.seat !== seat) wish = noWish();
    if (context.state.you?.seat === seat) {
      context.state = heldBy(context.state, seat);
    } else {
      context.state = passedTo(context.state, seat);
      context.say({ type: 'pass', seat });
      clearTimeout(asksAgain);
      // The request may be lost, or come too soon after others.
      asksAgain = setTimeout(() => {
        if (context.state.passing === seat) take(seat);
      }, AGAIN_MS);
    }
    changed();
    part('main').focus({ preventScroll: true });
  }

  /**
   * Lets a player look at their own tiles while it is the turn of a player elsewhere.
   *
   * @param {number} seat
   */
  function look(seat) {
    wish = { seat, acting: context.state.known?.game?.acting };
    cover();
  }

  /** Hides the tiles of the player who has held the device. */
  function cover() {
    stopRest();
    context.state = heldBy(context.state, undefined);
    changed();
  }

  function stopRest() {
    clearTimeout(rests);
    rests = undefined;
  }

  return {
    /** The note beside the name of a guest. */
    note: (/** @type {SeatView} */ seat) => guestNote(context, seat),

    /** Whether one of these seats is played on this device. */
    areAmong: (/** @type {readonly number[]} */ seats) => isAnsweredHere(context.state, seats),

    /**
     * Passes the device to the guest who has held it, because a new connection begins with the
     * reader. The guest's unanswered commands come after it.
     */
    passAgain() {
      const { holder, passing, you, view } = context.state;
      const seat = passing ?? holder ?? null;
      if (seat === null || view?.seats[seat]?.guest_of !== you?.person) return;
      context.state = passedTo(context.state, seat);
      context.say({ type: 'pass', seat });
    },

    follow() {
      if (context.state.passing !== undefined && context.state.holder === context.state.passing) {
        context.state = heldBy(context.state, context.state.holder);
      }
      const { known, you, holder, passing } = context.state;
      if (wish.acting !== known?.game?.acting) wish = noWish();
      const isHeld = holder != null && holder === you?.seat;
      if (isHeld) last = holder;
      if (passing !== undefined && you && known && !seatsOf(known, you.person).includes(passing)) {
        context.state = heldBy(context.state, undefined);
      }
      showBar();
      // The page shows no tiles until the server has answered.
      if (context.state.passing !== undefined) return panel.hide();
      const plan = planOf(context.state, { asked: wish.seat, last });
      if (plan?.what !== 'ask') {
        stopRest();
        panel.hide();
        if (plan?.what === 'pass') take(plan.seat);
      } else if (isHeld) {
        rests ??= setTimeout(cover, REST_MS);
      } else {
        panel.show(plan.seat, wish.seat === null ? null : last);
      }
    },
  };
}

/** @returns {{ seat: number | null, acting: number | null | undefined }} */
const noWish = () => ({ seat: null, acting: undefined });
