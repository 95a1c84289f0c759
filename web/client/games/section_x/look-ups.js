/**
 * Creates the buttons beside the board that open dialogs with reference information. The contents
 * are fetched when a dialog is opened, because the first look at a game does not need them.
 *
 * @import {Plan} from './plan.js'
 * @import {Text} from './words.js'
 */
import { inform } from '../../lib/dialog.js';
import { html } from '../../lib/dom.js';
import { loadStyle } from '../../lib/styles.js';
import { loadPart } from '../../lib/text.js';
import { LATER } from './rounds.js';

/** Fetches the texts of the explanations. */
export function loadExplanations() {
  return loadPart('games/section_x/text/*.look-ups.json');
}

/**
 * @param {Text} text
 * @param {string} key the key of the title's text
 * @param {() => Promise<((plan: Plan) => HTMLElement[]) | null>} fetch fetches the function that
 *   draws the contents of the dialog; returns `null` where that failed
 * @param {() => Plan | null} planOf returns the position to describe
 */
export function lookUpButton(text, key, fetch, planOf) {
  const title = text(key);
  const button = html(
    'button',
    { type: 'button', class: 'quiet', 'aria-haspopup': 'dialog' },
    title,
  );
  button.addEventListener('click', async () => {
    const loads = [fetch(), loadExplanations(), loadStyle(LATER)];
    const [draw] = await Promise.all(loads).catch(() => []);
    const plan = planOf();
    if (!plan || !draw) return;
    const content = html('div', { class: 'section-x sx-sheet' }, ...draw(plan));
    void inform(text, title, [content], null);
  });
  return button;
}
