/**
 * The panel beside the board: the progress of the turn, the status line, the piles, the stock, the
 * answers to a question, the commit button, the standings of the players, and the reference
 * information. Every part keeps its place.
 *
 * @import {Colour, SectionXAction, SectionXKind, SectionXSectionShape} from '../../protocol.js'
 * @import {HandEvents} from '../hand.js'
 * @import {ActionName, ActionState} from './actions.js'
 * @import {Numbers, Stage} from './brief.js'
 * @import {Standing} from './standings.js'
 * @import {Text} from './words.js'
 */

import { createButton, html, Keyed, paint, set, svg, write } from '../../lib/dom.js';
import { glyph } from '../../lib/glyph.js';
import { CommitButton, KeyHelp, pressable, TurnButtons } from '../controls.js';
import { Hand } from '../hand.js';
import { Actions } from './actions.js';
import { icon } from './icons.js';
import { Stages } from './stages.js';
import { Standings } from './standings.js';
import { pictureOf, turnTile } from './tile.js';

/** The keys, with the names of their actions. */
const KEYS = /** @type {const} */ ([
  ['1 2 3', 'choose'],
  ['P', 'prisoner'],
  ['O', 'door'],
  ['M', 'move'],
  ['S', 'swap'],
  ['R', 'turn'],
  ['⇧ R', 'turn_back'],
  ['T', 'other'],
  ['⏎', 'confirm'],
  ['N', 'end'],
  ['Esc', 'undo'],
  ['U', 'take_back'],
  ['← ↑ → ↓', 'walk'],
  ['W E A D Z X', 'sides'],
  ['+ - 0', 'zoom'],
  ['⇧ ←', 'pan'],
  ['?', 'help'],
]);

/**
 * @typedef {object} PileState
 * @property {number} count
 * @property {SectionXKind | null} top the topmost tile, where it lies face up
 * @property {string} label
 * @property {boolean} open whether a tile can be drawn from the pile now
 *
 * @typedef {object} StockTile
 * @property {number} at the place of the tile in the stock
 * @property {SectionXKind} kind
 * @property {number} rotation
 * @property {boolean} chosen
 * @property {string | null} blocked the reason why the tile cannot be laid, or `null`
 * @property {string} label
 *
 * @typedef {object} AnswerState
 * @property {string} key
 * @property {string} label
 * @property {Colour | null} colour
 * @property {boolean} chosen
 * @property {SectionXAction | null} action the decision that the answer sends at once; `null` where
 *   it only changes the draft
 */
/**
 * @typedef {object} PanelState
 * @property {string} status the status line
 * @property {string} prose the same in whole sentences for screen readers; empty where the status
 *   line is complete
 * @property {'calm' | 'act' | 'warn'} tone
 * @property {boolean} seated whether the viewer plays
 * @property {string} facts the round, and the player whose turn it is
 * @property {readonly Stage[]} stages
 * @property {boolean} over whether the game is over
 * @property {string | null} notice the notice that stays: a lost door, or that the round or the
 *   game is about to end
 * @property {Numbers | null} numbers
 * @property {readonly PileState[]} piles
 * @property {boolean} drawing whether the viewer has to choose a pile
 * @property {readonly StockTile[]} stock
 * @property {boolean} turnable whether the two turn buttons can be pressed
 * @property {boolean} exchanging whether there is another tile that can be turned as well
 * @property {boolean} otherTurnable whether the other tile can be turned
 * @property {readonly ActionState[]} actions
 * @property {readonly AnswerState[]} answers
 * @property {string | null} skip the label of the button that skips the tile action; `null` where
 *   there is none
 * @property {boolean} due whether the only thing that is left to do is to end the turn
 * @property {string | null} end the label of the button that ends the turn; `null` where there is
 *   none
 * @property {string | null} takeBack the label of the button that takes back the last decision;
 *   `null` where there is none
 * @property {string | null} commit the label of the commit button; `null` while there is nothing to
 *   decide
 * @property {boolean} ready whether the commit button can be pressed
 * @property {boolean} busy whether a decision has been sent and its answer has not arrived yet
 */
/**
 * @typedef {object} Decisions
 * @property {(pile: number) => void} draw
 * @property {(by: 1 | -1, other: boolean) => void} turn
 * @property {(action: ActionName) => void} begin begins an action
 * @property {() => void} refused handles a press of an action that is not possible now
 * @property {(answer: AnswerState) => void} answer
 * @property {() => void} skip
 * @property {() => void} end
 * @property {() => void} takeBack
 * @property {() => void} commit
 *
 * @typedef {HandEvents & Decisions} PanelEvents
 */

