/**
 * The notes that explain a rule at the moment when it starts to matter: the empty pile, and the
 * dragon. The functions are pure.
 *
 * @import {AnyEvent, TsuroView} from '../../protocol.js'
 * @import {Names, Text} from './words.js'
 */

/** @typedef {{ about: 'pile' | 'dragon', words: string }} Note */
/**
 *  @typedef {{ turns: number, holder: number }} Taken the number of turns that had begun at that
 *   moment, and the seat that took the dragon
 */

/**
 * Returns when the pile first ran out and when the dragon was first taken.
 *
 * @param {readonly AnyEvent[]} events the events of the game from its beginning
 */
function momentsOf(events) {
  /** The size of the pile, unknown until a deal or a shuffle reports it. */
  let pile = Number.NaN;
  let turns = 0;
  /** @type {number | null} */
  let emptied = null;
  /** @type {Taken | null} */
  let taken = null;
  for (const event of events) {
    if (event.game !== 'tsuro') continue;
    if (event.type === 'opened' || event.type === 'returned') pile = event.pile.length;
    else if (event.type === 'turn') turns += 1;
    else if (event.type === 'drew') {
      pile -= 1;
      if (pile === 0) emptied ??= turns;
    } else if (event.type === 'dragon' && event.holder !== null) {
      taken ??= { turns, holder: event.holder };
    }
  }
  return { turns, emptied, taken };
}

/**
 * Returns the note to show in the place of the pile and the dragon. Each note appears once in a
 * game, for as many turns as there are players.
 *
 * @param {TsuroView} view
 * @param {readonly AnyEvent[]} events the events of the game, as far as they are known
 * @param {number | null} own the viewer's seat
 * @param {{ text: Text, name: Names }} words
 * @returns {Note | null}
 */
export function noteOf(view, events, own, { text, name }) {
  if (view.phase === 'over') return null;
  const { turns, emptied, taken } = momentsOf(events);
  const isFresh = (/** @type {number} */ since) => turns - since < view.markers.length;
  const rules = view.options.dragon === '2005' ? '2005' : 'round';
  if (taken !== null && isFresh(taken.turns)) {
    const who = taken.holder === own ? 'you' : 'other';
    const words = text(`tsuro.note.dragon.${rules}_${who}`, { name: name(taken.holder) });
    return { about: 'dragon', words };
  }
  if (emptied === null || !isFresh(emptied)) return null;
  const words = text(`tsuro.note.pile.${view.dragon_in_play ? rules : 'alone'}`);
  return { about: 'pile', words };
}
