/**
 * The table of the reader's figures against each person whom they have played with. The chosen
 * people restrict the list of games.
 *
 * @import {Text} from '../lib/text.js'
 */
import { html, paint, part } from '../lib/dom.js';
import { knowName } from '../lib/names.js';
import { shownName } from '../lib/text.js';
import { personPath } from './game-list.js';

/**
 * @typedef {object} OpponentFigures the reader's figures against another person
 * @property {string} with the word for the person in the reader's list
 * @property {string} name the name of the person in the last game of both
 * @property {string} [page] the id of the person's page
 * @property {number} games
 * @property {number} won
 * @property {number} lost
 */

/** The maximum number of people whose games with the reader are looked for together. */
const MOST = 3;
/** The beginning of the ids of the boxes. */
const PREFIX = 'with-';

/**
 * Shows the table.
 *
 * @param {readonly OpponentFigures[]} people
 * @param {readonly string[]} chosen the words for the chosen people
 * @param {Text} text
 * @param {(word: string, isOn: boolean) => void} choose
 */
export function showOpponents(people, chosen, text, choose) {
  for (const { name } of people) knowName(name);
  const heading = (/** @type {string} */ key) => html('th', { scope: 'col' }, text(key));
  paint(
    part('people'),
    html(
      'table',
      { class: 'history-table' },
      html(
        'thead',
        {},
        html(
          'tr',
          {},
          heading('history.person'),
          heading('history.count'),
          heading('history.count_won'),
          heading('history.count_lost'),
        ),
      ),
      html(
        'tbody',
        {},
        people.map((person) => row(person, chosen, text, choose)),
      ),
    ),
  );
  // The attribute has no effect on a box that the reader has used.
  for (const box of part('people').querySelectorAll('input'))
    box.checked = chosen.includes(box.id.slice(PREFIX.length));
}

/**
 * @param {OpponentFigures} person
 * @param {readonly string[]} chosen
 * @param {Text} text
 * @param {(word: string, isOn: boolean) => void} choose
 */
function row({ with: word, name, page, games, won, lost }, chosen, text, choose) {
  const isChosen = chosen.includes(word);
  const shown = shownName(name);
  const id = `${PREFIX}${word}`;
  return html(
    'tr',
    { key: word },
    html(
      'th',
      { scope: 'row' },
      html(
        'span',
        { class: 'history-choice' },
        html('input', {
          type: 'checkbox',
          id,
          'aria-label': text('history.choose', { name }),
          disabled: !isChosen && chosen.length >= MOST,
          onchange: (/** @type {Event & { target: HTMLInputElement }} */ { target }) =>
            choose(word, target.checked),
        }),
        html('label', { for: id, dir: 'auto', translate: 'no' }, shown),
        page &&
          html(
            'a',
            { href: personPath(page), 'aria-label': text('history.page_of', { name }) },
            text('history.page'),
          ),
      ),
    ),
    html('td', {}, text('history.number', { number: games })),
    html('td', {}, text('history.number', { number: won })),
    html('td', {}, text('history.number', { number: lost })),
  );
}
