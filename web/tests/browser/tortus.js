/**
 * Plays Tortus through the interface. Decisions are based on the messages that the page has
 * received, and are made with a mouse, a finger or keys.
 */

import { expect } from '@playwright/test';

import { soon } from './soon.js';
import { Told } from './told.js';

/** @import { TortusAction, TortusTarget, TortusView } from '../../client/protocol.js' */
/** @import { Person } from './person.js' */
/** @import { Way } from './told.js' */

/** The number of presses of Tab after which the board counts as unreachable. */
const MOST_STOPS = 60;

/** A player or spectator of Tortus. @extends {Told<'tortus'>} */
export class Player extends Told {
  /**
   * Starts to record the messages of the page. Create the driver before the page is opened.
   *
   * @param {Person} person
   * @param {Way} [way]
   */
  constructor(person, way) {
    super(person, 'tortus', way);
  }

  /** The tiles in the player's own hand. */
  tiles() {
    return this.page.getByRole('group', { name: 'Your tiles' }).getByRole('button');
  }

  /**
   * Moves the focus to a square, and selects it.
   *
   * @param {string} square
   */
  async choose(square) {
    if (this.way !== 'keys') {
      await this.press(this.cell(square));
      return;
    }
    await this.go(square);
    await this.page.keyboard.press('Enter');
  }

  /**
   * Moves the focus to a square by keys.
   *
   * @param {string} square
   */
  async go(square) {
    const { keyboard } = this.page;
    const focused = this.page.locator('.cell:focus');
    for (let stop = 0; (await focused.count()) === 0; stop += 1) {
      if (stop === MOST_STOPS) throw new Error('the Tab key does not lead to the board');
      await keyboard.press('Tab');
    }
    const at = (await focused.getAttribute('data-square')) ?? '';
    // The first player sees the first row at the bottom.
    const across = square.charCodeAt(0) - at.charCodeAt(0);
    const down = (this.told.seat === 0 ? -1 : 1) * (Number(square.slice(1)) - Number(at.slice(1)));
    for (let step = 0; step < Math.abs(across); step += 1)
      await keyboard.press(across > 0 ? 'ArrowRight' : 'ArrowLeft');
    for (let step = 0; step < Math.abs(down); step += 1)
      await keyboard.press(down > 0 ? 'ArrowDown' : 'ArrowUp');
    await expect(this.cell(square)).toBeFocused();
  }

  /** @param {number} place the place in the hand, from 0 */
  async take(place) {
    if (this.way === 'keys') await this.page.keyboard.press(String(place + 1));
    else await this.press(this.tiles().nth(place));
    await expect(this.tiles().nth(place)).toHaveAttribute('aria-pressed', 'true');
  }

  /**
   * @param {'Move' | 'Rotate' | 'Open' | 'Swap'} kind
   * @param {string} key
   */
  async begin(kind, key) {
    if (this.way === 'keys') await this.page.keyboard.press(key);
    else
      await this.press(
        this.page.getByRole('group', { name: 'Actions' }).getByRole('button', { name: kind }),
      );
  }

  /**
   * Turns the chosen tile. The first player sees the board as in a mirror, so a clockwise turn is
   * anticlockwise in the numbers of the protocol.
   *
   * @param {number} rotations the difference of the rotations, in quarter turns
   */
  async turn(rotations) {
    const times = (this.told.seat === 0 ? 4 - rotations : rotations) % 4;
    for (let turn = 0; turn < times; turn += 1) {
      if (this.way === 'keys') await this.page.keyboard.press('r');
      else await this.press(this.page.getByRole('button', { name: 'Rotate on' }));
    }
  }

  /** Confirms the decision that is assembled on the board. */
  async decide() {
    await expect(this.commit()).not.toHaveAttribute('aria-disabled', 'true');
    if (this.way === 'keys') await this.page.keyboard.press('Enter');
    else await this.press(this.commit());
  }

  /**
   * Assembles an action through the interface, confirms it, and waits until the page has received
   * it.
   *
   * @param {TortusAction} action
   */
  async act(action) {
    const before = this.told.version;
    const lines = await this.person.lines().count();
    await this.#put(action);
    await soon(() => this.told.version, JSON.stringify(action)).toBeGreaterThan(before);
    // The page draws a received message slightly later, and ignores keys until then.
    await soon(() => this.person.lines().count()).toBeGreaterThan(lines);
  }

