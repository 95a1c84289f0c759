/**
 * Offers to replay turns: the last ones of the other players, and each turn of the log whose
 * positions the page has seen. It also sums up what the other players have done, until the reader
 * presses something.
 *
 * @import {GameKind} from '../../protocol.js'
 * @import {ReplayParts} from '../game/replays.js'
 * @import {RoomContext} from '../context.js'
 * @import {StoryModule} from '../../games/story.js'
 * @import {Course, Turn} from './turns.js'
 */
import { gameOf } from '../../games/index.js';
import { loadStyle } from '../../games/modules.js';
import { part } from '../../lib/dom.js';
import { lastWhere } from '../../lib/last.js';
import { loadPart } from '../../lib/text.js';
import { standing } from '../state.js';
import { Player } from './player.js';
import { lastInARow, reelOf } from './reel.js';
import { courseOf, othersSince, turnsOf } from './turns.js';

/** The number of turns that can be replayed from the log. */
const OFFERED = 40;

/** Fetches the texts and styles of a replay. */
export async function fetchReplay() {
  await Promise.all([loadPart('room/text/*.replay.json'), loadStyle('room/replay/replay.css')]);
}

export class ReplayDesk {
  /** @type {Turn[]} */
  #turns = [];
  /**
   * The positions of turns that have ended, by the turn's last version.
   *
   * @type {Map<number, Course | null>}
   */
  #courses = new Map();
  /** @type {{ kind: GameKind, module: StoryModule<any> | null } | null} */
  #story = null;
  /** @type {Player | null} */
  #player = null;
  /**
   * The last version of the summary that was announced, or `null` before the first look at the
   * turns, and the last version of the one that was dismissed.
   *
   * @type {number | null}
   */
  #announced = null;
  #dismissed = 0;
  /** The last version of the turns to sum up, whether or not there are words yet. */
  #current = 0;
  /** The last version of the summary that is shown, or 0 for none. */
  #summed = 0;

