/**
 * A page that only tells something: its text is filled in.
 */
import { fillText, loadText } from './text.js';

const { parts, title } = document.body.dataset;
const text = await loadText(...(parts?.split(' ') ?? []));
fillText(document, text);
if (title !== undefined) document.title = text(title);
// The page was empty when the browser looked for the place that its address names.
if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
