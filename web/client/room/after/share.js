/**
 * The dialog that shows the picture of a result, with the buttons that pass it on. Fetched on
 * demand.
 *
 * @import {Poster} from './picture.js'
 * @import {Finishers} from './outcome.js'
 * @import {RoomContext} from '../context.js'
 */
import { inform } from '../../lib/dialog.js';
import { html } from '../../lib/dom.js';
import { locale } from '../../lib/language.js';
import { resultOf, sayFigures } from './finish.js';
import { drawPicture } from './picture.js';

/**
 * Returns the contents of the picture, or `null` without a result.
 *
 * @param {RoomContext} context
 * @param {Finishers} finishers
 * @param {{ host: string, now: number }} where the name of the server, and the milliseconds since
 *   1970
 * @returns {Poster | null}
 */
export function posterOf(context, finishers, { host, now }) {
  const { text, state } = context;
  // The picture goes to other people, so it does not address the reader.
  const result = resultOf(context, finishers, null);
  const game = state.view?.game?.game;
  if (result === null || game === undefined) return null;
  const { verdict, why, isOwn, places, name, figures } = result;
  const date = new Intl.DateTimeFormat(locale(), { dateStyle: 'long' }).format(new Date(now));
  return {
    verdict,
    why: why ?? '',
    ranks: places.flatMap(({ place, seats }) =>
      seats.map((seat) => ({
        place: isOwn ? null : place,
        name: name(seat),
        colour: finishers[seat]?.colour ?? null,
        figures: sayFigures((figures[seat] ?? []).slice(0, 1), text),
      })),
    ),
    sayPlace: (place) => text('end.place', { place }),
    left: `${text(`game.${game}`)} · ${date}`,
    right: host,
  };
}

/**
 * Shows the picture in a dialog.
 *
 * @param {RoomContext} context
 * @param {SVGSVGElement} board the drawing of the final board
 * @param {Poster} poster
 */
export async function share({ text, world }, board, poster) {
  const canvas = await drawPicture(board, poster);
  canvas.className = 'share-picture';
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', text('share.picture', { verdict: poster.verdict }));
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!(blob instanceof Blob)) throw new Error('no picture');
  const day = new Date(world.now()).toISOString().slice(0, 10);
  const file = new File([blob], `senda-${day}.png`, { type: blob.type });
  const maySend = navigator.canShare?.({ files: [file] }) === true;
  const url = URL.createObjectURL(file);
  const actions = html(
    'div',
    { class: 'actions' },
    maySend &&
      html(
        'button',
        // A reader who closes the sheet of the system has changed their mind.
        {
          type: 'button',
          class: 'primary',
          onclick: () => navigator.share({ files: [file] }).catch(() => {}),
        },
        text('share.send'),
      ),
    html(
      'a',
      { class: maySend ? 'button' : 'button primary', href: url, download: file.name },
      text('share.download'),
    ),
  );
  await inform(text, text('share.title'), [canvas, actions], null);
  URL.revokeObjectURL(url);
}
