/**
 * The reactions below the table, for those who wait for the game. The chat has the same ones.
 *
 * @import {RoomContext} from '../context.js'
 */
import { part } from '../../lib/dom.js';
import { createEmotes } from './emotes.js';

/**
 * @param {RoomContext} context
 * @param {() => void} unsent called when a reaction can't be sent for lack of a connection
 * @returns {() => void} shows the reactions to those who may react
 */
export function createReactions(context, unsent) {
  const { text, say } = context;
  const place = part('reactions');
  place.append(
    createEmotes(text, (emote) => {
      if (!say({ type: 'emote', emote })) unsent();
    }),
  );
  return () => {
    const { you, view } = context.state;
    place.hidden = !mayTalk(context) || !view || !you;
  };
}

/**
 * Returns whether the reader may write and react now.
 *
 * @param {Pick<RoomContext, 'state'>} context
 */
export function mayTalk({ state: { you, view } }) {
  return !view?.hushed || you?.host === true || you?.seat != null;
}
