/**
 * The panel beside the board: the status line, the actions, the hand, the buttons, the pawns, and
 * the help on keys.
 *
 * @import {Colour} from '../../protocol.js'
 * @import {Text} from '../../lib/text.js'
 * @import {ActionKind} from './draft.js'
 * @import {Stake} from './stakes.js'
 */

import { createButton, html, Keyed, set, write } from '../../lib/dom.js';
import { glyph } from '../../lib/glyph.js';
import { icon } from '../../lib/icons.js';
import { CommitButton, KeyHelp, pressable, TurnButtons } from '../controls.js';
import { Hand } from '../hand.js';
import { ACTIONS } from './draft.js';
import { pictureOfFace } from './hand.js';
import { turnTile } from './tile.js';

/** The keys, with the names of their actions. */
const KEYS = /** @type {const} */ ([
  ['M', 'move'],
  ['R', 'turn'],
  ['O', 'open'],
  ['S', 'swap'],
  ['1 2 3 …', 'choose'],
  ['← ↑ → ↓', 'walk'],
  ['⏎', 'confirm'],
  ['Esc', 'undo'],
  ['U', 'take_back'],
  ['E', 'end'],
  ['D', 'draw'],
  ['F', 'flip'],
  ['L', 'legend'],
  ['?', 'help'],
]);
/** The number of characters from which on a sentence of the status line is set smaller. */
const LONG = 68;
/** The letter of each action. @type {Readonly<Record<(typeof ACTIONS)[number], string>>} */
const LETTERS = { move: 'M', rotate: 'R', open: 'O', swap: 'S' };

/**
 * @typedef {object} PanelEvents
 * @property {(place: number) => void} take takes a tile of the hand
 * @property {(place: number) => void} confirm handles Enter on a tile of the hand
 * @property {(kind: ActionKind) => void} begin
 * @property {(by: 1 | -1) => void} turn
 * @property {(kind: ActionKind) => void} refused handles a press of an action that is not possible
 * @property {() => void} commit
 * @property {() => void} unready handles a press of the commit button while the draft is incomplete
 * @property {() => void} flip turns the board round
 * @property {() => void} legend shows the meaning of the signs
 * @property {() => void} end ends the turn, or the steps of a pawn
 * @property {() => void} takeBack takes back the last decision
 */

/**
 * @typedef {object} PanelState
 * @property {string} status
 * @property {'calm' | 'act' | 'warn'} tone
 * @property {boolean} seated whether the viewer has a seat, and so a hand to show
 * @property {readonly { kind: ActionKind, chosen: boolean, possible: boolean }[]} kinds
 * @property {boolean} turnable whether a tile can be turned
 * @property {string | null} commit the label of the commit button; `null` while there is nothing to
 *   decide
 * @property {boolean} ready whether the commit button can be pressed
 * @property {Stake | null} stake the consequence of the chosen move
 * @property {boolean} undo whether the last decision can be taken back
 * @property {boolean} risk whether the decision breaks a rule and costs the viewer a pawn
 * @property {string | null} end the label of the end button; `null` while nothing can be ended
 * @property {string | null} draw the label of the button for a draw; `null` where there is none
 * @property {boolean} drawable whether the button for a draw can be pressed
 * @property {{ left: number, begun: number, words: string } | null} actions the actions that the
 *   turn has left, and those that it began with
 * @property {readonly { colour: Colour, lost: readonly boolean[], words: string }[]} pawns
 *   the pawns, indexed by seat
 */

/** The panel beside the board of Tortus. */
export class Panel {
  /**
   * @param {Text} text
   * @param {PanelEvents} on
   */
  constructor(text, on) {
    this.text = text;
    this.words = html('p', {});
    this.status = html('div', { class: 'board-status notice-place' }, this.words);
    this.kinds = new Map(
      ACTIONS.map((kind) => [
        kind,
        actionButton(text(`tortus.kind.${kind}`), LETTERS[kind], {
          press: () => on.begin(kind),
          refused: () => on.refused(kind),
        }),
      ]),
    );
    this.kindsRow = html(
      'div',
      { class: 'tortus-kinds', role: 'group', 'aria-label': text('tortus.kinds') },
      ...this.kinds.values(),
    );
    this.hand = new Hand(
      {
        press: (key) => on.take(placeOf(key)),
        confirm: (key) => on.confirm(placeOf(key)),
        look: () => {},
      },
      { pictureOf: pictureOfFace, turnTile },
    );
    this.turns = new TurnButtons(on.turn);
    this.commit = new CommitButton(on.commit, on.unready);
    this.end = endButton(on.end);
    this.draw = quietButton('tortus-draw', '', {
      press: () => on.begin('draw'),
      refused: () => on.refused('draw'),
    });
    this.undo = quietButton('tortus-undo', text('tortus.undo'), { press: on.takeBack });
    this.undo.prepend(icon('undo'));
    this.actions = html('span', { class: 'tortus-actions', role: 'img' });
    this.pawns = html('div', { class: 'tortus-pawns' });
    /** @type {Keyed<HTMLElement>} */
    this.rows = new Keyed(this.pawns);
    this.keys = new KeyHelp(text, text('tortus.keys.title'), KEYS, (name) =>
      text(`tortus.keys.${name}`),
    );
    this.flip = quietButton('tortus-tool', text('tortus.turn_board'), { press: on.flip });
    this.element = html(
      'div',
      { class: 'board-panel tortus-panel' },
      this.status,
      this.kindsRow,
      this.hand.element,
      html('div', { class: 'tortus-decide' }, this.turns.element, this.commit.element, this.end),
      html(
        'div',
        { class: 'board-meta' },
        html('div', { class: 'tortus-facts' }, this.actions, this.pawns),
        html('div', { class: 'tortus-asides' }, this.draw, this.undo),
      ),
      html(
        'div',
        { class: 'tortus-tools' },
        this.flip,
        quietButton('tortus-tool', text('tortus.legend.title'), { press: on.legend }),
        this.keys.element,
      ),
    );
  }

