/**
 * Fetches the words and the styles of guests. The words are among those of the table.
 */
import { loadStyle } from '../../lib/styles.js';
import { loadPart } from '../../lib/text.js';

export const loadGuests = () =>
  Promise.all([loadPart('text/*.table.json'), loadStyle('room/guests/guests.css')]);
