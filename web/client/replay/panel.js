/**
 * A replay beside a board: the selected step in words, the buttons and the timeline, the players,
 * the list of moves and the review. The page of a replay and the room's result share it.
 *
 * @import {GameReplay, WorstMoment} from '../protocol.js'
 * @import {OpenHand} from '../games/index.js'
 * @import {Words} from '../games/modules.js'
 * @import {BoardFrame} from '../room/game/board-frame.js'
 * @import {Text} from '../lib/text.js'
 * @import {Place, Viewer} from './address.js'
 * @import {Which} from './moment.js'
 * @import {Mark} from './review-words.js'
 * @import {Verdicts} from './verdicts.js'
 */
import { walkMs } from '../games/drawing.js';
import { gameOf } from '../games/index.js';
import { fetchBoard } from '../games/modules.js';
import { html, paint } from '../lib/dom.js';
import { glyph } from '../lib/glyph.js';
import { request } from '../lib/session.js';
import { loadStyle } from '../lib/styles.js';
import { loadPart, shownName } from '../lib/text.js';
import { createPicture } from '../room/game/picture-board.js';
import { queryOf } from './address.js';
import { sayStep } from './chances.js';
import { Film } from './film.js';
import { listenToReplayKeys, listenToSwipes } from './keys.js';
import { momentOf } from './moment.js';
import { paintMore } from './more.js';
import { MoveList } from './moves.js';
import { paintPlayers } from './players.js';
import { ReviewPart } from './review-part.js';
import { marksOf } from './review-words.js';
import { sayTime, viewerAt } from './said.js';
import { Timeline } from './timeline.js';
import { SPEEDS, Transport } from './transport.js';

/** The time in milliseconds for which a step is shown at the usual speed, while nothing moves. */
const STEP_MS = 1_100;
/** The time in milliseconds between the end of a movement and the next step. */
const REST_MS = 350;

/**
 * @typedef {object} ReplayUse
 * @property {Text} text
 * @property {(sentence: string) => void} announce
 * @property {Pick<BoardFrame, 'review' | 'restsIn'>} frame the board that shows the positions
 * @property {HTMLElement} board the element of the board, over which a finger swipes
 * @property {number | null} own the seat in which the reader played
 * @property {(() => void) | null} close closes the replay, if it can be closed
 * @property {(viewer: Viewer) => Promise<GameReplay>} [source] returns the game as a viewer saw it,
 *   for a game that the server does not keep; such a game has no review and no links
 * @property {(place: Place) => void} [moved] called with each selected step
 * @property {(marks: ReadonlyMap<number, Mark>) => void} [mark] annotates the log of the room
 * @property {(version: number) => void} [find] shows the log line of a version
 */

/** Fetches the texts and styles of a replay. */
export async function fetchReplayFiles() {
  await Promise.all([
    loadPart('replay/text/*.json'),
    loadPart('replay/text/*.review.json'),
    loadStyle('replay/replay.css'),
  ]);
}

export class ReplayPanel {
  /** The path of the game in the API, once its id is known. */
  #path = '';
  /** @type {Film | null} */
  #film = null;
  /** Draws the hands of the game. @type {OpenHand | null} */
  #hands = null;
  /** The seats whose hands have been visible, and so have a row. @type {Set<number>} */
  #rows = new Set();
  #step = 0;
  /** @type {Viewer} */
  #viewer = 'spectator';
  /** The decision of a pointed out move that the board shows. @type {Which | null} */
  #which = null;
  #plays = false;
  #speed = 1;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Whether the reader has selected a step. */
  #chosen = false;
  #end = () => {};
  #sentence = html('p', { class: 'film-sentence' });
  #moment = html('div', { class: 'film-moment' });
  #players = html('ol', { class: 'film-players' });
  #more = html('div', { class: 'film-more' });

