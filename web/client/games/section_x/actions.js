/**
 * The buttons for the actions of a turn: those with tiles, the steps of prisoners, and doors. They
 * are always visible in the same places, so that a player sees everything that a turn can contain.
 *
 * @import {Situation} from './status.js'
 * @import {Text} from './words.js'
 */
import { createButton, html, set, svg } from '../../lib/dom.js';
import { pressable } from '../controls.js';
import { modesOf } from './targets.js';

/** The icons, as path data on a grid of 24 units. */
const SIGNS = {
  place: 'M12 3v10M8 9.500l4 4 4-4M4 16l8 4.500 8-4.500',
  move: 'M4 12h15M14 7l5 5-5 5M4 7v10',
  swap: 'M4 8.500h15M15 4.500l4 4-4 4M20 15.500H5M9 11.500l-4 4 4 4',
  turn: 'M19 12.500a7 7 0 1 1-2.200-5.100M17.600 3.200v4.600H13',
  walk: 'M13 3.500a1.700 1.700 0 1 1 0 3.400 1.700 1.700 0 0 1 0-3.400zM8 11l4-3 2 3.500 3.500 1M12 8.500l-1 6 4 2.500.5 4M11 14.500L8 20.500',
  door: 'M6 21V3h12v18zM10 3v18M14 3v18',
};
/** @typedef {keyof typeof SIGNS} ActionName */

/** The actions and their keys, in the order of a turn. */
const ACTIONS = /** @type {const} */ ([
  ['place', '1'],
  ['move', 'M'],
  ['swap', 'S'],
  ['turn', 'R'],
  ['walk', 'P'],
  ['door', 'O'],
]);

/**
 * @typedef {object} ActionState
 * @property {ActionName} name
 * @property {boolean} possible
 * @property {boolean} chosen
 * @property {number | null} left the number of steps or doors that are left, or `null`
 */

/**
 * @param {Situation} situation
 * @returns {ActionState[]}
 */
export function actionsOf(situation) {
  const { plan, choices, own } = situation;
  const possible = modesOf(situation);
  const chosen = chosenIn(situation);
  return ACTIONS.map(([name]) => ({
    name,
    possible: possible[name],
    chosen: name === chosen,
    left: !choices
      ? null
      : name === 'walk'
        ? plan.view.steps_left
        : name === 'door' && own !== null
          ? plan.view.players[own]?.doors || null
          : null,
  }));
}

/**
 * Returns the action that the player has begun, or that the next press on the board continues.
 *
 * @param {Situation} situation
 * @returns {ActionName | null}
 */
function chosenIn({ plan, choices, draft }) {
  const { tool, mode, to } = draft;
  if (!choices) return null;
  switch (tool?.type) {
    case 'stock':
      return 'place';
    case 'tile':
      if (to !== null) return to === tool.cell ? 'turn' : plan.tile(to) ? 'swap' : 'move';
      return mode;
    case 'prisoner':
      return 'walk';
    case 'door':
      return 'door';
    default:
      return (
        mode ??
        (choices.tile === null && choices.steps.some(({ to: ways }) => ways.length > 0)
          ? 'walk'
          : null)
      );
  }
}

export class Actions {
  /**
   * @param {Text} text
   * @param {(action: ActionName) => void} press
   * @param {() => void} refused handles a press of an action that is not possible now
   */
  constructor(text, press, refused) {
    this.text = text;
    this.buttons = ACTIONS.map(([name, key]) => {
      const button = createButton(
        { class: 'sx-action', 'aria-keyshortcuts': key },
        svg(
          'svg',
          { class: 'sx-icon', viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' },
          svg('path', { d: SIGNS[name] }),
        ),
        html('span', {}, text(`section_x.action.${name}`)),
        html('span', { class: 'sx-uses', 'aria-hidden': 'true' }),
      );
      button.dataset['action'] = name;
      return pressable(button, () => press(name), refused);
    });
    this.element = html(
      'div',
      { class: 'sx-actions', role: 'group', 'aria-label': text('section_x.actions') },
      ...this.buttons,
    );
  }

  /**
   * @param {readonly ActionState[]} actions
   * @param {boolean} busy
   */
  show(actions, busy) {
    for (const [at, { name, possible, chosen, left }] of actions.entries()) {
      const button = this.buttons[at];
      if (!button) continue;
      const words = this.text(`section_x.action.${name}_long`);
      const count = left === null ? '' : this.text('section_x.action.left', { count: left });
      set(button, {
        'aria-label': left === null ? words : [words, count].join(this.text('section_x.comma')),
        'aria-pressed': String(chosen && possible),
        'aria-disabled': possible && !busy ? null : 'true',
      });
      // The style draws the number, because the label has it in words.
      if (button.lastElementChild) set(button.lastElementChild, { 'data-left': left });
    }
  }
}
