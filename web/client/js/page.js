/**
 * A page that only tells something: its text is filled in.
 */
import { fillText, loadText } from './text.js';

const text = await loadText();
fillText(document, text);
const title = document.body.dataset['title'];
if (title !== undefined) document.title = text(title);
