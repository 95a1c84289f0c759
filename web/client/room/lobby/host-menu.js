/**
 * The choices for a person in the room: the host's, and the report to the operator of the server.
 *
 * @import {PersonId} from '../../protocol.js'
 * @import {RoomContext} from '../context.js'
 */
import { createButton } from '../../lib/dom.js';
import { icon } from '../../lib/icons.js';
import { onDemand } from '../parts/on-demand.js';

/** @typedef {'pass' | 'remove' | 'report'} Choice */

/**
 * Returns the choices that the server accepts: it refuses to make a disconnected person host, and
 * to remove the room's creator. Everyone may report another person.
 *
 * @param {RoomContext} context
 * @param {PersonId} person
 * @param {boolean} here whether the person is connected
 * @returns {Choice[]}
 */
export function hostChoices({ state: { you, view } }, person, here) {
  /** @type {Choice[]} */
  const choices = [];
  if (person === you?.person) return choices;
  const isHost = you?.host === true;
  if (isHost && here) choices.push('pass');
  if (isHost && person !== view?.creator) choices.push('remove');
  choices.push('report');
  return choices;
}

/**
 * Returns the accessible name of the button that offers the choices. Where there is only the
 * report, the button leads to it at once.
 *
 * @param {RoomContext['text']} text
 * @param {string} name
 * @param {Choice[]} choices
 */
export const menuLabel = (text, name, choices) =>
  text(choices.length > 1 ? 'host.menu' : 'host.report_named', { name });

/**
 * @param {RoomContext} context
 * @param {PersonId} person
 * @param {string} name
 * @param {Choice[]} choices
 */
export const offerChoices = (context, person, name, choices) =>
  onDemand(
    context,
    () => import('./choices.js'),
    ({ offer }) => offer(context, person, name, choices),
  );

/**
 * Creates the button that offers the choices for a spectator; `null` if there are none.
 *
 * @param {RoomContext} context
 * @param {PersonId} person
 * @param {string} name
 * @param {boolean} mayPass whether the role of host could pass to the person
 */
export function hostMenu(context, person, name, mayPass) {
  const choices = hostChoices(context, person, mayPass);
  if (choices.length === 0) return null;
  return createButton(
    {
      class: 'quiet square',
      'aria-label': menuLabel(context.text, name, choices),
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
