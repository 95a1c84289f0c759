/**
 * The panel beside the board: the status line, the hand, its buttons, the pile and the dragon, and
 * the help on keys.
 *
 * @import {Face} from '../../protocol.js'
 * @import {HandEvents} from '../hand.js'
 * @import {ForkState} from './fork.js'
 * @import {Note} from './note.js'
 * @import {OfferEvents, OfferState} from './offer.js'
 * @import {Text} from './words.js'
 */

import { html, set, svg, write } from '../../lib/dom.js';
import { CommitButton, KeyHelp, StatusLine, TurnButtons } from '../controls.js';
import { Hand } from '../hand.js';
import { Fork } from './fork.js';
import { Offer } from './offer.js';
import { pictureOf, turnTile } from './tile.js';

/** The keys, with the names of their actions. */
const KEYS = /** @type {const} */ ([
  ['1 2 3', 'choose'],
  ['R', 'turn'],
  ['⇧ R', 'turn_back'],
  ['P', 'fork'],
  ['⏎', 'place'],
  ['Esc', 'undo'],
  ['← ↑ → ↓', 'walk'],
  ['?', 'help'],
]);

/** The action that has no effect in a game where there are never two paths. */
const FORK = new Set(['fork']);
/** @type {ReadonlySet<string>} */
const NONE = new Set();

/**
 * @typedef {object} Decisions
 * @property {(by: 1 | -1) => void} turn
 * @property {(port: number) => void} fork chooses the path at a port
 * @property {() => void} commit
 *
 * @typedef {HandEvents & OfferEvents & Decisions} PanelEvents
 */

/**
 * @typedef {object} PanelState
 * @property {string | null} lead the announcement that it is the viewer's turn; `null` where it is
 *   not
 * @property {string} status
 * @property {'calm' | 'act' | 'warn'} tone
 * @property {boolean} seated whether the viewer has a seat, and so a hand to show
 * @property {'tile' | 'mark'} turns the object that the two turn buttons act on: a tile, or the
 *   start mark along the rim
 * @property {boolean} turnable whether the turn buttons can be pressed
 * @property {string | null} commit the label of the commit button; `null` while there is nothing to
 *   decide
 * @property {boolean} ready whether the commit button can be pressed
 * @property {OfferState | null} offer the swap to decide, which takes the place of the hand
 * @property {ForkState | null} fork the two paths to choose between
 * @property {boolean} forked whether this game can have two paths to choose between
 * @property {string} pile
 * @property {string | null} laidDown the number of tiles that eliminated players have laid down, in
 *   words; `null` if there are none
 * @property {{ words: string, where: 'beside' | 'under' | 'held' } | null} dragon the place of the
 *   dragon; `null` in a game without it
 * @property {Note | null} note the rule that starts to matter now; shown in the place of the pile
 *   and the dragon
 */

/** The panel beside the board of Tsuro. */
export class Panel {
  /**
   * @param {Text} text
   * @param {PanelEvents} on
   */
  constructor(text, on) {
    this.text = text;
    this.status = new StatusLine();
    /** @type {Hand<Face>} */
    this.hand = new Hand(on, { pictureOf, turnTile });
    this.offer = new Offer(text, on);
    this.fork = new Fork(text, on.fork);
    this.turns = new TurnButtons(on.turn);
    this.commit = new CommitButton(on.commit);
    this.pile = html('span', {});
    this.laidDown = html('span', {});
    this.dragonName = html('span', {});
    this.dragon = html('span', { class: 'tsuro-dragon' }, drawDragon(), this.dragonName);
    this.explained = html('span', {});
    this.note = html(
      'p',
      { class: 'tsuro-note', hidden: true },
      drawPile(),
      drawDragon(),
      this.explained,
    );
    this.tray = html('div', { class: 'board-tray' }, this.hand.element, this.turns.element);
    this.meta = html(
      'div',
      { class: 'board-meta tsuro-meta' },
      html('span', { class: 'tsuro-pile' }, drawPile(), this.pile),
      this.laidDown,
      this.dragon,
      this.note,
    );
    this.keys = new KeyHelp(
      text,
      text('tsuro.keys.title'),
      KEYS,
      (name) => text(`tsuro.keys.${name}`),
      text('tsuro.keys.paths'),
    );
    this.element = html(
      'div',
      { class: 'board-panel' },
      this.status.element,
      this.offer.element,
      this.tray,
      this.fork.element,
      this.commit.element,
      this.meta,
      this.keys.element,
    );
  }

