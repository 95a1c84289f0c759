/**
 * Tells the people in a room with rated games that the games are rated, and whether the next one or
 * the running one counts. Few rooms need it.
 *
 * @import {RoomContext} from '../context.js'
 */
import { html, part, write } from '../../lib/dom.js';
import { icon } from '../../lib/icons.js';
import { loadStyle } from '../../lib/styles.js';
import { loadPart } from '../../lib/text.js';

const words = html('span');
/** The sign in the bar. */
const chip = html('span', { class: 'chip rated-chip' }, icon('star'), words);
/** The sentence at the table, and the one beside the players of a running game. */
const ofTable = html('p', { class: 'rated-note soft' });
const ofGame = html('p', { class: 'rated-note soft' });
/** The sentence that was announced last. */
let announced = '';

/**
 * Shows the sign and the sentence, or hides them in a room without rated games.
 *
 * @param {RoomContext} context
 */
export async function showRated({ state, text, announce }) {
  await Promise.all([loadPart('room/text/*.rated.json'), loadStyle('room/rated/rated.css')]);
  const { view, presence } = state;
  if (!view) return;
  if (!chip.isConnected) {
    part('watching-chip').before(chip);
    part('players-panel').append(ofGame);
    part('settings-line').parentElement?.after(ofTable);
  }
  const isRated = view.settings.rated === true;
  const isPlaying = view.phase === 'playing';
  const when = isPlaying ? 'now' : 'next';
  const { rated = 'few' } = presence;
  const sentence = isRated ? text(`rated.${when}_${rated}`) : '';
  const counts = rated === 'counts' || rated === 'few';
  chip.hidden = !isRated;
  chip.title = sentence;
  write(words, text(counts ? 'rated.chip' : 'rated.chip_not'));
  write(ofTable, isPlaying ? '' : sentence);
  write(ofGame, isPlaying ? sentence : '');
  for (const note of [ofTable, ofGame]) {
    note.hidden = note.textContent === '';
    note.classList.toggle('not', !counts);
  }
  // At the start of a game, and before it if it won't count.
  if (sentence !== announced && (isPlaying || !counts)) announce(sentence);
  announced = sentence;
}
