/**
 * Plays Section X through the interface: a straight tunnel to a green area, and through it.
 * Decisions are based on the messages that the page has received, and are made with a mouse, a
 * finger or keys.
 */

import { expect } from '@playwright/test';

import { NOTHING } from '../../client/games/section_x/draft.js';
import { look } from '../../client/games/section_x/geometry.js';
import { parseSpot, planOf } from '../../client/games/section_x/plan.js';
import { directs } from '../../client/games/section_x/targets.js';
import { soon } from './soon.js';
import { Told } from './told.js';

/** @import { SectionXAction } from '../../client/protocol.js' */
/** @import { Person } from './person.js' */
/** @import { Way } from './told.js' */

/** The number of presses of Tab after which the board counts as unreachable. */
const MOST_STOPS = 60;
/** The key that leads along a coordinate on a board that is turned clockwise by 90 degrees. */
const TURNED = /** @type {const} */ ({
  ArrowUp: 'ArrowRight',
  ArrowRight: 'ArrowDown',
  ArrowDown: 'ArrowLeft',
  ArrowLeft: 'ArrowUp',
});
/** The number of checks without a movement after which an element counts as at rest. */
const STILL = 4;
/** The number of rotations of a tile. */
const TURNS = 6;

/** A player or spectator of Section X. @extends {Told<'section_x'>} */
export class Convict extends Told {
  /** The number of the last round that was seen. */
  #round = 1;
  /** The prisoner that is chosen on the board. @type {number | null} */
  #chosen = null;
  /** The places that each prisoner has left in this turn. @type {Map<number, string[]>} */
  #left = new Map();
  /**
   * Starts to record the messages of the page. Create the driver before the page is opened.
   *
   * @param {Person} person
   * @param {Way} [way]
   */
  constructor(person, way) {
    super(person, 'section_x', way);
  }

  piles() {
    return this.page.getByRole('group', { name: 'Piles' }).getByRole('button');
  }

  stock() {
    return this.page.getByRole('group', { name: 'Your stock' }).getByRole('button');
  }

  answers() {
    return this.page.getByRole('group', { name: 'Your answer' }).getByRole('button');
  }

  report() {
    return this.page.getByRole('region', { name: /^The end of round/ });
  }

  /** Takes the last decision back. */
  async takeBack() {
    const before = this.told.version;
    if (this.way === 'keys') await this.page.keyboard.press('u');
    else await this.press(this.person.button('Undo'));
    await soon(() => this.told.version).toBeGreaterThan(before);
    this.#chosen = null;
  }

  /** Clears the selection on the board. */
  async putBack() {
    await this.page.keyboard.press('Escape');
    await this.page.keyboard.press('Escape');
    this.#chosen = null;
  }

