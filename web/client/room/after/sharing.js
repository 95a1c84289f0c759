/**
 * The button that shares the result of a game. The modules that draw the picture are fetched on
 * demand.
 *
 * @import {RoomContext} from '../context.js'
 */
import { comeBack } from '../../lib/come-back.js';
import { part } from '../../lib/dom.js';
import { inTime } from '../../lib/wait.js';
import { finishersOf } from './outcome.js';

/**
 * @param {RoomContext} context
 * @param {(sentence: string) => void} complain
 */
export function createSharing(context, complain) {
  const { text, world } = context;
  let isBusy = false;

  async function open() {
    /** @type {typeof import('./share.js')} */
    let module;
    try {
      module = await inTime(import('./share.js'));
    } catch {
      complain(text('problem.unreachable'));
      await comeBack();
      return;
    }
    const { host } = new URL(world.location.href);
    const where = { host, now: world.now() };
    const poster = module.posterOf(context, finishersOf(context), where);
    const board = part('board').querySelector('.board-picture');
    if (!poster || !(board instanceof SVGSVGElement)) return;
    await module.share(context, board, poster).catch(() => complain(text('share.failed')));
  }

  part('share').addEventListener('click', () => {
    if (isBusy) return;
    isBusy = true;
    void open().finally(() => {
      isBusy = false;
    });
  });
}
