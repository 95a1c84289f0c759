/**
 * A page that only tells something: its text is filled in.
 */
import { fillText, loadText } from './text.js';

const { part, title } = document.body.dataset;
const text = await loadText(...(part === undefined ? [] : [part]));
fillText(document, text);
if (title !== undefined) document.title = text(title);