  /** @param {TortusAction} action */
  async #put(action) {
    const { view } = this;
    switch (action.type) {
      case 'exchange': {
        const taken = this.tiles().nth(action.hand);
        // A single tile is already selected.
        if ((await taken.getAttribute('aria-pressed')) !== 'true') await this.take(action.hand);
        await this.choose(action.square);
        return this.decide();
      }
      case 'place':
        await this.choose(action.square);
        return this.decide();
      case 'rotate': {
        const now = view.board.find((field) => field.square === action.square)?.rotation ?? 0;
        if (this.way === 'keys') await this.go(action.square);
        else await this.choose(action.square);
        await this.turn((action.rotation - now + 4) % 4);
        return this.decide();
      }
      case 'open':
        await this.begin('Open', 'o');
        await this.choose(action.square);
        await expect(this.status()).toContainText(openQuestion(view, action.square));
        return this.decide();
      case 'swap':
        await this.take(action.hand);
        await this.choose(action.square);
        await this.turn(action.rotation);
        return this.decide();
      case 'move':
        await this.choose(view.pawns[action.pawn]?.at ?? '');
        return this.#goOn(
          action.to,
          view.choices?.type === 'act'
            ? (view.choices.moves.find((one) => one.pawn === action.pawn)?.to ?? [])
            : [],
          action.pawn,
        );
      case 'push':
      case 'follow':
        return view.choices?.type === 'push' || view.choices?.type === 'flow'
          ? this.#goOn(action.to, view.choices.to, view.choices.pawn)
          : undefined;
      case 'stop':
        if (this.way === 'keys') return this.page.keyboard.press('e');
        return this.press(this.page.getByRole('button', { name: 'Stop here' }));
      case 'fill':
        await this.take(action.hand);
        await this.turn(action.rotation);
        return this.decide();
      case 'penalty':
        await this.choose(view.pawns[action.pawn]?.at ?? '');
        return this.decide();
      case 'end_turn':
        if (this.way === 'keys') await this.page.keyboard.press('e');
        else await this.press(this.page.getByRole('button', { name: 'End turn' }));
        return this.decide();
      case 'draw': {
        if (this.way === 'keys') await this.page.keyboard.press('d');
        else await this.press(this.page.locator('.tortus-draw'));
        return this.decide();
      }
      case 'resign':
        throw new Error('resigning is not of the board');
    }
  }

  /**
   * Moves the selected pawn. If a pawn would be lost, it confirms the warning.
   *
   * @param {string} to
   * @param {readonly TortusTarget[]} targets
   * @param {number} pawn
   */
  async #goOn(to, targets, pawn) {
    const meets = targets.find((one) => one.square === to)?.meets;
    const isOwn = (/** @type {number} */ number) =>
      this.view.pawns[number]?.seat === this.told.seat;
    const isStruck = meets?.type === 'pawn' && isOwn(meets.pawn);
    const own = isOwn(pawn);
    await this.choose(to);
    if (isStruck) {
      await expect(this.status()).toContainText('your own pawn would be captured');
      await this.decide();
    } else if (own && (meets?.type === 'hole' || meets?.type === 'pit')) {
      await expect(this.status()).toContainText('you would lose');
      await this.decide();
    }
  }
}

/**
 * Returns the player who decides next.
 *
 * @param {readonly Player[]} players
 * @returns {Promise<Player>}
 */
export async function deciding(players) {
  await soon(() => players.filter((one) => one.told.view?.choices != null).length).toBe(1);
  return /** @type {Player} */ (players.find((one) => one.told.view?.choices != null));
}

/**
 * Returns the question before a tile is opened: a tile that the player may not open costs a pawn.
 *
 * @param {TortusView} view
 * @param {string} square
 */
function openQuestion({ choices }, square) {
  const isInLine = choices?.type === 'act' && choices.open.includes(square);
  return isInLine
    ? `Open the tile on ${square}?`
    : `None of your pawns is in line with ${square}. If you open it, you lose a pawn.`;
}