/** The panel beside the board of Section X. */
export class Panel {
  /**
   * The answers that are currently shown, by their keys.
   *
   * @type {ReadonlyMap<string, AnswerState>}
   */
  current = new Map();

  /**
   * @param {Text} text
   * @param {PanelEvents} on
   */
  constructor(text, on) {
    this.text = text;
    this.on = on;
    /** @type {(kind: SectionXKind) => readonly SectionXSectionShape[]} */
    this.sections = () => [];
    this.stages = new Stages(text);
    this.status = html('span', {});
    this.prose = html('span', { class: 'visually-hidden' });
    this.says = html('p', { class: 'board-status' }, this.status, this.prose);
    this.numbers = html('p', { class: 'sx-numbers' });
    this.facts = html('p', { class: 'sx-facts' });
    this.notice = html('p', { class: 'sx-notice' });
    this.piles = html('div', {
      class: 'sx-piles',
      role: 'group',
      'aria-label': text('section_x.piles'),
    });
    /** @type {Keyed<HTMLButtonElement>} */
    this.pileButtons = new Keyed(this.piles);
    /** @type {Hand<SectionXKind>} */
    this.hand = new Hand(on, {
      pictureOf: (kind, rotation) => pictureOf(this.sections(kind), rotation),
      turnTile,
    });
    this.turns = new TurnButtons((by) => on.turn(by, false));
    this.other = plainButton('sx-other', () => on.turn(1, true));
    this.tray = html('div', { class: 'board-tray' }, this.hand.element);
    this.actions = new Actions(text, on.begin, on.refused);
    this.answers = html('div', { class: 'sx-answers', role: 'group' });
    /** @type {Keyed<HTMLButtonElement>} */
    this.answerButtons = new Keyed(this.answers);
    this.skip = plainButton('sx-skip', on.skip);
    this.end = plainButton('sx-end', on.end);
    this.takeBack = plainButton('sx-back', on.takeBack);
    this.commit = new CommitButton(on.commit);
    this.standings = new Standings(text);
    this.keys = new KeyHelp(
      text,
      text('section_x.keys.title'),
      KEYS,
      (name) => text(`section_x.keys.${name}`),
      text('section_x.keys.more'),
    );
    /** The reference information: the help on keys, and the buttons that the board adds. */
    this.lookUp = html('div', { class: 'sx-look-ups' });
    const more = [this.takeBack, this.other, this.skip, this.end];
    this.more = html('div', { class: 'sx-more' }, more);
    this.element = html(
      'div',
      { class: 'board-panel' },
      html('div', { class: 'sx-head' }, this.facts, this.stages.element),
      html('div', { class: 'sx-says notice-place' }, this.says, this.notice, this.numbers),
      this.piles,
      html('div', { class: 'sx-slot' }, this.tray, this.answers),
      this.actions.element,
      html('div', { class: 'sx-decide' }, this.turns.element, this.commit.element),
      this.more,
      this.standings.element,
      this.lookUp,
    );
  }

  /**
   * @param {PanelState} state
   * @param {Standing} standings
   * @param {(seat: number) => Colour} colour
   * @param {(kind: SectionXKind) => readonly SectionXSectionShape[]} sections
   */
  show(state, standings, colour, sections) {
    this.sections = sections;
    write(this.status, state.status);
    write(this.prose, state.prose);
    // A screen reader that speaks the whole sentences must not speak the status line as well.
    set(this.status, { 'aria-hidden': state.prose === '' ? null : 'true' });
    this.says.dataset['tone'] = state.tone;
    write(this.facts, state.facts);
    write(this.notice, state.notice ?? '');
    this.stages.show(state.stages, state.over);
    this.#showNumbers(state, standings, colour);
    const { classList } = this.element;
    classList.toggle('watching', !state.seated);
    classList.toggle('drawing', state.drawing);
    classList.toggle('answering', state.answers.length > 0);
    this.#showPiles(state);
    const cards = state.stock.map(({ at, kind, ...card }) => ({
      held: { key: `${at} ${kind}`, face: kind },
      ...card,
    }));
    this.hand.show(cards, this.text('section_x.stock'));
    this.hand.element.classList.toggle('draggable', state.actions[0]?.possible === true);
    const { text } = this;
    this.turns.show(text('section_x.turn_back'), text('section_x.turn_on'), state.turnable);
    showPlain(
      this.other,
      state.exchanging ? this.text('section_x.turn_other') : null,
      !state.otherTurnable || state.busy,
    );
    showPlain(this.skip, state.skip, state.busy);
    showPlain(this.end, state.end, state.busy);
    this.end.classList.toggle('due', state.due);
    this.actions.show(state.actions, state.busy);
    showPlain(this.takeBack, state.takeBack, state.busy);
    this.#showAnswers(state);
    this.commit.show(state.commit, state.ready);
    this.standings.show(standings, colour);
  }