  /** Closes the banner of a round that has just ended. */
  async goOn() {
    const { round } = this.view;
    if (round > this.#round) await this.press(this.person.button('Continue'));
    this.#round = round;
  }

  /**
   * Moves the focus to a cell by keys.
   *
   * @param {string} cell
   */
  async go(cell) {
    const { keyboard } = this.page;
    const focused = this.page.locator('.cell:focus');
    for (let stop = 0; (await focused.count()) === 0; stop += 1) {
      if (stop === MOST_STOPS) throw new Error('the Tab key does not lead to the board');
      await keyboard.press('Tab');
    }
    for (;;) {
      const at = (await focused.getAttribute('data-square')) ?? '';
      if (at === cell) return;
      const turned = (await this.page.locator('.board-picture.turned').count()) > 0;
      const down = Number(cell.slice(1)) - Number(at.slice(1));
      const across = cell.charCodeAt(0) - at.charCodeAt(0);
      const key =
        down > 0 ? 'ArrowDown' : down < 0 ? 'ArrowUp' : across > 0 ? 'ArrowRight' : 'ArrowLeft';
      await keyboard.press(turned ? TURNED[key] : key);
    }
  }

  /**
   * Assembles a decision through the interface, confirms it, and waits until the page has received
   * it.
   *
   * @param {SectionXAction} action
   */
  async act(action) {
    // The tile has been drawn automatically in the meantime.
    if (action.type === 'draw' && this.view.choices?.draw.length === 0) return;
    const before = this.told.version;
    if (action.type === 'end_turn') this.#left.clear();
    await this.#put(action);
    await soon(() => this.told.version, JSON.stringify(action)).toBeGreaterThan(before);
    const still = this.told.view?.choices?.steps.some(
      ({ prisoners, to }) => to.length > 0 && prisoners.some((one) => one === this.#chosen),
    );
    if (action.type !== 'step' || !still) this.#chosen = null;
  }

  /** @param {SectionXAction} action */
  async #put(action) {
    const { keyboard } = this.page;
    const keys = this.way === 'keys';
    switch (action.type) {
      case 'draw':
        return this.#draw(action.pile);
      case 'place':
        return this.#place(action);
      case 'skip_tile':
        if (keys) return keyboard.press('n');
        return this.press(this.person.button('Keep my tiles'));
      case 'step':
        return this.#step(action);
      case 'end_turn':
        return this.#end();
      case 'fight_choice':
        return this.press(
          this.answers().nth(this.view.choices?.fight?.among.indexOf(action.keep) ?? 0),
        );
      case 'give_door':
        await this.press(this.answers().first());
        return this.press(this.commit());
      case 'door':
        await this.press(this.page.locator('.sx-action[data-action="door"]'));
        await this.choose(parseSpot(action.to)?.cell ?? '');
        return this.decide();
      case 'exchange':
        await this.choose(action.a);
        await this.choose(action.b);
        return this.decide();
      case 'relocate':
        await this.choose(action.from);
        await this.choose(action.to);
        return this.decide();
      case 'turn':
        return this.#turn(action);
      case 'resign':
        throw new Error(`nobody here does that: ${action.type}`);
    }
  }

  /**
   * Draws a tile, or waits for the automatic draw of a player who has been active recently.
   *
   * @param {number} number
   */
  async #draw(number) {
    const before = this.told.version;
    const pile = this.piles().nth(number);
    const isDrawn = () => this.told.version > before;
    await soon(async () => isDrawn() || (await pile.getAttribute('aria-disabled')) === null).toBe(
      true,
    );
    if (isDrawn()) return;
    if (this.way === 'keys') await this.page.keyboard.press(String(number + 1));
    else await this.press(pile);
  }

