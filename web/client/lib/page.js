/**
 * The script of a static page. It fills in the texts.
 */
import { watchAppearance } from './appearance-dialog.js';
import { watchLanguage } from './language-switch.js';
import { fillText, loadText } from './text.js';

const { parts, title } = document.body.dataset;
const text = await loadText(...(parts?.split(' ') ?? []));
fillText(document, text);
watchAppearance(text);
watchLanguage();
if (title !== undefined) document.title = text(title);
// The page was empty when the browser looked for the target of the fragment in its address.
if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