  /** @param {PanelState} state */
  show(state) {
    write(this.words, state.status);
    this.status.dataset['tone'] = state.tone;
    // A long sentence is set smaller, so that it needs no more height than a short one.
    this.status.classList.toggle('long', state.status.length > LONG);
    this.element.classList.toggle('watching', !state.seated);
    for (const { kind, chosen, possible } of state.kinds) {
      const button = this.kinds.get(/** @type {(typeof ACTIONS)[number]} */ (kind));
      if (button)
        set(button, { 'aria-pressed': String(chosen), 'aria-disabled': possible ? null : 'true' });
    }
    this.turns.show(this.text('tortus.turn_back'), this.text('tortus.turn_on'), state.turnable);
    this.commit.show(state.commit, state.ready);
    set(this.commit.element, { 'data-stake': state.stake });
    this.undo.classList.toggle('absent', !state.undo);
    this.commit.element.classList.toggle('risk', state.risk);
    this.end.classList.toggle('absent', state.end === null);
    if (state.end !== null) label(this.end, state.end);
    this.draw.classList.toggle('absent', state.draw === null);
    if (state.draw !== null) write(this.draw, state.draw);
    set(this.draw, { 'aria-disabled': state.drawable ? null : 'true' });
    this.#showActions(state.actions);
    this.#showPawns(state.pawns);
  }

  /** @param {PanelState['actions']} actions */
  #showActions(actions) {
    this.actions.classList.toggle('absent', actions === null);
    if (actions === null) return;
    const { left, begun, words } = actions;
    set(this.actions, { 'aria-label': words, title: words, 'data-left': left });
    while (this.actions.childElementCount < begun)
      this.actions.append(html('span', { class: 'tortus-pip' }));
    for (const [at, pip] of [...this.actions.children].entries()) {
      pip.classList.toggle('spent', at >= left);
      pip.classList.toggle('absent', at >= begun);
    }
  }

  /** @param {PanelState['pawns']} pawns */
  #showPawns(pawns) {
    const rows = new Map(pawns.map((one, seat) => [`${seat} ${one.colour}`, one]));
    this.rows.keep(rows.keys(), (key) => {
      const { colour, lost } = /** @type {PanelState['pawns'][number]} */ (rows.get(key));
      const pieces = lost.map(() => html('span', { class: 'tortus-piece' }, glyph(colour)));
      return html('span', { class: 'tortus-pawns-of', role: 'img' }, ...pieces);
    });
    for (const [key, { lost, words }] of rows) {
      const row = this.rows.get(key);
      if (!row) continue;
      set(row, { 'aria-label': words, title: words });
      for (const [at, gone] of lost.entries()) row.children[at]?.classList.toggle('lost', gone);
    }
  }
}

/**
 * @param {string} key the key of a tile of the hand, which begins with the tile's place
 */
function placeOf(key) {
  return Number(key.split(' ')[0]);
}

/**
 * @param {string} words
 * @param {string} letter
 * @param {{ press: () => void, refused: () => void }} on
 */
function actionButton(words, letter, on) {
  const button = createButton(
    { class: 'tortus-kind', 'aria-pressed': 'false', 'aria-keyshortcuts': letter },
    html('span', {}, words),
    html('kbd', { 'aria-hidden': 'true' }, letter),
  );
  return pressable(button, on.press, on.refused);
}

/** @param {() => void} press */
function endButton(press) {
  const button = createButton(
    { class: 'tortus-end absent', 'aria-keyshortcuts': 'E' },
    html('span', {}),
    html('kbd', { 'aria-hidden': 'true' }, 'E'),
  );
  button.addEventListener('click', press);
  return button;
}

/**
 * @param {string} name
 * @param {string} words
 * @param {{ press: () => void, refused?: () => void }} on
 */
function quietButton(name, words, { press, refused }) {
  const button = createButton({ class: `quiet ${name}` }, words);
  return pressable(button, press, refused);
}

/**
 * @param {HTMLElement} button
 * @param {string} words
 */
function label(button, words) {
  const span = button.querySelector('span');
  if (span) write(span, words);
}