  /** Ends the turn, and confirms the loss of prisoners who could still walk. */
  async #end() {
    const before = this.told.version;
    const anyway = this.person.button('End it anyway');
    if (this.way === 'keys') await this.page.keyboard.press('n');
    else await this.press(this.person.button('End turn'));
    await soon(async () => this.told.version > before || (await anyway.isVisible())).toBe(true);
    if (this.told.version === before) await this.press(anyway);
  }

  /** @param {Extract<SectionXAction, { type: 'place' }>} action */
  async #place({ stock, cell, rotation }) {
    const { view } = this;
    const kind = view.players[this.told.seat ?? 0]?.stock[stock];
    if (!kind) throw new Error('no such tile');
    const sections = planOf(view).sections(kind);
    const tile = this.stock().nth(stock);
    // A drawn tile is selected automatically.
    if ((await tile.getAttribute('aria-pressed')) !== 'true') {
      if (this.way === 'keys') await this.page.keyboard.press(String(stock + 1));
      else await this.press(tile);
    }
    await expect(tile).toHaveAttribute('aria-pressed', 'true');
    await this.choose(cell);
    const ghost = this.page.locator('.layer-ghost .tile-paths');
    for (let turn = 0; turn < TURNS; turn += 1) {
      const shown = Number(await ghost.getAttribute('data-angle')) / 60;
      if (look(sections, shown) === look(sections, rotation)) break;
      if (this.way === 'keys') await this.page.keyboard.press('r');
      else await this.press(this.person.button('Rotate'));
    }
    await this.decide();
  }

  /** @param {Extract<SectionXAction, { type: 'turn' }>} action */
  async #turn({ cell, rotation }) {
    const plan = planOf(this.view);
    const sections = plan.sections(plan.tile(cell)?.kind ?? 'straight');
    await this.choose(cell);
    const ghost = this.page.locator('.layer-ghost .tile-paths');
    for (let turn = 0; turn < TURNS; turn += 1) {
      if (this.way === 'keys') await this.page.keyboard.press('r');
      else await this.press(this.person.button('Rotate'));
      const shown = Number(await ghost.getAttribute('data-angle')) / 60;
      if (look(sections, shown) === look(sections, rotation)) break;
    }
    await this.decide();
  }

  /** @param {string} cell */
  async choose(cell) {
    if (this.way !== 'keys') return this.press(this.cell(cell));
    await this.go(cell);
    return this.page.keyboard.press('Enter');
  }

  /** Confirms the decision that is assembled on the board. */
  async decide() {
    if (this.way === 'keys') await this.page.keyboard.press('Enter');
    else await this.press(this.commit());
  }

  /** @param {Extract<SectionXAction, { type: 'step' }>} action */
  async #step({ prisoner, to }) {
    const { view } = this;
    const plan = planOf(view);
    if (this.way === 'keys') {
      const steps = view.choices?.steps.filter((one) => one.to.length > 0) ?? [];
      for (let turn = 0; turn <= steps.length && this.#chosen !== prisoner; turn += 1) {
        const now = this.#chosen;
        const next = now === null ? 0 : steps.findIndex((one) => one.prisoners.includes(now)) + 1;
        await this.page.keyboard.press('p');
        this.#chosen = steps[next % steps.length]?.prisoners[0] ?? null;
      }
      const named =
        to === 'block' ? 'the cell block' : to.startsWith('green') ? 'green' : plan.cellOf(to);
      for (let turn = 0; turn < TURNS; turn += 1) {
        await this.page.keyboard.press('r');
        if ((await this.status().innerText()).includes(`Step to ${named}`)) break;
      }
      return this.page.keyboard.press('Enter');
    }
    // If only one prisoner can be meant, none needs to be selected.
    const can = directs({
      plan,
      choices: view.choices,
      draft: NOTHING,
      stock: [],
      left: this.#left,
    }).find(({ target }) => target.to === to)?.prisoners;
    const direct = this.#chosen === null && can?.length === 1 && can[0] === prisoner;
    const at = view.prisoners.find(
      (one) => one.seat === this.told.seat && one.number === prisoner,
    )?.at;
    this.#left.set(prisoner, [...(this.#left.get(prisoner) ?? []), at ?? 'block']);
    if (!direct && this.#chosen !== prisoner) {
      await this.pressDrawn(`.prisoner[data-prisoner="${this.told.seat} ${prisoner}"]`);
      await expect(this.page.locator('.prisoner.chosen')).toHaveCount(1);
      this.#chosen = prisoner;
    }
    const before = this.told.version;
    await this.pressDrawn(`.layer-targets > [data-place="${to}"]`);
    // A step with further effects needs a confirmation.
    const ready = this.page.locator('.board-commit:not([aria-disabled], .absent)');
    const said = async () => this.told.version > before || (await ready.count()) > 0;
    await soon(said).toBe(true);
    if (this.told.version > before) return;
    this.#chosen = prisoner;
    await this.press(ready);
  }

  /**
   * Presses an element of the drawing as soon as it is at rest.
   *
   * @param {string} drawn a selector
   */
  async pressDrawn(drawn) {
    const one = this.page.locator(drawn).first();
    await expect(one).toBeVisible();
    // Prisoners that walk and zoom animations come to rest.
    let box = await one.boundingBox();
    for (let still = 0; still < STILL; still += 1) {
      await this.page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30))),
      );
      const now = await one.boundingBox();
      if (JSON.stringify(now) !== JSON.stringify(box)) still = -1;
      box = now;
    }
    if (!box) throw new Error(`nothing is drawn: ${drawn}`);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    this.presses += 1;
    if (this.way === 'touch') await this.page.touchscreen.tap(x, y);
    else await this.page.mouse.click(x, y);
  }
}
