/**
 * The tools of a spectator: follow one player, and enlarge the board.
 *
 * @import {RoomContext} from '../context.js'
 */
import { html, paint, part, write } from '../../lib/dom.js';
import { onDemand } from '../parts/on-demand.js';
import { showFollowed } from './followed.js';

/** @typedef {ReturnType<typeof import('./full-screen.js').createFullScreen>} FullScreen */

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
  /** The enlarged board, once the reader has asked for it. @type {FullScreen | null} */
  let fullScreen = null;
  /** @param {boolean} isFull */
  const labelFullScreen = (isFull) =>
    write(part('full-screen'), text(isFull ? 'watching.small' : 'watching.full_screen'));

  part('full-screen').addEventListener('click', () =>
    onDemand(
      context,
      () => import('./full-screen.js'),
      async ({ createFullScreen }) => {
        fullScreen ??= createFullScreen(labelFullScreen);
        fullScreen.toggle();
      },
    ),
  );
  part('watching').addEventListener('click', () =>
    onDemand(
      context,
      () => import('./spectator-list.js'),
      ({ showSpectators }) => showSpectators(context),
    ),
  );
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
      fullScreen?.leave();
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