  /**
   * @param {RoomContext} context
   * @param {ReplayParts} parts
   * @param {() => void} changed called when the words of a game have been fetched
   */
  constructor(context, parts, changed) {
    this.context = context;
    this.parts = parts;
    this.changed = changed;
    for (const type of /** @type {const} */ (['pointerdown', 'keydown']))
      document.addEventListener(type, (event) => this.#pressed(event), { capture: true });
  }

  /**
   * Follows the state of the room.
   *
   * @returns {string | null} the label of the button that replays the last turns of the others;
   *   `null` where they can't be replayed
   */
  follow() {
    const { state, text, name } = this.context;
    const { view, happenings, continued, you } = state;
    if (!continued) this.#courses.clear();
    const runs = view?.phase === 'playing' && view.game !== null;
    if (this.#player && (!runs || !this.#player.isThere)) this.#player.close();
    this.#player?.follow();
    if (!runs || !view.game) {
      this.#turns = [];
      this.parts.notices.showSummary(null);
      this.parts.log.offer(new Map(), () => {});
      return null;
    }
    this.#turns = turnsOf(standing(happenings));
    void this.#fetchStory(view.game.game);
    this.#offer();
    this.#sumUp(you?.seat ?? null);
    const recent = this.#recent();
    const [first] = recent;
    if (!first) return null;
    return recent.length === 1
      ? text('replay.turn', { name: name(first.turn.seat) })
      : text('replay.turns', { count: recent.length });
  }

  /**
   * Replays the last turns of the other players.
   *
   * @param {HTMLElement} opener the element that gets the focus afterwards
   */
  replayRecent(opener) {
    this.#replay(this.#recent(), opener);
  }

  /** @param {GameKind} kind */
  async #fetchStory(kind) {
    if (this.#story?.kind === kind) return;
    this.#story = { kind, module: null };
    try {
      const [module] = await Promise.all([
        gameOf(kind).story(),
        loadPart(`games/${kind}/text/*.story.json`),
      ]);
      this.#story = { kind, module };
      this.changed();
    } catch {
      // Replays do without the words. The next update tries again.
      this.#story = null;
    }
  }

  /** Returns the last turns of the other players, as far as they can be replayed in a row. */
  #recent() {
    const own = this.context.state.you?.seat ?? null;
    const since = othersSince(this.#turns, own);
    const last = lastWhere(this.#turns, ({ over, seat }) => over && seat !== own);
    const turns = since.length > 0 || !last ? since : [last];
    return lastInARow(turns.map((turn) => this.#courseOf(turn)));
  }

  /** @param {Turn} turn a turn that has ended */
  #courseOf(turn) {
    const key = turn.decisions.at(-1)?.version ?? 0;
    const known = this.#courses.get(key);
    if (known !== undefined) return known;
    const told = new Set(this.context.chronicle.entries.map(({ version }) => version));
    const course = courseOf(turn, this.parts.frame.recorder, (version) => told.has(version));
    this.#courses.set(key, course);
    const [oldest] = this.#courses.keys();
    if (this.#courses.size > 2 * OFFERED && oldest !== undefined) this.#courses.delete(oldest);
    return course;
  }

  /** Offers the turns of the log, each at its first line. */
  #offer() {
    const { text, name } = this.context;
    /** @type {Map<number, Course>} */
    const offered = new Map();
    /** @type {Map<number, string>} */
    const labels = new Map();
    const told = new Set(this.context.chronicle.entries.map(({ version }) => version));
    for (const turn of this.#turns.filter(({ over }) => over).slice(-OFFERED)) {
      const course = this.#courseOf(turn);
      const line = course?.steps.flatMap(({ versions }) => versions).find((one) => told.has(one));
      if (!course || line === undefined) continue;
      offered.set(line, course);
      labels.set(line, text('replay.turn', { name: name(turn.seat) }));
    }
    this.parts.log.offer(labels, (version, button) => {
      const course = offered.get(version);
      if (!course) return;
      this.parts.sheet.close();
      this.#replay([course], button);
    });
  }

  /**
   * Sums up the turns of the other players since the reader's own one.
   *
   * @param {number | null} own
   */
  #sumUp(own) {
    const turns = own === null ? [] : othersSince(this.#turns, own);
    const key = turns.at(-1)?.decisions.at(-1)?.version ?? 0;
    // A page that was open before this module had been fetched has announced each event already.
    this.#announced ??= this.context.state.continued ? key : 0;
    this.#current = key;
    const words = key === 0 ? '' : this.#tell(turns, own);
    const { notices } = this.parts;
    if (words === '' || key <= this.#dismissed) {
      this.#summed = 0;
      notices.showSummary(null);
      return;
    }
    this.#summed = key;
    const { text, name, state, announce } = this.context;
    const recent = this.#recent();
    const [first] = recent;
    const label =
      recent.length === 1 && first
        ? text('replay.turn', { name: name(first.turn.seat) })
        : text('replay.turns', { count: recent.length });
    notices.showSummary({
      words,
      button: text('replay.short'),
      label,
      chosen: first ? () => this.replayRecent(part('replay')) : null,
    });
    if (key <= this.#announced || state.view?.game?.acting !== own) return;
    this.#announced = key;
    announce(words);
  }

  /**
   * @param {readonly Turn[]} turns
   * @param {number | null} own
   */
  #tell(turns, own) {
    const view = this.context.state.view?.game;
    const module = this.#story?.module;
    if (!view || !module || this.#story?.kind !== view.game) return '';
    const told = turns.map(({ seat, decisions }) => ({
      seat,
      events: decisions.flatMap(({ events }) => events),
    }));
    return module.story(told, view, own, this.context);
  }

  /**
   * Removes the summary once the reader does something else than to ask for a replay.
   *
   * @param {Event} event
   */
  #pressed(event) {
    if (this.#current === 0) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('.notice.summary')) return;
    const isKey = event instanceof KeyboardEvent;
    if (isKey && ['Tab', 'Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return;
    this.#dismiss();
  }

  #dismiss() {
    this.#dismissed = this.#current;
    this.#summed = 0;
    this.parts.notices.showSummary(null);
  }

  /**
   * @param {readonly Course[]} courses
   * @param {HTMLElement} opener
   */
  #replay(courses, opener) {
    const { context, parts } = this;
    const live = /** @type {HTMLElement | null} */ (parts.frame.place.querySelector('.board'));
    if (courses.length === 0 || !live) return;
    this.#player?.close();
    if (this.#summed !== 0) this.#dismiss();
    const lines = new Map(context.chronicle.entries.map((entry) => [entry.version, entry]));
    const reel = reelOf(courses, {
      captionOf: (versions) =>
        versions.flatMap((version) => lines.get(version)?.sentences ?? []).join(' '),
      summaryOf: ({ turn }) => this.#tell([turn], context.state.you?.seat ?? null),
    });
    this.#player = new Player(context, parts.frame, reel, live, () => {
      this.#player = null;
      const back = opener.isConnected ? opener : part('replay');
      // A press on the board has moved the focus to the page.
      if (document.activeElement?.matches('body, #main') ?? true)
        back.focus({ preventScroll: true });
    });
  }
}
