/**
 * The page that explains how to play a game. It serves all games, with the sections that each
 * game's folder describes.
 */
import { ABOUT, gameOf, howPath, KINDS } from '../games/index.js';
import { loadStyle } from '../games/modules.js';
import { watchAppearance } from '../lib/appearance-dialog.js';
import { html } from '../lib/dom.js';
import { watchLanguage } from '../lib/language-switch.js';
import { fillText, loadText } from '../lib/text.js';
import { inTime } from '../lib/wait.js';
import { anchorOf, sectionOf, titleKey } from './sections.js';

const kind = KINDS.find((one) => howPath(one) === location.pathname);
if (kind === undefined) throw new Error(`no game is told of at ${location.pathname}`);

const [{ howTo }, text] = await Promise.all([
  inTime(gameOf(kind).howTo()),
  loadText('how-to/text/*.json', `games/${kind}/text/*.how-to.json`, ...ABOUT),
  loadStyle(`games/${kind}/style.css`),
]);

const main = /** @type {HTMLElement} */ (document.getElementById('main'));
main.classList.add(anchorOf(kind));
main.querySelector('h1')?.setAttribute('data-text', `how.${kind}.title`);
main.querySelector('.lead')?.setAttribute('data-text', `how.${kind}.lead`);
main
  .querySelector('.contents ul')
  ?.append(
    ...howTo.sections.map(({ key }) =>
      html('li', {}, html('a', { href: `#${anchorOf(key)}`, 'data-text': titleKey(kind, key) })),
    ),
  );
main
  .querySelector('.contents')
  ?.after(...howTo.sections.map((section) => sectionOf(kind, section, howTo.draw)));
document.querySelector('header nav')?.append(
  ...KINDS.map((one) =>
    html('a', {
      href: howPath(one),
      'aria-current': one === kind ? 'page' : null,
      'data-text': `game.${one}`,
    }),
  ),
);
fillText(document, text);
watchAppearance(text);
watchLanguage();
document.title = text('how.page_title', { title: text(`how.${kind}.title`) });
// The page was empty when the browser looked for the target of the fragment in its address.
if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
