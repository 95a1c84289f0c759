/**
 * The button that replays the last turns of the other players. The modules of a replay, and those
 * that sum up turns, are fetched shortly after the first picture of a game.
 *
 * @import {BoardFrame} from './board-frame.js'
 * @import {PageNotices} from '../../lib/notices.js'
 * @import {ReplayDesk} from '../replay/desk.js'
 * @import {RoomContext} from '../context.js'
 * @import {Talk} from '../parts/talk.js'
 */
import { part, set } from '../../lib/dom.js';
import { inTime } from '../../lib/wait.js';

/**
 * The time in milliseconds between the first picture of a game and the fetch, which must not delay
 * that picture on a slow network.
 */
const SOON_MS = 3_000;

/**
 * @typedef {object} ReplayParts
 * @property {BoardFrame} frame
 * @property {Pick<PageNotices, 'showSummary'>} notices
 * @property {Talk['log']} log
 * @property {Talk['sheet']} sheet
 */

export class Replays {
  /** @type {ReplayDesk | null} */
  #desk = null;
  #fetches = false;

  /**
   * @param {RoomContext} context
   * @param {ReplayParts} parts
   */
  constructor(context, parts) {
    this.context = context;
    this.parts = parts;
    this.button = part('replay');
    this.button.addEventListener('click', () => this.#desk?.replayRecent(this.button));
  }

  /** Follows the state of the room. */
  follow() {
    const { state } = this.context;
    const { you, view } = state;
    const runs = view?.phase === 'playing' && view.game !== null;
    // A spectator has no tools beside the hand.
    const place = part(you?.seat == null ? 'watch-tools' : 'hand-tools');
    if (this.button.parentElement !== place) place.prepend(this.button);
    this.button.hidden = !runs;
    const label = this.#desk?.follow() ?? null;
    const words = label ?? this.context.text('replay.none');
    set(this.button, {
      'aria-label': words,
      title: words,
      'aria-disabled': label === null ? 'true' : null,
    });
    // Nothing can be told or replayed before the first decision.
    const played = state.happenings.some(({ happening }) => happening.type === 'played');
    if (!runs || !played || this.#desk || this.#fetches) return;
    this.#fetches = true;
    setTimeout(() => void this.#fetch(), SOON_MS);
  }

  async #fetch() {
    try {
      const { fetchReplay, ReplayDesk } = await inTime(import('../replay/desk.js'));
      await inTime(fetchReplay());
      this.#desk = new ReplayDesk(this.context, this.parts, () => this.follow());
      this.follow();
    } catch {
      // The game goes on without replays. The next update tries again.
      this.#fetches = false;
    }
  }
}
