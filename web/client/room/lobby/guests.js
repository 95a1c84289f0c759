/**
 * The guests of the reader at the table: the button that adds one, and the dialogs, which are
 * loaded on demand.
 *
 * @import {RoomView, SeatView} from '../../protocol.js'
 * @import {RoomContext} from '../context.js'
 */
import { createButton } from '../../lib/dom.js';
import { onDemand } from '../parts/on-demand.js';

/**
 * Whether the room takes guests. Ratings and the deals of days are for people who connect.
 *
 * @param {RoomView} view
 */
export const mayAddGuest = ({ settings, used_up: isUsedUp }) =>
  !isUsedUp && settings.rated !== true && settings.day === undefined;

/**
 * Creates the button that adds a player on this device.
 *
 * @param {RoomContext} context
 */
export const addGuest = (context) =>
  createButton(
    {
      'aria-haspopup': 'dialog',
      onclick: () =>
        void onDemand(
          context,
          () => import('../guests/device.js'),
          ({ askNew }) => askNew(context),
        ),
    },
    context.text('guests.add'),
  );

/**
 * Asks for another name or colour of a guest, or for their removal.
 *
 * @param {RoomContext} context
 * @param {SeatView} seat
 * @param {number} number
 */
export const changeGuest = (context, seat, number) =>
  onDemand(
    context,
    () => import('../guests/device.js'),
    ({ change }) => change(context, seat, number),
  );
