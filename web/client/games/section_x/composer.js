/**
 * Composes the draft of a decision on the board of Section X, from presses and keys.
 *
 * @import {SectionXAction, SectionXIllegal} from '../../protocol.js'
 * @import {ActionName} from './actions.js'
 * @import {SectionXBoard} from './board.js'
 * @import {Tool} from './draft.js'
 * @import {AnswerState} from './panel.js'
 * @import {Finger, Pressed} from './press.js'
 * @import {Situation} from './status.js'
 */
import { whyBrief } from './brief.js';
import { NOTHING, turn } from './draft.js';
import { losesByEnding, panelState } from './status.js';
import { modesOf, tilesFor } from './targets.js';
import { sayIllegal } from './words.js';

/** The methods for keys return whether the key had an effect. */
export class Composer {
  /**
   * The reason why the last attempt is not possible.
   *
   * @type {{ brief: string, prose: string } | null}
   */
  told = null;
  /**
   * The second of two steps that one press has asked for, until the first one has been made.
   *
   * @type {SectionXAction & { type: 'step' } | null}
   */
  #after = null;

  /** @type {typeof import('./press.js') | null} */
  #presses = null;

  /** @param {SectionXBoard} board */
  constructor(board) {
    this.board = board;
  }

  /** @param {Tool | null} tool */
  #choose(tool) {
    this.board.change({ ...NOTHING, tool });
  }

  /** @param {number} at */
  pressStock(at) {
    const { tool, to } = this.board.draft;
    const again = tool?.type === 'stock' && tool.at === at;
    // Clearing the last announcement makes a screen reader name the chosen tile even if it was
    // already chosen when it was drawn, or if it is identical to the previous one.
    if (!again || to === null) this.board.said = '';
    if (again) this.turn(1, false);
    else if (this.board.shown?.view.choices?.tile?.place.some((one) => one.stock.includes(at)))
      this.#choose({ type: 'stock', at });
  }

  /** @param {number} at */
  confirmStock(at) {
    const { tool } = this.board.draft;
    if (tool?.type === 'stock' && tool.at === at && this.board.commit()) return;
    this.pressStock(at);
  }

  /** @param {number} index */
  chooseAt(index) {
    const { choices } = this.board.shown?.view ?? {};
    if (choices?.draw.includes(index)) {
      void this.board.send({ type: 'draw', pile: index });
      return true;
    }
    if (this.board.stock[index] === undefined) return false;
    this.pressStock(index);
    return true;
  }

  /**
   * Chooses the next prisoner that can move.
   *
   * @param {boolean} [byKey] whether the focus moves to its cell
   */
  nextPrisoner(byKey = true) {
    const situation = this.board.situation();
    const steps = situation?.choices?.steps.filter((one) => one.to.length > 0) ?? [];
    if (!situation || steps.length === 0) return false;
    const { tool } = this.board.draft;
    const at =
      tool?.type === 'prisoner'
        ? steps.findIndex((one) => one.prisoners.includes(tool.number))
        : -1;
    const number = steps[(at + 1) % steps.length]?.prisoners[0] ?? 0;
    // If only this prisoner can move, its announcement is repeated.
    this.board.said = '';
    const { mode } = this.board.draft;
    this.board.change({ ...NOTHING, mode, tool: { type: 'prisoner', number } });
    if (!byKey) return true;
    const place = situation.plan.view.prisoners.find(
      (one) => one.seat === situation.own && one.number === number,
    )?.at;
    if (place !== undefined) this.board.stage?.scene.cells.focus(situation.plan.cellOf(place));
    return true;
  }

  /** Begins to place a door, or to move one where none is left to place. */
  chooseDoor() {
    const { choices } = this.board.shown?.view ?? {};
    const [door, another] = choices?.doors ?? [];
    if (!door) return false;
    const { tool, mode } = this.board.draft;
    const fresh = choices?.doors.find((one) => one.from === null);
    const from = fresh ? null : door.from;
    if (tool?.type === 'door' || mode === 'door') this.#choose(null);
    else if (fresh || !another) this.#choose({ type: 'door', from });
    else this.board.change({ ...NOTHING, mode: 'door' });
    return true;
  }

  /**
   * Begins an action, or ends it if it has been begun.
   *
   * @param {ActionName} action
   * @param {boolean} [byKey] whether the player uses the keyboard, so that the focus moves along
   * @returns {boolean} whether the action is possible now
   */
  begin(action, byKey = false) {
    const situation = this.board.situation();
    if (!situation || !modesOf(situation)[action]) return false;
    const { draft, choices } = situation;
    if (action === 'door') return this.chooseDoor();
    if (action === 'walk') return this.#beginWalk(byKey);
    if (action === 'place') {
      const [one] = choices?.tile?.place.filter(({ to }) => !/^A*$/.test(to)) ?? [];
      if (draft.tool?.type !== 'stock') this.#choose({ type: 'stock', at: one?.stock[0] ?? 0 });
      return true;
    }
    const cells = tilesFor(situation, action);
    const { tool, mode } = draft;
    const chosen = tool?.type === 'tile' && mode !== action ? tool.cell : null;
    const cell = cells.find((one) => one === chosen) ?? (cells.length === 1 ? cells[0] : null);
    if (mode === action) this.board.change(NOTHING);
    else if (cell == null) this.board.change({ ...NOTHING, mode: action });
    else void this.#press({ mode: action }, cell, null);
    if (byKey && cells[0] !== undefined) this.board.stage?.scene.cells.focus(cell ?? cells[0]);
    return true;
  }

  /**
   * Returns to the steps of the prisoners. If the player has not begun anything else, it chooses
   * the next prisoner.
   *
   * @param {boolean} byKey
   */
  #beginWalk(byKey) {
    const { draft, shown } = this.board;
    const walks = draft.mode === 'walk' || shown?.view.choices?.tile === null;
    if (walks && (draft.tool === null || draft.tool.type === 'prisoner'))
      return this.nextPrisoner(byKey);
    this.board.change({ ...NOTHING, mode: walks ? null : 'walk' });
    return true;
  }

  /** Explains that an action is not possible now. */
  refuse() {
    const words = this.board.text('section_x.action.refused');
    this.told = { brief: words, prose: words };
    this.board.render();
  }

  /** @param {AnswerState} answer */
  answer({ key, action }) {
    if (action !== null) void this.board.send(action);
    else this.board.change({ ...NOTHING, tool: { type: 'give' }, to: key });
  }

  /**
   * @param {1 | -1} by
   * @param {boolean} other
   */
  turn(by, other) {
    const situation = this.board.situation();
    if (!situation || this.board.draft.tool === null) return false;
    const after = turn(situation, by, other);
    if (after === this.board.draft) return false;
    this.board.change(after);
    return true;
  }

  undo() {
    const before = this.board.draft;
    if (before.tool === null && before.mode === null && !before.sure && this.told === null)
      return false;
    // The first press clears the destination, the second one the chosen tool.
    this.board.change(before.to !== null && before.tool?.type === 'stock' ? { to: null } : NOTHING);
    return true;
  }

  /** Takes back the last decision of the turn, where the server allows it. */
  takeBack() {
    const situation = this.board.situation();
    if (!situation || panelState(situation).takeBack === null || this.board.busy) return false;
    this.board.change(NOTHING);
    void this.board.takeBack();
    return true;
  }

  /** Skips the tile action, or ends the turn. */
  end() {
    const { choices } = this.board.shown?.view ?? {};
    if (choices?.skip_tile) void this.board.send({ type: 'skip_tile' });
    else if (choices?.end_turn) this.endTurn();
    else return false;
    return true;
  }

  endTurn() {
    const situation = this.board.situation();
    if (!situation || this.board.busy) return;
    if (this.board.draft.sure || !losesByEnding(situation))
      void this.board.send({ type: 'end_turn' });
    else this.board.change({ ...NOTHING, sure: true });
  }

  /**
   * Handles Enter: presses the focused cell, or commits the decision.
   *
   * @param {boolean} onBoard whether a cell of the board has the focus
   */
  confirm(onBoard) {
    const cell = onBoard ? (this.board.stage?.scene.cells.focused ?? null) : null;
    const { to, tool } = this.board.draft;
    const there =
      to !== null && cell !== null && (to === cell || (this.board.plan?.isAt(to, cell) ?? false));
    // A draft that was prepared elsewhere by keys can be committed from its own destination. On
    // another focused cell, Enter presses that cell first.
    if (cell !== null && !there && !(tool?.type === 'prisoner' && to !== null))
      return this.pressCell(cell, null);
    if (this.board.draft.sure) {
      this.endTurn();
      return true;
    }
    return tool !== null && this.board.commit();
  }

  /**
   * @param {string} cell
   * @param {Finger | null} finger
   */
  pressCell(cell, finger) {
    const situation = this.board.situation();
    if (!situation?.choices || this.board.busy) return false;
    void this.#press({}, cell, finger);
    return true;
  }

  /**
   * Computes the effect of a press with a module that is fetched at the first sign of a pointer or
   * the focus on the board, because the first look at a game does not need it.
   *
   * @param {Partial<Situation['draft']>} begun the draft instead of the present one, where it is not
   *   empty
   * @param {string} cell
   * @param {Finger | null} finger
   */
  async #press(begun, cell, finger) {
    const module = this.#presses ?? (await this.fetchPresses());
    const situation = this.board.situation();
    if (!module || !situation?.choices || this.board.busy) return;
    const draft = begun.mode ? { ...NOTHING, ...begun } : situation.draft;
    this.#take(module.press({ ...situation, draft }, cell, finger));
  }

  /** Fetches the module that computes the effects of presses. */
  async fetchPresses() {
    this.#presses ??= await import('./press.js').catch(() => null);
    return this.#presses;
  }

  /** @param {Pressed} pressed */
  #take({ draft, send, after, ask, why, which = false }) {
    this.#after = null;
    this.board.change(draft);
    this.#after = after ?? null;
    if (why) this.#tell(why);
    if (which) this.#tellWhich();
    if (send) void this.board.send(send);
    // Only the server knows the reason. It rejects the decision with an explanation like any other.
    else if (ask) void this.board.send(ask);
  }

  /**
   * Makes the second of two steps that one press has asked for, as far as it is possible after the
   * first one. A step that does more than move the prisoner is only prepared.
   */
  walkOn() {
    const after = this.#after;
    const situation = this.board.situation();
    if (after === null || !situation?.choices || this.board.busy) return;
    this.#after = null;
    const steps = situation.choices.steps.find((one) => one.prisoners.includes(after.prisoner));
    const target = steps?.to.find((one) => one.to === after.to);
    const barred = steps?.barred.find((one) => one.to === after.to);
    if (target?.does === null) void this.board.send(after);
    else if (target) this.board.propose(after);
    else if (barred) this.#tell([barred.why]);
  }

  /** @param {readonly SectionXIllegal[]} why */
  #tell(why) {
    this.told = {
      brief: whyBrief(why, this.board.words),
      prose: why.map((one) => sayIllegal(one, this.board.words)).join(' '),
    };
    this.board.render();
  }

  /** Explains that several prisoners can go to the pressed place. */
  #tellWhich() {
    const words = this.board.text('section_x.brief.which');
    this.told = { brief: words, prose: words };
    this.board.render();
  }
}