  /** @param {PanelState} state */
  show(state) {
    this.status.show(state.lead, state.status, state.tone);
    this.element.classList.toggle('watching', !state.seated);
    this.element.classList.toggle('swapping', state.offer !== null);
    this.element.classList.toggle('forked', state.forked);
    this.keys.idle = state.forked ? NONE : FORK;
    this.element.classList.toggle('forking', state.fork?.tile != null);
    this.offer.show(state.offer);
    this.fork.show(state.fork);
    const way = (/** @type {'back' | 'on'} */ one) =>
      this.text(state.turns === 'mark' ? `tsuro.start.${one}` : `tsuro.turn_${one}`);
    this.turns.show(way('back'), way('on'), state.turnable);
    this.commit.show(state.commit, state.ready);
    this.pile.textContent = state.pile;
    this.laidDown.hidden = state.laidDown === null;
    this.laidDown.textContent = state.laidDown ?? '';
    this.dragon.hidden = state.dragon === null;
    this.dragonName.textContent = state.dragon?.words ?? '';
    this.note.hidden = state.note === null;
    this.meta.classList.toggle('noted', state.note !== null);
    write(this.explained, state.note?.words ?? '');
    set(this.note, { 'data-about': state.note?.about ?? null });
    set(this.dragon, { 'data-where': state.dragon?.where ?? null });
  }

  /**
   * Moves the focus to the swap or the fork that has just appeared. Returns whether there is one.
   */
  focus() {
    const asked = [this.offer, this.fork].find((one) => !one.element.hidden);
    asked?.focus();
    return asked !== undefined;
  }
}

function drawPile() {
  const card = (/** @type {number} */ at) =>
    svg('rect', { x: 3 + at, y: 9 - at * 1.5, width: 13, height: 13, rx: 2 });
  return svg(
    'svg',
    { class: 'pile-sign', viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' },
    card(0),
    card(2),
    card(4),
  );
}

/** Draws a curl with a head, whiskers and a crest, and the pile that the dragon may lie under. */
function drawDragon() {
  return svg(
    'svg',
    { class: 'dragon-sign', viewBox: '0 0 32 32', 'aria-hidden': 'true', focusable: 'false' },
    svg('path', {
      class: 'dragon-body',
      d: 'M17 17.2c-1.7 1-3.6-.6-3-2.5.7-2.4 4-3.2 6.2-1.3 2.8 2.4 2.3 7.1-1 9.2-4.2 2.7-10.2.6-11.6-4.300C6 12.7 9.3 6.9 15 5.800c2.4-.5 4.7-.1 6.7.9',
    }),
    svg('path', {
      class: 'dragon-head',
      d: 'M20.4 3.600l7.9 2.2-2 1.5 2.7 1.2-4 1.500c-1.9.5-4-.2-5.2-1.700z',
    }),
    svg('path', {
      class: 'dragon-fine',
      d: 'M27.2 10.200c1.6.6 2.6 1.8 2.8 3.400M24.6 10.600c.8 1 1 2.2.6 3.400M21 3.800L18.2 1.700M8.2 10.200L5 8.800M6.6 15.800L3.2 16.400M8.6 21.400L6 23.800M14 24.600l-.8 3.4',
    }),
    svg(
      'g',
      { class: 'dragon-pile' },
      svg('rect', { x: 3, y: 20, width: 22, height: 10, rx: 2 }),
      svg('rect', { x: 6, y: 16.5, width: 22, height: 10, rx: 2 }),
    ),
  );
}
