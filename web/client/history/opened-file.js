/**
 * Opens the file of a finished game that the reader chooses or drops on the page. The server
 * replays it and stores nothing; the page forgets it when it is closed.
 *
 * @import {Text} from '../lib/text.js'
 */
import { part, write } from '../lib/dom.js';
import { sayError } from '../lib/problem.js';

/** The maximum size of a file in bytes. The longest honest file has some 100 KiB. */
const MOST_BYTES = 1024 * 1024;

/**
 * Watches the field for a file, and files that are dropped anywhere on the page.
 *
 * @param {Text} text
 * @param {(sentence: string) => void} announce
 */
export function watchFiles(text, announce) {
  /** @type {HTMLInputElement} */
  const field = part('file');
  const refused = part('file-refused');

  /** @param {File} file */
  async function open(file) {
    write(refused, '');
    try {
      if (file.size > MOST_BYTES) throw new SyntaxError('too large');
      const game = JSON.parse(await file.text());
      const { openReplay } = await import('./file-replay.js');
      await openReplay(game, text, announce);
    } catch (error) {
      const isNoGame = error instanceof SyntaxError;
      write(refused, isNoGame ? text('problem.bad_game_file') : sayError(error, text));
      field.focus();
    }
    // The same file can be chosen again.
    field.value = '';
  }

  field.addEventListener('change', () => {
    const file = field.files?.[0];
    if (file) void open(file);
  });
  const carriesFile = (/** @type {DragEvent} */ event) =>
    event.dataTransfer?.types.includes('Files') ?? false;
  const mark = (/** @type {boolean} */ is) => part('file-part').classList.toggle('dropping', is);
  addEventListener('dragover', (event) => {
    if (!carriesFile(event)) return;
    event.preventDefault();
    mark(true);
  });
  addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) mark(false);
  });
  addEventListener('drop', (event) => {
    if (!carriesFile(event)) return;
    event.preventDefault();
    mark(false);
    const file = event.dataTransfer?.files[0];
    if (file) void open(file);
  });
}
