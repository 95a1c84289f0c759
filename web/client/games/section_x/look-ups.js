/**
 * Creates the buttons beside the board that open dialogs with reference information. The contents
 * are fetched when a dialog is opened, because the first look at a game does not need them.
 *
 * @import {SectionXBoard} from './board.js'
 * @import {Plan} from './plan.js'
 */
import { inform } from '../../lib/dialog.js';
import { createButton, html } from '../../lib/dom.js';
import { loadStyle } from '../../lib/styles.js';
import { loadPart } from '../../lib/text.js';
import { LATER } from './rounds.js';

/** Fetches the texts of the explanations. */
export function loadExplanations() {
  return loadPart('games/section_x/text/*.look-ups.json');
}

/**
 * Creates the buttons that open the tiles left and the legend.
 *
 * @param {SectionXBoard} board
 */
export function lookUpButtons(board) {
  const { text } = board;
  return [
    lookUpButton(board, 'section_x.left.title', async () => {
      const { drawLeft } = await import('./tiles-left.js');
      return (plan) => drawLeft(plan, text);
    }),
    lookUpButton(board, 'section_x.legend.title', async () => {
      const { drawLegend } = await import('./legend.js');
      return (plan) => drawLegend(plan, board.players.colour, text);
    }),
  ];
}

/**
 * @param {SectionXBoard} board
 * @param {string} key the key of the title's text
 * @param {() => Promise<(plan: Plan) => HTMLElement[]>} fetch fetches the function that draws the
 *   contents of the dialog
 */
function lookUpButton(board, key, fetch) {
  const title = board.text(key);
  const button = createButton({ class: 'quiet', 'aria-haspopup': 'dialog' }, title);
  button.addEventListener('click', async () => {
    const loads = [fetch(), loadExplanations(), loadStyle(LATER)];
    const [draw] = await Promise.all(loads).catch(() => []);
    if (!board.plan || !draw) return;
    const content = html('div', { class: 'section-x sx-sheet' }, ...draw(board.plan));
    void inform(board.text, title, [content], null);
  });
  return button;
}
