/**
 * The host's choices for a person in the room.
 *
 * @import {PersonId} from '../../protocol.js'
 * @import {RoomContext} from '../context.js'
 */
import { askHost, confirm } from '../../lib/dialog.js';
import { createButton } from '../../lib/dom.js';
import { icon } from '../../lib/icons.js';

/** @typedef {'pass' | 'remove'} Choice */

/**
 * Returns the choices that the server accepts: it refuses to make a disconnected person host, and
 * to remove the room's creator.
 *
 * @param {RoomContext} context
 * @param {PersonId} person
 * @param {boolean} here whether the person is connected
 * @returns {Choice[]}
 */
export function hostChoices({ state: { view } }, person, here) {
  /** @type {Choice[]} */
  const choices = [];
  if (here) choices.push('pass');
  if (person !== view?.creator) choices.push('remove');
  return choices;
}

/**
 * Offers the choices in a dialog, as a menu would be clipped by the list around it.
 *
 * @param {RoomContext} context
 * @param {PersonId} person
 * @param {string} name
 * @param {Choice[]} choices
 */
export async function offerChoices({ text, issue }, person, name, choices) {
  const chosen = await askHost(text, name, choices);
  if (chosen === 'pass') await issue({ type: 'host', person });
  else if (chosen === 'remove' && (await confirm(text, 'remove', { name }))) {
    await issue({ type: 'remove', person });
  }
}

/**
 * Creates the button that offers the choices for a spectator; `null` if there are none.
 *
 * @param {RoomContext} context
 * @param {PersonId} person
 * @param {string} name
 */
export function hostMenu(context, person, name) {
  const choices = hostChoices(context, person, true);
  if (choices.length === 0) return null;
  return createButton(
    {
      class: 'quiet square',
      'aria-label': context.text('host.menu', { name }),
      'aria-haspopup': 'dialog',
      onclick: () => void offerChoices(context, person, name, choices),
    },
    icon('more'),
  );
}

/**
 * The host's button that locks the room, or unlocks it.
 *
 * @param {RoomContext} context
 */
export function lockButton({ state, text, issue }) {
  const locked = state.view?.locked === true;
  return createButton(
    { class: 'quiet', onclick: () => issue({ type: 'lock', locked: !locked }) },
    text(locked ? 'host.unlock' : 'host.lock'),
  );
}
