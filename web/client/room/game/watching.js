/**
 * The tools of a spectator: follow one player, and enlarge the board.
 *
 * @import {RoomContext} from '../context.js'
 */
import { inform } from '../../lib/dialog.js';
import { html, paint, part, write } from '../../lib/dom.js';
import { paintWatchers, sayWatchers } from '../lobby/spectators.js';
import { showFollowed } from './followed.js';
import { createFullScreen } from './full-screen.js';

/**
 * Connects the tools.
 *
 * @param {RoomContext} context
 * @returns {() => void} shows the tools to a spectator of a game
 */
export function createWatching(context) {
  const { text } = context;
  /** @type {HTMLSelectElement} */
  const follow = part('follow');
  /** The followed seat. @type {number | null} */
  let followed = null;
  const fullScreen = createFullScreen((isFull) => {
    write(part('full-screen'), text(isFull ? 'watching.small' : 'watching.full_screen'));
  });

  part('full-screen').addEventListener('click', () => fullScreen.toggle());
  part('watching').addEventListener('click', () => void showSpectators(context));
  follow.addEventListener('change', () => {
    followed = follow.value === '' ? null : Number(follow.value);
    mark();
    if (followed === null) return;
    const row = part('players').querySelector(`[data-seat="${followed}"]`);
    row?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });

  const mark = () => showFollowed(followed, context.state.view);

  return () => {
    const { you, view } = context.state;
    const isWatching = !!view?.game && you?.seat === null && view.phase !== 'lobby';
    part('watch-tools').hidden = !isWatching;
    if (!isWatching) {
      fullScreen.leave();
      // A player who is out may follow another one, too.
      if (followed === null) return;
      followed = null;
      follow.value = '';
      mark();
      return;
    }
    const seats = [...view.seats.entries()].flatMap(([number, seat]) =>
      seat ? [{ number, name: seat.name }] : [],
    );
    paint(
      follow,
      html('option', { key: 'none', value: '' }, text('watching.follow')),
      seats.map(({ number, name }) =>
        html('option', { key: number, value: number }, text('watching.following', { name })),
      ),
    );
    mark();
  };
}

/**
 * Shows the spectators in a dialog.
 *
 * @param {RoomContext} context
 */
async function showSpectators(context) {
  const place = html('div', {});
  paintWatchers(place, context);
  await inform(context.text, sayWatchers(context), [place], null);
}