  /**
   * @param {PanelState} state
   * @param {Standing} standings
   * @param {(seat: number) => Colour} colour
   */
  #showNumbers({ numbers }, standings, colour) {
    const name = (/** @type {number} */ seat) =>
      standings.find((one) => one.seat === seat)?.name ?? '';
    paint(
      this.numbers,
      numbers?.label,
      numbers?.items.map(({ seat, count }) =>
        html(
          'span',
          { class: `sx-number${count === 0 ? ' none' : ''}`, title: name(seat) },
          glyph(colour(seat)),
          html('span', { class: 'visually-hidden' }, name(seat)),
          html('b', {}, String(count)),
        ),
      ) ?? [],
    );
  }

  /** @param {PanelState} state */
  #showPiles({ piles, busy }) {
    const known = new Map(piles.map((pile, at) => [String(at), pile]));
    this.pileButtons.keep(known.keys(), (key) => {
      const button = createButton(
        { class: 'sx-pile' },
        drawPile(),
        html('span', { class: 'sx-count', 'aria-hidden': 'true' }),
      );
      return pressable(button, () => this.on.draw(Number(key)));
    });
    for (const [key, { label, open, count, top }] of known) {
      const button = /** @type {HTMLButtonElement} */ (this.pileButtons.get(key));
      set(button, {
        'aria-label': label,
        title: label,
        'aria-disabled': open && !busy ? null : 'true',
      });
      button.classList.toggle('empty', count === 0);
      const face = top ?? '';
      if ((button.dataset['top'] ?? '') !== face) {
        button.dataset['top'] = face;
        button
          .querySelector('svg')
          ?.replaceWith(top === null ? drawPile() : pictureOf(this.sections(top), 0));
      }
      const number = button.querySelector('.sx-count');
      if (number) write(number, String(count));
    }
  }

  /** @param {PanelState} state */
  #showAnswers({ answers, busy }) {
    this.answers.classList.toggle('absent', answers.length === 0);
    set(this.answers, { 'aria-label': this.text('section_x.answers') });
    const known = new Map(answers.map((one) => [one.key, one]));
    this.answerButtons.keep(known.keys(), (key) => {
      const { colour } = /** @type {AnswerState} */ (known.get(key));
      const button = createButton(
        { class: 'sx-answer' },
        ...(colour ? [glyph(colour)] : [icon('doors')]),
        html('span', {}),
      );
      return pressable(button, () => {
        const answer = this.current.get(key);
        if (answer) this.on.answer(answer);
      });
    });
    for (const [key, { label, chosen }] of known) {
      const button = /** @type {HTMLButtonElement} */ (this.answerButtons.get(key));
      set(button, { 'aria-pressed': String(chosen), 'aria-disabled': busy ? 'true' : null });
      const words = button.querySelector('span');
      if (words) write(words, label);
    }
    this.current = known;
  }

  /**
   * Moves the focus to the question in the panel, if it does not concern the board. Returns whether
   * there is one.
   */
  focus() {
    const asked = this.element.querySelector(
      '.sx-answers:not(.absent) button, .drawing .sx-pile:not([aria-disabled])',
    );
    if (asked instanceof HTMLElement) asked.focus({ preventScroll: true });
    return asked !== null;
  }
}

/**
 * @param {string} name
 * @param {() => void} press
 */
function plainButton(name, press) {
  const button = createButton({ class: `${name} absent` }, html('span', {}));
  return pressable(button, press);
}

/**
 * @param {HTMLButtonElement} button
 * @param {string | null} label the label; `null` while the button is not available
 * @param {boolean} disabled
 */
function showPlain(button, label, disabled) {
  // The button keeps its place, so that the layout does not jump.
  button.classList.toggle('absent', label === null);
  set(button, { 'aria-disabled': disabled ? 'true' : null });
  const words = button.querySelector('span');
  if (words && label !== null) write(words, label);
}

/** Draws a pile of face-down tiles. */
function drawPile() {
  const d = 'M0 -11L9.5 -5.5V5.5L0 11L-9.5 5.5V-5.5Z';
  return svg(
    'svg',
    { class: 'sx-pile-sign', viewBox: '-16 -16 32 32', 'aria-hidden': 'true', focusable: 'false' },
    ...[3, 0, -3].map((at) => svg('path', { d, transform: `translate(0 ${at})` })),
  );
}