  /** @param {ReplayUse} use */
  constructor(use) {
    const { text } = use;
    this.use = use;
    /** @type {Words} */
    this.words = {
      text,
      name: (seat) => shownName(this.#film?.seats(this.#step)[seat]?.name ?? ''),
    };
    this.timeline = new Timeline(text, (step) => this.select(step));
    this.transport = new Transport(text, {
      step: (by) => this.step(by),
      jump: (to) => this.select(to === 'start' ? 0 : (this.#film?.end ?? 0)),
      toggle: () => this.toggle(),
      speed: (speed) => this.#hurry(speed),
      view: (viewer) => void this.#see(viewer),
    });
    this.moves = new MoveList((step) => this.select(step));
    this.review = new ReviewPart(this.words, {
      announce: use.announce,
      select: (step, which) => this.select(step, which),
      reviewed: (verdicts, verdict) => this.#reviewed(verdicts, verdict),
    });
    this.element = html(
      'div',
      { class: 'film' },
      this.#sentence,
      this.timeline.element,
      this.transport.element,
      this.#moment,
      this.transport.viewer,
      this.#players,
      !use.source &&
        html(
          'section',
          { class: 'film-review' },
          // In a room, the heading of the whole panel says it.
          use.close === null && html('h2', {}, text('review.title')),
          this.review.element,
        ),
      html(
        'details',
        { class: 'fold film-list', open: true },
        html('summary', {}, text('film.moves')),
        this.moves.element,
      ),
      this.#more,
    );
  }

  /** The replayed game; `null` before it has been fetched. */
  get film() {
    return this.#film;
  }

  /**
   * Fetches the replay and shows a step of it.
   *
   * @param {string} path the path of the replay in the API, without a viewer
   * @param {Place} place
   */
  async open(path, { step, viewer }) {
    // The replay can be closed before it has been fetched.
    this.#listen();
    const id = await this.#fetch(path, viewer);
    this.#path = `/api/games/${id}`;
    const film = /** @type {Film} */ (this.#film);
    const { text, announce, own, close } = this.use;
    const selected = () => ({
      film: /** @type {Film} */ (this.#film),
      step: this.#step,
      viewer: this.#viewer,
    });
    if (id !== null) paintMore(this.#more, { id, own, selected }, { text, announce, close });
    this.#chosen = step !== null;
    this.#show(Math.min(step ?? film.end, film.end), null, true);
    return id;
  }

  /** Requests the review, or offers it. @param {boolean} isWanted */
  begin(isWanted) {
    const film = this.#film;
    if (!film) return;
    const begin = () => void this.review.begin(this.#path, film, this.use.own);
    if (isWanted) begin();
    else this.review.offer(begin);
  }

  /** Ends what belongs to the open replay. */
  close() {
    this.#stop();
    this.review.end();
    this.#end();
  }

  /**
   * Shows a step that the reader has selected.
   *
   * @param {number} step
   * @param {Which | null} [which]
   */
  select(step, which = null) {
    if (!this.#film) return;
    this.#chosen = true;
    this.#stop();
    this.#show(step, which, which !== null || step !== this.#step + 1);
    this.#announce();
  }

  /**
   * Shows the next step or the one before.
   *
   * @param {number} by
   */
  step(by) {
    const step = this.#step + by;
    if (this.#film && step >= 0 && step <= this.#film.end) this.select(step);
  }

  /** Plays on from the selected step, or pauses. A replay that is at its end starts again. */
  toggle() {
    const film = this.#film;
    if (!film) return;
    this.#chosen = true;
    if (this.#plays) {
      this.#stop();
      this.#paintTransport();
      return;
    }
    if (this.#step === film.end) this.#show(0, null, true);
    this.#plays = true;
    this.#paintTransport();
    this.#wait();
  }

  /**
   * Fetches the game as a viewer saw it.
   *
   * @param {string} path
   * @param {Viewer} viewer
   * @returns {Promise<string | null>} the id of the game; `null` if the server does not keep it
   */
  async #fetch(path, viewer) {
    const { source } = this.use;
    /** @type {{ id: string | null, replay: GameReplay }} */
    const { id, replay } = source
      ? { id: null, replay: await source(viewer) }
      : await request('GET', `${path}?view=${queryOf(viewer)}`);
    const { game } = replay.options;
    const [hands] = await Promise.all([gameOf(game).openHand?.() ?? null, fetchBoard(game)]);
    this.#hands = hands;
    const film = new Film(replay, this.use.text);
    this.#film = film;
    this.#viewer = viewer;
    this.#rows.clear();
    this.timeline.draw(film, this.#viewer);
    this.transport.offer(film, viewer);
    this.moves.draw(film, this.review.verdicts, this.words);
    return id;
  }

  /** @param {Viewer} viewer */
  async #see(viewer) {
    this.#stop();
    const step = this.#step;
    try {
      await this.#fetch(this.#path, viewer);
    } catch {
      // The selected viewer stays.
      if (this.#film) this.transport.offer(this.#film, this.#viewer);
      return;
    }
    this.#show(step, null, true);
  }

  /** @param {number} speed */
  #hurry(speed) {
    this.#speed = speed;
    this.#paintTransport();
    if (!this.#plays) return;
    clearTimeout(this.#timer);
    this.#wait();
  }

  #wait() {
    const still = STEP_MS / this.#speed;
    const moving = this.use.frame.restsIn() + REST_MS / this.#speed;
    this.#timer = setTimeout(
      () => {
        const end = this.#film?.end ?? 0;
        if (this.#step < end) this.#show(this.#step + 1, null, false);
        if (this.#speed <= 1) this.#announce();
        if (this.#step < end) {
          this.#wait();
          return;
        }
        this.#stop();
        this.#paintTransport();
      },
      Math.max(still, moving),
    );
  }

  #stop() {
    clearTimeout(this.#timer);
    this.#plays = false;
  }

  /**
   * @param {number} step
   * @param {Which | null} which
   * @param {boolean} still whether the position is shown without animations
   */
  #show(step, which, still) {
    const film = this.#film;
    if (!film) return;
    const before = this.#step;
    this.#step = step;
    this.#which = which;
    const { text } = this.use;
    const moment = this.review.verdicts?.moment(step) ?? null;
    this.#showBoard(film, moment, still || (before === step && !this.#plays));
    const words = this.#headOf(film);
    paint(this.#sentence, ...words);
    this.timeline.show(
      step,
      [sayStep(step, film.end, text), this.review.chances(step)].filter(Boolean).join(' '),
    );
    this.moves.show(step);
    this.review.show(step);
    this.#paintTransport();
    paintPlayers(
      this.#players,
      film,
      { step, viewer: this.#viewer, hands: this.#hands, rows: this.#rows },
      text,
    );
    const find = this.use.find;
    paint(
      this.#moment,
      moment &&
        momentOf(moment, which, this.words, {
          choose: (one) => this.select(step, one),
          find: find ? () => find(moment.version) : null,
        }),
    );
    this.use.moved?.({ step, viewer: this.#viewer });
  }

  /**
   * @param {Film} film
   * @param {WorstMoment | null} moment
   * @param {boolean} still
   */
  #showBoard(film, moment, still) {
    const step = this.#step;
    const seats = film.seats(step);
    const create = () => createPicture(film.kind, this.use.text);
    if (moment && this.#which) {
      const { view, better, action } = moment;
      const proposal = this.#which === 'better' ? better.action : action;
      const you = viewerAt(moment.seat, this.words.name(moment.seat));
      this.use.frame.review({ view, seats, you, proposal, create });
      return;
    }
    const seat = this.#viewer;
    this.use.frame.review({
      view: film.position(step),
      seats,
      you: typeof seat === 'number' ? viewerAt(seat, this.words.name(seat)) : null,
      proposal: null,
      create,
      events: film.events(step),
      still: still || walkMs() === 0,
      ...(this.#speed > 1 && { pace: walkMs() / this.#speed }),
    });
  }

  /** @param {Film} film */
  #headOf(film) {
    const step = this.#step;
    const seat = film.seat(step);
    const colour = seat === null ? null : (film.seats(step)[seat]?.colour ?? null);
    const { text } = this.use;
    return [
      html(
        'small',
        { class: 'soft' },
        `${sayStep(step, film.end, text)} · ${sayTime(film.at(step))}`,
      ),
      html(
        'span',
        {},
        colour && glyph(colour),
        html('span', {}, film.sentence(step) || text('film.silent')),
      ),
    ];
  }

  #paintTransport() {
    const end = this.#film?.end ?? 0;
    this.transport.show({ step: this.#step, end, plays: this.#plays, speed: this.#speed });
  }

  #announce() {
    const film = this.#film;
    if (!film) return;
    const { text, announce } = this.use;
    const words = film.sentence(this.#step) || text('film.silent');
    announce(`${sayStep(this.#step, film.end, text)}. ${words}`);
  }

  /**
   * @param {Verdicts} verdicts
   * @param {string} verdict
   */
  #reviewed(verdicts, verdict) {
    const { own, mark, text, announce } = this.use;
    const film = this.#film;
    if (!film) return;
    mark?.(marksOf(verdicts.review, text));
    this.moves.draw(film, verdicts, this.words);
    const { costly } = verdicts;
    const mine = costly.find((step) => verdicts.moment(step)?.seat === own);
    const first = mine ?? (own === null ? costly[0] : undefined);
    // A reader who is looking at a step stays there.
    if (this.#chosen || first === undefined) this.#show(this.#step, this.#which, true);
    else this.#show(first, 'better', true);
    announce(verdict);
  }

  /** @param {1 | -1} by */
  #stepCostly(by) {
    const step = this.review.verdicts?.nextCostly(this.#step, by) ?? null;
    if (step !== null) this.select(step, 'better');
  }

  #listen() {
    const deafen = listenToReplayKeys({
      step: (by) => this.step(by),
      jump: (to) => this.select(to === 'start' ? 0 : (this.#film?.end ?? 0)),
      costly: (by) => this.#stepCostly(by),
      toggle: () => this.toggle(),
      speed: (by) => {
        const at = SPEEDS.indexOf(this.#speed) + by;
        this.#hurry(SPEEDS[at] ?? this.#speed);
      },
      close: this.use.close,
    });
    const unswipe = listenToSwipes(this.use.board, (by) => this.step(by));
    this.#end = () => {
      deafen();
      unswipe();
    };
  }
}
